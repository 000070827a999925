# what: the charge put out is that of warp 0
# block: warp_front_end
# expect: output issue_charge
s/charge_o\[w\*PRED_W +: PRED_W\]/charge_o[0 +: PRED_W]/
