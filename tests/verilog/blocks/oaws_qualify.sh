# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of oaws_qualify: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove oaws_qualify "-chparam N 3 -chparam M 5"
! tier_is_all || prove oaws_qualify "-chparam N 48 -chparam M 32"
cover oaws_qualify "-chparam N 4 -chparam M 8"
small="-chparam N 3 -chparam M 5"
plant oaws_qualify "$small" "1: not clamped" 'above\[SUM_W-1\] ? charged\[COUNT_W-1:0\] : ALL_MSHRS\[COUNT_W-1:0\]' 'charged[COUNT_W-1:0]'
plant oaws_qualify "$small" "2: what is left wraps" 'avail > inflight_q ? avail - inflight_q : {COUNT_W{1.b0}}' 'avail - inflight_q'
plant oaws_qualify "$small" "3: what just fits is held back" 'wanted > room' 'wanted >= room'
plant oaws_qualify "$small" "4: locality warps in static" 'locality = knows_locality$' "locality = 1'b1"
plant oaws_qualify "$small" "4: the oldest are left out" ' || kept\[w\]' ''
plant oaws_qualify "$small" "6: the oldest are kept whatever is configured" ' & {N{cfg_keep_oldest_i}}' ''
plant oaws_qualify "$small" "5: throttling charges" '{PRED_W{!throttle \&\& !locality}}' '{PRED_W{!locality}}'
plant oaws_qualify "$small" "6: warps that are not ready" 'if (ready_i\[w\])' "if (1'b1)"
plant oaws_qualify "$small" "6: only ready warps charge" '{PRED_W{!throttle \&\& !locality}}' '{PRED_W{!throttle \&\& !locality \&\& ready_i[w]}}'
plant oaws_qualify "$small" "7: second release lost" ' + {{SUM_W-PRED_W{1.b0}}, release_i\[PRED_W +: PRED_W\]}' ''
plant oaws_qualify "$small" "7: locality warps charge" '(charge_o\[v' '(pred_i[v'
plant oaws_qualify "$small" "8: charges without issue" 'issue_i \&\& issue_warp_i' 'issue_warp_i'
plant oaws_qualify "$small" "9: more MSHRs than there are" 'avail_i < ALL_MSHRS\[COUNT_W-1:0\] ? avail_i : ALL_MSHRS\[COUNT_W-1:0\]' 'avail_i'
chosen oaws_qualify "3: what just fits is held back"
guard oaws_qualify N_below_2 N=1
guard oaws_qualify M_below_2 N=4 M=1
guard oaws_qualify - N=2 M=2
