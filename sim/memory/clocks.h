// SPDX-License-Identifier: BSD-3-Clause
// Clock domains: which edges of the interconnect, L2 and DRAM clocks are due by a core clock edge, and in which order.
//
// Models GPGPU-Sim's next_clock_domain. All domains have an edge at time 0. Coinciding edges are served together, in an order
// that the caller fixes. Edge n of a clock of rate f is at n/f; comparing n1*f2 with n2*f1 avoids drift. Not modelled: jitter,
// changing clocks.
#ifndef WARPLOCK_SIM_MEMORY_CLOCKS_H
#define WARPLOCK_SIM_MEMORY_CLOCKS_H

#include <stdint.h>

#include "sim/machine/machine.h"

enum { DOMAIN_ICNT = 1, DOMAIN_L2 = 2, DOMAIN_DRAM = 4, DOMAINS = 3 };

typedef struct clocks {
    uint64_t core_rate;
    unsigned count;                          // clocks of different rates: those of icnt, L2 and DRAM, of which equal ones are one
    unsigned taken;                          // those whose edges are taken: all, or all but the last, DRAM's own, while it rests
    uint8_t  serves[DOMAINS], of[DOMAINS];   // the domains of a clock; the clock of a domain
    uint64_t rate[DOMAINS];                  // in one unit
    uint64_t edge[DOMAINS];                  // number of the next edge
    uint64_t at[DOMAINS], over[DOMAINS];     // the first core edge not before it, and how far after it, in 1/rate[]
    uint64_t soonest;                        // of at[]
    uint64_t whole[DOMAINS], part[DOMAINS];  // core_rate / rate: quotient and remainder
    uint64_t time[DOMAINS], step[DOMAINS];   // of the edge and of a period, in one unit; wraps, so use only differences
} clocks;

void clocks_start(clocks *, const machine *);        // all in phase at cycle 0
void clocks_restart(clocks *);                       // the same; cycles count from 0 again
unsigned clocks_take(clocks *);                      // takes the earliest edges, all at one time; returns their domains
static inline bool clocks_due(const clocks *clocks, uint64_t cycle) { return clocks->soonest <= cycle; }     // by core edge `cycle`
static inline unsigned clocks_next(clocks *clocks, uint64_t cycle) { return clocks_due(clocks, cycle) ? clocks_take(clocks) : 0; }
// Passes all edges due by core edge `cycle`; returns how many were DRAM edges.
uint64_t clocks_skip(clocks *, uint64_t cycle);
// DRAM's edges pass without being taken, if its clock serves no other domain.
void clocks_rest_dram(clocks *);
static inline bool clocks_dram_rests(const clocks *clocks) { return clocks->taken < clocks->count; }
// They are taken again. Returns how many have passed that are not behind the edges taken last.
uint64_t clocks_wake_dram(clocks *);
uint64_t clocks_passed(const clocks *, unsigned domain);      // edges of the domain since all were in phase

#endif
