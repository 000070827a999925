# what: groups of half the warps
# block: owl_groups
# expect: input cfg_g_size
# system: owl
s/\.cfg_g_size_i(cfg_g_size_i)/.cfg_g_size_i({1'b0, cfg_g_size_i[6:1]})/
