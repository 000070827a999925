// The tables of `warplock campaign sensitivity`: the OAWS paper's figures 12, 13 and 14.
#include <math.h>
#include <string.h>

#include "sim/campaign/claims.h"
#include "sim/campaign/figures.h"
#include "sim/campaign/statistics.h"

// Geometric mean over the divergent group of the IPC of a system over a baseline; NAN unless every kernel has one, for the
// means of a figure are of the same kernels.
static double divergent_mean(campaign *c, const char *system, const char *baseline)
{
    const char *names[CAMPAIGN_KERNELS];
    double values[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, "divergent", names);

    for (unsigned i = 0; i < count; i++) {
        values[i] = campaign_ipc_ratio(c, names[i], system, baseline);
        if (isnan(values[i]))
            return NAN;
    }
    return geometric_mean(values, count);
}

static sheet *smr_sweep(campaign *c)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, "five", names);
    sheet *s = sheet_new("fig12", 3, "SMR", "Fig. 12: IPC of OAWS-Static over GTO by static miss rate (SMR, %)");

    for (unsigned i = 0; i < count; i++)
        sheet_column(s, names[i]);
    sheet_column(s, "GMean");
    for (unsigned smr = 0; smr <= 100; smr += 5) {
        char name[SYSTEM_NAME];
        unsigned row;

        snprintf(name, sizeof name, "%u", smr);
        row = sheet_row(s, name);
        snprintf(name, sizeof name, "oaws-static SMR %u", smr);
        for (unsigned i = 0; i < count; i++)
            s->values[row][i] = campaign_ipc_ratio(c, names[i], name, "gto");
        s->values[row][count] = geometric_mean(s->values[row], count);
    }
    return s;
}

static sheet *mshr_sweep(campaign *c)
{
    static const char *const systems[] = { "gto", "oaws-static", "oaws-dyn" };
    static const unsigned mshrs[] = { 32, 48, 64, 96 };
    sheet *s = sheet_new("fig13", 3, "MSHRs", "Fig. 13: IPC by number of MSHRs, geometric mean over the divergent "
                         "group, over GTO with 32");

    for (unsigned i = 0; i < 3; i++)
        sheet_column(s, systems[i]);
    for (unsigned m = 0; m < 4; m++) {
        char name[SYSTEM_NAME];
        unsigned row;

        snprintf(name, sizeof name, "%u", mshrs[m]);
        row = sheet_row(s, name);
        for (unsigned i = 0; i < 3; i++) {
            snprintf(name, sizeof name, "%s MSHR %u", systems[i], mshrs[m]);
            s->values[row][i] = divergent_mean(c, name, "gto MSHR 32");
        }
    }
    return s;
}

static sheet *allocation(campaign *c)
{
    sheet *s = sheet_new("fig14", 3, "scheduler", "Fig. 14: IPC with lines allocated on fill over lines allocated on "
                         "miss, geometric mean over the divergent group");

    sheet_column(s, "on miss");
    sheet_column(s, "on fill");
    for (const char *const *system = campaign_schedulers; *system; system++) {
        char name[SYSTEM_NAME];
        double ratio;
        unsigned row;

        snprintf(name, sizeof name, "%s allocate-on-miss", *system);
        ratio = divergent_mean(c, *system, name);
        if (isnan(ratio))
            continue;
        row = sheet_row(s, *system);
        s->values[row][0] = 1;
        s->values[row][1] = ratio;
    }
    return s;
}

unsigned sensitivity_figures(campaign *c, sheet *sheets[static FIGURES_MAX])
{
    sheets[0] = smr_sweep(c);
    sheets[1] = mshr_sweep(c);
    sheets[2] = allocation(c);
    return 3;
}
