// SPDX-License-Identifier: BSD-3-Clause
// A warp instruction between issue and write-back, in the pool of its SM.
#ifndef WARPLOCK_SIM_CORE_INFLIGHT_H
#define WARPLOCK_SIM_CORE_INFLIGHT_H

#include "sim/frontend/exec.h"
#include "sim/report/profile.h"

typedef struct inflight {
    warp_step step;                     // what it executes, with addresses
    uint8_t   warp;                     // slot in the SM
    uint8_t   scheduler;                // whose issue registers it went through
    uint8_t   unit;                     // its pipeline, numbered over all kinds
    uint8_t   written;                  // a load's destinations whose bank write was granted, one bit each
    uint64_t  issued;                   // core cycle
    uint64_t  age;                      // issue number in the SM, for oldest-first choices
    uint32_t  pending_accesses;         // loads: outstanding accesses
    uint32_t  policy_charge;            // attached by a policy at issue (OAWS: predicted misses); 0 otherwise
    uint64_t  held_up;                  // loads for the L1D: ldst_held_up at issue
    line_cell *cell;                    // counts what a load or store costs at the L1D; NULL without a profile
    struct inflight *next;
} inflight;

// The pool grows in chunks and reuses what was freed.
typedef struct inflight_pool {
    inflight *free;
    struct inflight_chunk *chunks;
    uint32_t  in_use;
} inflight_pool;

inflight *inflight_new(inflight_pool *);            // all fields zero but the addresses of the step
void      inflight_free(inflight_pool *, inflight *);
void      inflight_pool_close(inflight_pool *);

#endif
