# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: of equal ranks the second slot wins
# expect: output grant
# simulator: none: warp_order gives no equal ranks
s/lowest_bit(chosen)/lowest_bit((greedy || cfg_mode_i == OLDEST) \&\& (chosen \& (chosen - 1)) != 0 ? chosen \& (chosen - 1) : chosen)/
