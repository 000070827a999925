# what: input buffers that are full are taken as those with room
# block: bucl_bypass
# expect: input uib_low
# system: bucl
s/\.uib_low_i(uib_low_i)/.uib_low_i(~uib_low_i)/
