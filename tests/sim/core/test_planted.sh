#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of files of sim/core, sim/frontend and sim/policy; the case of a unit test that the
# plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_core
plant sim/core/gpu.c sim/core/test_microbenchmarks test_a_launch_takes_its_time 'CTAs come at once' 's/ \&\& g->cycle >= g->first_cta_at//'
plant sim/core/gpu.c sim/core/test_microbenchmarks test_a_launch_takes_its_time \
    'the second launch does not wait' 's/began + g->options.machine->gpu.launch_latency/g->options.machine->gpu.launch_latency/'
plant sim/core/gpu.c sim/core/test_deadlock test_a_launch_that_takes_long_is_no_deadlock \
    'a launch counts as idle' 's/g->idle_since > g->first_cta_at ? g->idle_since : g->first_cta_at/g->idle_since/'
plant sim/core/scoreboard.c sim/core/test_scoreboard test_write_after_write_collides_and_write_after_read_does_not \
    "destinations are not looked at" 's/i < insn->n_dst; i++)$/i < 0u * insn->n_dst; i++)/'
plant sim/core/scoreboard.c sim/core/test_scoreboard test_release_of_a_free_register_changes_nothing \
    "a register is released twice over" 's/-= !!(row/-= 1 + 0 * !!(row/'
plant sim/core/collector.c sim/core/test_collector test_warps_shift_the_banks \
    "banks do not shift with the warp" 's/const unsigned sum = number + warp;/const unsigned sum = number;/'
plant sim/core/collector.c sim/core/test_collector test_guard_is_not_read \
    "the guard is read" 's/insn->n_src - !!(insn->flags \& INSN_PREDICATED)/insn->n_src/'
plant sim/core/collector.c sim/core/test_collector test_write_back_takes_the_bank_first \
    "write-backs do not take the bank" 's/c->waiting \& ~c->written/c->waiting/'
plant sim/core/pipeline.c sim/core/test_pipeline test_result_buses_are_shared_and_oldest_is_first \
    "any number of results a cycle" 's/>= p->result_buses/> 1000/'
plant sim/core/pipeline.c sim/core/test_pipeline test_interval_blocks_the_entry_but_not_the_result \
    "initiation interval forgotten" 's/cycle + p->interval\[class\]/cycle + 1/'
plant sim/core/pipeline.c sim/core/test_microbenchmarks test_classes_of_fma_rem_and_24_bit_products \
    "mul24 and mad24 take no cycle more" 's/m->latency.key + 1)/m->latency.key)/'
plant sim/core/collector.c sim/core/test_microbenchmarks test_a_collector_reads_several_banks \
    "one bank a cycle for every machine" 's/c->reads == COLLECTOR_READS_SEVERAL/c->reads > COLLECTOR_READS_SEVERAL/'
plant sim/core/sm.c sim/core/test_microbenchmarks test_warp_1_is_fetched_for_first \
    "warp 0 is fetched for first" 's/    s->machine = m;/    s->machine = m; s->last_fetched = m->core.warps - 1;/'
plant sim/frontend/simt_stack.c sim/core/test_microbenchmarks test_the_taken_path_runs_first \
    "the taken path runs last" 's/paths\[2\] = { next, jump }/paths[2] = { jump, next }/'
plant sim/frontend/local_memory.c sim/frontend/test_steps test_addresses \
    "local memory: CTA slots before SMs" 's/slot \* l->sm_count + c->sm/c->sm * 48 + slot/'
plant sim/frontend/local_memory.c sim/core/test_microbenchmarks test_local_memory_lies_by_ctas \
    "local memory: all threads that the machine holds" 's/ctas_per_sm(l, resident_ctas) \* l->sm_count \* l->warps_per_cta/l->sm_count * 48/'
plant sim/core/gpu.c sim/core/test_inactive test_a_second_launch_begins_anew \
    "the first end of a CTA stays from launch to launch" 's/    g->ending_since = 0;//'
plant sim/memory/l1d_store.c sim/core/test_microbenchmarks test_stores_count_by_the_tags \
    "a store that hits is a miss" 's/return hit ? L1D_HIT_SENT : found/return hit ? L1D_MISS : found/'
plant sim/memory/l2_slice.c sim/core/test_microbenchmarks test_partial_stores_fill_sectors \
    "partial stores are not joined" 's/ \&\& tag_array_note_written(/ \&\& 0 \&\& tag_array_note_written(/'
plant sim/core/warp.c sim/core/test_sm test_an_ended_warp_opens_a_barrier \
    "an ended warp opens no barrier" 's/release_warps(s, cta, warp_end(\(.*\)));/(void)warp_end(\1);/'
plant sim/frontend/barriers.c sim/core/test_sm test_barrier_orders_shared_memory \
    "a barrier opens at the first warp" 's/b->wanted == 0 ? (c->running \& ~b->arrived) == 0/b->wanted == 0 ? true/'
plant sim/frontend/barriers.c sim/core/test_barriers test_who_arrives_does_not_wait \
    "a barrier of some threads opens when the whole CTA has come" 's/b->arrivals >= b->wanted;/(c->running \& ~b->arrived) == 0;/'
plant sim/core/warp.c sim/core/test_barriers test_who_arrives_does_not_wait \
    "who arrives waits" 's/if (!(step->insn->flags \& INSN_ARRIVES))/if (step->insn)/'
plant sim/core/warp.c sim/core/test_barriers test_producers_and_consumers_under_every_order \
    "the CTA in slot 0 is released" 's/released << __builtin_ctzll(cta->warps)/released << (cta - s->ctas)/'
plant sim/core/warp.c sim/core/test_sm test_membar_waits_for_stores \
    "a membar does not wait" 's/!slot->membar \&\& !slot->stores \&\& /!slot->membar \&\& /'
plant sim/frontend/kernel_source.c sim/core/test_sm test_unit_limits "registers are not rounded" 's/thread = (thread + 3) \/ 4 \* 4;/thread += 40;/'
plant sim/frontend/registers.c sim/frontend/test_registers test_loads_together_have_a_limit \
    "beyond 63 registers loads still go together" 's/HOIST_LIMIT = 63/HOIST_LIMIT = 630/'
plant sim/frontend/registers.c sim/frontend/test_registers test_more_live_than_the_limit \
    "what the order of the file needs does not count" 's/limited > in_order ? limited : in_order/limited/'
plant sim/frontend/registers.c sim/frontend/test_registers test_address_factor \
    "no register for the factor of addresses" 's/ + stack + c->has_factor/ + stack/'
plant sim/frontend/registers.c sim/frontend/test_registers test_long_blocks \
    "live registers end with the window" \
    's/liveness_step_back(&c->live, &c->window.insns\[i\], live);/live[0] = live[0];/'
plant sim/frontend/registers.c sim/frontend/test_registers test_shared_addresses_stay \
    "a shared address goes with the first load" 's/ \&\& has_shared_address(c, w->order\[n\])/ \&\& false/'
plant sim/frontend/registers.c sim/frontend/test_registers test_products_take_odd_registers \
    "both operands of a product may lie in one bank" 's/odd > either ? 2 \* odd : odd + either/odd + either/'
plant sim/frontend/registers.c sim/frontend/test_registers test_shared_addresses_stay \
    "parameters take registers" 's/ \&\& !load_is_operand(k); r++/; r++/'
plant sim/frontend/registers.c sim/frontend/test_registers test_parameters_take_none \
    "copies of parameters take registers" 's/ \&\& !is_copy(k)//'
plant sim/frontend/registers.c sim/frontend/test_registers test_guarded_results_before \
    "guarded results are held before" 's/if (live \&\& (k->flags \& INSN_PREDICATED) != 0)/if (false)/'
plant sim/frontend/load_order.c sim/frontend/test_registers test_loads_go_first \
    "loads pass barriers, fences and atomics" 's/return k->memory == MEMORY_ATOMIC ||.*/return false;/'
plant sim/frontend/load_order.c sim/frontend/test_registers test_loads_go_first \
    "loads pass stores" 's/(second->memory == MEMORY_LOAD \&\& stored \&\& may_alias(second, first)) ||/false ||/'
plant sim/frontend/load_order.c sim/frontend/test_registers test_loads_go_first \
    "loads pass no store at all" 's/return load->space == store->space ||.*/return true;/'
plant sim/frontend/load_order.c sim/frontend/test_registers test_one_register_twice \
    "an instruction waits for itself" 's/bool older = \*latest != 0 .*;/bool older = *latest != 0;/'
plant sim/frontend/program.c sim/frontend/test_registers test_limit \
    "the limit of a CTA is not looked at" 's/most <= limit ? most/most <= limit + 1000 ? most/'
plant sim/core/sm.c sim/core/test_sm test_stalls_and_issues_fill_every_scheduler_cycle \
    "stalls of sleep are not counted" \
    's/\[s->quiet_stall\[i\]\] += cycles/[s->quiet_stall[i]] += 0/'
plant sim/core/sm_arbiters.c sim/core/test_sleep test_sleep_knows_what_the_policy_masks \
    "exits do not reach warp_order" 's/order_in(s)->exit = exited;/order_in(s)->exit = 0;/'
plant sim/blocks/place.c sim/core/test_schedulers test_hooks_blocks_and_sms_in_reverse_give_the_same \
    "the block that comes last does not step" '/^void place_end/,/^}/s/i < p->n_stepping; i++)$/i + 1 < p->n_stepping; i++)/'
plant sim/core/gpu.c sim/core/test_schedulers test_hooks_blocks_and_sms_in_reverse_give_the_same \
    "CTAs go first to the SM that goes last" 's/^        g->ctas_done += g->sms\[i\]->ctas_done - done;/&\n        g->dispatcher.next_cluster = i;/'
plant sim/core/gpu_timeline.c sim/core/test_gpu_timeline test_a_file_beside_curves \
    "SMs that have ended are forgotten at the other's row" 's/->worked \&= (uint8_t)~(1u << which);/->worked = 0;/'
plant sim/core/issue.c sim/core/test_behind_charge who_waits_behind_a_charge \
    "half of the warps wait behind a charge" 's/left = s->load; left; left \&= left - 1)$/left = (uint32_t)s->load; left; left \&= left - 1)/'
plant sim/core/issue.c sim/core/test_behind_charge who_waits_behind_a_charge \
    "a charge lasts for two cycles" 's/    if (s->charged_at != s->cycle)/    if (s->charged_at + 1 < s->cycle)/'
plant sim/core/issue.c sim/core/test_sm_count test_loads_held_back_by_the_policy \
    "a scheduler stalls on any warp" 's/scheduler_warps(s, scheduler) \& s->has_insn/~0ull \& s->has_insn/'
plant sim/core/issue.c sim/core/test_sm_count test_warps_kept_back_by_the_policy \
    "what the policy keeps back is idle" 's/    if (kept_back)$/    if (false)/'
plant sim/policy/swl.c sim/core/test_schedulers test_swl_limits_the_warps_of_an_sm \
    "the scope is not looked at" 's/swl_scope == SWL_SM ? 1 :/swl_scope == SWL_SM ? 2 :/'
plant sim/blocks/place.c sim/core/test_schedulers test_so_many_observers_and_no_more \
    "one observer less" 's/p->n_hooks == p->n_asked + OBSERVERS_MAX)/p->n_hooks + 1 == p->n_asked + OBSERVERS_MAX)/'
plant sim/policy/swl.c sim/core/test_schedulers test_swl_runs_one_warp_of_a_scheduler_at_a_time \
    "limit is one too high" \
    's/policy.swl_limit);/policy.swl_limit + 1);/'
plant sim/core/sm.c sim/core/test_sleep test_sleep_knows_what_the_policy_masks \
    "sleep does not know what the policy masks" \
    's/^    note_ldst_full(s);/    s->masks.may_issue = ~UINT64_C(0);\n&/'
plant sim/blocks/place.c sim/core/test_sleep test_who_slept_has_the_registers_of_who_was_awake \
    "blocks that drive each other wake one edge too early" 's/block->cycle < p->edges \&\& hook_stirs/block->cycle + 1 < p->edges \&\& hook_stirs/'
plant sim/core/sm.c sim/core/test_sleep test_at_the_end_all_have_lived_each_cycle \
    "an SM ends one cycle too early" '/^void sm_catch_up/,/^}/s/sm_settle(s, cycle)/sm_settle(s, cycle - 1)/'
plant sim/memory/memory_system.c sim/core/test_sleep test_at_the_end_all_have_lived_each_cycle \
    "a controller ends one clock too early" 's/place, m->dram_time);/place, m->dram_time - 1);/'
plant sim/blocks/place.c sim/blocks/test_place who_slept_catches_up \
    "a block wakes one edge too early" 's/^        place_wake(p, p->blocks\[b\].block);/        if (p->blocks[b].block->cycle + 1 < p->edges) block_sleep(p->blocks[b].block, p->edges - p->blocks[b].block->cycle - 1);/'
plant sim/core/sm_trace.c sim/core/test_sm_trace test_who_is_ready_is_not_selected \
    "warp 0 is nobody that issues" 's/set_warps(s, scheduler, held, granted >= 0, s->cycle);/set_warps(s, scheduler, held, granted > 0, s->cycle);/'
plant sim/core/sm_trace.c sim/core/test_sm_trace test_whole_runs_add_up \
    "who waits does not say for which line" 's/^    else if (t->line\[warp\])$/    else if (false)/'
plant sim/core/sm_shown.c sim/core/test_sm_shown levels_part_the_warps \
    "who waits for an atomic is nowhere" 's/^    \*shown.sm.atomic = .*/    ;/'
plant sim/core/sm_shown.c sim/core/test_sm_shown levels_part_the_warps \
    "the SFU's instructions are nobody's" 's/shown->unit\[kind\] = s->unit\[kind\]/shown->unit[kind] = kind == UNIT_SFU ? 0 : s->unit[kind]/'
plant sim/core/gpu_describe.c sim/core/test_sm_shown every_warp_says_what_it_waits_for \
    "the first register alone" 's/put(w, " %u", head->src\[i\]);/{ put(w, " %u", head->src[i]); return; }/'
plant sim/memory/request_pool.c sim/core/test_given_back gpus "requests stay" 's/while (pool->chunks)/while (pool->chunks \&\& pool->chunks->next)/'
plant sim/memory/memory_system.c sim/core/test_given_back gpus "of a cluster the first SM alone is answered" 's/sm < first + m->sms_per_cluster; sm++/sm < first + 1; sm++/'
plant sim/core/gpu.c sim/core/test_given_back gpus "the end of a CTA makes no room" 's/^    g->dispatcher.full .*/    ;/'
plant sim/core/gpu.c sim/core/test_given_back gpus "a reply wakes nobody" '/^static void deliver_replies/,/^}/s/^ *g->due.*/;/'
plant sim/core/gpu.c sim/core/test_given_back gpus "who flushes is not stepped" '/^static bool flushing/,/^}/s/^ *g->due.*/;/'
plant sim/core/sm.c sim/core/test_given_back gpus "an SM's L1I stays" 's/^    read_only_cache_close(.*);/    ;/;s/^    read_only_cache_free(.*);/    ;/'
plant sim/core/ldst_loads.c sim/core/test_given_back does_not_grow "places of loads are used once" '/^void ldst_access_back/,/^}/s/unit->free_slot = slot;/;/'
plant sim/replay/l1d_replay.c sim/core/test_given_back what_is_kept "uses of lines stay" '/^static void find_next_uses/,/^}/s/    free(use);/    ;/'
plant sim/core/gpu_blocks.c sim/core/test_sleep test_who_sleeps_lives_up_to_what_drives_it \
    "who sleeps has what drives it one cycle too early" 's/sm_settle(g->sms\[i\], g->cycle);/sm_settle(g->sms[i], g->cycle - 1);/'
plant sim/core/gpu_blocks.c sim/core/test_sleep test_who_sleeps_lives_up_to_what_drives_it \
    "who sleeps has what drives it from its sleep on" 's/^        sm_settle(g->sms\[i\], g->cycle);/        ;/'
plant sim/core/gpu_blocks.c sim/core/test_sleep test_who_sleeps_lives_up_to_what_drives_it \
    "blocks do not live up to it" 's/^        place_begin(&g->sms\[i\]->place);/        ;/'
plant sim/blocks/place.c sim/core/test_schedulers test_all_observers_change_nothing \
    "the last observer sees nothing" '/^void place_early/,/^}/s/i < p->n_hooks; i++/i + (p->n_hooks == p->n_asked + OBSERVERS_MAX) < p->n_hooks; i++/'
plant sim/core/sm.c sim/core/test_sleep test_sleep_changes_nothing \
    "sleep forgets that the LD/ST unit is full" \
    '/note_ldst_full(s);/{N;/watches_memory/s/note_ldst_full(s);/s->ldst_full = false;/}'
plant sim/core/sm.c sim/core/test_sm_count test_active_cycles_have_a_cta \
    "an SM without a CTA is active" 's/s->resident_ctas ? cycle - s->active_since : 0/cycle - s->active_since/'
plant sim/core/warp.c sim/core/test_sm_count test_active_cycles_have_a_cta \
    "the end of a CTA is not noted" 's/sm_count_active(s, s->cycle + 1);/;/'
plant sim/core/issue.c sim/core/test_sm_count test_a_slot_just_taken_is_no_wait_for_the_ldst_unit \
    "any full issue slot is taken for back-pressure" 's/i = 0; s->ldst_full \&\& i/i = 0; i/'
plant sim/core/issue.c sim/core/test_sm_count test_loads_held_back_by_the_policy \
    "held loads are not looked at" 's/why.occluded |= ready \& held/why.occluded |= 0/'
plant sim/core/issue.c sim/core/test_sm_count test_issues_of_the_eight_oldest \
    "the nine oldest" 's/OLDEST = 8/OLDEST = 9/'
plant sim/core/gpu.c sim/core/test_sm_count test_a_limit_ends_the_counting \
    "counting goes on behind the limit" 's/g->cycle = previous + left;/;/'
plant sim/core/ldst_count.c sim/core/test_conservation counters_add_up_on_oaws \
    "a coherent load counts twice" 's/loads_coherent++/loads_coherent += 2/'
plant sim/core/ldst.c sim/core/test_conservation counters_add_up_on_gtx480 \
    "only the last access decides what is cached" 's/slot->missed |= /slot->missed = /'
plant sim/core/ldst.c sim/core/test_ldst_count round_trips_of_reads \
    "the reply to a store is a fetch" 's/if (reply->kind == REQUEST_GLOBAL_READ .*/if (true) {/'
plant sim/memory/l1d.c sim/core/test_ldst_count round_trips_of_reads \
    "a round trip begins a cycle late" 's/request->born = cycle;/request->born = cycle + 1;/'
plant sim/core/ldst_count.c sim/core/test_ldst_count occlusion_begins_at_the_issue \
    "a wait for the unit is no occlusion" 's/return held_up < most ? held_up : most;/return 0 * (held_up + most);/'
plant sim/core/ldst_count.c sim/core/test_ldst_count occlusion_begins_at_the_issue \
    "fails on the way to the unit count" 's/PASSAGE = 3/PASSAGE = 0/'
plant sim/core/ldst.c sim/core/test_ldst_count occlusion_begins_at_the_issue \
    "in its sleep the unit holds nothing up" 's/unit->held_up = ldst_held_up(unit, cycle - 1);/;/'
plant sim/core/ldst.c sim/core/test_ldst_count occlusion_begins_at_the_issue \
    "at an issue in its sleep the unit has held nothing up" 's/? cycle - unit->last_cycle : 0/? 0 * cycle : 0/'
plant sim/core/ldst_count.c sim/core/test_ldst_count occlusion_begins_at_the_issue \
    "latency begins at the unit" 's/last_cycle - slot->insn->issued,/last_cycle - slot->accepted,/'
plant sim/core/issue.c sim/core/test_sm_count test_fails_before_the_issue_are_no_occlusion \
    "what was held up before the issue counts" 's/issued->held_up = ldst_held_up(s->ldst, s->cycle);/;/'
plant sim/core/ldst_count.c sim/core/test_conservation counters_add_up_on_oaws \
    "the latency queue counts as occlusion" 's/ + unit->machine->l1d.latency);/);/'
plant sim/core/ldst_count.c sim/core/test_conservation counters_add_up_on_oaws \
    "work is counted in one of two cycles" 's/ldst_active_cycles += cycles/ldst_active_cycles += cycles \/ 2/'
plant sim/core/issue.c sim/core/test_conservation counters_add_up_on_gtx480 \
    "a wait for the LD/ST unit counts twice" 's/stalls_scheduler_ldst += /stalls_scheduler_ldst += 2 * /'
plant sim/core/ldst_count.c sim/core/test_profile test_sums_are_the_counters_of_the_run \
    "of a line: fails of cycles in which the unit sleeps" \
    's/line->reservation_fails += cycles/line->reservation_fails += 1 + 0 * cycles/'
plant sim/core/ldst_count.c sim/core/test_profile test_sums_are_the_counters_of_the_run \
    "of a line: stores that hit are no hits" 's/ || status == L1D_HIT_SENT//'
plant sim/core/ldst_count.c sim/core/test_profile test_sums_are_the_counters_of_the_run \
    "of a line: merges are hits" \
    's/counters.hits += status == L1D_HIT ||/counters.hits += status == L1D_PENDING_HIT ||/'
plant sim/core/ldst_count.c sim/core/test_profile test_sums_are_the_counters_of_the_run \
    "of a line: stores take MSHR entries" 's/looked_up->load && outcome == L1D_MISS/outcome == L1D_MISS/'
plant sim/core/ldst_count.c sim/core/test_profile test_what_each_line_costs \
    "an MSHR entry is of the load that empties it" 's/if (done->first)$/if (cell)/'
plant sim/core/ldst_count.c sim/core/test_profile test_sums_are_the_counters_of_the_run \
    "of a line: entries are never given back" \
    's/profile_mshrs(unit->draining, unit->last_cycle, -1)/profile_mshrs(unit->draining, unit->last_cycle, 0)/'
plant sim/core/ldst_count.c sim/core/test_profile test_sums_are_the_counters_of_the_run \
    "of a line: every load is divergent" 's/line->divergent += divergent/line->divergent++/'
plant sim/core/ldst_count.c sim/core/test_profile test_sums_are_the_counters_of_the_run \
    "of a line: sets of coherent loads" 's/divergent ? slot->sets : 0/slot->sets/'
plant sim/core/ldst_count.c sim/core/test_profile test_sums_are_the_counters_of_the_run \
    "of a line: latency from the unit on" 's/line->latency += latency/line->latency += latency - queued/'
plant sim/core/ldst_dispatch.c sim/core/test_profile test_sums_are_the_counters_of_the_run \
    "accesses of stores are nobody's" 's/entry->cell = insn->cell/entry->cell = store ? NULL : insn->cell/'
plant sim/core/profile.c sim/core/test_profile test_sums_of_a_run_that_meets_its_limit \
    "entries in use at the end of a run that is cut off" \
    's/void profile_settle(kernel_profile \*k, uint64_t cycle)/void profile_settle(kernel_profile *k, uint64_t never)/;s/profile_mshrs(&k->lines\[i\].ages\[age\], cycle, 0)/profile_mshrs(\&k->lines[i].ages[age], 0 * never, 0)/'
plant sim/core/profile.c sim/core/test_profile test_what_each_line_costs \
    "lines one too early" 's/&k->lines\[number - 1\]/\&k->lines[number > 1 ? number - 2 : 0]/'
plant sim/core/profile.c sim/core/test_profile test_ages_are_those_of_the_trace \
    "the oldest is one older" 's/return age < k->n_ages ? age :/return age + 1 < k->n_ages ? age + 1 :/'
plant sim/core/issue.c sim/core/test_profile test_ages_are_those_of_the_trace \
    "an issue holds its scheduler from the next cycle on" \
    's/sm_count_held(s, scheduler, s->cycle);/sm_count_held(s, scheduler, s->cycle + 1);/'
plant sim/core/sm.c sim/core/test_profile test_ages_are_those_of_the_trace \
    "an SM without a CTA is held" 's/s->holder\[i\] = NOBODY;/;/'
plant sim/frontend/kernel_source.c sim/core/test_profile test_what_each_line_costs \
    "a statement without its guard" 's/while (start > p->text \&\& /while (false \&\& start > p->text \&\& /'
plant sim/report/degrees.c sim/report/test_details degrees_and_slices_in_the_tables \
    "lines are reused by loads" 's/report_ratio(n.lines_reused, n.lines)/report_ratio(n.lines_reused, n.loads)/'
plant sim/report/row_sharing.c sim/report/test_row_sharing consecutive_ctas_of_a_row \
    "the last of neighbours is none" 's/(i > 0 \&\& of.i - 1..cta + 1 == of.i..cta) || //'
plant sim/report/row_sharing.c sim/report/test_row_sharing rows_count_the_same \
    "a row weighs as many as its CTAs" 's:(double)consecutive / (double)count:(double)consecutive:'
plant sim/report/row_sharing.c sim/report/test_row_sharing many_rows \
    "a table that grows forgets" 's/^        if (before.i..used)$/        if (false)/'
plant sim/report/slices.c sim/report/test_details degrees_and_slices_in_the_tables \
    "use is of one place" 's/report_ratio(p->of.i..held, cycles \* p->depth), 100/report_ratio(p->of[i].held, cycles), 100/'
plant sim/run/details.c sim/report/test_details launches_are_differences \
    "each launch from the beginning of the run" 's/record->before = \*counted;/;/'
plant sim/report/timeline.c sim/report/test_details launches_are_differences \
    "counters that are not differences" 's/now->member - before->member/now->member/'
plant sim/core/gpu.c sim/core/test_deadlock test_nobody_may_issue \
    "a run that is held up goes on" 's/return !held_for_ever(g);/return true;/'
plant sim/core/gpu.c sim/core/test_deadlock test_slow_memory_is_no_deadlock \
    "memory on its way does not count" 's/ || !memory_idle(g->memory)//'
plant sim/core/gpu.c sim/core/test_deadlock test_no_deadlock_while_another_sm_goes_on \
    "an issue does not count" 's/g->counters.warp_insns != g->idle_insns || //'
plant sim/core/gpu.c sim/core/test_deadlock test_it_can_be_switched_off \
    "it cannot be switched off" 's/return limit \&\& /return /'
plant sim/core/gpu_describe.c sim/core/test_deadlock test_loads_are_held_after_others_have_gone \
    "loads held back are not said to be" 's/ | s->masks.occlude | (s->load \& ~s->masks.can_issue)//'
plant sim/core/gpu_timeline.c sim/core/test_gpu_timeline test_a_timeline_changes_nothing \
    "SMs that sleep are not brought up to the row" 's/    gpu_catch_up(g, cycle);/    ;/'
plant sim/core/gpu_timeline.c sim/core/test_gpu_timeline test_registers_follow_the_loads \
    "an SM without a CTA is shown" 's/if (shown->kind != PLACE_SM || g->sms\[i\]->worked >> which \& 1)/if (true)/'
plant sim/core/gpu_timeline.c sim/core/test_gpu_timeline test_registers_follow_the_loads \
    "the last interval of a launch is left out" 's/t \&\& g->cycle > t->cycle/false/'
plant sim/core/gpu_timeline.c sim/core/test_gpu_timeline test_a_timeline_changes_nothing \
    "the smallest value is the last one" 's/value->low < seen ? value->low : seen/false ? 0 : seen/'
plant sim/core/route.c sim/core/test_cache_operators test_cg_is_no_load_to_oaws \
    "a load past the L1D is one to the policy" 's/ || insn->flags \& INSN_PAST_L1D//'
plant sim/frontend/decode_memory.c sim/core/test_cache_operators test_cg_is_cached_in_the_l2_only \
    "no operator is looked at" 's/flags |= INSN_PAST_L1D/flags |= 0/'
plant sim/core/sm.c sim/policy/test_oaws_sm test_a_launch_starts_afresh \
    "a launch is kept from the policy" 's/    raise_kernel_start(/    (void)(/'
plant sim/core/sm.c sim/policy/test_oaws_sm test_no_charge_is_left_when_a_kernel_has_ended \
    "every cycle is a launch" \
    's/^    sm_events_clear(.*);/    uint8_t starts = s->events.kernel_start_count;\n&\n    s->events.kernel_start_count = starts;/'
plant sim/core/warp.c sim/policy/test_oaws_sm test_no_charge_is_left_when_a_kernel_has_ended \
    "flushes are kept from the policy" 's/    raise_buffer_flush(.*);/    ;/'
plant sim/core/ldst_dispatch.c sim/policy/test_oaws_sm test_no_charge_is_left_when_a_kernel_has_ended \
    "loads without an access keep their charge" 's/if (insn->policy_charge \&\& /if (false \&\& /'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_charges_come_back_on_both_ways \
    "charges of loads without an access are not released" \
    's/qualify->release\[!events->load_done\[i\].had_access\] +=/if (events->load_done[i].had_access) &/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_charges_come_back_on_both_ways \
    "charges of loads without an access are released twice" \
    's/\(qualify->release\[\)!events->load_done\[i\].had_access\(\] += .*;\)/for (int way = 0; way <= !events->load_done[i].had_access; way++) \1way\2/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_settings_reach_their_inputs \
    "no ageing" 's/in->cfg_age_period = .*;/in->cfg_age_period = 0;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_settings_reach_their_inputs \
    "policy.wmax is not looked at" 's/ocw->cfg_wmax = .*;/ocw->cfg_wmax = (uint8_t)m->core.warps;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_settings_reach_their_inputs \
    "OCW cannot be pinned" 's/ocw->cfg_ocw_pin = .*;/ocw->cfg_ocw_pin = 0;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_mshrs_are_counted_as_the_key_says \
    "policy.oaws_mshrs is not looked at" 's/counted = m->policy.oaws_mshrs;/counted = 0;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_mshrs_are_counted_as_the_key_says \
    "the first MSHRs in use are those that are not counted" 's/counted > in_use ? counted - in_use : 0/counted < free ? counted : free/'
plant rtl_c/wires.def sim/policy/test_oaws_wiring test_warps_and_mshrs_reach_their_inputs \
    "predictions by the running rank" 's/warp_rank, rank, oaws_misspred/warp_rank, rank_run, oaws_misspred/'
plant rtl_c/wires.def sim/policy/test_oaws_wiring test_warps_and_mshrs_reach_their_inputs \
    "throttled by the age rank" 's/warp_rank, rank_run, oaws_qualify/warp_rank, rank, oaws_qualify/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_a_load_at_the_l1d_reaches_ocw \
    "all accesses in set 0" 's/in->access_set = .*;/in->access_set = 0;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_a_load_at_the_l1d_reaches_ocw \
    "a retry that hits is a hit" 's/in->access_hit = .*;/in->access_hit = access \&\& access->outcome == L1D_HIT;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_warps_and_mshrs_reach_their_inputs \
    "warps at a barrier are not judged" 's/levels->may_get_ready/levels->ready/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_settings_reach_their_inputs \
    "the oldest are always kept" 's/cfg_keep_oldest = .*;/cfg_keep_oldest = 1;/'
plant rtl_c/wires.def sim/policy/test_oaws_wiring test_warps_and_mshrs_reach_their_inputs \
    "a wire is left out: no scheduler has an oldest warp" '/warp_rank, oldest_run/d'
plant sim/policy/oaws.c sim/policy/test_oaws_slots test_fills_issues_and_flushes_reach_the_predictions \
    "threads of an issue are scheduler 0's" 's/issue_active\[issued->scheduler\]/issue_active[0]/'
plant sim/core/issue.c sim/policy/test_oaws_two_warps 'a_load_behind_a_branch_is_predicted_with_the_lanes_that_it_runs_with, C' \
    "four threads behind every issue" 's/.active = (uint8_t)sm_active_lanes(s, warp)/.active = 4/'
plant sim/core/sm_arbiters.c sim/policy/test_oaws_two_warps 'a_load_behind_a_branch_is_predicted_with_the_lanes_that_it_runs_with, C' \
    "the threads of a fill are all" 's/.active = (uint8_t)sm_active_lanes(.*),$/.active = 1,/'
plant sim/policy/oaws.c sim/policy/test_oaws_two_warps 'a_load_behind_a_branch_is_predicted_with_the_lanes_that_it_runs_with, C' \
    "what issues is predicted as at its fill" \
    's/= issued->active;/= 4;/'
plant sim/policy/oaws.c sim/policy/test_oaws_two_warps 'bytes_of_one_line_are_coherent, C' \
    "accesses make a load divergent" 's/load->lines > /load->accesses > /'
plant rtl_c/wires.def sim/policy/test_oaws_two_warps 'a_scheduler_without_an_ocw_warp_keeps_its_oldest, C' \
    "a scheduler's oldest is not kept" '/warp_rank, oldest_run/d'
plant sim/policy/oaws.c sim/policy/test_oaws_two_warps 'a_load_that_a_barrier_lets_go_is_charged, C' \
    "warps at a barrier charge nothing" 's/return out->charge\[warp\];/return 0;/;s/qualify->issue |= .*;/;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_divergent_loads_reach_the_classifier \
    "two lines are divergent" 's/lines > COHERENT_LINES/lines >= COHERENT_LINES/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_divergent_loads_reach_the_classifier \
    "accesses make a load divergent" 's/load->lines > /load->accesses > /'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_divergent_loads_reach_the_classifier \
    "accesses are counted by the classifier" 's/lines_of(load->lines)/lines_of(load->accesses)/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_a_load_at_the_l1d_reaches_ocw \
    "accesses make a load in service divergent" 's/lines_of(access->lines)/lines_of(access->accesses)/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_settings_reach_their_inputs \
    "static and dynamic alike" 's/mode == OAWS_DYNAMIC/true/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_settings_reach_their_inputs \
    "no miss rate" 's/misspred->cfg_smr = .*;/misspred->cfg_smr = 0;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_a_kernel_start_resets_ocw_and_clears_the_classifier \
    "the classifier is not cleared" 's/in->clear = .*;/in->clear = 0;/'
plant rtl_c/wires.def sim/policy/test_oaws_wiring test_done_events_reach_the_classifier_with_their_sets \
    "no load is done at the classifier" '/oaws_ocw, div_done/d'
plant rtl_c/wires.def sim/policy/test_oaws_wiring test_done_events_reach_the_classifier_with_their_sets \
    "no load is sensitive" '/oaws_dlc, sensitive/d'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_predictions_reach_qualification \
    "both fills go to slot 0" 's/= fills && slot;/= 0;/'
plant rtl_c/wires.def sim/policy/test_oaws_wiring test_predictions_reach_qualification \
    "no fill is divergent" '/oaws_dlc, fill_hit/d'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_what_does_not_fit_is_occluded_and_what_issues_is_charged \
    "a load that issued issues for ever" 's/qualify->issue = qualify->issue_warp = 0;/;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_what_does_not_fit_is_occluded_and_what_issues_is_charged \
    "nothing is charged" 's/return out->charge\[warp\];/return 0;/'
plant sim/policy/oaws.c sim/policy/test_oaws_wiring test_what_does_not_fit_is_occluded_and_what_issues_is_charged \
    "nothing is occluded" 's/masks->occlude = out->occlude;/;/'
# --- levels of memory, priority classes, and what answers by them
plant sim/policy/mascar.c sim/policy/test_mascar test_saturated_is_one_entry_or_one_place \
    "saturated when nothing is left" 's/NEARLY_FULL = 1/NEARLY_FULL = 0/'
plant sim/policy/mascar.c sim/policy/test_mascar test_saturated_is_one_entry_or_one_place \
    "the miss queue is not looked at" 's/ || levels->miss_queue_room <= NEARLY_FULL//'
plant sim/policy/mascar.c sim/policy/test_mascar test_the_oldest_ready_one_owns_memory \
    "the youngest owns memory" 's/(rank < least)/(rank > least || least == N_MAX)/;s/rank < least ? rank : least/rank/'
plant sim/policy/mascar.c sim/policy/test_mascar test_the_oldest_ready_one_owns_memory \
    "a computation owns memory" 's/levels->ready \& levels->memory)/levels->ready)/'
plant sim/policy/mascar.c sim/policy/test_mascar test_the_owner_stays \
    "an older one takes over" 's/if (saturated \&\& !mascar->owner)/if (saturated)/'
plant sim/policy/mascar.c sim/policy/test_mascar test_the_owner_hands_on "an owner waits for its load" 's/ \& ~levels->needs_data//'
plant sim/policy/mascar.c sim/policy/test_mascar test_the_owner_hands_on "an owner waits at a barrier" 's/ \& ~levels->waiting//'
plant sim/policy/mascar.c sim/policy/test_mascar test_the_owner_hands_on "the end of saturation ends nothing" 's/= saturated ? \(levels->resident.*\) : 0;/= \1;/'
plant sim/policy/mascar.c sim/policy/test_mascar test_memory_instructions_go_first \
    "classes stand as they were first" 's/mascar->memory != levels->memory)/false)/'
plant sim/core/sm_arbiters.c sim/policy/test_mascar test_classes_reach_the_arbiters \
    "classes are not used" 's/in->cfg_use_class = policy->classes;/;/'
plant sim/core/sm_arbiters.c sim/policy/test_mascar test_classes_reach_the_arbiters \
    "classes of other warps" 's/masks->priority\[k \* s->schedulers + scheduler\]/masks->priority[k]/'
plant sim/core/sm_arbiters.c sim/policy/test_mascar test_held_instructions_are_counted_and_barriers_open \
    "nothing is held back" 's/in->occlude = slots_again(.*);/;/'
plant sim/core/sm.c sim/policy/test_mascar test_an_sm_sleeps_on_levels_that_it_has_seen \
    "an SM sleeps through a change of the room" 's/        (s->watches_memory \&\& !sm_levels_stand(s)) ||/        false ||/'
plant sim/core/sm.c sim/policy/test_mascar test_an_sm_sleeps_on_levels_that_it_has_seen \
    "an SM goes to sleep on a change of levels" 's/if ((s->watches_memory \&\& !sm_levels_stand(s)) ||/if (false ||/'
plant sim/core/scoreboard.c sim/core/test_scoreboard test_what_needs_data \
    "shared memory is waited for" 's/ \&\& space != SPACE_SHARED;/;/'
plant sim/core/scoreboard.c sim/core/test_scoreboard test_what_needs_data \
    "a generic load is none from shared memory" 's/space != SPACE_SHARED/insn->space != SPACE_SHARED/'
plant sim/core/scoreboard.c sim/core/test_scoreboard test_what_needs_data "no atomic is waited for" 's/ || insn->memory == MEMORY_ATOMIC//'
plant sim/core/scoreboard.c sim/core/test_scoreboard test_what_needs_data "data are waited for until the end" \
    's/ | (outstanding ? bit : 0)/ | bit/'
plant sim/core/dispatcher.c sim/core/test_sm_count test_the_tail_begins_with_the_last_cta "the tail from the first CTA" 's/if (last)/if (d->next == 1)/'
plant sim/core/gpu.c sim/core/test_sm_count test_places_of_ctas "the places of one SM" 's/(uint64_t)g->n_sms \* ctas_per_sm/ctas_per_sm/'
plant sim/core/inactive.c sim/core/test_memory_block test_a_barrier_waits_for_memory "at a barrier a warp waits for nothing" 's/ | sm_waiting(s) |/ |/'
plant sim/core/sm.c sim/core/test_held_by_ldst a_policy_sees_who_is_held_before_the_sm_sleeps \
    'an SM falls asleep before it is seen whom the LD/ST unit holds' 's/ || (s->watches_data \&\& sm_held_by_ldst(s) != s->levels.held_by_ldst))/)/'
plant sim/core/inactive.c sim/core/test_held_by_ldst a_held_warp_waits_for_memory \
    'nobody is held' 's/ | (s->ldst_blocks ? sm_held_by_ldst(s) : 0)//'
plant sim/core/inactive.c sim/core/test_held_by_ldst a_held_warp_waits_for_memory \
    'policy.owl_waits is not looked at' 's/s->ldst_blocks ? sm_held_by_ldst(s) : 0/sm_held_by_ldst(s)/'
plant sim/core/issue.c sim/core/test_held_by_ldst who_finds_a_register_is_not_held \
    'a free register is not looked at' 's/^        if (!sm_has_room(s, i, UNIT_MEM))$/        if (1)/'
plant sim/core/issue.c sim/core/test_held_by_ldst one_that_computes_does_not_wait \
    'whoever computes is held, too' 's/return sm_ready(s) & s->unit\[UNIT_MEM\] & roomless;/return roomless;/'
plant sim/core/sm_arbiters.c sim/core/test_held_by_ldst a_held_group_gives_way \
    'a policy is not shown whom the LD/ST unit holds' 's/^        levels->held_by_ldst = .*/        ;/'
plant sim/core/inactive.c sim/core/test_memory_block test_a_load_is_waited_for_hit_or_miss "no data are waited for" 's/s->needs_data | //'
plant sim/core/inactive.c sim/core/test_memory_block test_a_load_is_waited_for_hit_or_miss \
    "an SM without a warp waits for memory" 's/    if (!unfinished)/    if (false)/'
plant sim/core/sm.c sim/core/test_memory_block test_all_cycles_are_counted_once \
    "cycles of sleep are not counted" 's/        sm_count_inactive(s, s->quiet_inactive, cycles);/        ;/'
plant sim/core/issue.c sim/core/test_memory_block test_all_cycles_are_counted_once \
    "cycles with an issue count" 's/ \&\& s->issued_at != s->cycle)/)/'
plant sim/memory/dram_banks.c sim/core/test_conservation counters_add_up_on_owl \
    "a row counts twice as opened" 's/b->counters->dram_activates++;/b->counters->dram_activates += 2;/'
plant sim/memory/l2_prefetch.c sim/core/test_conservation counters_add_up_on_owl \
    "a prefetched line counts as used with every hit" 's/    tag_array_set_owner(slice->tags, way, tag_array_owner(slice->tags, way) \& (uint8_t)~bit);/    slice->unused++;/'
plant sim/memory/mesh.c sim/core/test_conservation counters_add_up_on_owl \
    "a link counts thrice" 's/net->counters->icnt_link_flits++;/net->counters->icnt_link_flits += 3;/'
plant sim/core/issue.c sim/core/test_conservation counters_add_up_on_owl \
    "an SM that issues is inactive" 's/ \&\& s->issued_at != s->cycle)/)/'
plant sim/core/sm_trace.c sim/core/test_sm_trace test_whole_runs_add_up \
    "a warp that is held back is in the pipeline" 's/of\[WARP_OCCLUDED\] = why.occluded/of[WARP_OCCLUDED] = 0/'
plant sim/core/sm_trace.c sim/core/test_sm_trace test_whole_runs_add_up \
    "a CTA stands in the cycle of its launch" 's/ctas\[slot\].since = s->cycle + 1/ctas[slot].since = s->cycle/'
plant sim/core/sm_trace.c sim/core/test_sm_trace test_whole_runs_add_up \
    "a second instruction of a cycle is lost" 's/t->insns\[warp\]++/t->insns[warp] += 0/'
plant sim/core/sm_trace.c sim/core/test_sm_trace test_whole_runs_add_up \
    "a loan is no issue of the scheduler that lends its place" 's/set_scheduler(t, through, ISSUES, s->cycle)/;/'
plant sim/core/sm_trace.c sim/core/test_sm_trace test_whole_runs_add_up \
    "what the LD\/ST unit did while it was not stepped is lost" 's/before.entries) \/ cycles, first)/before.entries) \/ cycles, cycle)/'
plant sim/core/sm_trace.c sim/core/test_sm_trace test_whole_runs_add_up \
    "a warp waits to issue what stands first in its buffer" 's/slot->buffer\[slot->next\]/slot->buffer[0]/'
plant sim/core/sm_trace.c sim/core/test_sm_trace test_a_window_is_the_part_of_a_whole \
    "every SM is in the file" 's/if (!trace || !number_set_has(&trace->sms, sm_index))/if (!trace)/'
plant sim/core/gpu_trace.c sim/core/test_sm_trace test_whole_runs_add_up \
    "every launch begins with the run" 's/kernel_name(config->kernel), since,/kernel_name(config->kernel), 0 * since,/'
plant sim/report/trace_events.c sim/report/test_trace_events a_window_cuts \
    "a slice may leave the window" 's/until > t->end ? t->end : until/until/'
plant sim/core/scoreboard.c sim/core/test_scoreboard test_every_register_is_its_own "data of registers above 63 are another's" \
    's/row\[insn->dst\[i\] \/ 64\] = (row/row[insn->dst[i] \/ 65] = (row/'
plant sim/core/scoreboard.c sim/core/test_scoreboard test_room_grows_with_the_kernel "a wider row forgets what is on its way" \
    's/^        memcpy(wide + .*/        (void)0;/'
plant sim/core/scoreboard.c sim/core/test_scoreboard test_room_grows_with_the_kernel "the rows are as far apart as before" \
    's/(size_t)warp \* board->words, board/(size_t)warp * words, board/'
plant sim/frontend/program.c sim/frontend/test_steps test_register_numbers "a source is no register" \
    's/r < i->n_src; r++/r < 0u; r++/'
plant sim/core/ldst.c sim/core/test_ldst_evictions a_flush_tells_what_leaves "a flush tells nothing" \
    's/^    ldst_tell_eviction(unit, \&flushed, cycle);/    (void)flushed;/'
plant sim/core/collector.c sim/core/test_collector test_ports_limit_what_leaves_a_cycle "one port more leads out" 's/port < set->ports \&\& set->ready/port <= set->ports \&\& set->ready/'
plant sim/core/collector.c sim/core/test_collector test_steps_of_a_cycle "two steps are taken for one" 's/c->steps == 1;/c->steps <= 2;/'
plant sim/core/collector.c sim/core/test_collector test_a_free_collector_takes_the_next "a free collector is not seen behind a full latch" 's/^        if (set->in->used \&\& free_units(c, set, c->generic))$/        if (set->in->used \&\& !set->in->used)/'
plant sim/memory/l1d.c sim/core/test_counters test_counted_from \
    "accesses are counted in 32 bits" 's/    counters->l1d_accesses++;/    counters->l1d_accesses = (uint32_t)(counters->l1d_accesses + 1);/'
plant sim/report/timeline.c sim/core/test_counters test_refused \
    "counts that no report can say pass" 's/c->member > COUNTERS_MOST/c->member > 2 * COUNTERS_MOST/'
plant sim/report/json.c sim/core/test_counters test_reported \
    "the JSON has 32 bits" 's/json_integer((json_int_t)number)/json_integer((uint32_t)number)/'
plant sim/core/gpu.c sim/core/test_microbenchmarks test_clocks_tell_the_cycle_of_issue 'a clock counts instructions' \
    's/^    timed.cycle = &g->cycle;/    timed.cycle = NULL;/'
plant sim/frontend/simt_stack.c sim/core/test_microbenchmarks test_clocks_tell_the_cycle_of_issue 'a nanosecond is a cycle' \
    's/ ? config->core_mhz : 1000/ ? 1000 : 1000/'
plants_end
