// SPDX-License-Identifier: BSD-3-Clause
// Events and levels at the banks of a memory controller, as text: controller.txt and levels.txt of a recording (docs/events.md).
// Written where they happen, not from the events that blocks are told.
#ifndef WARPLOCK_SIM_MEMORY_DRAM_LOG_H
#define WARPLOCK_SIM_MEMORY_DRAM_LOG_H

#include "sim/events/events.h"
#include "sim/events/place_log.h"

typedef struct dram_log {
    FILE     *file;                     // NULL: this controller is not recorded
    uint64_t  clocks, clock;            // how many are recorded, from the first; the current one
    uint32_t *fills;                    // by slice: prefetches that it had finished at the last dram_log_fills
    level_log levels;
} dram_log;

void dram_log_open(dram_log *, lockstep *, block_place, const machine *, const char *policy, unsigned slices);
void dram_log_close(dram_log *);
static inline bool dram_logged(const dram_log *log) { return log->file && log->clock < log->clocks; }

// Call the following only when dram_logged.
void dram_log_request(const dram_log *, unsigned bank, uint32_t row, uint64_t address, bool write);    // it waits for its bank from now on
void dram_log_serve(const dram_log *, unsigned bank, uint32_t row, uint64_t address);                  // it gets its bank
void dram_log_row(const dram_log *, unsigned bank, uint32_t row, bool opens);
void dram_log_column(const dram_log *, unsigned bank, uint32_t row, uint32_t line, line_kind, bool write, bool first, bool last);
void dram_log_fills(dram_log *, unsigned slice, uint32_t fills);                     // one line for each since the last call

#endif
