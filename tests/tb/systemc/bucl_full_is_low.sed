# what: input buffers that are full are taken as those with room
# block: bucl_bypass
# expect: input uib_low
# source: system_bucl
# system: bucl
s/uib_low_i.write(uib_low_i.read())/uib_low_i.write(~uib_low_i.read())/
