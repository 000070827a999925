// SPDX-License-Identifier: BSD-3-Clause
// A campaign's runs, each once: by kernel, system and seed, and by a key of everything that affects the result.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/campaign.h"
#include "tb/hash.h"

// What affects a result: the simulator, every key of the machine, policy, kernel, size, limit, seed, what is kept in parts, a
// bundled kernel's definition, every byte that a user's kernel reads. False when no such machine can be built.
static bool make_key(const campaign *c, campaign_run *run)
{
    machine *m = simulator_machine_copy(run->machine->base);
    simulator_error error;
    bool can_be = true;
    const char *details[2 * CAMPAIGN_DETAILS + 1];
    char *text = NULL;
    size_t length = 0;
    FILE *file;

    for (unsigned i = 0; can_be && i < run->system.n_sets; i++)
        can_be = simulator_machine_set(m, run->system.sets[i], &error);
    if (!can_be || !simulator_machine_check(m, &error)) {
        free(m);
        return false;
    }
    file = open_memstream(&text, &length);
    if (!file)
        abort();
    fprintf(file, "%016" PRIx64 "\n%s\n%s\n%s\n%" PRIu64 "\n%" PRIu64 "\n", c->program_hash, run->system.policy,
            run->kernel->word, run->kernel->size, c->max_cycles, run->seed);
    for (unsigned i = 0; i < run->kernel->n_options; i++)
        fprintf(file, "%s\n", run->kernel->options[i]);
    if (run->kernel->source[0])
        fprintf(file, "source %s\n", run->kernel->source);
    campaign_details_of(c, run->machine, details);
    for (const char *const *asked = details; *asked; asked++)
        fprintf(file, "%s\n", *asked);
    fclose(file);
    snprintf(run->key, sizeof run->key, "%016" PRIx64, simulator_machine_hash(m, hash_bytes(HASH_START, text, length)));
    const uint64_t files = run->kernel->kind == KERNEL_BUNDLED ? 0 : strtoull(run->kernel->source, NULL, 16);
    snprintf(run->content, sizeof run->content, "%016" PRIx64, simulator_machine_content(m, files));
    free(m);
    free(text);
    return true;
}

void campaign_details_of(const campaign *c, const campaign_machine *m, const char *all[static 2 * CAMPAIGN_DETAILS + 1])
{
    unsigned n = 0;

    for (const char *const *word = c->details; *word; word++)
        all[n++] = *word;
    for (const char *const *word = m->details; word && *word; word++) {
        bool said = false;

        for (unsigned i = 0; i < n; i++)
            said |= strcmp(all[i], *word) == 0;
        if (!said)
            all[n++] = *word;
    }
    all[n] = NULL;
}

const machine *campaign_machine_of(const campaign *c, const char *system)
{
    const char *at = strstr(system, " @");
    const size_t length = at ? strcspn(at += 2, " ") : 0;

    for (unsigned i = 0; at && i < c->n_machines; i++)
        if (strlen(c->machines[i].name) == length && memcmp(c->machines[i].name, at, length) == 0)
            return c->machines[i].base;
    return c->machines[0].base;
}

void campaign_without_limit(const campaign *c, const char *system, char name[static SYSTEM_NAME])
{
    char key[SYSTEM_SET];
    uint32_t low, most;

    snprintf(name, SYSTEM_NAME, "%s", system);
    for (const best_word *row = best_words; row->name; row++) {
        size_t length = strcspn(row->systems, "*");
        char *end;

        if (strncmp(system, row->systems, length) == 0 &&
            best_word_range(row, campaign_machine_of(c, system), key, &low, &most) &&
            strtoul(system + length, &end, 10) >= most)
            snprintf(name, SYSTEM_NAME, "%.60s%.90s", row->unlimited, end);
    }
}

static const campaign_machine *machine_of(const campaign *c, const char *name)
{
    for (unsigned i = 0; i < c->n_machines; i++)
        if (!*name || strcmp(c->machines[i].name, name) == 0)
            return &c->machines[i];
    return NULL;
}

campaign_run *campaign_add(campaign *c, const char *kernel, const char *system)
{
    return campaign_add_seed(c, kernel, system, 0);
}

campaign_run *campaign_add_seed(campaign *c, const char *kernel, const char *system, unsigned seed)
{
    campaign_run run = { .kernel = campaign_kernel_of(c, kernel) };
    char name[SYSTEM_NAME], asked[SYSTEM_NAME + 128];
    unsigned known;

    if (!run.kernel)
        return NULL;
    // Other kernels bring their own inputs, and some bundled ones run the same on any input.
    run.seed = run.kernel->kind == KERNEL_BUNDLED && !run.kernel->same_run ? c->seeds[seed] : 0;
    snprintf(asked, sizeof asked, "%td %" PRIu64 " %s", run.kernel - c->kernels, run.seed, system);
    known = lookup_find(&c->by_system, asked);
    if (known != LOOKUP_NONE)
        return &c->runs[known];
    campaign_without_limit(c, system, name);
    if (!system_resolve(name, &run.system) || !(run.machine = machine_of(c, run.system.machine)) || !make_key(c, &run))
        return NULL;
    known = lookup_find(&c->by_key, run.key);
    if (known == LOOKUP_NONE) {
        if (c->n_runs == c->room)
            return NULL;
        known = c->n_runs++;
        c->runs[known] = run;
        lookup_add(&c->by_key, run.key, known);
    }
    lookup_add(&c->by_system, asked, known);
    return &c->runs[known];
}
