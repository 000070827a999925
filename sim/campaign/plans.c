// Which runs a campaign is made of: the rows RUNS of papers.def.
#include <stdio.h>
#include <string.h>

#include "sim/campaign/campaign.h"
#include "sim/core/gpu.h"

// A run that is the best of some systems is known once these are there.
static campaign_run *planned_run(campaign *c, const char *kernel, const char *system)
{
    const best_word *row = best_word_of(system);
    char name[SYSTEM_NAME];

    if (row) {
        const campaign_run *best = campaign_find(c, kernel, row->name);

        if (!best)
            return NULL;
        snprintf(name, sizeof name, "%.20s%.20s", best->system.name, system + strlen(row->name));
        return campaign_add(c, kernel, name);
    }
    return campaign_add(c, kernel, system);
}

static void plan_row(campaign *c, const paper_runs *row)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, row->kernels, names);
    char system[SYSTEM_NAME], systems[SYSTEMS_TEXT];

    system_spell(row->systems, &c->machines[0].base, systems);
    for (unsigned s = 0; system_choose(systems, s, system); s++) {
        for (unsigned i = 0; i < count; i++) {
            campaign_run *run = planned_run(c, names[i], system);

            if (run)
                run->planned = true;
        }
    }
}

bool campaign_plan(campaign *c, const campaign_kind *kind, unsigned step)
{
    bool any = false;

    for (const paper_runs *row = all_runs; row->part; row++) {
        if (row->step == step && kind_has_part(kind, row->part)) {
            plan_row(c, row);
            any = true;
        }
    }
    return any;
}

static bool check_system(campaign *c, const char *name, tuple_list *wanted)
{
    campaign_system system;
    machine m = c->machines[0].base;
    machine_error error;

    if (!system_resolve(name, &system))
        return true;                            // not built, or the best of systems that are looked at themselves
    for (unsigned i = 0; i < system.n_sets; i++) {
        if (!machine_set(&m, system.sets[i], &error)) {
            snprintf(c->error, sizeof c->error, "%s: %.400s", name, error.text);
            return false;
        }
    }
    if (!machine_check(&m, &error)) {
        snprintf(c->error, sizeof c->error, "%s: %.400s", name, error.text);
        return false;
    }
    // What it says is what a worker would say after others have run for an hour.
    char reason[TUPLE_ERROR];
    if (gpu_can_be_built(&m, policy_find(system.policy), NULL, wanted, reason, sizeof reason))
        return true;
    snprintf(c->error, sizeof c->error, "%s: %.440s", name, reason);
    return false;
}

bool campaign_check_systems(campaign *c, const campaign_kind *kind)
{
    char name[SYSTEM_NAME], limited[SYSTEM_NAME], systems[SYSTEMS_TEXT], reason[TUPLE_ERROR];
    tuple_list wanted = {.count = 0};

    for (const paper_runs *row = all_runs; row->part; row++) {
        if (!kind_has_part(kind, row->part))
            continue;
        system_spell(row->systems, &c->machines[0].base, systems);
        for (unsigned i = 0; system_choose(systems, i, name); i++) {
            campaign_without_limit(c, name, limited);
            if (!check_system(c, limited, &wanted))
                return false;
        }
    }
    if (tuples_make(&wanted, false, reason, sizeof reason))
        return true;
    snprintf(c->error, sizeof c->error, "%.500s", reason);
    return false;
}
