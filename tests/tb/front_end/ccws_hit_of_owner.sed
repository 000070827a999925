# what: the hit counts for the warp that brought the victim in
# block: ccws_llds
# expect: input hit_warp
# system: ccws
s/\.hit_warp_i(probe_warp_i)/.hit_warp_i(insert_warp_i)/
