# what: the cutoff is that of 32 warps at the base score
# block: ccws_llds
# expect: input cutoff
# system: ccws
s/\.cutoff_i(cutoff_o)/.cutoff_i(13'd3200)/
