# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of oaws_ocw: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove oaws_ocw "-chparam N 2 -chparam S 1 -chparam SETS 3"
! tier_is_all || prove oaws_ocw "-chparam N 48 -chparam S 2 -chparam SETS 32"
cover oaws_ocw "-chparam N 48 -chparam S 2 -chparam SETS 32"
small="-chparam N 8 -chparam S 2 -chparam SETS 4"
plant oaws_ocw "$small" "1: no lower bound" 'ocw_d > OCW_MIN' 'ocw_d > 0'
plant oaws_ocw "$small" "2: output not limited" 'ocw_o = ocw_q > wmax ? wmax : ocw_q' 'ocw_o = ocw_q'
plant oaws_ocw "$small" "3: wrong set counted" '|(touched & ~kept)' '|touched'
plant oaws_ocw "$small" "4: coherent loads count" 'cached = done_i & div_d' 'cached = done_i'
plant oaws_ocw "$small" "5: counter wraps" "more = cnt_d < CNT_MAX ? cnt_d + 8'd1 : CNT_MAX" "more = cnt_d + 8'd1"
plant oaws_ocw "$small" "6: half rounded up" 'sensitive_i ? cnt_d >> 1' "sensitive_i ? (cnt_d + 8'd1) >> 1"
plant oaws_ocw "$small" "7: two steps up" "? ocw_d + 1'b1" "? ocw_d + 2'd2"
plant oaws_ocw "$small" "8: sets kept at start" 'kept = sets_touched_q & {SETS{~start_i}}' 'kept = sets_touched_q'
chosen oaws_ocw "8: sets kept at start"
guard oaws_ocw N_below_2 N=1 S=1
guard oaws_ocw S_below_1 N=4 S=0
guard oaws_ocw S_above_N N=4 S=5
guard oaws_ocw SETS_below_2 SETS=1
guard oaws_ocw - N=2 S=2 SETS=2
