// SPDX-License-Identifier: BSD-3-Clause
// What `warplock run` ends with when there are several kernels: one table of kernels x policies.
#ifndef WARPLOCK_SIM_CLI_SUMMARY_H
#define WARPLOCK_SIM_CLI_SUMMARY_H

#include <stdio.h>

#include "sim/report/report.h"

// Runs kernel by kernel, each under the same policies in the same order; fewer than kernels x policies when the last
// ones were not made.
typedef struct { const run_record *runs; unsigned count, policies; } summary_runs;

// Cycles, IPC and speedup with its three means over kernels; what lockstep compared, what was verified. Further
// policies get further tables of the terminal's width, else 100 columns.
void summary_print(FILE *, const summary_runs *);

#endif
