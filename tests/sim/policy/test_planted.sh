#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of what feeds and wires the blocks of CCWS (also as OAWS describes it), BUCL and OAWS, of SWL and of MASCAR; the case of a unit test that the
# plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_policy
compose=sim/policy/test_compose
plant sim/blocks/place.c $compose answers_are_joined 'the last part alone says who may issue' 's/may_issue &= answer/may_issue = answer/'
plant sim/blocks/place.c $compose answers_are_joined 'what one part occludes the other lets issue' 's/occlude |= answer/occlude = answer/'
plant sim/blocks/place.c $compose answers_are_joined 'the first part alone is asked' 's/^    p->n_asked = p->n_hooks;/    p->n_asked = 1;/'
plant sim/blocks/place.c $compose answers_are_joined 'all must let a load pass' 's/passes |= hook->policy->load_passes/passes = hook->policy->load_passes/'
plant sim/policy/compose.c $compose names 'two orders of warps' 's/!a->any_order \&\& !b->any_order \&\&/false \&\&/'
plant sim/policy/compose.c $compose names 'a block twice' 's/    const char \*block = common_block(a, b);/    const char *block = NULL;/'
plant sim/policy/compose.c $compose names 'loads pass one that is followed' 's/a->reexecution \&\& b->follows_loads/false/;s/b->reexecution \&\& a->follows_loads/false/'
plant sim/policy/compose.c $compose wholes 'the first part sets the order' 's/part->any_order ? whole->arbiter_mode : part->arbiter_mode/whole->arbiter_mode/'
plant sim/policy/compose.c $compose what_is_watched 'together nobody watches the grid' 's/    whole->watches_grid |= .*/    ;/'
plant sim/policy/compose.c $compose what_is_watched 'the last part alone hears' 's/whole->hears |= /whole->hears = /'
plant sim/policy/compose.c $compose what_is_done 'what lends is lost' 's/whole->lend = .*/whole->lend = NULL;/'
plant sim/policy/policy_table.c $compose wholes 'a policy beside itself' 's/before || found->adds_nothing/found->adds_nothing/'
plant sim/policy/policy_table.c $compose wholes 'round robin beside others' 's/before || found->adds_nothing/before/'
plant sim/policy/compose.c $compose requirements_and_keys 'the requirements of a part are lost' 's/    whole->requires = .*/    ;/'
ccws=sim/policy/ccws.c wiring=sim/policy/test_ccws_wiring
plant $ccws $wiring loads_that_miss_probe_once 'retries probe' 's/events->l1d_access\[i\].first_try \&\& //'
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
priority=sim/policy/ccws_priority.c wiring=sim/policy/test_ccws_priority
plant $priority $wiring nobody_while_all_are_at_base 'a score at base is a loss' 's/largest <= view/largest < view/'
plant $priority $wiring the_largest_score_above_base 'one point is no loss' 's/largest <= view->machine->policy.ccws_base/largest <= view->machine->policy.ccws_base + 1u/'
plant $priority $wiring the_largest_score_above_base 'the smallest goes first' 's/scores->lls\[place\] > largest ?/scores->lls[place] \&\& (!largest || scores->lls[place] < largest) ?/'
plant $priority $wiring the_largest_score_above_base 'the classes of the first one stay' 's/state->first = first;/state->first = ~UINT64_C(0);/;s/state->first != first;/!state->first;/'
plant $priority $wiring of_equal_ones_the_oldest 'of equal ones the lowest slot' 's/ccws_older(older, scores->heap\[place\], first)/scores->heap[place] < first/'
plant $priority $wiring of_equal_ones_the_oldest 'of equal ones the youngest' 's/ccws_older(older, scores->heap\[place\], first)/!ccws_older(older, scores->heap[place], first)/'
plant $priority $wiring of_every_slot 'half of the warps have a score' 's/const unsigned warps = view->machine->core.warps;/const unsigned warps = view->machine->core.warps \/ 2;/'
plant $priority $wiring the_order_alone_holds_nobody_back 'the key is not looked at' 's/ \&\& view->machine->policy.ccws_exclusive == CCWS_LOADS//'
plant $priority $wiring base_is_the_machines 'base is 100' 's/<= view->machine->policy.ccws_base/<= 100/'
plant $priority $wiring the_largest_score_above_base 'who may load is answered as who may issue' 's/masks->can_issue = first/masks->may_issue = first/'
plant $priority $wiring a_lost_line_puts_its_warp_first 'the blocks are not fed' 's/\.feed = ccws_feed, //'
plant sim/blocks/place.c sim/core/test_sleep test_blocks_that_drive_each_other_sleep_together \
    'each block sleeps by itself' 's/^static bool stirs(.*/static bool stirs(const block *b) { (void)b; return false; }/'
bucl=sim/policy/bucl.c wiring=sim/policy/test_bucl_wiring shown=every_sm_is_shown_what_the_last_period_was gpu=sim/core/gpu_blocks.c
plant $bucl $wiring $shown 'SM 1 is sampled' 's/SAMPLED_SM = 0/SAMPLED_SM = 1/'
plant $gpu $wiring $shown 'retries and fails count as accesses' 's/if (events->l1d_access\[i\].outcome < L1D_FAIL_LINE)/if (true)/'
plant $gpu $wiring $shown 'stores that evict count as accesses' 's/i < events->l1d_bypass_count; i++)/i < events->l1d_bypass_count + (events->l1d_evict_count \&\& events->l1d_evict[0].cause == EVICT_STORE); i++)/'
plant $gpu $wiring $shown 'what passes after a fail is never resolved' 's/i < events->l1d_bypass_count; i++)/i < 0u * events->l1d_bypass_count; i++)/'
plant $gpu $wiring $shown 'a merge is a hit' 's/outcome == L1D_HIT});/outcome <= L1D_PENDING_HIT});/'
plant $bucl $wiring $shown 'the period is one cycle short' 's/(uint16_t)m->policy.bucl_period;/(uint16_t)(m->policy.bucl_period - 1);/'
plant $bucl $wiring $shown 'a buffer is one place deeper' 's/at_most(m->l2.queue_from_icnt, /at_most(m->l2.queue_from_icnt + 1, /'
plant sim/core/ldst_bypass.c $wiring $shown 'the sub-partition beside it' 's/fail_slice = (uint8_t)memory_slice_of(unit->memory, past.address);/fail_slice = (uint8_t)(memory_slice_of(unit->memory, past.address) ^ 1);/'
plant sim/core/gpu.c $wiring $shown 'the SMs see it a cycle late' 's/^            gpu_blocks_early(g);/            (void)g;/;s/^            gpu_blocks_late(g);/            gpu_blocks_early(g), gpu_blocks_late(g);/'
plant $gpu $wiring time_does_not_jump_over_what_the_gpu_sees 'time jumps over what stands at the inputs' 's/g->restless = restless(g);/g->restless = false;/'
plant $gpu $wiring $shown 'SM 0 alone is shown it' 's/for (unsigned i = 0; i < g->n_sms; i++) {$/for (unsigned i = 0; i < 1; i++) {/'
plant sim/blocks/wires.c $wiring $shown 'every SM has the threshold of SM 0' 's/row->kind == ONE_EACH ? to->place.index : 0/0/'
plant $bucl $wiring $shown 'a kernel does not begin' 's/in->kernel_launch = .*;/in->kernel_launch = 0;/'
plant sim/memory/memory_system.c sim/memory/test_occupancy a_request_alone_stands_there_for_a_cycle 'requests in the ROP delay count' 's/count = m->slices\[slice\].from_icnt.count;/count = m->slices[slice].from_icnt.count + m->slices[slice].rop.count;/'
plant $gpu $wiring $shown 'the first instruction of a cycle alone counts' 's/i < events->warp_issue_count; i++)/i < events->warp_issue_count \&\& i < 1; i++)/'
plant $bucl $wiring $shown 'the instructions of an SM are those of the one beside it' 's/gpu->thread_insns\[sm\]/gpu->thread_insns[sm ? sm - 1 : view->machine->gpu.sms - 1]/'
plant $bucl $wiring every_sm_and_slice_reaches_the_block 'the last SM executes nothing' 's/sm < view->machine->gpu.sms; sm++/sm + 1 < view->machine->gpu.sms; sm++/'
plant $bucl $wiring every_sm_and_slice_reaches_the_block 'the last slice holds nothing' 's/slice < view->machine->l2.sub_partitions; slice++/slice + 1 < view->machine->l2.sub_partitions; slice++/'
plant $bucl $wiring every_sm_and_slice_reaches_the_block 'more than 127 places wrap round' 's/at_most(view->gpu->occupancy\[slice\], PLACES_MAX)/(view->gpu->occupancy[slice] \& PLACES_MAX)/'
plant $bucl $wiring $shown 'the profile has 12 bits' 's/(uint16_t)profile;/(uint16_t)(profile \& 4095);/'
plant $bucl $wiring what_is_asked_about_reaches_the_block 'more than 63 accesses wrap round' 's/at_most(asked->load_accesses, ACCESSES_MAX)/asked->load_accesses/'
plant $bucl $wiring what_is_asked_about_reaches_the_block 'a full queue is not told' 's/in->queue_full = .*;/in->queue_full = 0;/'
plant $bucl $wiring the_block_answers_within_the_cycle 'loads are answered as accesses' 's/answer(view)->load_bypass/answer(view)->access_bypass/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst_bypass a_load_passes_whole_though_its_lines_are_there 'a load passes from its second access on' \
    's/^            unit->route = ROUTE_L2;/            ;/;s/^        entry->cell = insn->cell;/&\n        if (unit->passes)\n            unit->route = ROUTE_L2;/'
plant sim/core/sm_arbiters.c $wiring $shown 'what is asked about is not shown' 's/^    s->levels.bypass = \*asked;/    ;/'
swl=sim/policy/swl.c limits=sim/policy/test_swl
plant $ccws sim/policy/test_ccws_wiring launches_exits_and_kernels_reach_all 'half of the warps are launched' 's/llds->launch = launched(events)/llds->launch = (uint32_t)launched(events)/'
plant $swl $limits the_oldest_of_each_scheduler 'one warp more runs' 's/ \&\& limit; rank++/; rank++/;s/        limit -= by_rank\[rank\] != 0;/        if (limit == 0) break; limit -= by_rank[rank] != 0;/'
plant $swl $limits the_oldest_of_each_scheduler 'the youngest run' 's/rank = 0; rank < view->machine->core.warps \&\& limit; rank++/rank = view->machine->core.warps; rank-- > 0 \&\& limit;/'
plant $swl $limits a_scheduler_without_warps 'empty slots count' 's/limit -= by_rank\[rank\] != 0;/limit--;/'
plant $swl $limits what_changes_is_seen 'a change of the upper half is missed' 's/swl->resident != view->levels->order->resident/(uint32_t)(swl->resident ^ view->levels->order->resident)/'
plant sim/policy/oaws.c sim/policy/test_oaws_slots test_every_warp_slot_reaches_the_predictions 'flushes of the low warps alone' \
    's/misspred->flush = events->buffer_flush;/misspred->flush = (uint32_t)events->buffer_flush;/'
plant sim/policy/oaws.c sim/policy/test_oaws_slots test_every_warp_slot_reaches_qualification 'half of the warps are ready' \
    's/qualify->ready = view/qualify->ready = (uint32_t)view/'
plant sim/policy/oaws.c sim/policy/test_oaws_slots test_slots_that_nothing_enters 'every slot is filled' 's/fill \&\& fill->present >> slot \& 1/fill != NULL/'
plant sim/policy/mascar.c sim/policy/test_mascar test_every_warp_owns_and_hands_on "warp 0 owns on when there is room" "s/ & ~levels->needs_data : 0;/ \\& ~levels->needs_data : 1;/"
plant sim/policy/mascar.c sim/policy/test_mascar test_memory_instructions_go_first 'a change of the upper half is missed' \
    's/mascar->memory != levels->memory/(uint32_t)(mascar->memory ^ levels->memory)/'
plants_end
