// SPDX-License-Identifier: BSD-3-Clause
// Shared by the parts of the cluster engine: slurm_collect.c takes in results, slurm_queue.c polls the queue and takes
// back lost runs, slurm_submit.c submits runs, slurm.c holds them together.
#ifndef WARPLOCK_SIM_CAMPAIGN_SLURM_INSIDE_H
#define WARPLOCK_SIM_CAMPAIGN_SLURM_INSIDE_H

#include "sim/campaign/engine/engine.h"
#include "sim/campaign/engine/slurm_batch.h"

enum {
    SLURM_LOSSES = 20,                          // times that the cluster loses a run before it counts as failed
    SLURM_BARREN = 10,                          // give up after so many tasks in a row without a result
                                                // while no other task runs
    SLURM_REFUSALS = 5                          // refusals of sbatch while there is no task
};

// What the engine knows of a run.
typedef struct {
    bool     queued;                            // in a slice of a task that is not over
    bool     alone;                             // in a slice of its own: it was cut off
    unsigned tries;                             // times that it had a limit to itself and hit it
    unsigned losses;                            // times that its task was lost while it ran
    unsigned kills;                             // times that it ran out of memory; each time doubles what it gets
    slurm_batch *batch;                         // where it is queued, or was last
    unsigned entry;
} slurm_plan;

typedef struct {
    campaign     *campaign;
    slurm_folder  folder;
    char          program[SLURM_PATH];          // the copy in it
    const char   *words[SLURM_WORDS];           // for sbatch
    char         *words_text;
    unsigned      n_words, most_tasks;
    bool          user_memory;                  // `words` set the memory
    slurm_plan   *plans;                        // of each run
    int          *by_key;                       // runs in the order of their keys
    slurm_batch **batches;
    unsigned      n_batches, next_number;
    double        next_collect, next_look, next_submit, next_progress, began;
    unsigned      refusals, barren;
    unsigned      running, waiting;             // tasks
    bool          give_up;                      // no queued task can succeed
    bool          left;                         // at the end: a batch may be left to remove, or the folder is away
    char          trouble[320];                 // what fails for now
} slurm;

int slurm_run_of(const slurm *, const char *key);                       // NO_RUN: none of the campaign
bool slurm_is_done(const slurm *, int run);
// Takes back the runs of a batch that is over or has no job, and forgets the batch.
void slurm_forget(slurm *, unsigned batch);

// Moves finished results into runs and store. False, with `error`, when the store cannot be written.
bool slurm_collect(slurm *);
// Fails a run that has no result of its own.
bool slurm_fail(slurm *, int run, const char *reason);
// Polls the queue. Runs of vanished tasks are wanted again or fail. False, with `error`, when the campaign cannot
// go on.
bool slurm_look_at_queue(slurm *);
// At the end: cancels jobs that the queue shows under a batch that is over.
void slurm_cancel_revived(slurm *);
// Finds the run in progress of each task.
void slurm_mark_running(slurm *);
// Makes batches of the wanted runs that are in none. False, with `error`, when the campaign cannot go on.
bool slurm_send(slurm *);

#endif
