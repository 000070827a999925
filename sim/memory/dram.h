// SPDX-License-Identifier: BSD-3-Clause
// One DRAM controller with its L2 slices: GPGPU-Sim's memory_partition_unit.
//
// Models the order of memory_partition_unit::dram_cycle: a finished read returns to its slice; the banks run; one request
// with a credit, from the slices in round robin, enters the latency queue; the head of that queue enters the scheduler once
// its latency is over. Each slice owns one credit; the others (scheduler queue + return queue - slices + 1) are shared. A
// write-back returns its credit when its data have passed; a read, or a store that waits for its acknowledgement, when the
// slice has taken it.
// The controller's blocks see the requests at the banks before the clock's commands, answer, and hear of the commands before
// the next. A policy may offer lines of open rows (sim/memory/dram_prefetch.c). These need no credit: they wait behind
// demand requests, in places of their own.
// Not modelled: data.
#ifndef WARPLOCK_SIM_MEMORY_DRAM_H
#define WARPLOCK_SIM_MEMORY_DRAM_H

#include "sim/blocks/place.h"
#include "sim/memory/dram_banks.h"
#include "sim/memory/dram_log.h"
#include "sim/memory/l2_slice.h"

typedef struct {
    dram_banks *banks;
    l2_slice *slices;                      // those of this controller
    uint32_t slice_count;                  // a power of two
    uint32_t last_borrower;
    bool *private_used;                    // each slice's own credit
    uint32_t shared_used, shared_limit;
    uint32_t latency, room_returned;
    request_list delayed, returned;
    uint64_t wake;                         // core cycle before which no clock need run unless a slice sends something
    request_list prefetched;               // prefetched lines on their way to a slice
    bool prefetches;                       // the policy offers prefetches
    policy_prefetches offered;             // in this clock
    uint32_t n_banks;
    bool rests;                            // in its blocks' last clock nothing happened and the banks had no requests
    unsigned index;
    const dram_map *map;
    request_pool *pool;
    counters *counters;
    controller_events events;              // of the last clock
    controller_levels levels;
    place place;
    dram_log log;                          // of a recording
} dram;

void dram_open(dram *, const machine *, unsigned index, l2_slice *slices, const dram_map *, request_pool *, counters *);
void dram_close(dram *);
bool dram_open_place(dram *, const machine *, const place_options *, char *error, size_t error_size);
void dram_clock(dram *, uint64_t clock, uint64_t cycle, unsigned nth);   // one DRAM clock, the nth at this core cycle
uint64_t dram_wake(const dram *, uint64_t cycle);            // core cycle, >= `cycle`, before which a clock does nothing; UINT64_MAX: idle

// dram_prefetch.c. Banks whose slice accepts one more prefetch; sends or drops one of those offered, if allowed; one has come
// back.
uint64_t dram_prefetch_room(const dram *);
void dram_prefetch(dram *, uint64_t clock);
void dram_prefetch_returns(dram *);

#endif
