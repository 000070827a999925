// SPDX-License-Identifier: BSD-3-Clause
// The banks of one DRAM controller: FR-FCFS scheduler, bank state machines under the full timing set, data bus.
//
// Models GPGPU-Sim's dram_t with frfcfs_scheduler. In a clock, data leave the bus; one new request enters the scheduler; one
// request goes to a free bank (the oldest row hit, else the oldest), starting at a rotating bank; then at most one column
// command issues, and a row command if no column command came first. Derived as there: write to read WL + burst + CDLR,
// read to write CL + burst + 2 - WL, write to precharge WL + burst + WR, activate to write RCD - (WL + 1), read to precharge
// burst, and RTPL within the group; the group of a bank is its low bits.
// A bank can also be told to keep its row open, and a line of an open row can be prefetched. Column commands of requests go
// before the prefetch's first, and before its others, too, unless a request to another row of the bank waits behind these: then
// they go in the bank's turn. A prefetch counts only in its event.
// Not modelled: refresh, power, a separate write queue, the dual command bus.
#ifndef WARPLOCK_SIM_MEMORY_DRAM_BANKS_H
#define WARPLOCK_SIM_MEMORY_DRAM_BANKS_H

#include "sim/events/events.h"
#include "sim/events/levels.h"
#include "sim/machine/machine.h"
#include "sim/memory/dram_log.h"
#include "sim/memory/request_pool.h"
#include "sim/report/counters.h"

typedef struct dram_banks dram_banks;

// Writes to the log, if there is one, and raises commands as the controller's events. Of two commands in a clock, the row command
// came first.
dram_banks *dram_banks_new(const machine *, counters *, controller_events *, const dram_log *);
void dram_banks_free(dram_banks *);
bool dram_banks_full(const dram_banks *);                     // the scheduler's queue is full
void dram_banks_push(dram_banks *, memory_request *);         // at most one a clock; uses bank, row, kind and bytes
// One clock, in two halves. Returns a request whose last data have left the bus, or NULL; if `room` is false the bus stalls.
memory_request *dram_banks_begin(dram_banks *, bool room);
// The requests at the banks after that: all levels but the room.
void dram_banks_show(dram_banks *, controller_levels *);
// Issues the clock's commands; banks in `hold` keep their open rows. False: the data bus is free for a prefetch.
bool dram_banks_command(dram_banks *, uint64_t clock, uint64_t hold);
bool dram_banks_idle(const dram_banks *);
uint64_t dram_banks_open(const dram_banks *);                 // banks with an open row

// A prefetch, in a clock in which dram_banks_command was false. The bank to look at first; whether it may read its open row
// now; its row, and an address in it; reads the line, whose request comes back like any other.
uint32_t dram_banks_first(const dram_banks *);
bool dram_banks_may_read(const dram_banks *, uint64_t clock, uint32_t bank);
uint32_t dram_banks_row(const dram_banks *, uint32_t bank, uint64_t *address);
void dram_banks_read(dram_banks *, uint64_t clock, memory_request *);

#endif
