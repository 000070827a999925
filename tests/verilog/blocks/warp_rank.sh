# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of warp_rank: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove warp_rank "-chparam N 3 -chparam S 2"
! tier_is_all || prove warp_rank "-chparam N 5 -chparam S 2"
cover warp_rank "-chparam N 4 -chparam S 2"
small="-chparam N 3 -chparam S 2"
plant warp_rank "$small" "1: an empty slot has a rank" 'w)) & {RANK_W{resident_i\[w\]}};' 'w));'
plant warp_rank "$small" "1: a carry is lost" 'carries\[k\] = (line\[3\*k\] & line\[3\*k + 1\]) |' 'carries[k] ='
plant warp_rank "$small" "2: empty slots run" 'behind = waiting_i | ~resident_i' 'behind = waiting_i'
plant warp_rank "$small" "3: waiting warps first" '| (behind\[i\] & ~behind\[j\])' '| (~behind[i] \& behind[j])'
plant warp_rank "$small" "4: the oldest may wait" '(ahead\[w\*N +: N\] & own)' '(older[w*N +: N] \& own)'
plant warp_rank "$small" "4: of all schedulers" 'j % S == w % S' "1'b1"
chosen warp_rank "3: waiting warps first"
guard warp_rank N_below_2 N=1 S=1
guard warp_rank S_below_1 N=4 S=0
guard warp_rank S_above_N N=4 S=5
guard warp_rank NUMBERS_below_1 N=8 NUMBERS=0
guard warp_rank NUMBERS_above_7 N=8 NUMBERS=8
guard warp_rank - N=2 S=2 NUMBERS=1
