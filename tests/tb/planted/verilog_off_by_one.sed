# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: round robin begins at the last issued slot, not after it
# expect: output grant
# simulator: lrr atax
s/above(last_q) &/(above(last_q) | last_q) \&/
