# what: Locality-BLP is CTA-Aware
# block: owl_groups
# expect: input cfg_scheme
# source: system_owl
# system: owl
s/write(cfg_groups_i.read())/write(cfg_groups_i.read() \& 1)/
