// SPDX-License-Identifier: BSD-3-Clause
// Loans: a warp whose own scheduler has no register free for it issues through another scheduler that issues nothing.
//
// Asked once a cycle, after all schedulers had their turn (hardware.md section 3.2). The instruction comes from its own
// scheduler's buffer and uses the other one's issue register and the path after it; its operands are in its own banks. Loans
// go in the order of the schedulers' turns. The scheduler that issues a loan has no stall in this cycle; the warp's own keeps
// its stall. No arbiter is told, so none remembers a lent warp.
#include "sim/core/sm.h"

#include <stdio.h>
#include <stdlib.h>

static void show_levels(sm *s, bool turn)
{
    sm_levels *levels = &s->levels;
    const policy_masks *masks = &s->masks;
    uint64_t held = ~masks->may_issue | (s->load & (masks->occlude | ~masks->can_issue)) | sm_behind_charge(s), roomless = 0;
    levels->issues = 0;
    levels->other_unit = 0;
    for (unsigned kind = UNITS_ALWAYS; kind < UNIT_COUNT; kind++)
        levels->other_unit |= s->unit[kind];
    for (unsigned i = 0; i < s->events.warp_issue_count; i++) {
        levels->issues |= (uint8_t)(1u << s->events.warp_issue[i].through);
        held |= warp_bit(s->events.warp_issue[i].warp);
    }
    for (unsigned scheduler = 0; scheduler < s->schedulers; scheduler++) {
        levels->can_accept[scheduler] = 0;
        for (unsigned kind = 0; kind < UNIT_COUNT; kind++) {
            if (sm_has_room(s, scheduler, kind))
                levels->can_accept[scheduler] |= (uint8_t)(kind < UNITS_ALWAYS ? 1u << kind : 0);
            else
                roomless |= s->unit[kind] & scheduler_warps(s, scheduler);
        }
    }
    levels->ready_but_register = turn ? sm_ready(s) & roomless & ~held : 0;
}

// By scheduler and kind of unit.
static uint64_t *lent_by(counters *counters, unsigned scheduler, unsigned kind)
{
    uint64_t *const lent[SCHEDULERS_MAX][UNITS_ALWAYS] = {
        {&counters->lent_sp_0, &counters->lent_sfu_0, &counters->lent_mem_0},
        {&counters->lent_sp_1, &counters->lent_sfu_1, &counters->lent_mem_1},
        {&counters->lent_sp_2, &counters->lent_sfu_2, &counters->lent_mem_2},
        {&counters->lent_sp_3, &counters->lent_sfu_3, &counters->lent_mem_3}};
    return lent[scheduler][kind];
}

static uint64_t *borrowed_by(counters *counters, unsigned scheduler, unsigned kind)
{
    uint64_t *const borrowed[SCHEDULERS_MAX][UNITS_ALWAYS] = {
        {&counters->borrowed_sp_0, &counters->borrowed_sfu_0, &counters->borrowed_mem_0},
        {&counters->borrowed_sp_1, &counters->borrowed_sfu_1, &counters->borrowed_mem_1},
        {&counters->borrowed_sp_2, &counters->borrowed_sfu_2, &counters->borrowed_mem_2},
        {&counters->borrowed_sp_3, &counters->borrowed_sfu_3, &counters->borrowed_mem_3}};
    return borrowed[scheduler][kind];
}

// `free`: warps that may be lent, and are not yet.
static void issue_loan(sm *s, unsigned through, unsigned warp, uint64_t *free)
{
    const insn *insn = s->warp[warp].buffer[s->warp[warp].next];
    const unsigned own = warp % s->schedulers, kind = sm_kind(s, insn);
    if (own == through || s->levels.issues >> through & 1 || !(*free >> warp & 1) ||
        !sm_has_room(s, through, kind)) {
        fprintf(stderr, "warplock: bug: policy %s lends warp %u to scheduler %u, which cannot issue it\n",
                s->place.options.policy->name, warp, through);
        abort();
    }
    *free &= ~warp_bit(warp);
    ++*lent_by(s->counters, own, kind);
    ++*borrowed_by(s->counters, through, kind);
    sm_issue_warp(s, through, warp);
}

void sm_lend(sm *s, bool turn)
{
    policy_loans loans = {0};
    show_levels(s, turn);
    uint64_t free = s->levels.ready_but_register;
    sm_ask_loans(s, &loans);
    for (unsigned i = 0; i < s->schedulers && !s->fault; i++) {
        const unsigned through = (s->first_scheduler + i) % s->schedulers;
        if (loans.through >> through & 1)
            issue_loan(s, through, loans.warp[through], &free);
        else if (!(s->levels.issues >> through & 1))
            s->stalls[through][s->stalled[through]]++;
    }
}
