// SPDX-License-Identifier: BSD-3-Clause
// Lines of gpu.txt; see sim/core/gpu_log.h.
#include "sim/core/gpu_log.h"

#include <inttypes.h>

void gpu_log_open(gpu_log *log, lockstep *run, block_place place, const machine *m, const char *policy)
{
    *log = (gpu_log){0};
    log->file = place_log_open(&log->levels, run, place, m, policy, &log->cycles);
}

void gpu_log_grid(const gpu_log *log, uint64_t cycle, uint64_t ctas, unsigned warps_per_cta, unsigned ctas_per_sm)
{
    fprintf(log->file, "%" PRIu64 " grid %" PRIu64 " %u %u\n", cycle, ctas, warps_per_cta, ctas_per_sm);
}

void gpu_log_issue(const gpu_log *log, uint64_t cycle, unsigned sm, unsigned lanes)
{
    fprintf(log->file, "%" PRIu64 " issue %u %u\n", cycle, sm, lanes);
}

void gpu_log_slice(gpu_log *log, uint64_t cycle, unsigned slice, uint64_t entered, uint64_t left)
{
    if (log->entered[slice] == entered && log->left[slice] == left)
        return;
    fprintf(log->file, "%" PRIu64 " slice %u %" PRIu64 " %" PRIu64 "\n", cycle, slice, entered - log->entered[slice], left - log->left[slice]);
    log->entered[slice] = entered;
    log->left[slice] = left;
}
