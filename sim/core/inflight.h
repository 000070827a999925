// SPDX-License-Identifier: BSD-3-Clause
// A warp instruction between issue and write-back, in the pool of its SM.
#ifndef WARPLOCK_SIM_CORE_INFLIGHT_H
#define WARPLOCK_SIM_CORE_INFLIGHT_H

#include "sim/frontend/exec.h"
#include "sim/report/profile.h"

typedef struct inflight {
    warp_step step;                     // what it executes, with addresses
    uint8_t   warp;                     // slot in the SM
    uint8_t   scheduler;                // through whose registers it was issued
    uint8_t   unit;                     // pipeline it went down, counted over all
    uint8_t   written;                  // destinations of a load whose bank write has been granted, one bit each
    uint64_t  issued;                   // core cycle
    uint64_t  age;                      // issue number in the SM, for oldest-first choices
    uint32_t  pending_accesses;         // loads: accesses not yet back
    uint32_t  policy_charge;            // what a policy attached at issue (OAWS: predicted misses); 0 otherwise
    uint64_t  held_up;                  // loads for the L1D: what ldst_held_up was at issue
    line_cell *cell;                    // of a profile that is wanted: what a load or store at the L1D costs is counted there; or NULL
    struct inflight *next;
} inflight;

// The pool: grows in chunks while the machine fills up, then reuses.
typedef struct inflight_pool {
    inflight *free;
    struct inflight_chunk *chunks;
    uint32_t  in_use;
} inflight_pool;

inflight *inflight_new(inflight_pool *);            // every field but the addresses of the step zero
void      inflight_free(inflight_pool *, inflight *);
void      inflight_pool_close(inflight_pool *);

#endif
