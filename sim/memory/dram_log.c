// SPDX-License-Identifier: BSD-3-Clause
// Lines of controller.txt; see sim/memory/dram_log.h.
#include "sim/memory/dram_log.h"

#include <inttypes.h>
#include <stdlib.h>

void dram_log_open(dram_log *log, lockstep *run, block_place place, const machine *m, const char *policy, unsigned slices)
{
    *log = (dram_log){0};
    log->file = place_log_open(&log->levels, run, place, m, policy, &log->clocks);
    log->fills = log->file ? calloc(slices, sizeof *log->fills) : NULL;
    if (log->file && !log->fills)
        abort();
}

void dram_log_close(dram_log *log) { free(log->fills); }

void dram_log_request(const dram_log *log, unsigned bank, uint32_t row, uint64_t address, bool write)
{
    fprintf(log->file, "%" PRIu64 " request %u %" PRIx32 " %" PRIx64 " %s\n", log->clock, bank, row, address, write ? "write" : "read");
}

void dram_log_serve(const dram_log *log, unsigned bank, uint32_t row, uint64_t address)
{
    fprintf(log->file, "%" PRIu64 " serve %u %" PRIx32 " %" PRIx64 "\n", log->clock, bank, row, address);
}

void dram_log_row(const dram_log *log, unsigned bank, uint32_t row, bool opens)
{
    fprintf(log->file, "%" PRIu64 " %s %u %" PRIx32 "\n", log->clock, opens ? "open" : "close", bank, row);
}

void dram_log_column(const dram_log *log, unsigned bank, uint32_t row, uint32_t line, line_kind kind, bool write, bool first, bool last)
{
    static const char *const kinds[] = {[LINE_DEMAND] = "demand", [LINE_PREFETCH] = "prefetch", [LINE_DROPPED] = "dropped"};
    fprintf(log->file, "%" PRIu64 " column %u %" PRIx32 " %" PRIu32 " %s %s %u %u\n", log->clock, bank, row, line, kinds[kind],
            write ? "write" : "read", first, last);
}

void dram_log_fills(dram_log *log, unsigned slice, uint32_t fills)
{
    for (; log->fills[slice] != fills; log->fills[slice]++)
        fprintf(log->file, "%" PRIu64 " filled %u\n", log->clock, slice);
}
