# block: warp_arbiter
# config: n8_s2
# side: c
# what: a higher slot is never older than a lower one
# expect: output grant
# simulator: none: CTAs of these kernels come in one wave, so that a lower slot is never the younger
s/beaten |= rivals & ~row;/beaten |= 0;/
