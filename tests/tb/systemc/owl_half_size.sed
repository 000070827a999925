# what: groups of half the warps
# block: owl_groups
# expect: input cfg_g_size
# source: system_owl
# system: owl
s/write(cfg_g_size_i.read())/write(cfg_g_size_i.read() >> 1)/
