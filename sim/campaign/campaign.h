// A campaign is a grid of runs, kernels by systems, on one machine: made by an engine, one `warplock run` each,
// kept in a store, read by tables. What failed or was not run has no numbers (NAN) and is listed with its reason.
#ifndef WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_H
#define WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/campaign/lookup.h"
#include "sim/campaign/paper.h"
#include "sim/campaign/store.h"
#include "sim/campaign/system.h"
#include "sim/machine/machine.h"

enum { CAMPAIGN_KERNELS = 256, CAMPAIGN_MACHINES = 16, CAMPAIGN_SEEDS = 64, CAMPAIGN_RUNS = 4096 };

typedef enum { RUN_WANTED, RUN_STARTED, RUN_GOOD, RUN_FAILED } run_state;

// What is run. What a kernel that is not bundled reads, its own file included, is known by its content.
typedef enum { KERNEL_BUNDLED, KERNEL_JOB, KERNEL_PTX } kernel_kind;
typedef struct {
    kernel_kind kind;
    const char *name;                           // what tables, groups and systems call it
    const char *word;                           // as `warplock run` takes it: a bundled name, a .json or a .ptx file
    const char *size;                           // of a bundled one, as --size; "" = its default
    const char *const *options;                 // of a PTX file, as `warplock run` takes them, n_options of them
    unsigned    n_options;
    char        source[STORE_KEY];              // hash of every byte it reads; "": it travels in the program
} campaign_kernel;

// What it runs on: a bundled machine or an INI file, and what is set in it.
typedef struct {
    const char *name;                           // what tables and systems call it
    const char *word;                           // as --machine takes it
    const char *const *sets;                    // "section.key=value" for every run on it, n_sets of them
    unsigned    n_sets;
    machine     base;                           // with them
    char       *text;                           // its INI file without them
} campaign_machine;

typedef struct {
    const campaign_kernel  *kernel;
    const campaign_machine *machine;
    uint64_t        seed;                       // of a bundled kernel's inputs, as --seed
    campaign_system system;
    char            key[STORE_KEY];
    bool            planned;                    // a run of the campaign, not one that only a table asked for
    bool            damaged;                    // its row in the store is not what was written
    run_state       state;
    store_run       stored;
    double          began;                      // while it is started
} campaign_run;

typedef struct {
    const paper *paper;                         // whose claims these are: its machine, baseline
    const char *program;                        // what the workers run: this binary
    const char *size;                           // --size of the bundled kernels; "" = each one's own default
    uint64_t    max_cycles;                     // 0 = no limit
    uint64_t    seeds[CAMPAIGN_SEEDS];          // of the kernels' inputs, as --seed; a run for each of them, at least one
    unsigned    n_seeds;
    const char *details[16];                    // what every run keeps beside its sums: --per-launch, ...; ends with NULL
    unsigned    engine;                         // of engine/engines.def
    unsigned    workers;                        // of the local engine
    bool        stored_only;                    // nothing is simulated
    const volatile sig_atomic_t *stop;          // interrupted when not NULL and not 0: no run is begun or waited for
    uint64_t    program_hash;                   // of the file of the program
    campaign_machine machines[CAMPAIGN_MACHINES];       // a system that names none is of the first
    unsigned    n_machines;
    campaign_kernel kernels[CAMPAIGN_KERNELS];
    unsigned    n_kernels;
    store      *store;
    campaign_run *runs;
    unsigned    n_runs;
    lookup      by_key, by_system;              // indices of runs
    unsigned    from_store, simulated, failed, damaged;     // good ones, good ones, any, damaged rows
    char        error[512];                     // of the campaign itself: store or workers
} campaign;

// False, with `error`, when the program's own file cannot be read.
bool campaign_begin(campaign *);
void campaign_end(campaign *);

// The name of a system; of one whose limit leaves every warp of a scheduler that of the baseline, which it is: "POLICY
// limit 24 MSHR 48" where a scheduler has 24 warps is "BASELINE MSHR 48".
void campaign_without_limit(const campaign *, const char *system, char name[static SYSTEM_NAME]);

// The kernel of this name, a bundled one of the campaign's size added if it is new.
const campaign_kernel *campaign_kernel_bundled(campaign *, const char *name);
// Adds a machine, loaded and with these --set. False, with `error`, when it cannot be it.
bool campaign_add_machine(campaign *, const char *word, const char *const *sets, unsigned n_sets);
// A machine as an INI file, the caller's.
char *campaign_machine_text(const machine *);

// The run of a kernel under a system, added if it is new. NULL when the campaign has no such kernel, the
// system is not built or the machine cannot be it.
campaign_run *campaign_add(campaign *, const char *kernel, const char *system);
// Makes every run that is wanted, unless it is interrupted. False, with `error`, when the campaign cannot go on.
bool campaign_execute(campaign *);

// The run of a kernel under a system, the best of some systems resolved; taken from the store when this
// campaign did not ask for it. NULL when there is none or it did not end well.
const campaign_run *campaign_find(campaign *, const char *kernel, const char *system);
// A number of the run's JSON by its path ("stalls.ldst_mshr"); NAN for no run or no such number.
double campaign_number(const campaign_run *, const char *path);
// What of a run's JSON is no number ("per_line"), the caller's; NULL for no run or nothing.
json_t *campaign_details(const campaign_run *);
// Sums of numbers, "a+b", "1" for itself: those of `part` under the system over those of `whole` under `over`, "" for the system
// itself. NAN when a run is missing or the whole is 0.
double campaign_quotient(campaign *, const char *kernel, const char *system, const char *over, const char *part,
                         const char *whole);
// What a run's report says of the kernel by its loads ("divergent"); NULL when no run of it ended well.
const char *campaign_group(campaign *, const char *kernel);
// The same, or where the paper has a group that is measured, that one or "other"; NULL when it is not known yet.
const char *campaign_own_group(campaign *, const char *kernel);

// Kernels of "all", of a group of the paper's or of the report's, or a kernel by its name.
unsigned campaign_kernels_of(campaign *, const char *kernels, const char *names[static CAMPAIGN_KERNELS]);

// Planned runs that are not there and did not fail.
unsigned campaign_missing(const campaign *);
void campaign_list_failures(const campaign *, FILE *);

// plans.c: adds the runs of a step of the campaign, 0 first; false when there is no such step.
bool campaign_plan(campaign *, const campaign_kind *, unsigned step);
// Whether the machine can be every system of the campaign that is built. False, with `error`, when it cannot be one.
bool campaign_check_systems(campaign *, const campaign_kind *);
// campaign.c: takes a run from the store when it is there. False, with `error`, when the store cannot be read.
bool campaign_look_up(campaign *, campaign_run *);
// campaign.c: what a worker left becomes the run's result. `status`: as in store_run.
void campaign_take_result(campaign_run *, store_run *);

#endif
