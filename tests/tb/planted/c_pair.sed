# block: warp_arbiter
# config: n8_s2
# side: c
# what: a higher slot is never older than a lower one
# expect: output grant
# simulator: gto reduce
s/beaten |= rivals & ~row;/beaten |= 0;/
