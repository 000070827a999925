# what: the hit counts for the warp that brought the victim in
# block: ccws_llds
# expect: input hit_warp
# source: system_ccws
# system: ccws
s/llds.hit_warp_i.write(probe_warp_i.read())/llds.hit_warp_i.write(insert_warp_i.read())/
