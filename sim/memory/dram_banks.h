// SPDX-License-Identifier: BSD-3-Clause
// The banks of one DRAM controller: FR-FCFS scheduler, bank state machines under the full timing set, data bus.
//
// Models GPGPU-Sim's dram_t with frfcfs_scheduler. A clock: data that leave the bus; one new request into the scheduler; one
// request to a free bank (the oldest that finds its row open, else the oldest), starting at a rotating bank; then at most one
// column command, and a row command if no column command came first. Derived as there: write to read WL + burst + CDLR,
// read to write CL + burst + 2 - WL, write to precharge WL + burst + WR, activate to write RCD - (WL + 1), read to precharge
// burst, and RTPL within the group; the group of a bank is its low bits.
// Beside the requests: a bank can be told to keep its row open, and a line of an open row can be read that nobody asked for. Any
// column command of a request goes before its first one; its others wait for them, too, unless a request to another row of its
// bank stands behind them: then they go in that bank's turn. It counts nowhere but in its event.
// Does not model refresh, power, a separate write queue, the dual command bus.
#ifndef WARPLOCK_SIM_MEMORY_DRAM_BANKS_H
#define WARPLOCK_SIM_MEMORY_DRAM_BANKS_H

#include "sim/events/events.h"
#include "sim/events/levels.h"
#include "sim/machine/machine.h"
#include "sim/memory/dram_log.h"
#include "sim/memory/request_pool.h"
#include "sim/report/counters.h"

typedef struct dram_banks dram_banks;

// What happens is written to the log, while there is one. Commands are raised among the controller's events; of two in a clock the one of the row came first.
dram_banks *dram_banks_new(const machine *, counters *, controller_events *, const dram_log *);
void dram_banks_free(dram_banks *);
bool dram_banks_full(const dram_banks *);                     // no place in the scheduler's queue
void dram_banks_push(dram_banks *, memory_request *);         // at most one a clock; bank, row, kind and bytes count
// One clock, in two halves. A request whose last data have left the bus, or NULL; with `room` false the bus stands still.
memory_request *dram_banks_begin(dram_banks *, bool room);
// The requests that stand at the banks after that: the levels but for the room.
void dram_banks_show(dram_banks *, controller_levels *);
// The clock's commands; the banks of the mask `hold` keep their open rows. False: the data bus has none of them, and may take a line.
bool dram_banks_command(dram_banks *, uint64_t clock, uint64_t hold);
bool dram_banks_idle(const dram_banks *);
uint64_t dram_banks_open(const dram_banks *);                 // banks with an open row

// A line that nobody asked for, in a clock in which dram_banks_command was false. Bank to look at first; whether it may read its
// open row now; its row, and an address in it; the line is read, and its request comes back as any other.
uint32_t dram_banks_first(const dram_banks *);
bool dram_banks_may_read(const dram_banks *, uint64_t clock, uint32_t bank);
uint32_t dram_banks_row(const dram_banks *, uint32_t bank, uint64_t *address);
void dram_banks_read(dram_banks *, uint64_t clock, memory_request *);

#endif
