# what: the scores do not follow when a division ends
# block: ccws_lls
# expect: late input score
# source: system_ccws
# system: ccws
s/ << llds.apply_o << llds.apply_warp_o << llds.score_o$//
