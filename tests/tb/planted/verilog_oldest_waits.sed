# block: warp_rank
# config: n8_s2_numbers7
# side: verilog
# what: the oldest running warp of a scheduler may wait at a barrier
# expect: output oldest_run
# simulator: oaws-dyn reduce
s/(ahead\[w\*N +: N\] & own)/(older[w*N +: N] \& own)/
