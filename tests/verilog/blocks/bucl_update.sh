# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of bucl_update: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove bucl_update "-chparam SMS 2 -chparam P 2"
! tier_is_all || prove bucl_update "-chparam SMS 3 -chparam P 3"
cover bucl_update "-chparam SMS 3 -chparam P 2"
small="-chparam SMS 2 -chparam P 2"
plant bucl_update "$small" "1: a period without an end" 'cycles_after >= cfg_period_i' 'cycles_after == cfg_period_i'
plant bucl_update "$small" "1: a ratio of no access" 'latches = period_ends & accessed' 'latches = period_ends'
plant bucl_update "$small" "2: below the least" 'limited = below > least ? below : least' 'limited = below'
plant bucl_update "$small" "2: a profile knows no limits" '? limited(\(.*\), cfg_tucd_min_i, cfg_tucd_max_i) : tucd_q' "? limited(\1, 6'd0, 6'd63) : tucd_q"
plant bucl_update "$small" "3: buffers are latched in every cycle" 'period_ends ? filled_after : uib_q' 'sampling ? filled_after : uib_q'
plant bucl_update "$small" "3: and with each access the hit rate" 'latches ? hits_after' 'access_i ? hits_after'
plant bucl_update "$small" "4: without the last cycle" 'latches ? hits_after' 'latches ? hits_q'
plant bucl_update "$small" "4: the sums go on" "filled_d = restart ?" 'filled_d = kernel_launch_i ?'
plant bucl_update "$small" "5: the hundredths are dropped" " + {21'd0, rest_after != 7'd0}" ''
plant bucl_update "$small" "5: no carry" " + {21'd0, carry}" ''
plant bucl_update "$small" "5: low at the threshold" '< uib_limit_q' '<= uib_limit_q'
plant bucl_update "$small" "6: up at the threshold" " & margin_after != 22'd0" ''
plant bucl_update "$small" "6: TUCD moves behind a profile" "latches & cfg_profile_i == 14'd0" 'latches'
plant bucl_update "$small" "7: the end of a period beats the launch" "kernel_launch_i ? 22'd1 : period_ends ? \(.*\) : uib_limit_q" "period_ends ? \1 : kernel_launch_i ? 22'd1 : uib_limit_q"
plant bucl_update "$small" "8: of equal ones the higher" 'most\[23\*(i + step) +: 23\] > most' 'most[23*(i + step) +: 23] >= most'
plant bucl_update "$small" "8: one cycle longer" 'profiled_after >= cfg_profile_i' 'profiled_after > cfg_profile_i'
plant bucl_update "$small" "9: each hit, also without an access" 'access_i & hit_i' 'hit_i'
plant bucl_update "$small" "9: a period of 0 cycles" "sampling = cfg_period_i != 14'd0" "sampling = 1'b1"
chosen bucl_update "6: TUCD moves behind a profile"
guard bucl_update SMS_below_1 SMS=0
guard bucl_update SMS_above_128 SMS=129
guard bucl_update P_below_2 P=1
guard bucl_update P_above_64 P=65
guard bucl_update - SMS=1 P=2
guard bucl_update - SMS=2 P=64
guard bucl_update - SMS=128 P=2
