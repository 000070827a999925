# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: round robin begins at the last issued slot, not after it
# expect: output grant
# simulator: lrr atax
s/start = last_valid_q ? {{SIZE_W-SLOT_W{1'b0}}, last_q} + 1'b1 :/start = last_valid_q ? {{SIZE_W-SLOT_W{1'b0}}, last_q} :/
