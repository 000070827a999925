// SPDX-License-Identifier: BSD-3-Clause
// The recording of a run's accesses to the L1Ds (--record-l1d), and its replay after the run (--belady). Records nothing
// unless asked to.
#ifndef WARPLOCK_SIM_RUN_RECORDING_H
#define WARPLOCK_SIM_RUN_RECORDING_H

#include "sim/replay/l1d_stream.h"
#include "sim/report/report.h"
#include "sim/run/options.h"
#include "tb/output_file.h"

typedef struct {
    stream_writer *writer;                          // NULL: nothing is recorded
    output_file    file;                            // --record-l1d, of the last run
    FILE          *kept;                            // without a name, for the replay
} l1d_recording;

// False after a message. `last`: the run whose recording is the file of --record-l1d.
bool recording_open(l1d_recording *, const cli_options *, const machine *, const char *policy, const char *kernel, bool last);
// After the run has ended, well or not: completes the file, puts the replay into the record. False after a message.
bool recording_close(l1d_recording *, const cli_options *, run_record *);
void recording_discard(l1d_recording *);

#endif
