# what: no warp waits for data
# block: owl_groups
# expect: input blocked
# source: system_owl
# system: owl
s/blocked_i.write(blocked_i.read())/blocked_i.write(0)/
