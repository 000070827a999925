# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of warp_order: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove warp_order "-chparam N 3 -chparam S 2"
! tier_is_all || prove warp_order "-chparam N 8 -chparam S 2"
! tier_is_all || prove warp_order "-chparam N 8 -chparam S 2 -chparam ACROSS 0"
cover warp_order "-chparam N 6 -chparam S 2"
small="-chparam N 3 -chparam S 2"
plant warp_order "$small" "1: both halves of the matrix" 'for (j = 0; j < i; j' 'for (j = 0; j <= i; j'
plant warp_order "$small" "2: the third of those that enter is older than the first" '(~staying\[i\] |' '(~staying[i] \& (i != 2 || j != 0) |'
plant warp_order "$small" "3: who leaves keeps his place" 'resident_d\[j\] & (~staying' '(~staying'
plant warp_order "$small" "4: launch before exit" 'entering = launch_i & ~staying' 'entering = launch_i \& ~resident_q'
plant warp_order "$small" "5: of those that enter the higher is the older" '(~staying\[i\] |' '(~staying[i] \& ~entering[j] |'
plant warp_order "$small" "5: who enters is older than who stays" 'older_q\[i\*N + j\] & staying\[j\]' 'older_q[i*N + j] | entering[j]'
chosen warp_order "5: who enters is older than who stays"
guard warp_order N_below_2 N=1 S=1
guard warp_order S_below_1 N=4 S=0
guard warp_order S_above_N N=4 S=5
guard warp_order ACROSS_above_1 N=4 ACROSS=2
guard warp_order - N=2 S=2 ACROSS=1
guard warp_order - N=3 S=2 ACROSS=0
