# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of ccws_lls: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove ccws_lls "-chparam N 2"
! tier_is_all || prove ccws_lls "-chparam N 3"
within ccws_lls "-chparam N 3 -chparam MARKS 1" 9 3
! tier_is_all || within ccws_lls "-chparam N 4 -chparam MARKS 1" 9 5
cover ccws_lls "-chparam N 4"
small="-chparam N 4"
plant ccws_lls "$small" "1: a warp stays where it was" 'heap_d\[x\*WARP_W +: WARP_W\] = .*;' ''
plant ccws_lls "$small" "2: the place of a score that falls is not marked" 'disturbed\[m\] = fell\[m\] |' 'disturbed[m] ='
plant ccws_lls "$small" "2: nor those above one that is hit" 'rose = hit | enters' 'rose = enters'
plant ccws_lls "$small" "2: an exchange leaves no mark below" '= {fell\[x\], 1.b1}' "= {fell[x], 1'b0}"
plant ccws_lls "$small" "3: the copy has no marks" 'walk_mark_d = mark_q' "walk_mark_d = {PARENTS{1'b0}}"
plant ccws_lls "$small" "3: the smaller moves up" 'wire \[PARENTS-1:0\] walk_second = ' 'wire [PARENTS-1:0] walk_second = ~'
plant ccws_lls "$small" "4: who does not pass is still tied" 'tied & walk_set_d' 'tied'
plant ccws_lls "$small" "5: half a vector" 'if (ends) can_issue_d' 'if (pops) can_issue_d'
plant ccws_lls "$small" "6: a slot that is reused is empty" ' == 13.d0 || leaves\[p\])' " == 13'd0)"
plant ccws_lls "$small" "7: above the cutoff" 'next < cutoff ? next : cutoff' 'next'
plant ccws_lls "$small" "7: below base" 'next = score > {6.d0, base} ? score - 13.d1 : {6.d0, base}' "next = score - 13'd1"
plant ccws_lls "$small" "8: the first may not always" 'fits = walk_set_q == {N{1.b0}} || ' 'fits = '
chosen ccws_lls "6: a slot that is reused is empty"
guard ccws_lls N_below_2 N=1
guard ccws_lls N_above_64 N=65
guard ccws_lls - N=2
guard ccws_lls - N=64
