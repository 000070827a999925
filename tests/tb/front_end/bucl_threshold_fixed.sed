# what: the threshold of the un-coalescing degree stays at 5
# block: bucl_bypass
# expect: input tucd
# system: bucl
s/\.tucd_i(tucd_i)/.tucd_i(6'd5)/
