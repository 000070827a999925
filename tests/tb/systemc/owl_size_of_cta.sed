# what: CTAs of a warp each
# block: owl_groups
# expect: late input warps_per_cta
# source: system_owl
# system: owl
s/warps_per_cta_i.write(warps_per_cta_i.read())/warps_per_cta_i.write(1)/
