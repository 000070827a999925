// SPDX-License-Identifier: BSD-3-Clause
// SP and SFU pipelines of one SM, and the result buses that they share.
//
// GPGPU-Sim's pipelined_simd_unit: an instruction blocks its unit's entry for its initiation interval and its result comes
// out `latency` cycles after that entry whatever the interval. A unit delivers one result a cycle and the SM takes
// writeback_slots of them; both are reserved when the instruction enters, so nothing inside ever stalls. The pipelines are
// therefore kept as a calendar: a ring of cycles, each with the list of instructions whose results come out in it.
//
// Not modelled: dedicated integer, fp64 and tensor units (Fermi and the papers' machines have none).
#ifndef WARPLOCK_SIM_CORE_PIPELINE_H
#define WARPLOCK_SIM_CORE_PIPELINE_H

#include "sim/core/latch.h"
#include "sim/machine/machine.h"

enum { CALENDAR = 2048, PIPELINES = 16, PIPELINE_EXTRA = 2 };   // extra: entry register and write-back register

typedef struct pipelines {
    inflight *finishing[CALENDAR];                  // by cycle mod CALENDAR, linked by next
    uint8_t   results[CALENDAR];                    // how many
    uint64_t  entry_free[PIPELINES];                // cycle from which a unit's entry register is free
    uint16_t  latency[LATENCY_COUNT], interval[LATENCY_COUNT];
    unsigned  sp_units, sfu_units, result_buses;
    unsigned  busy;                                 // instructions inside
} pipelines;

void pipelines_open(pipelines *, const machine *);
// Moves instructions from the slots before the units into them, unit by unit.
void pipelines_enter(pipelines *, latch *sp, latch *sfu, uint64_t cycle);
// The instructions whose results are written in this cycle, oldest first, linked by next; NULL if there are none.
inflight *pipelines_take_results(pipelines *, uint64_t cycle);
// First cycle from `cycle` on with a result; UINT64_MAX when nothing is inside.
uint64_t pipelines_next_result(const pipelines *, uint64_t cycle);

#endif
