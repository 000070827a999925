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
#define ENGINE(identifier, name, begin, step, end, help) { name, help, begin, step, end },
#include "sim/campaign/engine/engines.def"
#undef ENGINE
};

static bool interrupted(const campaign *c)
{
    return c->stop && *c->stop;
}

// Runs that have ended, here, in the store or badly.
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

static void add_word(char *words, size_t size, const char *word)
{
    snprintf(words + strlen(words), size - strlen(words), "%s%s", words[0] ? " " : "", word);
}

bool engine_keep(campaign *c, campaign_run *run, store_run *stored)
{
    char program[STORE_KEY], options[1024] = "", *sets = NULL;
    const char *details[2 * CAMPAIGN_DETAILS + 1];
    store_identity identity = {
        .program = program, .kernel = run->kernel->word, .source = run->kernel->source, .size = run->kernel->size,
        .seed = run->seed, .max_cycles = c->max_cycles, .machine = run->machine->word,
        .machine_text = run->machine->text, .policy = run->system.policy, .options = options,
    };
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
    snprintf(program, sizeof program, "%016" PRIx64, c->program_hash);
    for (unsigned i = 0; i < run->kernel->n_options; i++)
        add_word(options, sizeof options, run->kernel->options[i]);
    campaign_details_of(c, run->machine, details);
    for (const char *const *asked = details; *asked; asked++)
        add_word(options, sizeof options, *asked);
    campaign_take_result(run, stored);
    *(run->state == RUN_GOOD ? &c->simulated : &c->failed) += 1;
    memory_note(c, run, run->stored.peak_kb);
    good = store_put(c->store, run->key, &identity, &run->stored, c->error, sizeof c->error);
    free(run->stored.result);                   // its numbers stay
    run->stored.result = NULL;
    free(sets);
    return good;
}
