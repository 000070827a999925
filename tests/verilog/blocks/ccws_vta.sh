# SPDX-License-Identifier: BSD-3-Clause
# The properties and guards of ccws_vta: rows of tests/verilog/test_properties.sh and tests/verilog/test_guards.sh.
prove ccws_vta "-chparam N 2 -chparam WAYS 2"
! tier_is_all || prove ccws_vta "-chparam N 3 -chparam WAYS 4"
cover ccws_vta "-chparam N 3 -chparam WAYS 4"
small="-chparam N 2 -chparam WAYS 4"
plant ccws_vta "$small" "1: the same tag twice" 'held = insert_valid & insert_same' "held = {WAYS{1'b0}}"
plant ccws_vta "$small" "1: a circle of ways" ' | written\[first\]) & ~written\[second\];' ') \& ~written[second];'
plant ccws_vta "$small" "2: a free way hits" 'freed = probe_valid & probe_same' 'freed = probe_same'
plant ccws_vta "$small" "3: not freed" ' & ~(freed & {WAYS{probed\[d\]}})' ''
plant ccws_vta "$small" "3: freed in every set" '(freed & {WAYS{probed\[d\]}})' 'freed'
plant ccws_vta "$small" "4: a refreshed tag stays as old as it was" '(inserted\[d\]) newer_d' '(inserted[d] \& ~|held) newer_d'
plant ccws_vta "$small" "5: free ways are taken last" '(~insert_valid\[k\] & insert_valid\[other\])' '(insert_valid[k] \& ~insert_valid[other])'
plant ccws_vta "$small" "5: the newest gives way" '& other_newer));' '\& ~other_newer));'
plant ccws_vta "$small" "6: a probe renews" '(inserted\[d\]) newer_d' '(inserted[d] | probed[d]) newer_d'
plant ccws_vta "$small" "7: one of the two sets stays" 'launch_i\[d\/2\]}}' 'launch_i[d\/2] \& d % 2 == 0}}'
plant ccws_vta "$small" "7: every launch empties all" 'launch_i\[d\/2\]}}' '|launch_i}}'
plant ccws_vta "-chparam N 3 -chparam WAYS 2" "8: a warp that does not exist" 'tags_write = |inserted' 'tags_write = insert_i'
plant ccws_vta "$small" "8: the set of the probe" 'tags_index = {insert_set' 'tags_index = {probe_set'
chosen ccws_vta "7: one of the two sets stays"
guard ccws_vta N_below_2 N=1
guard ccws_vta N_above_64 N=65
guard ccws_vta WAYS_not_2_4_8 N=4 WAYS=3
guard ccws_vta WAYS_not_2_4_8 N=4 WAYS=16
guard ccws_vta - N=2 WAYS=2
guard ccws_vta - N=64 WAYS=4
