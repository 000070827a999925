// SPDX-License-Identifier: BSD-3-Clause
// The pipelines of one SM for all kinds of units but LD/ST, and the result buses that they share.
//
// Models GPGPU-Sim's pipelined_simd_unit. An instruction blocks its unit's entry for its initiation interval; its result comes
// out `latency` cycles after entry, whatever the interval. A unit delivers one result a cycle and the SM takes writeback_slots
// of them. Both are reserved at entry, so nothing inside ever stalls. So the pipelines are kept as a calendar: a ring of
// cycles, each with the list of instructions whose results come out in it.
// Units take instructions in the order SP, DP, INT, SFU, tensor, each the oldest of its kind; with core.sub_cores 2 unit n of a
// kind takes that of scheduler n.
#ifndef WARPLOCK_SIM_CORE_PIPELINE_H
#define WARPLOCK_SIM_CORE_PIPELINE_H

#include "sim/core/latch.h"
#include "sim/core/units.h"
#include "sim/machine/machine.h"

enum { CALENDAR = 1024, PIPELINE_KINDS = UNIT_COUNT - 1, PIPELINES = 8 * PIPELINE_KINDS, PIPELINE_EXTRA = 2 };   // extra: entry register and write-back register

typedef struct { uint8_t kind, first, count; } unit_set;    // units of a kind; first: number of the first, over all kinds

typedef struct pipelines {
    inflight *finishing[CALENDAR];                  // by cycle mod CALENDAR, linked by next
    uint8_t   results[CALENDAR];                    // how many
    uint64_t  entry_free[PIPELINES];                // cycle from which a unit's entry register is free
    uint16_t  latency[LATENCY_COUNT], interval[LATENCY_COUNT];
    unit_set  set[PIPELINE_KINDS];                  // of the kinds that exist, in their order
    unsigned  sets, result_buses;
    bool      own;                                  // unit n of a kind takes what scheduler n issued
    unsigned  busy;                                 // instructions inside
} pipelines;

void pipelines_open(pipelines *, const machine *);     // in zeroed memory
// Moves instructions from the slots before the units into them, unit by unit; one latch per kind of unit.
void pipelines_enter(pipelines *, latch slots[UNIT_COUNT], uint64_t cycle);
// The instructions whose results are written in this cycle, oldest first, linked by next; NULL if there are none.
inflight *pipelines_take_results(pipelines *, uint64_t cycle);
// First cycle from `cycle` on with a result; UINT64_MAX when nothing is inside.
uint64_t pipelines_next_result(const pipelines *, uint64_t cycle);

#endif
