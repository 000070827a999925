# what: the victim goes to the section of the warp that loads
# block: ccws_vta
# expect: late input insert_warp
# source: system_ccws
# system: ccws
s/insert_warp_i.write(insert_warp_i.read())/insert_warp_i.write(probe_warp_i.read())/
