// SPDX-License-Identifier: BSD-3-Clause
// The files that a run writes cycle by cycle, on request: issue trace, events and timeline.
#ifndef WARPLOCK_SIM_RUN_OUTPUTS_H
#define WARPLOCK_SIM_RUN_OUTPUTS_H

#include "sim/report/run_trace.h"
#include "sim/run/options.h"

typedef struct { output_file trace, events; timeline timeline; run_trace perfetto; } run_outputs;      // stream NULL: not wanted

bool outputs_open(run_outputs *, const cli_options *);      // all but perfetto, all NULL before; false after a message
bool outputs_close(run_outputs *);                          // whole files; false after a message
// The SMs named by an option that goes with another one; an empty set means all; SM 0 if it names none. False after a
// message.
bool outputs_sms(const char *option, const char *names, const char *with, bool given, const machine *, number_set *places);
void outputs_discard(run_outputs *);                        // no files

#endif
