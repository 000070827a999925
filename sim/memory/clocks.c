// SPDX-License-Identifier: BSD-3-Clause
// Clock domains in exact integers.
#include "sim/memory/clocks.h"

void clocks_start(clocks *clocks, const machine *machine)
{
    *clocks = (struct clocks){0};
    clocks->core_mhz = machine->clock.core_mhz;
    clocks->mhz[0] = machine->clock.icnt_mhz;
    clocks->mhz[1] = machine->clock.l2_mhz;
    clocks->mhz[2] = machine->clock.dram_mhz;
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
        if (clocks->edge[domain] * clocks->mhz[first] < clocks->edge[first] * clocks->mhz[domain])
            first = domain;
    uint64_t edge = clocks->edge[first], mhz = clocks->mhz[first];
    if (edge * clocks->core_mhz > cycle * mhz)
        return 0;
    for (unsigned domain = 0; domain < DOMAINS; domain++) {
        if (clocks->edge[domain] * mhz == edge * clocks->mhz[domain]) {
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
        uint64_t next = cycle * clocks->mhz[domain] / clocks->core_mhz + 1;
        if (next > clocks->edge[domain])
            clocks->edge[domain] = next;
    }
    return clocks->edge[2] - dram;
}

uint64_t clocks_passed(const clocks *clocks, unsigned domain)
{
    return clocks->edge[__builtin_ctz(domain)];
}
