# block: warp_order
# config: n8_s2
# side: verilog
# what: the oldest running warp of a scheduler may wait at a barrier
# expect: output oldest_run
# simulator: oaws-dyn reduce
s/candidates = |(own & ~waiting_i) ? own & ~waiting_i : own;/candidates = own;/
