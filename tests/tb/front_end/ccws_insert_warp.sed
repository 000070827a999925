# what: the victim goes to the section of the warp that loads
# block: ccws_vta
# expect: late input insert_warp
# system: ccws
s/\.insert_warp_i(insert_warp_i)/.insert_warp_i(probe_warp_i)/
