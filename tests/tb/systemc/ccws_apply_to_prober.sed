# what: the score goes to the warp that loads now
# block: ccws_lls
# expect: late input apply_warp
# source: system_ccws
# system: ccws
s/llds.apply_warp_o.read()/probe_warp_i.read()/
