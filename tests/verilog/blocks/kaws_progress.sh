# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of kaws_progress: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove kaws_progress "-chparam N 4 -chparam S 2 -chparam C 3 -chparam PROGRESS_W 4"
! tier_is_all || prove kaws_progress "-chparam N 4 -chparam S 4 -chparam C 5 -chparam PROGRESS_W 6"
cover kaws_progress "-chparam N 4 -chparam S 2 -chparam C 3 -chparam PROGRESS_W 4"
small="-chparam N 4 -chparam S 2 -chparam C 3 -chparam PROGRESS_W 4"
plant kaws_progress "$small" "1: later than the lower slots alone" '(entering | later_q' '(later_q'
plant kaws_progress "$small" "2: of as much the earlier first" "~own_later} < {own, 1'b1}" "own_later} < {own, 1'b1}"
plant kaws_progress "$small" "2: the lower of two that issues is not compared" 'moved | {C{issuing\[u\*C + i\]}} | issuing\[u\*C +: C\]' 'moved | {C{issuing[u*C + i]}}'
plant kaws_progress "$small" "2: an empty slot keeps its place" '({C{~resident_d\[i\]}}' "({C{1'b0}}"
plant kaws_progress "$small" "3: ranks in mode 0" 'mode_q & resident_q\[r\]' 'resident_q[r]'
plant kaws_progress "$small" "4: the ranks of lower slots too" '== k\[CTA_W-1:0\]' '>= k[CTA_W-1:0]'
plant kaws_progress "$small" "5: a kernel without CTAs" " \&\& ctas_i != 32'd0" ''
plant kaws_progress "$small" "5: the comparison beats the launch" '~kernel_launch_i & (mode_q | (' '(~kernel_launch_i \& mode_q | ('
plant kaws_progress "$small" "6: a counter wraps" '(sum\[PROGRESS_W-1:0\] | {PROGRESS_W{sum\[PROGRESS_W\]}})' 'sum[PROGRESS_W-1:0]'
plant kaws_progress "$small" "6: the last scheduler's instructions alone" 'more = more + (' 'more = ('
plant kaws_progress "$small" "6: an issue beats the launch" '{PROGRESS_W{~entering\[c\]}}' "{PROGRESS_W{~entering[c] | more != 4'd0}}"
plant kaws_progress "$small" "7: an exit beats the launch" '(resident_q & ~exit_i) | entering' '(resident_q | entering) \& ~exit_i'
plant kaws_progress "$small" "7: a launch is not the latest" '{C{~entering\[i\]}} & (entering | later_q\[i\*C +: C\])' 'later_q[i*C +: C] | entering'
plant kaws_progress "$small" "8: who does not issue moves" 'moved | {C{issuing\[u\*C + i\]}}' "{C{1'b1}}"
chosen kaws_progress "3: ranks in mode 0"
guard kaws_progress N_below_2 N=1 S=1 C=2
guard kaws_progress S_below_1 N=4 S=0 C=2
guard kaws_progress S_above_4 N=8 S=5 C=2
guard kaws_progress C_below_2 N=4 S=1 C=1
guard kaws_progress C_above_64 N=4 S=1 C=65
guard kaws_progress PROGRESS_W_below_4 N=4 S=1 C=2 PROGRESS_W=3
guard kaws_progress - N=2 S=1 C=2 PROGRESS_W=4
# The largest takes half a minute to elaborate.
! tier_is_all || guard kaws_progress - N=2 S=4 C=64 PROGRESS_W=4
