# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: the slot issued last moves while no warp is ready, when the model rests and its step may be left out
# expect: register last
# simulator: gto bfs
s/^        last_d = last_q;/        last_d = (ready_i == 0 \&\& last_q == 3) ? 1 : last_q;/
