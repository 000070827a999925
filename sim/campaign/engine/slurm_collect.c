// SPDX-License-Identifier: BSD-3-Clause
// This one process moves results from the shared folder to the store, many per transaction. A file is deleted once its result
// is in the store. A crash in between leaves a duplicate, which is ignored.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/engine/memory.h"
#include "sim/campaign/engine/slurm_inside.h"

enum { AT_ONCE = 500 };                         // results per transaction

typedef struct {
    const slurm *slurm;
    char     keys[AT_ONCE][STORE_KEY];
    unsigned n;
} names;

static void forget(const slurm *s, const char *key)
{
    char name[48];

    slurm_result_name(key, name);
    slurm_remove(&s->folder, name);
}

// Results of runs that the campaign does not know (yet) stay. A result of a completed run is a duplicate or could not be removed
// (read-only folder): it is not taken again, so that collection terminates.
static bool note_name(void *context, const char *name)
{
    names *n = context;
    int run = strlen(name) == STORE_KEY - 1 ? slurm_run_of(n->slurm, name) : NO_RUN;

    if (run == NO_RUN)
        return true;
    if (slurm_is_done(n->slurm, run))
        forget(n->slurm, name);
    else
        strcpy(n->keys[n->n++], name);
    return n->n < AT_ONCE;
}

// A worker was killed on its node while its task went on: it ran out of memory. True when the run is retried in a batch with
// more memory.
static bool tried_again(slurm *s, int run, const store_run *stored)
{
    slurm_plan *p = &s->plans[run];

    if (stored->status != -SIGKILL || p->tries + 1 >= s->campaign->slurm.tries)
        return false;
    if (p->queued)
        p->batch->entries[p->entry].run = NO_RUN;
    p->tries++;
    p->kills++;
    p->alone = true;
    p->queued = false;
    s->campaign->runs[run].state = RUN_WANTED;
    memory_note(s->campaign, &s->campaign->runs[run], stored->peak_kb);
    return true;
}

static bool take(slurm *s, const char *key, int run)
{
    const slurm_plan *p = &s->plans[run];
    store_run stored;

    if (slurm_read_result(&s->folder, key, &stored) != SEALED_GOOD)
        return true;                            // delete it; its run is repeated when its task is over
    s->barren = 0;
    if (p->queued)
        p->batch->slices[p->batch->entries[p->entry].slice].made_one = true;
    if (!tried_again(s, run, &stored))
        return engine_keep(s->campaign, &s->campaign->runs[run], &stored);
    store_run_free(&stored);
    return true;
}

static bool take_all(slurm *s, names *n)
{
    campaign *c = s->campaign;
    bool good = store_begin(c->store, c->error, sizeof c->error);

    if (!good)
        return false;
    for (unsigned i = 0; good && i < n->n; i++)
        good = take(s, n->keys[i], slurm_run_of(s, n->keys[i]));
    if (!store_commit(c->store, c->error, sizeof c->error) || !good)
        return false;
    for (unsigned i = 0; i < n->n; i++)
        forget(s, n->keys[i]);
    n->n = 0;
    return true;
}

bool slurm_collect(slurm *s)
{
    names n = { .slurm = s };
    bool full = false;

    for (unsigned i = 0; i < SLURM_RESULT_FOLDERS; i += !full) {       // again if there were more than fit
        char folder[16];

        snprintf(folder, sizeof folder, "results/%02x", i);
        slurm_visit(&s->folder, folder, note_name, &n);
        full = n.n == AT_ONCE;
        if (full && !take_all(s, &n))
            return false;
    }
    return !n.n || take_all(s, &n);
}

bool slurm_fail(slurm *s, int run, const char *reason)
{
    store_run stored = { .status = -SIGTERM, .result = strdup(""), .reason = strdup(reason) };

    if (!stored.result || !stored.reason)
        abort();
    s->plans[run].queued = false;
    return engine_keep(s->campaign, &s->campaign->runs[run], &stored);
}
