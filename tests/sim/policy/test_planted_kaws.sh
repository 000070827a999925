#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of what feeds, wires and asks KAWS's blocks; the case of a unit test that the plant names
# notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_kaws
kaws=sim/policy/kaws.c wiring=sim/policy/test_kaws_wiring lend=sim/core/lend.c loans=sim/core/test_lend
plant $kaws $wiring instructions_are_of_the_warps_cta 'a loan counts at its own scheduler' 's/issued->through\]/issued->scheduler]/'
plant $kaws $wiring warps_are_of_the_cta_launched_last 'a launch takes the issues of its cycle' \
    's/in->issued_cta\[issued->through\] = .*;/in->issued_cta[issued->through] = launch ? launch->slot : state->cta[issued->warp];/'
plant $kaws $wiring warps_are_of_the_cta_launched_last 'slots do not become free' 's/in->exit = .*;/in->exit = 0;/'
plant $kaws $wiring the_last_cta_of_the_grid_turns_the_mode 'a kernel does not begin' 's/in->kernel_launch = .*;/in->kernel_launch = 0;/'
plant $kaws $wiring the_last_cta_of_the_grid_turns_the_mode 'the grid has one CTA less' 's/gpu->ctas;/gpu->ctas - 1;/'
plant $kaws $wiring select_is_the_rank_of_the_warps_cta 'its key has no say' 's/if (view->machine->policy.kaws_progress)/if (true)/'
plant $kaws $wiring levels_behind_the_arbiters_reach_the_control_unit 'all ready warps are candidates' \
    's/in->ready = levels->ready_but_register;/in->ready = levels->ready;/'
plant $kaws $wiring levels_behind_the_arbiters_reach_the_control_unit 'LD/ST is taken for SP' 's/ | (mem >> warp & 1) \* KAWS_MEM//'
plant $kaws $wiring levels_behind_the_arbiters_reach_the_control_unit 'levels of the cycle before' \
    's/if (phase != FEED_LEND)/if (phase != FEED_EARLY)/'
plant $kaws $wiring lend_is_what_the_control_unit_says 'who issues is not known' 's/in->issues = levels->issues;/in->issues = 0;/'
plant $kaws $wiring lend_is_what_the_control_unit_says 'every loan is of warp 0' 's/loans->warp\[scheduler\] = .*;/loans->warp[scheduler] = 0;/'
plant $kaws $wiring every_warp_slot_reaches_the_blocks 'half of the warps are launched' 's/launch ? launch->warps : 0/launch ? (uint32_t)launch->warps : 0/'
plant $kaws $wiring every_warp_slot_reaches_the_blocks 'units of half of the warps' 's/sfu = levels->unit\[KAWS_SFU\]/sfu = (uint32_t)levels->unit[KAWS_SFU]/'
plant $kaws $wiring every_warp_slot_reaches_the_blocks 'half of the warps are ready' 's/in->ready = levels->ready_but_register;/in->ready = (uint32_t)levels->ready_but_register;/'
plant $kaws $wiring every_warp_slot_reaches_the_blocks 'who is ready is the warp before' 's/in->ready = levels->ready_but_register;/in->ready = levels->ready_but_register >> 1;/'
plant $kaws $wiring every_cta_slot_reaches_the_blocks 'the last CTA slot stays' 's/in->exit = (uint32_t)events->cta_end;/in->exit = (uint32_t)events->cta_end \& INT32_MAX;/'
plant rtl_c/wires.def $wiring lend_is_what_the_control_unit_says 'the control unit knows no age' '/warp_order, older, kaws_share/d'
plant sim/blocks/place.c $wiring lend_is_what_the_control_unit_says 'it is evaluated before the arbiters' '/^void place_lend/,/^}/s/^        place_out(.*/        ;/;s/b < hook->early; b++/b < hook->count; b++/'
plant sim/core/gpu.c sim/policy/test_kaws_mode the_mode_rises_on_the_cycle_after_the_last_cta 'an SM that sleeps does not see the last CTA' \
    's/^            number_set_join(&awake, join_all(g, awake));/            (void)join_all;/'
plant sim/core/gpu.c sim/policy/test_kaws_mode the_mode_rises_on_the_cycle_after_the_last_cta 'CTAs are counted before they are issued' \
    's/levels.ctas_issued = g->dispatcher.next;/levels.ctas_issued = g->dispatcher.next + 1;/'
plant sim/core/gpu.c sim/policy/test_kaws_mode the_mode_is_0_before_the_first_cta 'CTAs of the launch before are issued still' \
    's/^    g->levels = (gpu_levels){.ctas = g->dispatcher.total};/    g->levels.ctas = g->dispatcher.total;/'
plant $lend $loans test_the_one_free_register_takes_the_oldest 'nothing is ready' 's/ready_but_register = .*;/ready_but_register = 0;/'
plant $lend $loans test_a_borrower_has_no_stall 'the borrower has its stall' 's/        else if (!(s->levels.issues >> through & 1))/        if (!(s->levels.issues >> through \& 1))/'
plant $lend $loans test_loans_are_counted_at_both 'the loan counts at the borrower alone' 's/lent_by(s->counters, own,/lent_by(s->counters, through,/'
plant sim/core/issue.c $loans test_the_one_free_register_takes_the_oldest 'a loan takes the register of its own scheduler' \
    's/taken |= (uint8_t)(1u << through)/taken |= (uint8_t)(1u << warp % s->schedulers)/'
plant $lend $loans test_a_barrier_by_way_of_a_loan 'barriers are no loans' 's/uint64_t held = ~masks->may_issue/& | s->unit[UNIT_SP]/'
plants_end
