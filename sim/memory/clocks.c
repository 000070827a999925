// SPDX-License-Identifier: BSD-3-Clause
// Clock domains in exact integers.
#include "sim/memory/clocks.h"

#include <stdbool.h>

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

// A clock of that domain's rate.
static void start(clocks *clocks, unsigned clock, const uint64_t khz[DOMAINS], unsigned domain, uint64_t unit)
{
    clocks->rate[clock] = khz[domain] / unit;
    clocks->whole[clock] = clocks->core_rate / clocks->rate[clock];
    clocks->part[clock] = clocks->core_rate % clocks->rate[clock];
    clocks->step[clock] = 1;
    for (unsigned other = 0; other < DOMAINS; other++)
        clocks->step[clock] *= other == domain ? 1 : khz[other] / unit;
}

// Rates of whole kHz without their common factor: what is multiplied below stays small.
void clocks_start(clocks *clocks, const machine *machine)
{
    const uint64_t khz[DOMAINS] = {UINT64_C(1000) * machine->clock.icnt_mhz, UINT64_C(1000) * machine->clock.l2_mhz,
                                   UINT64_C(1000) * machine->clock.dram_mhz + machine->clock.dram_khz};
    uint64_t unit = UINT64_C(1000) * machine->clock.core_mhz;
    for (unsigned domain = 0; domain < DOMAINS; domain++)
        unit = common_divisor(unit, khz[domain]);
    *clocks = (struct clocks){.core_rate = UINT64_C(1000) * machine->clock.core_mhz / unit};
    for (unsigned domain = 0; domain < DOMAINS; domain++) {
        unsigned clock = 0;
        while (clock < clocks->count && clocks->rate[clock] != khz[domain] / unit)
            clock++;
        if (clock == clocks->count)
            start(clocks, clocks->count++, khz, domain, unit);
        clocks->of[domain] = (uint8_t)clock;
        clocks->serves[clock] |= (uint8_t)(1u << domain);
    }
    clocks->taken = clocks->count;
}

void clocks_restart(clocks *clocks)
{
    for (unsigned clock = 0; clock < clocks->count; clock++)
        clocks->edge[clock] = clocks->at[clock] = clocks->over[clock] = clocks->time[clock] = 0;
    clocks->soonest = 0;
    clocks->taken = clocks->count;
}

static void find_soonest(clocks *clocks)
{
    clocks->soonest = clocks->at[0];
    for (unsigned clock = 1; clock < clocks->taken; clock++)
        clocks->soonest = clocks->at[clock] < clocks->soonest ? clocks->at[clock] : clocks->soonest;
}

static inline void take_edge(clocks *clocks, unsigned clock)
{
    const bool later = clocks->over[clock] < clocks->part[clock];
    clocks->edge[clock]++;
    clocks->time[clock] += clocks->step[clock];
    clocks->at[clock] += clocks->whole[clock] + later;
    clocks->over[clock] += (later ? clocks->rate[clock] : 0) - clocks->part[clock];
}

unsigned clocks_take(clocks *clocks)
{
    unsigned first = 0, due = 0;
    for (unsigned clock = 1; clock < clocks->taken; clock++)
        if ((int64_t)(clocks->time[clock] - clocks->time[first]) < 0)
            first = clock;
    const uint64_t time = clocks->time[first];
    uint64_t soonest = UINT64_MAX;
    for (unsigned clock = 0; clock < clocks->taken; clock++) {
        if (clocks->time[clock] == time) {
            take_edge(clocks, clock);
            due |= clocks->serves[clock];
        }
        soonest = clocks->at[clock] < soonest ? clocks->at[clock] : soonest;
    }
    clocks->soonest = soonest;
    return due;
}

static void move_to(clocks *clocks, unsigned clock, uint64_t edge)
{
    const uint64_t rate = clocks->rate[clock];
    clocks->edge[clock] = edge;
    clocks->time[clock] = edge * clocks->step[clock];
    clocks->at[clock] = (edge * clocks->core_rate + rate - 1) / rate;
    clocks->over[clock] = clocks->at[clock] * rate - edge * clocks->core_rate;
}

uint64_t clocks_skip(clocks *clocks, uint64_t cycle)
{
    const uint64_t *edge = &clocks->edge[clocks->of[__builtin_ctz(DOMAIN_DRAM)]], dram = *edge;
    for (unsigned clock = 0; clock < clocks->count; clock++) {
        const uint64_t next = cycle * clocks->rate[clock] / clocks->core_rate + 1;
        if (next > clocks->edge[clock])
            move_to(clocks, clock, next);
    }
    find_soonest(clocks);
    return *edge - dram;
}

void clocks_rest_dram(clocks *clocks)
{
    const unsigned last = clocks->count - 1;
    if (!last || clocks->serves[last] != DOMAIN_DRAM)
        return;
    clocks->taken = last;
    find_soonest(clocks);
}

uint64_t clocks_wake_dram(clocks *clocks)
{
    const unsigned last = clocks->count - 1;
    uint64_t latest = clocks->time[0] - clocks->step[0];
    for (unsigned clock = 1; clock < last; clock++) {
        const uint64_t time = clocks->time[clock] - clocks->step[clock];
        latest = (int64_t)(time - latest) > 0 ? time : latest;
    }
    const int64_t behind = (int64_t)(latest - clocks->time[last]);
    const uint64_t passed = behind < 0 ? 0 : (uint64_t)behind / clocks->step[last] + 1;
    if (passed)
        move_to(clocks, last, clocks->edge[last] + passed);
    clocks->taken = clocks->count;
    find_soonest(clocks);
    return passed;
}

uint64_t clocks_passed(const clocks *clocks, unsigned domain)
{
    return clocks->edge[clocks->of[__builtin_ctz(domain)]];
}
