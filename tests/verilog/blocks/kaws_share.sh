# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of kaws_share: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove kaws_share "-chparam N 4 -chparam S 3"
! tier_is_all || prove kaws_share "-chparam N 8 -chparam S 4"
cover kaws_share "-chparam N 8 -chparam S 4"
small="-chparam N 4 -chparam S 3"
plant kaws_share "$small" "1: two schedulers for one warp" ' & ~others' ''
plant kaws_share "$small" "2: to one that issues its own" ' & ~issues_i\[x\]' ''
plant kaws_share "$small" "3: while a lower scheduler's is empty" 'if (y != x)' 'if (y > x)'
plant kaws_share "$small" "4: the scheduler's own warp" "elsewhere\[w % S\] = 1'b0" 'elsewhere[w % S] = elsewhere[w % S]'
plant kaws_share "$small" "4: a warp that is not ready" 'ready_i\[w\] & (unit' '(unit'
plant kaws_share "$small" "5: the oldest of each class" '{N{|(offered\[k\*S +: S\] & offered\[v\*S +: S\])}}' '{N{k == v}}'
plant kaws_share "$small" "5: the youngest" 'older\[i\*N +: N\]) == NO_WARP' '~older[i*N +: N] \& ~({{N-1{1'"'"'b0}}, 1'"'"'b1} << i)) == NO_WARP'
plant kaws_share "$small" "6: each of two is before the other" '= older_i' '= ~older_i'
plant kaws_share "$small" "7: a number without a loan" ' & {WARP_W{offered\[m\*S + to\]}}' ''
chosen kaws_share "2: to one that issues its own"
guard kaws_share S_below_2 N=4 S=1
guard kaws_share N_below_S N=3 S=4
guard kaws_share - N=2 S=2
guard kaws_share - N=4 S=4
