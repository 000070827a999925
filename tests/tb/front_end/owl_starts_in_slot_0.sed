# what: each CTA starts in slot 0
# block: owl_groups
# expect: late input launch_cta
# system: owl
/owl_groups #/,/);/s/\.launch_cta_i(cta_launch_slot_i)/.launch_cta_i({$clog2(C){1'b0}})/
