# what: each CTA starts in slot 0
# block: owl_groups
# expect: late input launch_cta
# source: system_owl
# system: owl
s/launch_cta_i.write(cta_launch_slot_i.read())/launch_cta_i.write(0)/
