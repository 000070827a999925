# what: Locality-BLP is CTA-Aware
# block: owl_groups
# expect: input cfg_scheme
# system: owl
s/\.cfg_scheme_i(cfg_groups_i)/.cfg_scheme_i({1'b0, cfg_groups_i[0]})/
