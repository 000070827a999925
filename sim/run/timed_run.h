// SPDX-License-Identifier: BSD-3-Clause
// A GPU with timing and all that is written while it runs: its blocks, wave, traces, recordings, the record of the run.
// `warplock run` opens one for each kernel and policy, the CUDA runtime one for a program; launches follow each other on it.
#ifndef WARPLOCK_SIM_RUN_TIMED_RUN_H
#define WARPLOCK_SIM_RUN_TIMED_RUN_H

#include "sim/core/gpu.h"
#include "sim/report/progress.h"
#include "sim/run/outputs.h"
#include "sim/run/policies.h"
#include "sim/run/recording.h"
#include "sim/sass/sass_writer.h"

typedef struct {
    // to be set before it is opened
    const cli_options *options;
    const machine *machine;
    const policy  *policy;
    const policy  *const *observers;            // ends with NULL
    const char    *name;                        // of what runs
    number_set     wave_places;
    bool           files;                       // of several runs the one whose wave, traces and recordings are kept
    char           perfetto[OUTPUT_PATH];       // the file of this run (sim/run/perfetto.h); "": none
    progress      *progress;
    run_record    *record;
    // its own
    gpu           *gpu;
    lockstep      *lockstep;
    run_outputs    outputs;
    l1d_recording  recording;
    sass_writer   *writer;                      // of --write-trace; or NULL
    char           replay[4096];
    counters       earlier;                     // counted by GPUs before this one
} timed_run;

extern const char *const blocks_names[];        // of --blocks

// What a run will write is looked at before its first cycle. False after a message.
bool timed_run_check(const cli_options *, const machine *, const cli_policies *, number_set *wave_places);
// What a record says of a run before it begins; details_free belongs to it.
void timed_run_name(const timed_run *, run_record *);
bool timed_run_open(timed_run *);               // false after a message, then nothing is open
// As job_target has them, with the timed_run as context.
bool timed_run_launch(void *run, const launch_config *, run_status *, char *message, size_t size);
void timed_run_copy(void *run, uint64_t address, uint64_t bytes);
void timed_run_print(void *progress, const char *text, size_t length);  // what kernels print, to standard error
// In place of a GPU that has stopped within a launch a new one, with empty caches; what was counted stays counted. False
// after a message: of one GPU are a wave and a recording.
bool timed_run_renew(timed_run *);
// Counters into the record, files in their places. False after a message.
bool timed_run_close(timed_run *);

#endif
