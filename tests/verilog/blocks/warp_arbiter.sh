# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of warp_arbiter: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove warp_arbiter "-chparam N 6 -chparam S 2"
! tier_is_all || prove warp_arbiter "-chparam N 8 -chparam S 2"
cover warp_arbiter "-chparam N 8 -chparam S 2"
small="-chparam N 6 -chparam S 2"
plant warp_arbiter "$small" "1: two slots are remembered" '? grant_mask_o : last_q) &' '? grant_mask_o | last_q : last_q) \&'
plant warp_arbiter "$small" "2: loads without permission" '(can_issue_i | ~load_i)' '(can_issue_i | load_i)'
plant warp_arbiter "$small" "2: highest class" '= priority_i\[c\*6' '= ~priority_i[c*6'
plant warp_arbiter "$small" "3: group moves backwards" 'first_after(candidates, after_group)' 'first_after(candidates, ~after_group)'
plant warp_arbiter "$small" "4: youngest" 'er\(.*\) = older_i' 'er\1 = ~older_i'
plant warp_arbiter "$small" "4: not greedy" 'last_q & {W{greedy}}' 'last_q \& {W{!greedy}}'
plant warp_arbiter "$small" "5: starts at the last slot" 'above(last_q) &' '(above(last_q) | last_q) \&'
plant warp_arbiter "$small" "6: the groups before it too" '== active_group_q' '<= active_group_q'
plant warp_arbiter "$small" "7: hold ignored" 'grant_valid_o \&\& !hold_i' 'grant_valid_o'
plant warp_arbiter "$small" "7: exit not seen" '(launch_i | exit_i)' 'launch_i'
chosen warp_arbiter "4: youngest"
guard warp_arbiter N_below_2 N=1 S=1
guard warp_arbiter S_below_1? N=4 S=0
guard warp_arbiter N_indivisible_by_S N=7 S=2
guard warp_arbiter S_above_half_of_N N=4 S=4
guard warp_arbiter - N=4 S=2
guard warp_arbiter - N=2 S=1
