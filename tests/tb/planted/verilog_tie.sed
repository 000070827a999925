# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: of equal ranks the highest slot wins
# expect: output grant
# simulator: none: warp_order gives no equal ranks
s/rank_i\[k\*RANK_W +: RANK_W\] < least_rank/rank_i[k*RANK_W +: RANK_W] <= least_rank/
