// SPDX-License-Identifier: BSD-3-Clause
// A campaign is a grid of runs, kernels by systems, on one machine. An engine makes them, one `warplock run` each; a store keeps
// them; tables read them. A run that failed or was not made has no numbers (NAN) and is listed with the reason.
#ifndef WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_H
#define WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/campaign/file/campaign_file.h"
#include "sim/campaign/simulator/simulator.h"
#include "sim/campaign/store/lookup.h"
#include "sim/campaign/store/store.h"

typedef enum { RUN_WANTED, RUN_STARTED, RUN_GOOD, RUN_FAILED } run_state;

// A machine of the campaign: a bundled one or an INI file, with its --set keys.
typedef struct {
    const char *name;                           // what tables and systems call it
    const char *word;                           // as --machine takes it
    const char *const *sets;                    // "section.key=value" for every run on it, n_sets of them
    unsigned    n_sets;
    const char *const *details;                 // details that only its runs keep; ends with NULL
    machine    *base;                           // with the sets applied
    char       *text;                           // its INI file without the sets
} campaign_machine;

typedef struct {
    const campaign_kernel  *kernel;
    const campaign_machine *machine;
    uint64_t        seed;                       // of a bundled kernel's inputs, as --seed
    campaign_system system;
    char            key[STORE_KEY];
    char            content[STORE_KEY];         // hash of the machine and the kernel's files, as --content
    bool            planned;                    // part of the campaign, not requested by a table alone
    bool            of_claims;                  // only claims have its seed
    bool            damaged;                    // its row in the store is corrupt
    run_state       state;
    store_run       stored;
    double          began;                      // while it is running
} campaign_run;

// A campaign on a cluster (engine/slurm.c).
typedef struct {
    const char *folder, *options;               // shared by the nodes; words for sbatch
    unsigned    tasks, slice;                   // maximum in the queue; runs per task, 0 = by their run time
    unsigned    tries, poll;                    // attempts at a run that hits a limit; seconds between polls
    unsigned    most_tasks;                     // of a job array, from Slurm; 0 = no answer yet
} campaign_slurm;

typedef struct {
    const campaign_file *file;                  // what to run, and which tables to make
    const char *program;                        // what the workers run: this binary
    const char *size;                           // --size of the bundled kernels; "" = each one's own default
    uint64_t    max_cycles;                     // 0 = no limit
    uint64_t    seeds[CAMPAIGN_SEEDS];          // of the kernels' inputs, as --seed; each run is made with the first n_seeds >= 1
    unsigned    n_seeds, n_claim_seeds;         // claims rest on runs with the first n_claim_seeds, at least n_seeds
    const char *details[CAMPAIGN_DETAILS + 1]; // what every run keeps besides sums: --per-launch, ...; ends with NULL
    unsigned    engine;                         // ENGINE_* of engine/engine.h
    unsigned    workers;                        // of the local engine
    uint64_t    memory_mb;                      // for all workers together; 0 = all there is
    unsigned    parallel;                       // runs at a time, as the engine sees it
    campaign_slurm slurm;
    char        note[400];                      // from the engine, for the display
    bool        stored_only;                    // nothing is simulated
    const volatile sig_atomic_t *stop;          // when set: interrupted, no run is begun or waited for
    uint64_t    program_hash;                   // of the simulating code (program_sums.h), or of the program whose results are shown
    uint64_t    file_hash;                      // of the program's file, of which a cluster has a copy
    campaign_machine machines[CAMPAIGN_MACHINES];       // the first is for systems that name none
    unsigned    n_machines;
    const char **machine_sets[CAMPAIGN_MACHINES];       // the --set of each: the file's, then the command line's
    campaign_kernel kernels[CAMPAIGN_KERNELS];
    unsigned    n_kernels;
    store      *store;
    uint64_t    peaks[CAMPAIGN_KERNELS];        // peak memory of a run of that kernel in KB; 0 = not known
    const char *groups[CAMPAIGN_KERNELS];       // kernels[i]'s group by its loads; NULL: not known yet
    campaign_run *runs;                         // never move
    unsigned    n_runs, room;
    lookup      by_key, by_system;              // indices of runs
    struct reproduction *parts;                 // records which runs each figure uses (reproduce.h); NULL: not wanted
    void      (*asked)(struct reproduction *, unsigned run);   // called for each run that a figure uses
    unsigned    from_store, simulated, failed, damaged;     // good, good, and failed runs; damaged rows
    char        error[512];                     // of the campaign itself: store or workers
} campaign;

// Takes machines, seeds, limits and details from the file; the caller chooses its kernels. False, with `error`, for a machine
// that cannot be built.
bool campaign_take_file(campaign *, const campaign_file *, const char *const *sets, unsigned n_sets);
// Upper bound of its runs, as if each kernel were in every group. Call after machines and kernels are added.
uint64_t campaign_count(const campaign *);
// Call after machines and kernels are added. False, with `error`, when the program's own file cannot be read.
bool campaign_begin(campaign *);
void campaign_end(campaign *);

// The name of a system. A limit that excludes no warp of a scheduler is the baseline and gets its name: with 24 warps per
// scheduler, "POLICY limit 24 MSHR 48" is "BASELINE MSHR 48".
void campaign_without_limit(const campaign *, const char *system, char name[static SYSTEM_NAME]);

const campaign_kernel *campaign_kernel_of(const campaign *, const char *name);         // NULL: there is none
// The kernel of this name from the file, or a bundled one at the campaign's size; added if it is new.
const campaign_kernel *campaign_kernel_bundled(campaign *, const char *name);
// The machine that a system names, or the first, with the keys set for all its runs.
const machine *campaign_machine_of(const campaign *, const char *system);
// The details that runs on the machine keep, as options of `warplock run`: of all runs, then its own. Ends with NULL.
void campaign_details_of(const campaign *, const campaign_machine *, const char *all[static 2 * CAMPAIGN_DETAILS + 1]);
// Loads a machine with these --set and adds it under this name, or its own when NULL. False, with `error`, on failure.
bool campaign_add_machine(campaign *, const char *name, const char *word, const char *const *sets, unsigned n_sets);

// The run of a kernel under a system, added if it is new. NULL when the campaign has no such kernel, the
// system is not built or the machine does not support it.
campaign_run *campaign_add(campaign *, const char *kernel, const char *system);     // of the first seed
campaign_run *campaign_add_seed(campaign *, const char *kernel, const char *system, unsigned seed);

// The run of a kernel under a system; a search resolves to its best. Taken from the store when this campaign did not
// ask for it. NULL when there is none or it failed.
const campaign_run *campaign_find(campaign *, const char *kernel, const char *system);      // of the first seed
const campaign_run *campaign_find_seed(campaign *, const char *kernel, const char *system, unsigned seed);
// The best of a search's systems, of the first seed; NULL when none ended well.
const campaign_run *campaign_find_best(campaign *, const char *kernel, const best_word *);
// The search that a system's first word names, of the file or built in; NULL: it is a system.
const best_word *campaign_search(const campaign *, const char *system);
// Splits the words after a search's name: ` @MACHINE` or "", where to search; `rest`, the words to run the best with.
void campaign_search_words(const best_word *, const char *system, char at[static SYSTEM_NAME], char rest[static SYSTEM_NAME]);
// A number of the run's JSON by its path ("stalls.ldst_mshr"); NAN for no run or no such number.
double campaign_number(const campaign_run *, const char *path);
// A part of a run's JSON that is not a number ("per_line"). The caller frees it; NULL for no run or no such part.
json_t *campaign_details(const campaign_run *);
// `part` under the system over `whole` under `over`, "" for the system itself: the mean over the first `seeds` seeds. Each is a
// number, a sum "a+b", or "1". NAN when a run is missing or the whole is 0.
double campaign_quotient(campaign *, const char *kernel, const char *system, const char *over, const char *part,
                         const char *whole, unsigned seeds);
// The divisor, of the first seed.
double campaign_divisor(campaign *, const char *kernel, const char *system, const char *over, const char *whole);
// The quotient of each seed. Returns how many: one for a kernel that is not bundled.
unsigned campaign_quotients(campaign *, const char *kernel, const char *system, const char *over, const char *part,
                            const char *whole, unsigned seeds, double values[static CAMPAIGN_SEEDS]);
// The kernel's group by its loads ("divergent"), from a run's report; NULL when no run of it succeeded.
const char *campaign_group(campaign *, const char *kernel);
// The same, but with a measured group in the file: that group or "other". NULL when it is not known yet.
const char *campaign_own_group(campaign *, const char *kernel);

// Kernels of "all", of a group of the file or of the report, or a kernel by its name.
unsigned campaign_kernels_of(campaign *, const char *kernels, const char *names[static CAMPAIGN_KERNELS]);

// Planned runs that have neither a result nor failed.
unsigned campaign_missing(const campaign *);
void campaign_list_failures(const campaign *, FILE *);

// plans.c: adds the runs of a step of the campaign, 0 first; false when there is no such step.
bool campaign_plan(campaign *, unsigned step);
// Whether the machine supports every built system of the campaign. False, with `error`, for the first that it does not.
bool campaign_check_systems(campaign *);
// A system, and the machine with its keys set, to be freed. NULL when it is not built, or, with `error`, not supported by the
// machine.
machine *campaign_system_machine(campaign *, const char *name, campaign_system *);
// campaign.c: takes a run from the store when it is there. False, with `error`, when the store cannot be read.
bool campaign_look_up(campaign *, campaign_run *);
// campaign.c: turns a worker's output into the run's result. `status`: as in store_run.
void campaign_take_result(campaign_run *, store_run *);

#endif
