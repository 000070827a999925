// SPDX-License-Identifier: BSD-3-Clause
// Lines of gpu.txt; see sim/core/gpu_log.h.
#include "sim/core/gpu_log.h"

#include <inttypes.h>

void gpu_log_open(gpu_log *log, lockstep *run, block_place place, const machine *m, const char *policy)
{
    char name[PLACE_NAME];
    *log = (gpu_log){0};
    if (!lockstep_records(run, place, &log->cycles))
        return;
    block_place_name(place, name);
    machine_dump(m, lockstep_attach(run, "machine.ini"));
    log->file = lockstep_attach(run, "gpu.txt");
    level_log_open(&log->levels, lockstep_attach(run, "levels.txt"), name);
    fprintf(log->file, "warplock gpu 2\ninstance %s\npolicy %s\n", name, policy);
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
