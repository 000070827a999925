// SPDX-License-Identifier: BSD-3-Clause
// Clock domains: which edges of interconnect, L2 and DRAM fall due by an edge of the core clock, and in which order.
//
// Models GPGPU-Sim's next_clock_domain: all domains have an edge at time 0, edges that coincide are served together, and the
// order within such a group is fixed by the caller. Edge n of a clock of rate f lies at n/f: compared as n1*f2 with n2*f1,
// so that nothing drifts. Does not model jitter or clocks that change.
#ifndef WARPLOCK_SIM_MEMORY_CLOCKS_H
#define WARPLOCK_SIM_MEMORY_CLOCKS_H

#include <stdint.h>

#include "sim/machine/machine.h"

enum { DOMAIN_ICNT = 1, DOMAIN_L2 = 2, DOMAIN_DRAM = 4, DOMAINS = 3 };

typedef struct clocks {
    uint64_t core_rate;
    uint64_t rate[DOMAINS];                  // of icnt, L2, DRAM, in the same unit
    uint64_t edge[DOMAINS];                  // number of the next edge
    uint64_t at[DOMAINS], over[DOMAINS];     // the first core edge that is not before it, and so many parts of rate[] after it
    uint64_t soonest;                        // of at[]
    uint64_t whole[DOMAINS], part[DOMAINS];  // of a period: core_rate / rate and what is left of it
    uint64_t time[DOMAINS], step[DOMAINS];   // of the edge, and of a period, in a unit that all share; wraps: only differences count
} clocks;

void clocks_start(clocks *, const machine *);        // all in phase at cycle 0
void clocks_restart(clocks *);                       // the same again: cycles count from 0 anew
// The domains whose next edges come first, together, at or before core edge `cycle`; 0 when none is left. Takes the edges.
unsigned clocks_take(clocks *, uint64_t cycle);                        // one is left
static inline unsigned clocks_next(clocks *clocks, uint64_t cycle) { return clocks->soonest > cycle ? 0 : clocks_take(clocks, cycle); }
// Passes all edges at or before core edge `cycle`; how many DRAM edges these were.
uint64_t clocks_skip(clocks *, uint64_t cycle);
uint64_t clocks_passed(const clocks *, unsigned domain);      // edges of the domain since all were in phase

#endif
