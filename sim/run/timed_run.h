// SPDX-License-Identifier: BSD-3-Clause
// A GPU with timing and all that is written while it runs: its blocks, wave, traces, recordings, the record of the run.
// `warplock run` opens one for each kernel and policy, the CUDA runtime one for a program, with all its launches.
#ifndef WARPLOCK_SIM_RUN_TIMED_RUN_H
#define WARPLOCK_SIM_RUN_TIMED_RUN_H

#include "sim/core/gpu.h"
#include "sim/report/progress.h"
#include "sim/run/outputs.h"
#include "sim/run/policies.h"
#include "sim/run/recording.h"
#include "sim/sass/sass_writer.h"

typedef struct {
    // set these before opening it
    const cli_options *options;
    const machine *machine;
    const policy  *policy;
    const policy  *const *observers;            // ends with NULL
    const char    *name;                        // of what runs
    number_set     wave_places;
    bool           files;                       // of several runs the one that keeps wave, traces and recordings
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

// Checks before the first cycle what a run will write. False after a message.
bool timed_run_check(const cli_options *, const machine *, const cli_policies *, number_set *wave_places);
// Fills in what a record says of a run before it begins; free it with details_free.
void timed_run_name(const timed_run *, run_record *);
bool timed_run_open(timed_run *);               // false after a message, then nothing is open
// Like those of job_target, with the timed_run as context.
bool timed_run_launch(void *run, const launch_config *, run_status *, char *message, size_t size);
void timed_run_copy(void *run, uint64_t address, uint64_t bytes);
void timed_run_print(void *progress, const char *text, size_t length);  // what kernels print, to standard error
// Replaces a GPU that stopped within a launch by a new one, with empty caches; counters go on. False after a message: a
// wave and a recording are of one GPU.
bool timed_run_renew(timed_run *);
// Copies the counters into the record, moves files into place. False after a message.
bool timed_run_close(timed_run *);

#endif
