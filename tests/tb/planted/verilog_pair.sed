# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: a higher slot is never older than a lower one
# expect: output grant_mask
# simulator: none: CTAs of these kernels come in one wave, so that a lower slot is never the younger
s/younger\[r\*W + j\] = older_i\[j\*W + r\]/younger[r*W + j] = 1'b1/
