// SPDX-License-Identifier: BSD-3-Clause
// Judges a DRAM command stream by the timing set alone: keeps when each command last went to each bank and group.
#ifndef WARPLOCK_TESTS_SIM_MEMORY_DRAM_CHECKER_H
#define WARPLOCK_TESTS_SIM_MEMORY_DRAM_CHECKER_H

#include "sim/memory/dram_banks.h"

typedef struct {
    machine machine;
    int64_t activate[64], precharge[64], read[64], write[64];      // last clock at each bank, far past if none
    int64_t any_activate, group_column[16], group_read[16], any_read, any_write;
    bool open[64];
    uint32_t row[64];
    uint64_t commands, columns, last_clock;
    char violation[128];                                           // the first one; empty: none
} dram_checker;

void dram_checker_open(dram_checker *, const machine *);
void dram_checker_hear(dram_checker *, uint64_t clock, const controller_events *);     // of this clock

#endif
