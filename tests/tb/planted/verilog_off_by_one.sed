# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: round robin begins at the last issued slot, not after it
# expect: output grant
# simulator: lrr atax
s/after_last = {{W-1{1'b1}}, 1'b0} << last_q/after_last = {W{1'b1}} << last_q/
