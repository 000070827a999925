// SPDX-License-Identifier: BSD-3-Clause
// A job of one launch of a PTX file: what --entry, --grid, --block, --shared, --arg and --dump say of it.
#ifndef WARPLOCK_SIM_WORKLOAD_PTX_JOB_H
#define WARPLOCK_SIM_WORKLOAD_PTX_JOB_H

#include "sim/workload/job.h"

typedef struct {
    const char *entry, *grid, *block;           // "" = not given
    uint64_t    shared;                         // bytes
    const char *const *args, *const *dumps;     // n_args and n_dumps words
    unsigned    n_args, n_dumps;
} ptx_words;

// NULL and a message on any mistake.
job *ptx_job(const ptx_words *, const char *path, job_error *);

#endif
