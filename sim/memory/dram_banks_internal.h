// SPDX-License-Identifier: BSD-3-Clause
// What stands at the banks of a controller: dram_banks.c, and the monitor of a test build (monitor.h).
#ifndef WARPLOCK_SIM_MEMORY_DRAM_BANKS_INTERNAL_H
#define WARPLOCK_SIM_MEMORY_DRAM_BANKS_INTERNAL_H

#include "sim/memory/dram_banks.h"

enum { GROUPS = 16 };

typedef struct {
    bool     open;
    uint32_t row;
    uint64_t opened_for;               // address of the request that the row was opened for
    memory_request *request;           // in service
    bool     begun;                    // a column command of it is out
    uint32_t bursts_left;
    uint64_t read_ok, write_ok;        // after an activate
    uint64_t activate_ok;              // RC and RP
    uint64_t precharge_ok;             // RAS, read and write to precharge
    request_list waiting;              // oldest first
} dram_bank;

typedef struct { uint64_t ccd_ok, precharge_ok; } bank_group;

typedef struct { uint64_t position; memory_request *request; bool last; } bus_slot;

struct dram_banks {
    uint32_t banks, group_mask, queue, atom_bytes, read_bytes, line_bytes;
    uint32_t ccd, rrd, rcd, rcd_write, ras, rp, rc, cl, wl, ccdl, rtpl, rtw, wtr, write_to_precharge, burst_clocks;
    uint64_t column_ok, activate_ok, read_ok, write_ok;      // CCD, RRD, WTR, RTW
    uint64_t busy, waiting;                                  // banks with a request in service; with requests queued
    uint32_t pending;                                        // queued in all banks
    uint32_t priority;                                       // bank that is looked at first
    uint64_t quiet_until;
    memory_request *incoming;
    // Data bus: positions on a conveyor that moves one place a clock; a transfer is put CL or WL places away from its end.
    bus_slot *bus;
    uint32_t bus_mask, bus_head, bus_tail;
    uint64_t bus_position, last_position;                    // position at the end; position of the youngest transfer
    // A line that nobody asked for: what is left of it, and in which bank.
    memory_request *unasked;
    uint32_t unasked_left;
    uint64_t unasked_bank;                                   // as a mask; 0: none is left
    // Of this clock
    uint64_t hold;                                           // banks whose row stays open
    bool bus_taken;
    uint64_t changed, demand_open, demand_other;             // banks: what they stand for is to be looked at again; levels
    dram_bank  bank[BANKS_MAX];
    bank_group group[GROUPS];
    counters *counters;
    controller_events *events;
};

#endif
