#include "sim/campaign/engine/engine.h"

#include <stdlib.h>
#include <time.h>

#include "sim/campaign/engine/display.h"

#define LOOK_NANOSECONDS 10000000

const engine engines[ENGINES] = {
#define ENGINE(identifier, name, begin, step, end, help) { name, help, begin, step, end },
#include "sim/campaign/engine/engines.def"
#undef ENGINE
};

static bool interrupted(const campaign *c)
{
    return c->stop && *c->stop;
}

bool engine_execute(campaign *c)
{
    const engine *e = &engines[c->engine];
    void *state = e->begin(c);
    bool good = state != NULL;
    display shown;

    display_begin(&shown);
    while (good && campaign_missing(c) && !interrupted(c)) {
        good = e->step(state);
        nanosleep(&(struct timespec){ .tv_nsec = LOOK_NANOSECONDS }, NULL);
        display_step(&shown, c);
    }
    if (state)
        e->end(state);
    display_end(&shown);
    return good;
}

campaign_run *engine_next(campaign *c, unsigned *next)
{
    for (; *next < c->n_runs; ++*next) {
        campaign_run *run = &c->runs[*next];

        if (!run->planned || run->state != RUN_WANTED)
            continue;
        if (!campaign_look_up(c, run))
            return NULL;
        if (run->state == RUN_WANTED) {
            ++*next;
            return run;
        }
    }
    return NULL;
}

bool engine_keep(campaign *c, campaign_run *run, store_run *stored)
{
    store_identity identity = { run->machine->word, NULL, run->system.policy, run->kernel->word, run->kernel->size };
    char *sets = NULL;
    size_t length;
    FILE *text = open_memstream(&sets, &length);
    bool good;

    if (!text)
        abort();
    for (unsigned i = 0; i < run->machine->n_sets + run->system.n_sets; i++)
        fprintf(text, "%s%s", i ? " " : "",
                i < run->machine->n_sets ? run->machine->sets[i] : run->system.sets[i - run->machine->n_sets]);
    fclose(text);
    identity.set = sets;
    campaign_take_result(run, stored);
    *(run->state == RUN_GOOD ? &c->simulated : &c->failed) += 1;
    good = store_put(c->store, run->key, &identity, &run->stored, c->error, sizeof c->error);
    free(sets);
    return good;
}
