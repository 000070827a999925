// SPDX-License-Identifier: BSD-3-Clause
// One line on a terminal while something long runs: cycles, kernels done, rate, remaining time. Silent in a pipe.
#ifndef WARPLOCK_SIM_REPORT_PROGRESS_H
#define WARPLOCK_SIM_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool     shown;                             // stderr is a terminal
    unsigned run, runs;                         // which run of how many
    char     label[96];
    uint64_t launches;                          // ended in this run
    double   run_began, launch_began, last;
} progress;

double progress_seconds(void);                  // a monotonic clock
void progress_begin(progress *, unsigned runs);
void progress_run(progress *, const char *kernel, const char *policy);
void progress_launch(progress *);               // a launch begins
void progress_step(void *progress, uint64_t cycle, uint64_t ctas_done, uint64_t ctas);      // gpu_options.progress
void progress_clear(const progress *);          // clears the line
void progress_end(const progress *, uint64_t cycles);       // also keeps a final line of several runs

#endif
