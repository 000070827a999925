// SPDX-License-Identifier: BSD-3-Clause
// A batch is a job array. Each of its tasks makes a slice of runs, one after the other.
#ifndef WARPLOCK_SIM_CAMPAIGN_SLURM_BATCH_H
#define WARPLOCK_SIM_CAMPAIGN_SLURM_BATCH_H

#include "sim/campaign/engine/slurm_folder.h"

enum { NO_RUN = -1 };

// A run of a slice, by its key: the process that reads it may not know the run (yet).
typedef struct {
    char        key[STORE_KEY];
    unsigned    tries, losses;                  // of earlier batches
    int         run;                            // of the campaign, or NO_RUN
    unsigned    slice;
    const char **words;                         // of its command, until it is written; owned
} slurm_entry;

typedef struct {
    unsigned first, n;                          // of the batch's entries
    bool     running, over;
    unsigned absent;                            // polls of the queue in a row that omit it or show its end
    int      current;                           // entry in progress
    char     state[SLURM_STATE];                // the last that Slurm reported
    bool     made_one;                          // it has left a result
} slurm_slice;

typedef struct {
    unsigned     number, job;                   // job: 0 while it is not known whether there is one
    slurm_slice *slices;
    slurm_entry *entries;
    unsigned     n_slices, n_entries;
} slurm_batch;

slurm_batch *slurm_batch_new(unsigned number, unsigned slices, unsigned entries);
void slurm_batch_free(slurm_batch *);
void slurm_batch_name(const slurm_folder *, unsigned number, char name[static SLURM_NAME]);     // of its job
// From its folder's name, or from a job's name after the prefix. False: not from slurm_batch_name.
bool slurm_batch_number(const char *name, unsigned *number);

// Writes its folder, without `job`. On failure false and a message, and nothing stays behind.
bool slurm_batch_write(const slurm_folder *, const slurm_batch *, const char *program, char *message, size_t size);
bool slurm_batch_write_job(const slurm_folder *, const slurm_batch *, char *message, size_t size);
// NULL when its folder is incomplete.
slurm_batch *slurm_batch_read(const slurm_folder *, unsigned number);
void slurm_batch_remove(const slurm_folder *, unsigned number);
// The slice of a task: {"runs": [{"key", "tries", "losses", "words"}]}.
json_t *slurm_slice_read(const slurm_folder *, unsigned number, unsigned task, sealed_state *);
// The last line of its tasks' messages.
void slurm_batch_said(const slurm_folder *, unsigned number, char said[static 200]);

#endif
