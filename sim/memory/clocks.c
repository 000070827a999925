// SPDX-License-Identifier: BSD-3-Clause
// Clock domains in exact integers.
#include "sim/memory/clocks.h"

#include <stdbool.h>

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b ? common_divisor(b, a % b) : a;
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
        clocks->rate[domain] = khz[domain] / unit;
        clocks->whole[domain] = clocks->core_rate / clocks->rate[domain];
        clocks->part[domain] = clocks->core_rate % clocks->rate[domain];
        clocks->step[domain] = 1;
        for (unsigned other = 0; other < DOMAINS; other++)
            clocks->step[domain] *= other == domain ? 1 : khz[other] / unit;
    }
}

void clocks_restart(clocks *clocks)
{
    for (unsigned domain = 0; domain < DOMAINS; domain++)
        clocks->edge[domain] = clocks->at[domain] = clocks->over[domain] = clocks->time[domain] = 0;
    clocks->soonest = 0;
}

static void find_soonest(clocks *clocks)
{
    clocks->soonest = clocks->at[0];
    for (unsigned domain = 1; domain < DOMAINS; domain++)
        clocks->soonest = clocks->at[domain] < clocks->soonest ? clocks->at[domain] : clocks->soonest;
}

static inline void take_edge(clocks *clocks, unsigned domain)
{
    const bool later = clocks->over[domain] < clocks->part[domain];
    clocks->edge[domain]++;
    clocks->time[domain] += clocks->step[domain];
    clocks->at[domain] += clocks->whole[domain] + later;
    clocks->over[domain] += (later ? clocks->rate[domain] : 0) - clocks->part[domain];
}

// Several domains have an edge by now: takes the earliest, and all that coincide with it.
static unsigned take_first(clocks *clocks)
{
    unsigned first = 0, due = 0;
    for (unsigned domain = 1; domain < DOMAINS; domain++)
        if ((int64_t)(clocks->time[domain] - clocks->time[first]) < 0)
            first = domain;
    const uint64_t time = clocks->time[first];
    for (unsigned domain = 0; domain < DOMAINS; domain++) {
        if (clocks->time[domain] == time) {
            take_edge(clocks, domain);
            due |= 1u << domain;
        }
    }
    return due;
}

unsigned clocks_take(clocks *clocks, uint64_t cycle)
{
    unsigned due = 0;
    for (unsigned domain = 0; domain < DOMAINS; domain++)
        due |= (unsigned)(clocks->at[domain] <= cycle) << domain;
    if (due & (due - 1))
        due = take_first(clocks);
    else
        take_edge(clocks, (unsigned)__builtin_ctz(due));
    find_soonest(clocks);
    return due;
}

uint64_t clocks_skip(clocks *clocks, uint64_t cycle)
{
    uint64_t dram = clocks->edge[2];
    for (unsigned domain = 0; domain < DOMAINS; domain++) {
        const uint64_t rate = clocks->rate[domain], next = cycle * rate / clocks->core_rate + 1;
        if (next <= clocks->edge[domain])
            continue;
        clocks->edge[domain] = next;
        clocks->time[domain] = next * clocks->step[domain];
        clocks->at[domain] = (next * clocks->core_rate + rate - 1) / rate;
        clocks->over[domain] = clocks->at[domain] * rate - next * clocks->core_rate;
    }
    find_soonest(clocks);
    return clocks->edge[2] - dram;
}

uint64_t clocks_passed(const clocks *clocks, unsigned domain)
{
    return clocks->edge[__builtin_ctz(domain)];
}
