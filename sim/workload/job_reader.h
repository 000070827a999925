// SPDX-License-Identifier: BSD-3-Clause
// Shared by the job-file readers: position and error messages. Private to sim/workload/job_*.c.
#ifndef WARPLOCK_SIM_WORKLOAD_JOB_READER_H
#define WARPLOCK_SIM_WORKLOAD_JOB_READER_H

#include "sim/machine/nearest.h"
#include "sim/workload/job.h"
#include "sim/workload/json_reader.h"

typedef struct { json_reader json; job *job; } job_reader;

bool        reader_buffer(job_reader *, json_t *value, const char *what, unsigned *index);

job_host job_init_host(json_t *init);                                                // job_init.c
bool     job_read_init(job_reader *, json_t *init, job_buffer *);
bool     job_read_scalar(job_reader *, json_t *value, scalar_type, uint64_t *bits);
bool     job_read_values(job_reader *, json_t *values, const job_buffer *, void *data);
bool     job_read_steps(job_reader *, json_t *steps, job_steps *, unsigned depth);   // job_steps.c

#endif
