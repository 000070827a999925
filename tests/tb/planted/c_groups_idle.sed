# block: owl_groups
# config: n4_c3
# side: c
# what: idle is claimed while CTA-Aware goes to another group
# expect: claimed idle
# simulator: none: a step left out is left out on both sides; the bench proves idle claims
s/!in->kernel_launch \&\& !moves;/!in->kernel_launch; (void)moves;/
