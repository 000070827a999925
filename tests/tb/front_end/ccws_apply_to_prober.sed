# what: the score goes to the warp that loads now
# block: ccws_lls
# expect: late input apply_warp
# system: ccws
s/\.apply_warp_i(apply_warp)/.apply_warp_i(probe_warp_i)/
