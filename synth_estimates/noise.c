// SPDX-License-Identifier: BSD-3-Clause
// How far a figure moves when nothing of the design does: the module is mapped five times under drawn names, and so in
// another order of its cells (measure.sh, stage noise). Reported are median and spread, largest less smallest; printed
// figures are rounded to the spread. Where it has not been measured it is taken for a tenth of the figure, which is
// what permutations were seen to do.
#include "synth_estimates/overhead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 512 };

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

json_t *overhead_noise_summary(const double values[OVERHEAD_PERMUTATIONS])
{
    for (size_t i = 0; i < OVERHEAD_PERMUTATIONS; i++)
        if (values[i] < 0) return NULL;
    double sorted[OVERHEAD_PERMUTATIONS];
    json_t *runs = json_array();
    for (size_t i = 0; i < OVERHEAD_PERMUTATIONS; i++) json_array_append_new(runs, json_real(sorted[i] = values[i]));
    qsort(sorted, OVERHEAD_PERMUTATIONS, sizeof *sorted, by_size);
    return json_pack("{s:o,s:f,s:f}", "runs", runs, "median", sorted[OVERHEAD_PERMUTATIONS / 2], "spread",
                     sorted[OVERHEAD_PERMUTATIONS - 1] - sorted[0]);
}

void overhead_noise(json_t *row, const char *top, const char *folder, const char *tech)
{
    double gates[OVERHEAD_PERMUTATIONS], ns[OVERHEAD_PERMUTATIONS];
    for (unsigned seed = 1; seed <= OVERHEAD_PERMUTATIONS; seed++) {
        char path[PATH_LENGTH];
        snprintf(path, sizeof path, "%s/noise_%u", folder, seed);
        json_t *run = json_pack("{s:{s:[]}}", "bits", "registers");
        overhead_cost(run, top, path, tech);
        const json_t *cost = json_object_get(run, "cost");
        gates[seed - 1] = overhead_number(cost, "gate_equivalents");
        ns[seed - 1] = overhead_critical_path(cost);
        bool measured = cost != NULL;
        json_decref(run);
        if (!measured) return;
    }
    json_object_set_new(row, "noise",
                        json_pack("{s:o,s:o}", "gate_equivalents", overhead_noise_summary(gates), "critical_ns",
                                  overhead_noise_summary(ns)));
}

double overhead_figure(const json_t *row, const char *name, double *spread)
{
    const json_t *noise = json_object_get(json_object_get(row, "noise"), name);
    const json_t *holder = json_object_get(row, name) ? row : json_object_get(row, "cost");
    double value = noise ? overhead_number(noise, "median") : overhead_number(holder, name);
    *spread = noise ? overhead_number(noise, "spread") : value / 10;
    return value;
}

double overhead_rounded(double value, double spread, double finest, int *decimals)
{
    double unit = spread > 0 ? pow(10, floor(log10(spread) + 1e-9)) : finest;
    if (unit < finest) unit = finest;
    *decimals = unit < 1 ? (int)lround(-log10(unit)) : 0;
    return round(value / unit) * unit;
}
