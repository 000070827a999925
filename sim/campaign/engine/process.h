// SPDX-License-Identifier: BSD-3-Clause
// A local process with its outputs in unnamed files: a worker, or a Slurm command. It dies with the process that
// started it.
#ifndef WARPLOCK_SIM_CAMPAIGN_PROCESS_H
#define WARPLOCK_SIM_CAMPAIGN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROCESS_CANNOT_RUN = 127 };               // exit status of a program that is missing or not executable

typedef struct {
    int    pid, output, errors;                 // while it runs
    double began, looked;
    uint64_t peak_kb;                           // when it was looked at
} process;

// How it ended, as waitpid says; the texts are the caller's.
typedef struct {
    int      wait_status;
    double   seconds;
    uint64_t peak_kb;                           // peak memory when it was last looked at
    char    *output, *errors;
} process_result;

// The first argument is a path or a name to be found in PATH. False and a message when it cannot be started.
bool process_start(process *, const char *const *arguments, char *message, size_t size);
bool process_ended(process *, process_result *);    // also samples its memory
void process_wait(process *, process_result *);
void process_kill(process *);
void process_result_free(process_result *);

#endif
