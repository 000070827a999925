// SPDX-License-Identifier: BSD-3-Clause
// Hands engines the next wanted run and takes back what it left.
#include "sim/campaign/engine/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/engine/memory.h"

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
    free(run->stored.result);                   // the numbers stay
    run->stored.result = NULL;
    free(sets);
    return good;
}
