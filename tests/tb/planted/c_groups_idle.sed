# block: owl_groups
# config: n4_c3
# side: c
# what: idle is claimed while CTA-Aware goes to another group
# expect: claimed idle
# simulator: none: until a policy runs the block
s/!in->kernel_launch \&\& !moves;/!in->kernel_launch; (void)moves;/
