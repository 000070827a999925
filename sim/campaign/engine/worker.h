// A worker makes one run: a process of this program as `warplock run --json`, its outputs in nameless files. It dies with
// the process that started it.
#ifndef WARPLOCK_SIM_CAMPAIGN_WORKER_H
#define WARPLOCK_SIM_CAMPAIGN_WORKER_H

#include "sim/campaign/campaign.h"

typedef struct {
    int    pid, output, errors;                 // while it runs
    double began;
} worker;

// The words of the command that makes the run, its program first, NULL behind the last: all that a run is made of. The
// array is the caller's, the words are the campaign's.
const char **worker_arguments(const campaign *, const campaign_run *);
// False and a message when it cannot be started.
bool worker_start(worker *, const char *const *arguments, char *message, size_t size);
// Whether it has ended; then the run that it was, its texts the caller's.
bool worker_ended(worker *, store_run *);
void worker_kill(worker *);
// What a run was by its wait status and what it wrote; `errors` is cut into lines.
void worker_judge(int wait_status, const char *output, char *errors, store_run *);

#endif
