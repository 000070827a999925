# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of owl_prefetch: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove owl_prefetch "-chparam BANKS 2 -chparam LINES 2"
! tier_is_all || prove owl_prefetch "-chparam BANKS 4 -chparam LINES 32"
cover owl_prefetch "-chparam BANKS 4 -chparam LINES 32"
small="-chparam BANKS 3 -chparam LINES 5"
plant owl_prefetch "$small" "1: every number counts whole" 'waiting_i < MOST_WAITING ? waiting_i : MOST_WAITING' 'waiting_i'
plant owl_prefetch "$small" "2: a drop takes bits back" '| (sent_line & {LINES{sends\[n\] & opened_d\[n\]}})' '\& ~(sent_line \& {LINES{sends[n] \& opened_d[n] \& sent_kind_i[1]}})'
plant owl_prefetch "$small" "2: the vector of another opening" ' & {LINES{~opens\[n\]}})' ')'
plant owl_prefetch "$small" "3: while a demand to the row waits" ' & ~demand_open_i' ''
plant owl_prefetch "$small" "3: into a full path" ' & room_i' ''
plant owl_prefetch "$small" "4: the highest line first" 'left\[l\] ? number\[LINE_W\*l +: LINE_W\]' '~left[l + step] ? number[LINE_W*l +: LINE_W]'
plant owl_prefetch "$small" "5: held above C" 'lasts = below &' 'lasts ='
plant owl_prefetch "$small" "5: held without a demand" 'hold_o = offers & demand_other_i' 'hold_o = offers'
plant owl_prefetch "$small" "6: scheme 1 goes on too" ' & {BANKS{cfg_scheme_i}}' ''
plant owl_prefetch "$small" "6: and one line more" '+: 6\] < degree_o' '+: 6] <= degree_o'
plant owl_prefetch "$small" "7: at the average too" 'waiting_i < {1' 'waiting_i <= {1'
plant owl_prefetch "$small" "8: a dropped line counts" 'sent_kind_i == PREFETCH' 'sent_kind_i != 2'"'d0"
plant owl_prefetch "$small" "8: a closed row is sent to" 'sends\[n\] & opened_d\[n\]}})' 'sends[n]}})'
plant owl_prefetch "$small" "8: the counter turns over" 'prefetched != MOST_PREFETCHED' "1'b1"
plant owl_prefetch "$small" "9: without the last clock" 'sum_after\[16:10\] : average_q' 'sum_q[16:10] : average_q'
plant owl_prefetch "$small" "9: periods of 1,023" 'period_ends = &clocks_q' 'period_ends = \&clocks_q[9:1]'
chosen owl_prefetch "3: while a demand to the row waits"
guard owl_prefetch BANKS_below_2 BANKS=1
guard owl_prefetch BANKS_above_64 BANKS=65
guard owl_prefetch LINES_below_2 LINES=1
guard owl_prefetch LINES_above_64 LINES=65
guard owl_prefetch - BANKS=2 LINES=2
guard owl_prefetch - BANKS=64 LINES=64
