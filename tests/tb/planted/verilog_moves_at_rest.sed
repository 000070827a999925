# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: the slot issued last moves while no warp is ready, when the model rests and its step may be left out
# expect: register last
# simulator: gto bfs
s/grant_mask_o : last_q)/grant_mask_o : ready_i == 0 \&\& last_q[3] ? 2 : last_q)/
