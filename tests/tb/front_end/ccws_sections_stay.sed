# what: launches do not reach the victim tags
# block: ccws_vta
# expect: late input launch
# system: ccws
s/\.launch_i(launch_i), \.hit_o(hit)/.launch_i({N{1'b0}}), .hit_o(hit)/
