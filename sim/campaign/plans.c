// Which runs a campaign is made of.
#include "sim/campaign/figures.h"

#include "sim/campaign/claims.h"

static void add_swl(campaign *c, const char *const *kernels, unsigned count)
{
    for (unsigned limit = 0; limit < CAMPAIGN_SWL_LIMITS; limit++) {
        char name[SYSTEM_NAME];

        snprintf(name, sizeof name, "swl limit %u", campaign_swl_limits[limit]);
        for (unsigned i = 0; i < count; i++)
            campaign_add(c, kernels[i], name);
    }
}

// What rests on most comes first, so that a campaign that is stopped has whole columns. Every kernel
// under every scheduler of Fig. 8, under SWL with every limit, and under OCW throttling alone.
static bool plan_papers(campaign *c, unsigned step)
{
    if (step > 0)
        return false;
    for (const char *const *system = campaign_schedulers; *system; system++)
        for (unsigned i = 0; i < c->n_kernels; i++)
            campaign_add(c, c->kernels[i], *system);
    add_swl(c, c->kernels, c->n_kernels);
    for (unsigned i = 0; i < c->n_kernels; i++)
        campaign_add(c, c->kernels[i], "ocw");
    return true;
}

static void add_smr(campaign *c)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, "five", names);

    for (unsigned i = 0; i < count; i++) {
        for (unsigned smr = 0; smr <= 100; smr += 5) {
            char name[SYSTEM_NAME];

            snprintf(name, sizeof name, "oaws-static SMR %u", smr);
            campaign_add(c, names[i], name);
        }
    }
}

static void add_mshrs_and_allocation(campaign *c)
{
    static const char *const systems[] = { "gto", "oaws-static", "oaws-dyn" };
    static const unsigned mshrs[] = { 32, 48, 64, 96 };
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, "divergent", names);
    char name[SYSTEM_NAME];

    for (unsigned i = 0; i < count; i++) {
        for (unsigned s = 0; s < 3; s++) {
            for (unsigned m = 0; m < 4; m++) {
                snprintf(name, sizeof name, "%s MSHR %u", systems[s], mshrs[m]);
                campaign_add(c, names[i], name);
            }
        }
        for (const char *const *system = campaign_schedulers; *system; system++) {
            snprintf(name, sizeof name, "%s allocate-on-miss", *system);
            campaign_add(c, names[i], *system);
            campaign_add(c, names[i], name);
        }
    }
    add_swl(c, names, count);
}

// The best limit is that of allocation on fill, the paper's default.
static void add_swl_best_on_miss(campaign *c)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, "divergent", names);

    for (unsigned i = 0; i < count; i++) {
        const campaign_run *best = campaign_find(c, names[i], "swl-best");
        char name[SYSTEM_NAME];

        if (best) {
            snprintf(name, sizeof name, "%.20s allocate-on-miss", best->system.name);
            campaign_add(c, names[i], name);
        }
    }
}

// Groups are known after a first run of each kernel, the best SWL limit after its runs.
static bool plan_sensitivity(campaign *c, unsigned step)
{
    switch (step) {
    case 0:
        for (unsigned i = 0; i < c->n_kernels; i++)
            campaign_add(c, c->kernels[i], "gto");
        return true;
    case 1:
        add_smr(c);
        add_mshrs_and_allocation(c);
        return true;
    case 2:
        add_swl_best_on_miss(c);
        return true;
    default:
        return false;
    }
}

const campaign_kind campaign_kinds[] = {
    { "papers", "the OAWS paper's claims and figures 2, 3, 8 to 11 beside what is measured", plan_papers,
      papers_figures, { NULL } },
    { "sensitivity", "its figures 12 to 14: static miss rate, number of MSHRs, allocation of lines", plan_sensitivity,
      sensitivity_figures, { "5.4", "5.5", "5.6", NULL } },
    { 0 },
};
