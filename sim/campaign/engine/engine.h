// SPDX-License-Identifier: BSD-3-Clause
// An engine makes the wanted runs of a campaign. Engines differ only in where they make them. worker.h defines a run,
// campaign.h what happens to its result.
#ifndef WARPLOCK_SIM_CAMPAIGN_ENGINE_H
#define WARPLOCK_SIM_CAMPAIGN_ENGINE_H

#include "sim/campaign/campaign.h"

typedef struct {
    const char *name, *help;
    void *(*begin)(campaign *);                 // its own state; NULL, with the campaign's `error`, on failure
    bool  (*step)(void *state);                 // collects finished runs and begins new ones; false like begin
    void  (*end)(void *state);                  // the campaign is done, interrupted or cannot go on
} engine;

void *local_begin(campaign *); bool local_step(void *); void local_end(void *);
void *slurm_begin(campaign *); bool slurm_step(void *); void slurm_end(void *);

enum { ENGINE_LOCAL, ENGINE_SLURM, ENGINES };
// What --engine chooses from, the default first.
extern const engine engines[ENGINES];

// Makes every planned run that the store lacks, unless interrupted. False, with `error`, when the campaign cannot go on.
bool campaign_execute(campaign *);
// Makes every wanted run with the campaign's engine, unless interrupted. False, with `error`, when the campaign cannot
// go on.
bool engine_execute(campaign *);
// For engines: the next wanted run from *next on that the store still lacks; another campaign may have made some
// meanwhile. NULL when there is none, or with `error` set.
campaign_run *engine_next(campaign *, unsigned *next);
// Keeps a run's output in the store and in the run. False, with `error`, when the store cannot be written.
bool engine_keep(campaign *, campaign_run *, store_run *);

#endif
