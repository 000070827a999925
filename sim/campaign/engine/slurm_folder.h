// SPDX-License-Identifier: BSD-3-Clause
// The folder of one campaign that the nodes of a cluster share. In it:
//
//   campaign            the command line and its working directory, for `resume`
//   progress            the last message of the collecting process, for `status`
//   lock                held by that process
//   cancelled           present when the campaign is to end
//   warplock-HASH       the program, by its hash, so that a rebuild does not change running tasks
//   batches/NUMBER      a job array: `job` its number, `script`, `said` the errors of its tasks, and a file per task with
//                       its slice, the runs that it makes one after the other
//   results/XX/KEY      the result of a run until it is in the store; XX are the first two digits of its key
//
// Every file is sealed (sealed.h) except the program, the script and `said`.
#ifndef WARPLOCK_SIM_CAMPAIGN_SLURM_FOLDER_H
#define WARPLOCK_SIM_CAMPAIGN_SLURM_FOLDER_H

#include <stdint.h>

#include <jansson.h>

#include "sim/campaign/engine/sealed.h"
#include "sim/campaign/engine/slurm_commands.h"
#include "sim/campaign/store/store.h"

enum {
    SLURM_PATH = 1000,
    SLURM_FOLDER = 800,
    SLURM_MOST_TASKS = 1000,                    // of an array, as each is a file
    SLURM_RESULT_FOLDERS = 256
};

typedef struct {
    char path[SLURM_FOLDER];                    // absolute
    char prefix[SLURM_NAME];                    // of the names of its jobs
    int  lock;                                  // -1 while it is not held
} slurm_folder;

// Opens an existing one; `make`: creates what is missing. False and a message.
bool slurm_folder_open(slurm_folder *, const char *path, bool make, char *message, size_t size);
// Makes this the process that collects. When another one does, false and a message that names it.
bool slurm_folder_lock(slurm_folder *, char *message, size_t size);
void slurm_folder_unlock(slurm_folder *);
// Whether a process on any machine holds the lock; its words.
bool slurm_folder_collector(const slurm_folder *, char words[static 160]);

__attribute__((format(printf, 3, 4)))
void slurm_path(const slurm_folder *, char path[static SLURM_PATH], const char *format, ...);
void slurm_program_name(uint64_t hash, char name[static 32]);
// The copy of a program, made when missing. False and a message on failure, or when it no longer has this hash.
bool slurm_folder_program(const slurm_folder *, const char *program, uint64_t hash, char path[static SLURM_PATH],
                          char *message, size_t size);

// A JSON object as a sealed file. NULL when unreadable.
bool slurm_write(const slurm_folder *, const char *name, json_t *object, char *message, size_t size);
json_t *slurm_read(const slurm_folder *, const char *name, sealed_state *);
void slurm_remove(const slurm_folder *, const char *name);
bool slurm_exists(const slurm_folder *, const char *name);

void slurm_result_name(const char *key, char name[static 48]);
bool slurm_write_result(const slurm_folder *, const char *key, const store_run *, char *message, size_t size);
// The texts are the caller's.
sealed_state slurm_read_result(const slurm_folder *, const char *key, store_run *);

// Calls the function for each name in a subfolder until it returns false. The subfolder may be absent.
typedef bool slurm_visitor(void *context, const char *name);
void slurm_visit(const slurm_folder *, const char *folder, slurm_visitor *, void *context);

#endif
