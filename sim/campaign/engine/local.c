// The engine of this machine: as many workers at a time as the campaign says. What had ended when the campaign dies is in
// the store.
#include <stdlib.h>

#include "sim/campaign/engine/engine.h"
#include "sim/campaign/engine/worker.h"

typedef struct { campaign_run *run; worker process; } slot;     // run: NULL when it is free

typedef struct {
    campaign *campaign;
    unsigned  next;                             // run to look at
    slot      slots[];                          // of each worker
} local;

void *local_begin(campaign *c)
{
    local *l = calloc(1, sizeof *l + c->workers * sizeof *l->slots);

    if (!l)
        abort();
    l->campaign = c;
    return l;
}

// False when nothing more can be begun: there is no run, or with `error` no worker.
static bool start(local *l, slot *s)
{
    campaign *c = l->campaign;
    campaign_run *run = engine_next(c, &l->next);
    const char **arguments;
    bool good;

    if (!run)
        return false;
    arguments = worker_arguments(c, run);
    good = worker_start(&s->process, arguments, c->error, sizeof c->error);
    free(arguments);
    if (!good)
        return false;
    run->state = RUN_STARTED;
    run->began = s->process.began;
    s->run = run;
    return true;
}

bool local_step(void *state)
{
    local *l = state;
    campaign *c = l->campaign;
    bool good = true;

    for (slot *s = l->slots; s < l->slots + c->workers; s++) {
        store_run stored;

        if (s->run && worker_ended(&s->process, &stored)) {
            good = engine_keep(c, s->run, &stored) && good;
            s->run = NULL;
        }
    }
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
            worker_kill(&s->process);
            s->run->state = RUN_WANTED;
        }
    }
    free(l);
}
