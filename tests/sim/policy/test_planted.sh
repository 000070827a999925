#!/bin/sh
# Plants one bug at a time in copies of what feeds and wires CCWS's blocks; the case of a unit test that the plant names
# notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_policy
ccws=sim/policy/ccws.c wiring=sim/policy/test_ccws_wiring
plant $ccws $wiring loads_that_miss_probe_once 'retries probe' 's/ \&\& access->first_try//'
plant $ccws $wiring loads_that_miss_probe_once 'lines on their way probe' 's/found == FOUND_NOWHERE/found != FOUND_HERE/'
plant $ccws $wiring loads_that_miss_probe_once 'addresses for line numbers' 's/address \/ view->machine->l1d.line_bytes/address/'
plant $ccws $wiring loads_that_miss_probe_once 'a hit counts for warp 0' 's/llds->hit_warp = .*;/llds->hit_warp = 0;/'
plant $ccws $wiring replaced_lines_are_the_victims 'stores make victims' 's/ \&\& view->machine->policy.vta_stores//'
plant $ccws $wiring replaced_lines_are_the_victims 'the later eviction of a cycle is the victim' 's/            return evicted;/            found = evicted;/'
plant $ccws $wiring replaced_lines_are_the_victims 'victims are of warp 0' 's/in->insert_warp = .*;/in->insert_warp = 0;/'
plant $ccws $wiring settings_reach_their_inputs 'K is 8' 's/llds->cfg_k = .*;/llds->cfg_k = 8;/'
plant $ccws $wiring launches_exits_and_kernels_reach_all 'exits do not reach the divider' 's/lls->exit = llds->exit = /lls->exit = /'
plant $ccws $wiring launches_exits_and_kernels_reach_all 'kernels do not begin' 's/llds->kernel_launch = .*;/llds->kernel_launch = 0;/'
plant $ccws $wiring issued_instructions_are_counted 'two instructions of a cycle are one' \
    's/llds->issued = events->warp_issue_count;/llds->issued = events->warp_issue_count != 0;/'
plant $ccws $wiring select_is_what_the_walk_says 'who may load is answered as who may issue' 's/masks->can_issue = view/masks->may_issue = view/'
plant $ccws $wiring the_definition_is_never_late 'one point above the cutoff fits' 's/order->resident, out->cutoff)/order->resident, out->cutoff + 1u)/'
plant $ccws $wiring with_k_0_only_the_newly_launched_wait 'K has no say' 's/llds->cfg_k = .*;/llds->cfg_k = 1;/'
plant rtl_c/wires.def $wiring a_lost_line_becomes_a_score 'hits do not reach the divider' '/ccws_vta, hit, ccws_llds/d'
plant rtl_c/wires.def $wiring a_lost_line_becomes_a_score 'scores do not arrive' '/ccws_llds, score, ccws_lls/d'
plant rtl_c/wires.def $wiring a_lost_line_becomes_a_score 'every score is of warp 0' '/ccws_llds, apply_warp, ccws_lls/d'
plant rtl_c/wires.def $wiring ages_reach_the_scores 'the scores know no age' '/warp_order, older, ccws_lls/d'
plant rtl_c/wires.def $wiring ages_reach_the_scores 'the divider knows no cutoff' '/ccws_lls, cutoff, ccws_llds/d'
plant sim/blocks/place.c sim/core/test_schedulers test_blocks_that_drive_each_other_sleep_together \
    'each block sleeps by itself' 's/^static bool stirs(.*/static bool stirs(const block *b) { (void)b; return false; }/'
plants_end
