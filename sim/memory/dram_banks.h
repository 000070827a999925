// The banks of one DRAM controller: FR-FCFS scheduler, bank state machines under the full timing set, data bus.
//
// Models GPGPU-Sim's dram_t with frfcfs_scheduler. A clock: data that leave the bus; one new request into the scheduler; one
// request to a free bank (the oldest that finds its row open, else the oldest), starting at a rotating bank; then at most one
// column command, and a row command if no column command came first. Derived as there: write to read WL + burst + CDLR,
// read to write CL + burst + 2 - WL, write to precharge WL + burst + WR, activate to write RCD - (WL + 1), read to precharge
// burst, and RTPL within the group; the group of a bank is its low bits.
// Does not model refresh, power, a separate write queue, the dual command bus.
#ifndef WARPLOCK_SIM_MEMORY_DRAM_BANKS_H
#define WARPLOCK_SIM_MEMORY_DRAM_BANKS_H

#include "sim/events/events.h"
#include "sim/machine/machine.h"
#include "sim/memory/request_pool.h"
#include "sim/report/counters.h"

typedef struct dram_banks dram_banks;

// Commands are raised among the controller's events; of two in a clock the one of the row came first.
dram_banks *dram_banks_new(const machine *, counters *, controller_events *);
void dram_banks_free(dram_banks *);
bool dram_banks_full(const dram_banks *);                     // no place in the scheduler's queue
void dram_banks_push(dram_banks *, memory_request *);         // at most one a clock; bank, row, kind and bytes count
// One clock. A request whose last data have left the bus, or NULL; with `room` false the bus stands still.
memory_request *dram_banks_clock(dram_banks *, uint64_t clock, bool room);
bool dram_banks_idle(const dram_banks *);
uint32_t dram_banks_pending(const dram_banks *);              // requests that wait for their bank

#endif
