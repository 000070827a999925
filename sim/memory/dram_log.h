// SPDX-License-Identifier: BSD-3-Clause
// What happens at the banks of a memory controller, as text, and what stands there: controller.txt and levels.txt of a recording
// (docs/events.md). Written where it happens, not from the events that blocks hear of. Nothing without a recording.
#ifndef WARPLOCK_SIM_MEMORY_DRAM_LOG_H
#define WARPLOCK_SIM_MEMORY_DRAM_LOG_H

#include "sim/events/events.h"
#include "sim/events/place_log.h"

typedef struct dram_log {
    FILE     *file;                     // NULL: this controller is not recorded
    uint64_t  clocks, clock;            // the first so many; the one that it is
    uint32_t *fills;                    // of each slice: lines that nobody asked for and that it had taken in as it was told last
    level_log levels;
} dram_log;

void dram_log_open(dram_log *, lockstep *, block_place, const machine *, const char *policy, unsigned slices);
void dram_log_close(dram_log *);
static inline bool dram_logged(const dram_log *log) { return log->file && log->clock < log->clocks; }

// The following only when dram_logged.
void dram_log_request(const dram_log *, unsigned bank, uint32_t row, uint64_t address, bool write);    // it waits for its bank from now on
void dram_log_serve(const dram_log *, unsigned bank, uint32_t row, uint64_t address);                  // it has it
void dram_log_row(const dram_log *, unsigned bank, uint32_t row, bool opens);
void dram_log_column(const dram_log *, unsigned bank, uint32_t row, uint32_t line, line_kind, bool write, bool first, bool last);
void dram_log_fills(dram_log *, unsigned slice, uint32_t fills);                     // a line for each since it was told last

#endif
