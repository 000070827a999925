// SPDX-License-Identifier: BSD-3-Clause
// Slurm through its commands alone: sbatch, squeue, sacct, scancel, scontrol.
#ifndef WARPLOCK_SIM_CAMPAIGN_SLURM_COMMANDS_H
#define WARPLOCK_SIM_CAMPAIGN_SLURM_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

enum { SLURM_NAME = 48, SLURM_STATE = 24, SLURM_WORDS = 64 };

// A task of a job array, as squeue and sacct call it.
typedef struct {
    unsigned job, task;
    char     name[SLURM_NAME], state[SLURM_STATE];
} slurm_task;
typedef struct { slurm_task *tasks; unsigned n; } slurm_tasks;

// The words of --slurm-options, separated by blanks; "..." and '...' quote a word with blanks. False and a message for an
// open quote, too many words, or an option that the engine itself gives to sbatch.
bool slurm_split_options(const char *text, char *copy, const char *words[static SLURM_WORDS], unsigned *n,
                         char *message, size_t size);
// Submits an array of tasks 0 to `tasks` - 1 that run the script. False and a message when there is no such job, or it
// is not known whether there is.
bool slurm_submit(const char *name, unsigned tasks, const char *const *words, unsigned n, const char *script,
                  unsigned *job, char *message, size_t size);
// The user's tasks whose names begin with the prefix, recently ended ones included. False and a message when Slurm fails.
bool slurm_look(const char *prefix, slurm_tasks *, char *message, size_t size);
// How a job's tasks ended, from Slurm's accounting; none where there is no accounting.
void slurm_look_back(unsigned job, slurm_tasks *);
void slurm_tasks_free(slurm_tasks *);
bool slurm_cancel(unsigned job, char *message, size_t size);
// MaxArraySize. 0 and a message when Slurm cannot say.
unsigned slurm_most_tasks(char *message, size_t size);

bool slurm_has_ended(const char *state);
bool slurm_is_running(const char *state);

#endif
