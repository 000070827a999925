// SPDX-License-Identifier: BSD-3-Clause
// The engine of this machine: as many workers as the campaign allows and as fit in memory. Completed runs survive a crash of
// the campaign: they are in the store.
#include <signal.h>
#include <stdlib.h>

#include "sim/campaign/engine/engine.h"
#include "sim/campaign/engine/memory.h"
#include "sim/campaign/engine/worker.h"
#include "sim/report/progress.h"

enum {
    UNKNOWN_KB = 256 << 10,                     // of a run, before any is measured
    KILLS = 3                                   // kills until a run fails; alone after the first
};

#define LOOK_SECONDS 0.1

typedef struct { campaign_run *run; process worker; uint64_t needed_kb; } slot;    // run: NULL when free

typedef struct {
    campaign     *campaign;
    unsigned      next;                         // next run to examine
    unsigned      started;
    bool          again;                        // an examined run is wanted again
    double        looked;                       // when memory was last checked for `held`
    campaign_run *held;                         // waits for memory
    unsigned char *kills;                       // per run
    slot          slots[];                      // per worker
} local;

void *local_begin(campaign *c)
{
    local *l = calloc(1, sizeof *l + c->workers * sizeof *l->slots);

    if (!l || !(l->kills = calloc(c->n_runs + 1, 1)))
        abort();
    l->campaign = c;
    c->parallel = c->workers;
    return l;
}

// Memory that the running workers use and may still take.
static uint64_t needed_by_workers(const local *l, bool beyond_what_they_have)
{
    uint64_t sum = 0;

    for (const slot *s = l->slots; s < l->slots + l->campaign->workers; s++) {
        uint64_t has = s->run ? memory_of_process_kb(s->worker.pid, "VmRSS") : 0;

        if (s->run && beyond_what_they_have)
            sum += s->needed_kb > has ? s->needed_kb - has : 0;
        else if (s->run)
            sum += s->needed_kb > has ? s->needed_kb : has;
    }
    return sum;
}

// A single run always fits. A killed run runs alone: after all others, once no worker is active.
static bool has_room(const local *l, const campaign_run *run, uint64_t needed)
{
    const campaign *c = l->campaign;

    if (!l->started)
        return true;
    if (l->kills[run - c->runs])
        return false;
    if (c->memory_mb)
        return needed + needed_by_workers(l, false) <= c->memory_mb * 1024;
    return needed + needed_by_workers(l, true) <= memory_available_kb();
}

static campaign_run *next_run(local *l)
{
    campaign_run *run = l->held ? l->held : engine_next(l->campaign, &l->next);

    if (!run && l->again) {
        l->again = false;
        l->next = 0;
        run = engine_next(l->campaign, &l->next);
    }
    return run;
}

// False when no run can start: no run, no memory, or with `error` no worker.
static bool start(local *l, slot *s)
{
    campaign *c = l->campaign;
    campaign_run *run = next_run(l);
    const char **arguments;
    uint64_t needed;
    bool good;

    if (!run)
        return false;
    if (l->held && l->started && progress_seconds() - l->looked < LOOK_SECONDS)
        return false;
    needed = memory_needed_kb(c, run);
    if (!needed)
        needed = UNKNOWN_KB;
    l->looked = progress_seconds();
    l->held = has_room(l, run, needed) ? NULL : run;
    if (l->held)
        return false;
    arguments = worker_arguments(c, run);
    good = process_start(&s->worker, arguments, c->error, sizeof c->error);
    free(arguments);
    if (!good)
        return false;
    run->state = RUN_STARTED;
    run->began = s->worker.began;
    s->run = run;
    s->needed_kb = needed;
    l->started++;
    return true;
}

// A worker killed from outside most likely ran out of memory: its run is repeated last and alone.
static bool finish(local *l, slot *s, process_result *left)
{
    campaign *c = l->campaign;
    campaign_run *run = s->run;
    store_run stored;

    worker_judge(left, &stored);
    s->run = NULL;
    l->started--;
    if (stored.status == PROCESS_CANNOT_RUN) {          // the machine's fault, not the run's
        snprintf(c->error, sizeof c->error, "%.400s", stored.reason);
        run->state = RUN_WANTED;
        store_run_free(&stored);
        return false;
    }
    if (stored.status == -SIGKILL && ++l->kills[run - c->runs] < KILLS) {
        run->state = RUN_WANTED;
        l->again = true;
        store_run_free(&stored);
        return true;
    }
    return engine_keep(c, run, &stored);
}

bool local_step(void *state)
{
    local *l = state;
    campaign *c = l->campaign;
    process_result left;
    bool good = true;

    for (slot *s = l->slots; s < l->slots + c->workers; s++)
        if (s->run && process_ended(&s->worker, &left))
            good = finish(l, s, &left) && good;
    for (slot *s = l->slots; good && s < l->slots + c->workers; s++)
        if (!s->run && !start(l, s))
            break;
    return good && !c->error[0];
}

void local_end(void *state)
{
    local *l = state;

    for (slot *s = l->slots; s < l->slots + l->campaign->workers; s++) {
        if (s->run) {
            process_kill(&s->worker);
            s->run->state = RUN_WANTED;
        }
    }
    free(l->kills);
    free(l);
}
