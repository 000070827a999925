# what: launches do not reach the victim tags
# block: ccws_vta
# expect: late input launch
# source: system_ccws
# system: ccws
s/vta.launch_i.write(launch_i.read())/vta.launch_i.write(0)/
