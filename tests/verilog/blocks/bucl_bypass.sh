# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of bucl_bypass: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove bucl_bypass "-chparam P 3"
! tier_is_all || prove bucl_bypass "-chparam P 24"
cover bucl_bypass "-chparam P 12"
small="-chparam P 3"
plant bucl_bypass "$small" "1: at the threshold too" 'load_acc_i > tucd_i' 'load_acc_i >= tucd_i'
plant bucl_bypass "$small" "1: loads that are not global" 'load_i & load_global_i' 'load_i'
plant bucl_bypass "$small" "2: without a fail" 'fail_i & fail_global_i' 'fail_global_i'
plant bucl_bypass "$small" "3: whatever the hit rate" 'fail_global_i & l1dhr_low_i' 'fail_global_i'
plant bucl_bypass "$small" "3: any sub-partition's room" '(fail_partition_i == p\[PARTITION_W-1:0\] & uib_low_i\[p\])' 'uib_low_i[p]'
plant bucl_bypass "$small" "4: into a full queue" ' & ~queue_full_i' ''
plant bucl_bypass "$small" "5: the last sub-partition never" 'p < P; p' 'p < P - 1; p'
plant bucl_bypass "$small" "6: not beside a load" 'fail_i & fail_global_i' 'fail_i \& fail_global_i \& ~load_i'
chosen bucl_bypass "4: into a full queue"
guard bucl_bypass P_below_2 P=1
guard bucl_bypass P_above_64 P=65
guard bucl_bypass - P=2
guard bucl_bypass - P=64
