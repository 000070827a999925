// SPDX-License-Identifier: BSD-3-Clause
// What an SM counts by the cycle: stalls of its schedulers, which warp holds them, cycles with a CTA, registers that are free.
#include "sim/core/sm.h"

#include <string.h>

void sm_count_held(sm *s, unsigned scheduler, uint64_t cycle)
{
    uint64_t since = s->held_since[scheduler];
    unsigned age = s->holder[scheduler];
    if (cycle <= since)
        return;
    s->held_since[scheduler] = cycle;
    if (age == NOBODY)
        return;
    s->counters->issue_held += cycle - since;
    s->counters->issue_held_oldest_8 += age < OLDEST ? cycle - since : 0;
    if (s->profile)
        profile_hold(s->profile, age, cycle - since);
}

// Cycles with a CTA, those before `cycle`; the next ones count from there.
void sm_count_active(sm *s, uint64_t cycle)
{
    if (cycle <= s->active_since)
        return;
    uint64_t cycles = s->resident_ctas ? cycle - s->active_since : 0;
    s->counters->sm_active_cycles += cycles;
    s->counters->scheduler_active_cycles += cycles * s->schedulers;
    for (unsigned i = 0; i < s->schedulers; i++) {
        if (!s->resident_ctas)
            s->holder[i] = NOBODY;
        sm_count_held(s, i, cycle);
    }
    s->active_since = cycle;
}

void sm_count_stalls(sm *s)
{
    counters *counters = s->counters;
    uint64_t *const own[SCHEDULERS_MAX][3] = {
        {&counters->stalls_idle_0, &counters->stalls_scoreboard_0, &counters->stalls_pipeline_0},
        {&counters->stalls_idle_1, &counters->stalls_scoreboard_1, &counters->stalls_pipeline_1},
        {&counters->stalls_idle_2, &counters->stalls_scoreboard_2, &counters->stalls_pipeline_2},
        {&counters->stalls_idle_3, &counters->stalls_scoreboard_3, &counters->stalls_pipeline_3}};
    for (unsigned i = 0; i < s->schedulers; i++) {
        const uint64_t *stalls = s->stalls[i];
        const uint64_t pipeline = stalls[STALL_PIPELINE] + stalls[STALL_LDST] + stalls[STALL_OCCLUDED];
        counters->stalls_idle += stalls[STALL_IDLE];
        counters->stalls_scoreboard += stalls[STALL_SCOREBOARD];
        counters->stalls_pipeline += pipeline;
        counters->stalls_scheduler_ldst += stalls[STALL_LDST];
        counters->stalls_occluded += stalls[STALL_OCCLUDED];
        *own[i][0] += stalls[STALL_IDLE];
        *own[i][1] += stalls[STALL_SCOREBOARD];
        *own[i][2] += pipeline;
    }
    memset(s->stalls, 0, sizeof s->stalls);
}

// After the schedulers of a cycle; while the SM sleeps nothing enters or leaves a register.
void sm_count_one_free(sm *s, uint64_t cycles)
{
    uint64_t *const one_free[UNITS_ALWAYS] = {&s->counters->registers_one_free_sp, &s->counters->registers_one_free_sfu,
                                              &s->counters->registers_one_free_mem};
    for (unsigned kind = 0; kind < UNITS_ALWAYS; kind++)
        if (s->issue_slot[kind].used + 1u == s->issue_slot[kind].slots)
            *one_free[kind] += cycles;
}
