// SPDX-License-Identifier: BSD-3-Clause
// Which runs a campaign makes: the rows `runs` of its file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/campaign.h"
#include "sim/campaign/claims.h"

// With every seed; true when each that can exist has ended.
static bool plan_runs(campaign *c, const char *kernel, const char *system)
{
    bool ended = true;

    for (unsigned seed = 0; seed < c->n_seeds; seed++) {
        campaign_run *run = campaign_add_seed(c, kernel, system, seed);

        if (run)
            run->planned = true;
        ended &= !run || run->state == RUN_FAILED || campaign_find_seed(c, kernel, system, seed);
    }
    return ended;
}

// Plans a search and finds its highest value. Tells whether all of it has been tried: the best of the part that another row
// asked for is not the best.
static bool plan_search(campaign *c, const best_word *row, const char *kernel, const char *at)
{
    char name[SYSTEM_NAME], whole[SYSTEM_NAME], *systems = system_spell(row->systems, campaign_machine_of(c, at));
    bool tried = true;

    snprintf(whole, sizeof whole, "%.80s%.79s", row->unlimited, at);
    if (*row->unlimited)
        tried = plan_runs(c, kernel, whole);
    for (unsigned i = 0; system_choose(systems, i, name); i++) {
        snprintf(whole, sizeof whole, "%.110s%.49s", name, at);
        tried &= plan_runs(c, kernel, whole);
    }
    free(systems);
    return tried;
}

// A run that is the best of some systems is known once those are done; until then it is planned as a search.
static campaign_run *planned_run(campaign *c, const char *kernel, const char *system, unsigned seed)
{
    const best_word *row = campaign_search(c, system);

    if (row) {
        char name[SYSTEM_NAME], at[SYSTEM_NAME], rest[SYSTEM_NAME];
        const campaign_run *best;
        bool tried;

        campaign_search_words(row, system, at, rest);
        snprintf(name, sizeof name, "%.80s%.79s", row->name, at);
        tried = plan_search(c, row, kernel, at);
        best = tried || c->stored_only ? campaign_find(c, kernel, name) : NULL;
        if (!best)
            return NULL;
        snprintf(name, sizeof name, "%.110s%.49s", best->system.name, rest);
        return campaign_add_seed(c, kernel, name, seed);
    }
    return campaign_add_seed(c, kernel, system, seed);
}

static void plan_row(campaign *c, const runs_row *row)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, row->kernels, names);
    char system[SYSTEM_NAME], *systems = system_spell(row->systems, c->machines[0].base);

    for (unsigned s = 0; system_choose(systems, s, system); s++) {
        for (unsigned i = 0; i < count; i++) {
            for (unsigned seed = 0; seed < c->n_seeds; seed++) {
                campaign_run *run = planned_run(c, names[i], system, seed);

                if (run)
                    run->planned = true;
            }
        }
    }
    free(systems);
}

// What claims measure with further seeds, once each choice is made: measuring them asks for the runs.
static void plan_claims(campaign *c)
{
    measurement unused;

    for (const claim *k = c->file->claims; k->id; k++)
        claim_measure(c, k, &unused);
    for (const claim *k = c->file->also; k->id; k++)
        claim_measure(c, k, &unused);
    for (unsigned i = 0; i < c->n_runs; i++) {
        campaign_run *run = &c->runs[i];
        bool further = false;

        for (unsigned seed = c->n_seeds; seed < c->n_claim_seeds; seed++)
            further |= run->kernel->kind == KERNEL_BUNDLED && !run->kernel->same_run && run->seed == c->seeds[seed];
        if (run->planned || !further)
            continue;
        run->planned = run->of_claims = true;
        c->from_store += run->state == RUN_GOOD;        // measuring has found it there
        c->failed += run->state == RUN_FAILED;
    }
}

bool campaign_plan(campaign *c, unsigned step)
{
    unsigned last = 0;
    bool any = false;

    for (const runs_row *row = c->file->runs; row->systems; row++) {
        if (row->step == step)
            plan_row(c, row);
        any |= row->step >= step;
        last = row->step > last ? row->step : last;
    }
    if (step == last + 1 && c->n_claim_seeds > c->n_seeds) {
        plan_claims(c);
        any = true;
    }
    return any;
}

machine *campaign_system_machine(campaign *c, const char *name, campaign_system *system)
{
    const campaign_machine *on = c->machines;
    simulator_error error;
    bool good = true;
    machine *m;

    c->error[0] = 0;
    if (!system_resolve(name, system))
        return NULL;                            // not built
    while (*system->machine && strcmp(on->name, system->machine) != 0)
        on++;
    m = simulator_machine_copy(on->base);
    for (unsigned i = 0; good && i < system->n_sets; i++)
        good = simulator_machine_set(m, system->sets[i], &error);
    if (good && simulator_machine_check(m, &error))
        return m;
    snprintf(c->error, sizeof c->error, "%s: %.300s", name, error.text);
    free(m);
    return NULL;
}

static bool check_system(campaign *c, const char *name, block_models *wanted)
{
    campaign_system system;
    machine *m = campaign_system_machine(c, name, &system);
    simulator_error error;
    bool good;

    if (!m)
        return !c->error[0];
    // The same refusal that a worker would give an hour later.
    good = simulator_models_note(wanted, m, system.policy, &error);
    if (!good)
        snprintf(c->error, sizeof c->error, "%s: %.300s", name, error.text);
    free(m);
    return good;
}

// One system, or every system that a search tries.
static bool check_name(campaign *c, const char *name, block_models *wanted)
{
    const best_word *row = campaign_search(c, name);
    char tried[SYSTEM_NAME], whole[SYSTEM_NAME], *systems;
    bool good = true;

    if (!row) {
        campaign_without_limit(c, name, tried);
        return check_system(c, tried, wanted);
    }
    if (strstr(name, " @") && strstr(row->systems, " @")) {
        snprintf(c->error, sizeof c->error, "%s: the systems of %s name a machine, expected none behind it", name, row->name);
        return false;
    }
    systems = system_spell(row->systems, campaign_machine_of(c, name));
    for (unsigned i = 0; good && system_choose(systems, i, tried); i++) {
        snprintf(whole, sizeof whole, "%.110s%.49s", tried, name + strlen(row->name));
        campaign_without_limit(c, whole, tried);
        good = check_system(c, tried, wanted);
    }
    free(systems);
    return good;
}

bool campaign_check_systems(campaign *c)
{
    block_models *wanted = simulator_models();
    char name[SYSTEM_NAME];
    simulator_error error;
    bool good = true;

    for (const runs_row *row = c->file->runs; row->systems && good; row++) {
        char *systems = system_spell(row->systems, c->machines[0].base);

        for (unsigned i = 0; good && system_choose(systems, i, name); i++)
            good = check_name(c, name, wanted);
        free(systems);
    }
    if (good && !simulator_models_build(wanted, &error)) {
        snprintf(c->error, sizeof c->error, "%.500s", error.text);
        good = false;
    }
    simulator_models_free(wanted);
    return good;
}
