// SPDX-License-Identifier: BSD-3-Clause
// A whole GPU running kernels: SMs, CTA dispatcher, memory system, lockstep blocks.
#ifndef WARPLOCK_SIM_CORE_GPU_H
#define WARPLOCK_SIM_CORE_GPU_H

#include "sim/core/gpu_options.h"
#include "sim/frontend/exec.h"
#include "sim/report/counters.h"

typedef struct gpu gpu;

// Fault: illegal access (exit 1); deadlock, limit: exit 3; refused: the kernel does not fit the machine (exit 2).
typedef enum { GPU_DONE, GPU_FAULT, GPU_LOCKSTEP, GPU_DEADLOCK, GPU_LIMIT, GPU_REFUSED } gpu_status;

gpu        *gpu_new(const gpu_options *, char *error, size_t error_size);    // NULL: no blocks for this geometry (exit 2)
void        gpu_free(gpu *);
// Tests whether the GPU can be built, before a campaign or a comparison of policies starts. Notes the tuples of its blocks
// in `wanted` unless that is NULL.
bool        gpu_can_be_built(const machine *, const policy *, const policy *const *observers, tuple_list *wanted, char *error,
                             size_t error_size);
void        gpu_host_copy(gpu *, uint64_t address, uint64_t bytes);          // a host-to-device copy goes through the L2
gpu_status  gpu_run(gpu *, const launch_config *);                           // runs one kernel launch to its end
launch_fault gpu_fault(const gpu *);                                          // its kind, after GPU_FAULT
const char *gpu_message(const gpu *);                                        // what went wrong; for deadlock and limit, what each warp waits for
uint32_t    gpu_l1d_ways(const gpu *);                                        // of each L1D in the last launch
const counters *gpu_counters(const gpu *);                                   // summed since gpu_new

#endif
