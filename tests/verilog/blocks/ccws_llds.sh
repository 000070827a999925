# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of ccws_llds: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove ccws_llds "-chparam N 2 -chparam BITS 5"
! tier_is_all || prove ccws_llds "-chparam N 48 -chparam BITS 32"
cover ccws_llds "-chparam N 3 -chparam BITS 6"
small="-chparam N 3 -chparam BITS 6"
plant ccws_llds "$small" "1: divides what it has multiplied with" 'if (cycles_q == LAST_MULTIPLY) remainder_d = .*;' ''
plant ccws_llds "$small" "1: nothing is taken off" 'fits ? less\[BITS-1:0\] : partial\[BITS-1:0\]' 'partial[BITS-1:0]'
plant ccws_llds "$small" "2: a warp that does not exist" 'wire hit = |hit_warp' 'wire hit = hit_i'
plant ccws_llds "$small" "2: the result to whoever hits" 'busy ? hit_warp_i : warp_q' 'hit_warp_i'
plant ccws_llds "$small" "3: without this cycle's instructions" 'divisor_d = starts ? insts_after' 'divisor_d = starts ? insts_q'
plant ccws_llds "$small" "3: K above 8" 'factor = cfg_k_i\[3\]' "factor = cfg_k_i == 4'd8"
plant ccws_llds "$small" "4: a hit starts anew" 'starts = hit \&\& !busy' 'starts = hit'
plant ccws_llds "$small" "5: one total is halved" 'hits_after = (overflows' 'hits_after = (hit \& \&hits_q'
plant ccws_llds "$small" "6: the quotient stays" 'if (kernel_launch_i) quotient_d' "if (1'b0) quotient_d"
plant ccws_llds "$small" "7: not limited" 'divided > .* ? limit_q : divided' 'divided'
plant ccws_llds "$small" "8: a launch is not seen" 'gone = launch_i | exit_i' 'gone = exit_i'
plant ccws_llds "$small" "8: who exits in the cycle of its hit" 'starts ? hit_warp\[g\] : ' ''
plant ccws_llds "$small" "9: the second bit of the factor" 'BITS{dividend_q\[0\]}' 'BITS{dividend_q[1]}'
plant ccws_llds "$small" "9: what just fits does not" '| ~less\[BITS\]' '| (~less[BITS] \& |less)'
chosen ccws_llds "5: one total is halved"
guard ccws_llds N_below_2 N=1
guard ccws_llds N_above_64 N=65
guard ccws_llds BITS_below_5 N=4 BITS=4
guard ccws_llds BITS_above_32 N=4 BITS=33
guard ccws_llds - N=2 BITS=5
guard ccws_llds - N=64 BITS=32
