// The tables of `warplock campaign papers`, in the shape of the OAWS paper's figures: coherent kernels first, then the
// divergent ones, a mean below each group.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/claims.h"
#include "sim/campaign/figures.h"
#include "sim/campaign/statistics.h"

typedef double (*mean)(const double *, unsigned);

// One column: part / whole of a system in per cent, or without a whole the part over gto's part.
typedef struct { const char *title, *system, *part, *whole; double scale; } column;

static double column_value(campaign *c, const column *k, const char *kernel)
{
    const campaign_run *run = campaign_find(c, kernel, k->system);
    double whole = k->whole ? campaign_number(run, k->whole)
                            : campaign_number(campaign_find(c, kernel, "gto"), k->part);

    return whole == 0 ? NAN : campaign_number(run, k->part) / whole * k->scale;
}

// A kernel without any number, as one without divergent loads in a table of these, has no row.
static void take_back_empty(sheet *s)
{
    for (unsigned k = 0; k < s->n_columns; k++)
        if (!isnan(s->values[s->n_rows - 1][k]))
            return;
    s->n_rows--;
}

static void fill_group(campaign *c, sheet *s, const column *columns, const char *group, mean of)
{
    const char *names[CAMPAIGN_KERNELS];
    double values[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, group, names), first = s->n_rows, filled, last;
    char label[SHEET_NAME];

    for (unsigned i = 0; i < count; i++) {
        unsigned row = sheet_row(s, names[i]);

        for (unsigned k = 0; k < s->n_columns; k++)
            s->values[row][k] = column_value(c, &columns[k], names[i]);
        take_back_empty(s);
    }
    filled = s->n_rows - first;
    if (filled == 0)
        return;
    snprintf(label, sizeof label, "%s %s", of == geometric_mean ? "GMean" : "mean", group);
    last = sheet_row(s, label);
    for (unsigned k = 0; k < s->n_columns; k++) {
        for (unsigned i = 0; i < filled; i++)
            values[i] = s->values[first + i][k];
        s->values[last][k] = of(values, filled);
    }
}

static sheet *kernels_sheet(campaign *c, const char *id, int decimals, const char *title, const column *columns,
                            unsigned n_columns, mean of)
{
    sheet *s = sheet_new(id, decimals, "kernel", title);

    for (unsigned k = 0; k < n_columns; k++)
        sheet_column(s, columns[k].title);
    fill_group(c, s, columns, "coherent", of);
    fill_group(c, s, columns, "divergent", of);
    return s;
}

// The schedulers that are built, and OCW throttling; returns how many.
static unsigned list_systems(const char *systems[static 8])
{
    unsigned count = 0;

    for (const char *const *system = campaign_schedulers; *system; system++) {
        campaign_system resolved;

        if (strcmp(*system, "swl-best") == 0 || system_resolve(*system, &resolved))
            systems[count++] = *system;
    }
    systems[count++] = "ocw";
    return count;
}

// One column per scheduler, all of one share.
static sheet *systems_sheet(campaign *c, const char *id, int decimals, const char *title, const column *share, mean of)
{
    const char *systems[8];
    column columns[8];
    unsigned count = list_systems(systems);

    for (unsigned i = 0; i < count; i++) {
        columns[i] = *share;
        columns[i].title = columns[i].system = systems[i];
    }
    return kernels_sheet(c, id, decimals, title, columns, count, of);
}

static sheet *ldst_stalls(campaign *c)
{
    static const column columns[] = {
        { "coal", "gto", "stalls.ldst_coal", "sm.active_cycles", 100 },
        { "mshr", "gto", "stalls.ldst_mshr", "sm.active_cycles", 100 },
        { "icnt", "gto", "stalls.ldst_icnt", "sm.active_cycles", 100 },
        { "schedulers", "gto", "stalls.scheduler_ldst", "scheduler.active_cycles", 100 },
    };

    return kernels_sheet(c, "fig2", 1, "Fig. 2: LD/ST stalls by cause under GTO, % of SM cycles, and cycles in which a "
                         "scheduler is stalled by them, % of scheduler cycles", columns, 4, arithmetic_mean);
}

static sheet *occlusion(campaign *c)
{
    static const column columns[] = {
        { "coherent", "gto", "latency.coherent_occluded", "latency.coherent", 100 },
        { "divergent", "gto", "latency.divergent_occluded", "latency.divergent", 100 },
    };

    return kernels_sheet(c, "fig3", 1, "Fig. 3: memory occlusion time in the L1D latency of coherent and divergent "
                         "loads under GTO, %", columns, 2, arithmetic_mean);
}

// A row per kernel and scheduler.
static sheet *stalls_by_system(campaign *c)
{
    static const char *const causes[] = { "stalls.ldst_coal", "stalls.ldst_mshr", "stalls.ldst_icnt" };
    const char *systems[8], *names[CAMPAIGN_KERNELS];
    unsigned n_systems = list_systems(systems), count = campaign_kernels_of(c, "divergent", names);
    sheet *s = sheet_new("fig9", 1, "kernel, scheduler", "Fig. 9: LD/ST stalls by cause, % of the LD/ST active cycles "
                         "under GTO, divergent group");

    sheet_column(s, "coal");
    sheet_column(s, "mshr");
    sheet_column(s, "icnt");
    for (unsigned i = 0; i < count; i++) {
        double whole = campaign_number(campaign_find(c, names[i], "gto"), "ldst.active_cycles");

        for (unsigned k = 0; k < n_systems && s->n_rows < SHEET_ROWS; k++) {
            const campaign_run *run = campaign_find(c, names[i], systems[k]);
            char label[SHEET_NAME];
            unsigned row;

            snprintf(label, sizeof label, "%.16s %.14s", names[i], systems[k]);
            row = sheet_row(s, label);
            for (unsigned cause = 0; cause < 3; cause++)
                s->values[row][cause] = campaign_number(run, causes[cause]) / whole * 100;
        }
    }
    return s;
}

static sheet *swl_limits(campaign *c)
{
    static char names[CAMPAIGN_SWL_LIMITS][SYSTEM_NAME], titles[CAMPAIGN_SWL_LIMITS][12];
    column columns[CAMPAIGN_SWL_LIMITS];
    sheet *s;

    for (unsigned i = 0; i < CAMPAIGN_SWL_LIMITS; i++) {
        snprintf(names[i], sizeof names[i], "swl limit %u", campaign_swl_limits[i]);
        snprintf(titles[i], sizeof titles[i], "%u", campaign_swl_limits[i]);
        columns[i] = (column){ titles[i], names[i], "ipc", NULL, 1 };
    }
    s = kernels_sheet(c, "swl", 3, "Table 3: IPC over GTO under SWL, by the limit of running warps per scheduler",
                      columns, CAMPAIGN_SWL_LIMITS, geometric_mean);
    for (unsigned i = 0; i < c->n_kernels; i++) {
        const campaign_run *best = campaign_find(c, c->kernels[i], "swl-best");

        for (unsigned row = 0; best && row < s->n_rows; row++)
            if (strcmp(s->rows[row], c->kernels[i]) == 0)
                snprintf(s->rows[row], SHEET_NAME, "%.20s, best %s", c->kernels[i],
                         best->system.n_sets ? strrchr(best->system.name, ' ') + 1 : "none");
    }
    return s;
}

unsigned papers_figures(campaign *c, sheet *sheets[static FIGURES_MAX])
{
    unsigned n = 0;

    sheets[n++] = systems_sheet(c, "fig8", 3, "Fig. 8: IPC over GTO", &(column){ .part = "ipc", .scale = 1 },
                                geometric_mean);
    sheets[n++] = swl_limits(c);
    sheets[n++] = ldst_stalls(c);
    sheets[n++] = occlusion(c);
    sheets[n++] = stalls_by_system(c);
    sheets[n++] = systems_sheet(c, "fig10", 1, "Fig. 10: fully cached divergent loads, %", &(column){
                                .part = "loads.divergent_fully_cached", .whole = "loads.divergent", .scale = 100 },
                                arithmetic_mean);
    sheets[n++] = systems_sheet(c, "fig11", 1, "Fig. 11: fully cached coherent loads, %", &(column){
                                .part = "loads.coherent_fully_cached", .whole = "loads.coherent", .scale = 100 },
                                arithmetic_mean);
    sheets[n++] = systems_sheet(c, "mshr", 1, "MSHR entries in use, average over the SM cycles with a CTA", &(column){
                                .part = "mshr.entry_cycles", .whole = "sm.active_cycles", .scale = 1 },
                                arithmetic_mean);
    sheets[n++] = systems_sheet(c, "oldest", 1, "Fig. 4: issues of the 8 oldest warps of an SM, %", &(column){
                                .part = "issue.oldest_8", .whole = "warp_insns", .scale = 100 }, arithmetic_mean);
    return n;
}
