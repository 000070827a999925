// SPDX-License-Identifier: BSD-3-Clause
// Job files (docs/workloads.md): a user's kernels, ready to run, as JSON.
#ifndef WARPLOCK_SIM_WORKLOAD_JOB_FILE_H
#define WARPLOCK_SIM_WORKLOAD_JOB_FILE_H

#include <jansson.h>

#include "sim/workload/job.h"

// NULL and "file:line: place: seen, expected" on any mistake. Reads every file that the job names, except for dumps: the PTX
// wherever it is, data in the job file's folder or below it, as a job may be somebody else's, or anywhere.
job *job_load(const char *path, bool reads_anywhere, job_error *);
// The same from a text, with data in the folder; files that it names are relative to `path`.
job *job_parse(const char *path, const char *text, size_t length, job_error *);
// The same from JSON built in memory; files are relative to the working directory, messages name no line. A launch of
// "" means the only kernel.
job *job_from_json(const char *name, json_t *root, job_error *);

#endif
