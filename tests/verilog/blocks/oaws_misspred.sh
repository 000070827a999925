# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of oaws_misspred: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove oaws_misspred "-chparam N 3 -chparam S 2 -chparam M 5"
! tier_is_all || prove oaws_misspred "-chparam N 8 -chparam S 2 -chparam M 32"
cover oaws_misspred "-chparam N 4 -chparam S 2 -chparam M 8"
small="-chparam N 3 -chparam S 2 -chparam M 5"
plant oaws_misspred "$small" "1: not saturated" 'misses > LAST_MSHR ? LAST_MSHR\[PRED_W-1:0\] : ' ''
plant oaws_misspred "$small" "2: issue beats flush" 'pred_d\[2\*w\*PRED_W +: PRED_W\] = {PRED_W{~flush_i\[w\]}}' \
    'pred_d[2*w*PRED_W +: PRED_W] = {PRED_W{~flush_i[w] | issue_i[w]}}'
plant oaws_misspred "$small" "3: shifts without issue" 'shifts = issue_i\[w\]' "shifts = 1'b1"
plant oaws_misspred "$small" "4: slot 1 stays" 'keeps_1 = ~issue_i\[w\] & ' 'keeps_1 = '
plant oaws_misspred "$small" "4: all is predicted again" 'again = issue_i\[w\] & slot1_divergent_q\[w\]' 'again = issue_i[w]'
plant oaws_misspred "$small" "5: both fills of a slot" ' && !overwritten' ''
plant oaws_misspred "$small" "6: coherent at miss rate 0" "cfg_dynamic_i || cfg_smr_i != 7'd0" "1'b1"
plant oaws_misspred "$small" "7: rounded down" ' + 13.d99' ''
plant oaws_misspred "$small" "8: half rounded down" ' + {{MISSES_W-1{1.b0}}, active\[0\]}' ''
plant oaws_misspred "$small" "9: the prediction of scheduler 0" '(2 + w % S)' '2'
plant oaws_misspred "$small" "9: not predicted again" 'again = issue_i\[w\]' "again = 1'b0"
plant oaws_misspred "$small" "9: the ranks of those that do not issue too" ' && issue_i\[r\]' ''
plant oaws_misspred "$small" "10: kept at issue" '(slot1_divergent_q\[w\] & keeps_1)' 'slot1_divergent_q[w]'
plant oaws_misspred "$small" "10: set by coherent loads" 'divergent = fill_load_i & fill_divergent_i' 'divergent = fill_load_i'
chosen oaws_misspred "8: half rounded down"
guard oaws_misspred N_below_2 N=1 S=1
guard oaws_misspred N_above_128 N=129
guard oaws_misspred S_below_1 N=4 S=0
guard oaws_misspred S_above_N N=4 S=5
guard oaws_misspred M_below_2 N=4 M=1
guard oaws_misspred - N=2 S=2 M=2
guard oaws_misspred - N=2 S=1 M=255
guard oaws_misspred - N=2 S=1 M=512
guard oaws_misspred - N=128 S=1 M=2
