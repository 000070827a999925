// A campaign is a grid of runs, kernels by systems, on one machine: made by worker processes, one `warplock run` each,
// kept in a store, read by tables. What failed or was not run has no numbers (NAN) and is listed with its reason.
#ifndef WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_H
#define WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_H

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "sim/campaign/store.h"
#include "sim/campaign/system.h"
#include "sim/machine/machine.h"

enum { CAMPAIGN_KERNELS = 64, CAMPAIGN_RUNS = 4096, CAMPAIGN_SWL_LIMITS = 6 };

// SWL limits that stand for all: what swl-best chooses from, beside gto, which is SWL without a limit.
extern const unsigned campaign_swl_limits[CAMPAIGN_SWL_LIMITS];

typedef enum { RUN_WANTED, RUN_STARTED, RUN_GOOD, RUN_FAILED } run_state;

typedef struct {
    const char     *kernel;
    campaign_system system;
    char            key[STORE_KEY];
    run_state       state;
    store_run       stored;
    json_t         *result;                     // of a good run
    double          began;
    int             pid, output, errors;        // while it is started
} campaign_run;

typedef struct {
    const char *program;                        // what the workers run: this binary
    const char *machine;                        // a bundled machine or an INI file
    const char *const *sets;                    // --set of the user, n_sets of them, for every run
    unsigned    n_sets;
    const char *size;                           // --size of every kernel; "" = each one's own default
    uint64_t    max_cycles;                     // 0 = no limit
    unsigned    workers;
    bool        stored_only;                    // nothing is simulated
    uint64_t    program_hash;
    machine     base;                           // the machine with the user's --set
    const char *kernels[CAMPAIGN_KERNELS];
    unsigned    n_kernels;
    store      *store;
    campaign_run *runs;
    unsigned    n_runs;
    unsigned    from_store, simulated, failed, damaged;     // good ones, good ones, any, damaged rows
    char        error[512];                     // of the campaign itself: store or workers
} campaign;

// False, with `error`, when the program's own file cannot be read.
bool campaign_begin(campaign *);
void campaign_end(campaign *);

// The run of a kernel under a system, added if it is new. NULL when the system is not built or does not fit it.
campaign_run *campaign_add(campaign *, const char *kernel, const char *system);
// Makes every run that is wanted. False, with `error`, when the campaign cannot go on.
bool campaign_execute(campaign *);

// The run of a kernel under a system, swl-best resolved; takes it from the store when this campaign did not ask for it.
// NULL when there is none or it did not end well.
const campaign_run *campaign_find(campaign *, const char *kernel, const char *system);
// A number of the run's JSON by its path ("stalls.ldst_mshr"); NAN for no run or no such number.
double campaign_number(const campaign_run *, const char *path);
double campaign_ipc_ratio(campaign *, const char *kernel, const char *system, const char *baseline);
// 'd'ivergent or 'c'oherent, as the kernel's own loads say; '?' when no run of it ended well.
char campaign_group(campaign *, const char *kernel);

void campaign_list_failures(const campaign *, FILE *);

// runner.c: makes the wanted runs of a campaign.
bool runner_execute(campaign *);
// campaign.c: what a worker left becomes the run's result. `status`: as in store_run.
void campaign_take_result(campaign_run *, store_run *);

#endif
