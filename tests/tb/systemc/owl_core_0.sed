# what: each SM is the first
# block: owl_groups
# expect: input cfg_core
# source: system_owl
# system: owl
s/cfg_core_i.write(cfg_core_i.read())/cfg_core_i.write(0)/
