// SPDX-License-Identifier: BSD-3-Clause
// Events of the whole GPU that its own blocks are told of, as text: gpu.txt and levels.txt of a recording of the GPU
// (docs/events.md).
#ifndef WARPLOCK_SIM_CORE_GPU_LOG_H
#define WARPLOCK_SIM_CORE_GPU_LOG_H

#include "sim/events/place_log.h"

typedef struct gpu_log {
    FILE     *file;                     // NULL: the GPU is not recorded
    uint64_t  cycles;                   // how many are recorded, from the first
    uint64_t  entered[P_MAX], left[P_MAX];      // of each sub-partition's input buffer, as last written
    level_log levels;
} gpu_log;

void gpu_log_open(gpu_log *, lockstep *, block_place, const machine *, const char *policy);
static inline bool gpu_logged(const gpu_log *log, uint64_t cycle) { return log->file && cycle < log->cycles; }

// Call the following only when gpu_logged.
void gpu_log_grid(const gpu_log *, uint64_t cycle, uint64_t ctas, unsigned warps_per_cta, unsigned ctas_per_sm);
void gpu_log_issue(const gpu_log *, uint64_t cycle, unsigned sm, unsigned lanes);
// Requests that have entered and left the sub-partition's input buffer so far.
void gpu_log_slice(gpu_log *, uint64_t cycle, unsigned slice, uint64_t entered, uint64_t left);

#endif
