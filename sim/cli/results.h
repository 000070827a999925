// SPDX-License-Identifier: BSD-3-Clause
// The results of `warplock run`, and where they go: tables, JSON or CSV on the standard output, --report and --csv
// files.
#ifndef WARPLOCK_SIM_CLI_RESULTS_H
#define WARPLOCK_SIM_CLI_RESULTS_H

#include "sim/cli/cli.h"
#include "sim/report/report.h"
#include "tb/output_file.h"

typedef struct {
    const cli_options *options;
    unsigned    kernels, policies;
    output_file report, csv;                        // stream NULL: not wanted
} run_results;

// Checks that at most one option writes to the standard output. False after a message.
bool results_check(const cli_options *);
// `results` has options, kernels and policies. False after a message.
bool results_open(run_results *);
void results_kernel(run_results *, const run_record *runs, unsigned count);     // all of a kernel have ended
// All have ended. A mistaken command leaves no file. Returns the exit status: `status` when everything is written.
run_status results_close(run_results *, const run_record *runs, unsigned count, run_status status);

#endif
