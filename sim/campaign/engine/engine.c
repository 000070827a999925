// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/campaign/engine/display.h"
#include "sim/campaign/engine/memory.h"

#define LOOK_NANOSECONDS 10000000

const engine engines[ENGINES] = {
    [ENGINE_LOCAL] = { "local", "worker processes on this machine", local_begin, local_step, local_end },
    [ENGINE_SLURM] = { "slurm", "job arrays on a cluster, through a folder that its nodes share", slurm_begin, slurm_step, slurm_end },
};

static bool interrupted(const campaign *c)
{
    return c->stop && *c->stop;
}

// Runs that are done: here, in the store, or failed.
static unsigned ended(const campaign *c)
{
    return c->from_store + c->simulated + c->failed;
}

bool engine_execute(campaign *c)
{
    const engine *e = &engines[c->engine];
    unsigned missing = campaign_missing(c), before = ended(c);
    void *state;
    bool good;
    display shown;

    if (!missing)
        return true;
    if (!memory_learn(c))
        return false;
    state = e->begin(c);
    good = state != NULL;
    display_begin(&shown);
    while (good && ended(c) - before < missing && !interrupted(c)) {
        good = e->step(state);
        nanosleep(&(struct timespec){ .tv_nsec = LOOK_NANOSECONDS }, NULL);
        display_step(&shown, c);
    }
    if (state)
        e->end(state);
    display_end(&shown);
    return good;
}

bool campaign_execute(campaign *c)
{
    for (unsigned i = 0; i < c->n_runs; i++) {
        campaign_run *run = &c->runs[i];

        if (run->planned && run->state == RUN_WANTED && !campaign_look_up(c, run))
            return false;
    }
    return c->stored_only || engine_execute(c);
}
