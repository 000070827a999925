// SPDX-License-Identifier: BSD-3-Clause
// Executes a job: allocates its buffers in a fresh device memory, copies, launches, loops, compares, dumps.
#ifndef WARPLOCK_SIM_WORKLOAD_JOB_RUN_H
#define WARPLOCK_SIM_WORKLOAD_JOB_RUN_H

#include "sim/report/status.h"
#include "sim/workload/job.h"

// What runs the launches: the timing model, or the functional executor alone.
typedef struct {
    void  *context;
    void (*host_copy)(void *context, uint64_t address, uint64_t bytes);                    // may be NULL
    // False with *status and a message if the launch failed.
    bool (*launch)(void *context, const launch_config *, run_status *status, char *message, size_t size);
    out_of_bounds out_of_bounds;
    uint32_t sm_count, warps_per_sm;
    bool   dump;                                // write the job's dump files
    void (*print)(void *print_context, const char *text, size_t length);       // what kernels print; NULL: ignored
    void  *print_context;
} job_target;

enum { JOB_MESSAGE = 65536 };                   // a deadlock message says what every warp waits for

typedef struct {
    run_status status;
    int        verified;                        // 1 all expectations hold, 0 one does not, -1 no check
    char       message[JOB_MESSAGE];            // empty when all went well
} job_result;

void job_run(const job *, const job_target *, job_result *);

// A target without timing.
typedef struct {
    uint64_t max_steps;                         // warp instructions a launch; 0 = no limit
    uint32_t line_bytes;                        // L1D line size for coalescing loads; 0 = 128
    uint32_t l1d_global;                        // l1d.global of the machine: which loads go to the L1D
    uint64_t thread_insns, warp_insns, launches, ctas;
    uint64_t coherent_loads, divergent_loads;   // loads that the L1D would see: 1 or 2 lines, more than 2
    uint64_t coherent_lines, divergent_lines;   // that these fall into
    launch_fault fault;                         // of the last launch
} functional_run;
job_target functional_target(functional_run *);
struct counters;
void functional_count(struct counters *, const functional_run *);      // adds its counts

#endif
