# what: the scores see ready warps as the residents
# block: ccws_lls
# expect: input resident
# system: ccws
s/\.resident_i(resident_o), \.older_i(older),$/.resident_i(ready_i), .older_i(older),/;s/^\(  *\.clk_i.*\)\.resident_i(ready_i), \(.*waiting\)/\1.resident_i(resident_o), \2/
