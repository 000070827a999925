# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: a higher slot is never older than a lower one
# expect: output grant_mask
# simulator: gto reduce
s/j != i && !older_i\[j\*W + i\]/1'b0/
