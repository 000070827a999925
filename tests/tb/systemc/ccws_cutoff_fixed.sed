# what: the cutoff is that of 32 warps at the base score
# block: ccws_llds
# expect: input cutoff
# source: system_ccws
# system: ccws
s/llds.cutoff_i.write(scores.cutoff_o.read())/llds.cutoff_i.write(3200)/
