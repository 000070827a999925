// SPDX-License-Identifier: BSD-3-Clause
// --perfetto: a Trace Event Format file for each run. A single run has the file's name; several runs add the names of kernel
// and policy before the ending: out.KERNEL.POLICY.json.
#ifndef WARPLOCK_SIM_RUN_PERFETTO_H
#define WARPLOCK_SIM_RUN_PERFETTO_H

#include "sim/report/run_trace.h"
#include "sim/run/options.h"

// Checks that the machine has the requested SMs. False after a message.
bool perfetto_check(const cli_options *, const machine *);
// The file of a run, by the names in reports; `number`: which kernel of this name, from 1 on; `only`: there is one run.
void perfetto_file(const cli_options *, const char *kernel, unsigned number, const char *policy, bool only,
                   char path[static OUTPUT_PATH]);
// `path` "": opens nothing. False after a message.
bool perfetto_open(run_trace *, const cli_options *, const machine *, const char *path, const char *kernel, const char *policy);
bool perfetto_close(run_trace *);                   // the whole file; false after a message
void perfetto_discard(run_trace *);                 // no file

#endif
