# block: oaws_ocw
# config: n8_s2_sets32
# side: c
# what: idle does not see that OCW must follow a lowered Wmax
# expect: claimed idle
# simulator: none: cfg_wmax is constant during a kernel
s/ && q->ocw <= wmax(in);/;/
