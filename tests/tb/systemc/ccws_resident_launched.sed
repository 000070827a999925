# what: the scores see the launched warps as the residents
# block: ccws_lls
# expect: input resident
# source: system_ccws
# system: ccws
s/scores.resident_i.write(order.resident_o.read())/scores.resident_i.write(launch_i.read())/
