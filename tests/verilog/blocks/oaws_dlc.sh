# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of oaws_dlc: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove oaws_dlc "-chparam ENTRIES 2"
! tier_is_all || prove oaws_dlc "-chparam ENTRIES 3"
cover oaws_dlc "-chparam ENTRIES 3"
small="-chparam ENTRIES 2"
plant oaws_dlc "$small" "1: the same PC twice" 'held\[l\] = in_use' 'held[l] = (l != 0) \& in_use'
plant oaws_dlc "$small" "1: inst not counted" '(inst >> full) + 7.d1' "(inst >> full) + (|held ? 7'd0 : 7'd1)"
plant oaws_dlc "$small" "2: a free entry hits" 'in_use\[l\] = above_one\[l\] | inst_q\[l\*7\];' "in_use[l] = 1'b1;"
plant oaws_dlc "$small" "3: lookup before the events" 'same_load | (|kept)' 'same_load | (|serviced)'
plant oaws_dlc "$small" "3: nothing is entered" ' | evicted;' ';'
plant oaws_dlc "$small" "4: what is entered is not found" 'same_load | (|kept)' '(|kept)'
plant oaws_dlc "$small" "5: done counts for every load" '& same(pc_q\[l\*40 +: 40\], done_pc_i)' ''
plant oaws_dlc "$small" "6: halved one too early" 'INST_MAX | acc_sum\[10\]' "INST_MAX | acc_sum >= 11'd1023"
plant oaws_dlc "$small" "6: inst halved to 0" ' & overflows & ~above_one\[e\]' " \& 1'b0"
plant oaws_dlc "$small" "7: always the first entry" ' & ~(inst_q\[v\*7 + b\] & (b != 0 | ~aged))' ''
plant oaws_dlc "$small" "8: period one cycle too long" 'cycles >= {' 'cycles > {'
plant oaws_dlc "$small" "9: clear leaves the entries" ' & ~clear_i & ~halves' ' \& ~halves'
plant oaws_dlc "$small" "9: clear takes more than inst" '(acc_q\[e\*10 +: 10\] & {10{' '(acc_q[e*10 +: 10] \& {10{~clear_i \& '
chosen oaws_dlc "3: nothing is entered"
guard oaws_dlc ENTRIES_below_2 ENTRIES=1
guard oaws_dlc ENTRIES_below_2 ENTRIES=0
guard oaws_dlc - ENTRIES=2
