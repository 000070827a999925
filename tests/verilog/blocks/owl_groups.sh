# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of owl_groups: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove owl_groups "-chparam N 4 -chparam C 3"
! tier_is_all || prove owl_groups "-chparam N 4 -chparam C 5"
cover owl_groups "-chparam N 4 -chparam C 3"
small="-chparam N 4 -chparam C 3"
plant owl_groups "$small" "4: a blocked group" 'unfinished_i & ~blocked_i' 'unfinished_i'
plant owl_groups "$small" "1: no group moves up" '(lower\[f\*COUNT_W +: GROUP_W\] & {GROUP_W{slots' '(f[GROUP_W-1:0] \& {GROUP_W{slots'
plant owl_groups "$small" "1: the place stays at a group that is gone" 'place_left == groups_left ? {GROUP_W{1.b0}} : ' ''
plant owl_groups "$small" "2: each group of the first fill is rotated" "opens & filling & to_rotate_d != {GROUP_W{1'b0}}" 'opens \& filling'
plant owl_groups "$small" "3: the slot's bit alone" 'chosen_slots | (slots\[k\*C +: C\]' 'chosen_slots | (lowest(slots[k*C +: C])'
plant owl_groups "$small" "3: nobody when all are blocked" '|awake ? awake : below(groups_q)' 'awake'
plant owl_groups "$small" "4: groups of ended warps" ' & unfinished_i & ~blocked_i' ' \& ~blocked_i'
plant owl_groups "$small" "5: from the first in every scheme" '|(candidates & begin_with) ? lowest(candidates & begin_with) : ' ''
plant owl_groups "$small" "6: the place does not follow" 'cta_aware ? chosen\[f\] : place_q' 'place_q'
plant owl_groups "$small" "7: priorities in CTA-Aware" 'resident_q\[c\] & ~cta_aware' 'resident_q[c]'
plant owl_groups "$small" "7: later groups are rotated" '~rotates | widen(number) >= first ? number' '~rotates ? number'
plant owl_groups "$small" "8: the first fill is as long as before" 'first_left = first_left | (lower\[f\*COUNT_W +: COUNT_W\]' 'first_left = first_left | (f[COUNT_W-1:0]'
plant owl_groups "$small" "9: into the front group" "front + 1'b1 &" 'front \&'
plant owl_groups "$small" "9: more than n" 'total(youngest) < size_d' 'total(youngest) <= size_d'
plant owl_groups "$small" "9: in the slot of another, whose group stays" '{C{kernel_launch_i}} | exit_i | entering' '{C{kernel_launch_i}} | exit_i'
plant owl_groups "$small" "10: a warp too few" "warps\[m\*PRODUCT_W +: PRODUCT_W\] >= {{PRODUCT_W-7{1'b0}}, cfg_g_size_i}" "warps[m*PRODUCT_W +: PRODUCT_W] + 1'b1 >= {{PRODUCT_W-7{1'b0}}, cfg_g_size_i}"
plant owl_groups "$small" "10: the SM's number plus one" "left = {{32-CORE_W{1'b0}}, core};" "left = {{32-CORE_W{1'b0}}, core} + 32'd1;"
chosen owl_groups "7: priorities in CTA-Aware"
guard owl_groups N_below_2 N=1 C=2
guard owl_groups C_below_2 N=4 C=1
guard owl_groups CORE_W_below_6 CORE_W=5
guard owl_groups CORE_W_above_7 CORE_W=8
guard owl_groups - CORE_W=7
guard owl_groups C_above_32 N=4 C=33
guard owl_groups - N=2 C=2
guard owl_groups - N=2 C=32
