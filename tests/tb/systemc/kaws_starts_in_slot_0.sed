# what: each CTA starts in slot 0
# block: kaws_progress
# expect: late input launch_cta
# source: system_kaws
# system: kaws
s/launch_cta_i.write(cta_launch_slot_i.read())/launch_cta_i.write(0)/
