# what: each SM is the first
# block: owl_groups
# expect: input cfg_core
# system: owl
s/\.cfg_core_i(cfg_core_i)/.cfg_core_i(6'd0)/
