# what: each CTA starts in slot 0
# block: kaws_progress
# expect: late input launch_cta
# system: kaws
s/\.launch_cta_i(cta_launch_slot_i)/.launch_cta_i({CTA_W{1'b0}})/
