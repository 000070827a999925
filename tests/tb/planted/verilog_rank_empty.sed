# block: warp_rank
# config: n8_s2_numbers7
# side: verilog
# what: empty slots count among the running warps
# expect: output rank_run
# simulator: oaws-dyn reduce
s/behind = waiting_i | ~resident_i/behind = waiting_i/
