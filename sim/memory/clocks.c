// SPDX-License-Identifier: BSD-3-Clause
// Clock domains in exact integers.
#include "sim/memory/clocks.h"

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
    for (unsigned domain = 0; domain < DOMAINS; domain++)
        clocks->rate[domain] = khz[domain] / unit;
}

void clocks_restart(clocks *clocks)
{
    for (unsigned domain = 0; domain < DOMAINS; domain++)
        clocks->edge[domain] = 0;
}

unsigned clocks_next(clocks *clocks, uint64_t cycle)
{
    unsigned first = 0, due = 0;
    for (unsigned domain = 1; domain < DOMAINS; domain++)
        if (clocks->edge[domain] * clocks->rate[first] < clocks->edge[first] * clocks->rate[domain])
            first = domain;
    uint64_t edge = clocks->edge[first], rate = clocks->rate[first];
    if (edge * clocks->core_rate > cycle * rate)
        return 0;
    for (unsigned domain = 0; domain < DOMAINS; domain++) {
        if (clocks->edge[domain] * rate == edge * clocks->rate[domain]) {
            clocks->edge[domain]++;
            due |= 1u << domain;
        }
    }
    return due;
}

uint64_t clocks_skip(clocks *clocks, uint64_t cycle)
{
    uint64_t dram = clocks->edge[2];
    for (unsigned domain = 0; domain < DOMAINS; domain++) {
        uint64_t next = cycle * clocks->rate[domain] / clocks->core_rate + 1;
        if (next > clocks->edge[domain])
            clocks->edge[domain] = next;
    }
    return clocks->edge[2] - dram;
}

uint64_t clocks_passed(const clocks *clocks, unsigned domain)
{
    return clocks->edge[__builtin_ctz(domain)];
}
