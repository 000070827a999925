// SPDX-License-Identifier: BSD-3-Clause
// Machine-code traces as jobs: the copies and kernels of a kernelslist.g in order, or a single kernel's trace. Nothing is
// computed, so no results are checked.
#ifndef WARPLOCK_SIM_WORKLOAD_JOB_TRACE_H
#define WARPLOCK_SIM_WORKLOAD_JOB_TRACE_H

#include "sim/sass/sass.h"
#include "sim/workload/job_run.h"

enum { JOB_TRACE_NAME = 64 };
// The name of the file's job: the file's without .traceg; for kernelslist.g its folder's, unless that is `traces`.
void job_trace_name(const char *path, char name[static JOB_TRACE_NAME]);
// By its name: kernelslist.g, x.g, x.traceg, packed or not.
bool job_is_trace(const char *path);
// Reads every file once. NULL with a message that has the place.
job *job_load_trace(const char *path, trace_unknown unknown, job_error *);
// Hashes every byte of its files into the job's source, by which a campaign identifies it.
bool job_hash_trace(job *, const char *path, job_error *);
bool job_has_trace(const job *);
// Tells what the traces announce but lack, for each such kernel.
void job_trace_notices(const job *, void (*tell)(const char *text));
// Runs a STEP_COPY or STEP_TRACE like job_run's steps.
bool job_run_trace(const job_step *, const job_target *, job_result *);

#endif
