// SPDX-License-Identifier: BSD-3-Clause
// Machine-code traces as jobs: the copies and kernels of a kernelslist.g in order, or a single kernel's trace. Nothing is
// computed, so no results are checked.
#ifndef WARPLOCK_SIM_WORKLOAD_JOB_TRACE_H
#define WARPLOCK_SIM_WORKLOAD_JOB_TRACE_H

#include "sim/sass/sass.h"
#include "sim/workload/job_run.h"

enum { JOB_TRACE_NAME = 64 };
// What a job of the file is called: as the file without .traceg; of kernelslist.g as its folder, not `traces`.
void job_trace_name(const char *path, char name[static JOB_TRACE_NAME]);
// By its name: kernelslist.g, x.g, x.traceg, packed or not.
bool job_is_trace(const char *path);
// Reads every file once. NULL with a message that has the place.
job *job_load_trace(const char *path, trace_unknown unknown, job_error *);
// Hashes every byte of its files into the job's source, by which a campaign identifies it.
bool job_hash_trace(job *, const char *path, job_error *);
bool job_has_trace(const job *);
// What the traces announce but lack, for each such kernel.
void job_trace_notices(const job *, void (*tell)(const char *text));
// A STEP_COPY or STEP_TRACE, as job_run runs steps.
bool job_run_trace(const job_step *, const job_target *, job_result *);

#endif
