# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: of equal ranks the highest slot wins
# expect: output grant
s/rank_i\[k\*RANK_W +: RANK_W\] < least_rank/rank_i[k*RANK_W +: RANK_W] <= least_rank/
