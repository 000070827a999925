// One DRAM controller with its slices: GPGPU-Sim's memory_partition_unit.
//
// Models the order of memory_partition_unit::dram_cycle: a finished read back to its slice; the banks; one request of the
// slices, round robin after the last that got one, if it has a credit, into the latency queue; the head of that queue, when
// its time has come, into the scheduler. Credits: each slice owns one, the others (scheduler queue + return queue - slices + 1)
// are shared; a write-back gives its credit back when its data have passed, a read and a store that waits for its
// acknowledgement when the slice has taken it.
// Does not model data.
#ifndef WARPLOCK_SIM_MEMORY_DRAM_H
#define WARPLOCK_SIM_MEMORY_DRAM_H

#include "sim/blocks/place.h"
#include "sim/memory/dram_banks.h"
#include "sim/memory/l2_slice.h"

typedef struct {
    dram_banks *banks;
    l2_slice *slices;                      // those of this controller
    uint32_t slice_count, last_borrower;
    bool *private_used;                    // of each slice's own credit
    uint32_t shared_used, shared_limit;
    uint32_t latency, room_returned;
    request_list delayed, returned;
    controller_events events;              // of the last clock
    controller_levels levels;
    place place;
} dram;

void dram_open(dram *, const machine *, l2_slice *slices, counters *);
void dram_close(dram *);
bool dram_open_place(dram *, unsigned index, const machine *, const place_options *, char *error, size_t error_size);
// The blocks of the controller at the clock that dram_clock has just run, the nth of this core cycle.
void dram_step_place(dram *, uint64_t clock, uint64_t cycle, unsigned nth);
void dram_clock(dram *, uint64_t clock, uint64_t cycle);     // one DRAM clock, at this core cycle
uint64_t dram_wake(const dram *, uint64_t cycle);            // core cycle before which a clock does nothing, at least `cycle`; UINT64_MAX: idle

#endif
