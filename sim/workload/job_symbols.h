// SPDX-License-Identifier: BSD-3-Clause
// Buffers of a job that are .global or .const variables of its module.
#ifndef WARPLOCK_SIM_WORKLOAD_JOB_SYMBOLS_H
#define WARPLOCK_SIM_WORKLOAD_JOB_SYMBOLS_H

#include "sim/workload/job.h"

// Makes the last buffer added the variable of that name; type and size must match. False with a message.
bool     job_bind_symbol(job *, job_buffer *, const char *symbol, job_error *);
// One line for each variable without initial value that a launched kernel loads, but neither the host nor a launched kernel
// fills. Returns their number.
unsigned job_notices(const job *, void (*tell)(const char *text));

#endif
