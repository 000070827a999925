// SPDX-License-Identifier: BSD-3-Clause
// What a campaign measured for a claim on a sweep: a trend, the best point, the spread of the points.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/claims_inside.h"

enum { LIST_MAX = 64 };

// The mean, if every kernel has a value: points of a sweep are compared over the same kernels. NAN otherwise.
static double mean_of_seed(campaign *c, const claim *k, const char *system, unsigned seed)
{
    double values[CAMPAIGN_KERNELS];
    unsigned count = claim_kernel_values(c, k, system, seed, values);

    for (unsigned i = 0; i < count; i++)
        if (isnan(values[i]))
            return NAN;
    return mean_by(k->mean, values, count);
}

// As in the tables: the mean of the seeds' means.
static double whole_mean(campaign *c, const claim *k, const char *system, unsigned seed)
{
    double sum = 0;

    if (seed != ALL_SEEDS)
        return mean_of_seed(c, k, system, seed);
    for (seed = 0; seed < claim_seeds(c, k); seed++)
        sum += mean_of_seed(c, k, system, seed);
    return sum / claim_seeds(c, k);
}

// Whether a sweep has every point; counts its kernels. Asks for all of them, so that a plan has the runs of every point.
static bool has_all_points(campaign *c, const claim *k, unsigned seed, measurement *m)
{
    const char *kernels[CAMPAIGN_KERNELS];
    char name[SYSTEM_NAME];
    bool all = true;

    m->wanted = m->counted = campaign_kernels_of(c, k->kernels, kernels);
    for (unsigned i = 0; system_choose(k->systems, i, name); i++)
        all &= !isnan(whole_mean(c, k, name, seed));
    return all;
}

// The step between two systems of a sweep, as a ratio.
static spread step_of(campaign *c, const claim *k, const char *from, const char *to, unsigned seed)
{
    double quotients[CAMPAIGN_SEEDS];
    unsigned first = seed == ALL_SEEDS ? 0 : seed, count = seed == ALL_SEEDS ? claim_seeds(c, k) : 1;

    for (unsigned i = 0; i < count; i++)
        quotients[i] = mean_of_seed(c, k, to, first + i) / mean_of_seed(c, k, from, first + i);
    return spread_of(quotients, count);
}

// The last system's change, with every change in words. A missing point, or a point that lacks a kernel, leaves no trend. A
// step within its interval does not count.
void claim_measure_trend(campaign *c, const claim *k, unsigned seed, measurement *m)
{
    double values[CAMPAIGN_KERNELS];
    char name[SYSTEM_NAME], first[SYSTEM_NAME] = "", before[SYSTEM_NAME] = "";

    if (!has_all_points(c, k, seed, m))
        return;
    for (unsigned i = 0; system_choose(k->systems, i, name); i++) {
        double now = whole_mean(c, k, name, seed);

        claim_kernel_values(c, k, name, seed, values);
        if (i == 0) {
            strcpy(first, name);
        } else {
            spread step = step_of(c, k, before, name, seed);
            double change = spread_covers(&step, 1) ? 0 : (step.mean - 1) * 100;

            m->rise = fmax(m->rise, change);
            m->fall = fmin(m->fall, change);
            m->highest = fmax(m->highest, (step_of(c, k, first, name, seed).mean - 1) * 100);
        }
        snprintf(m->words + strlen(m->words), sizeof m->words - strlen(m->words), "%s%s %+.1f",
                 i ? ", " : "", strrchr(name, ' ') ? strrchr(name, ' ') + 1 : name, (now - 1) * 100);
        strcpy(before, name);
    }
    claim_take_means(k, m, values, m->wanted, 1, 100);
}

// For systems that differ in policy and in a final number: the number at which the policies have the highest mean together,
// with each policy's own best. A missing point, or a point that lacks a kernel, leaves none.
void claim_measure_peak(campaign *c, const claim *k, unsigned seed, measurement *m)
{
    struct { char policy[SYSTEM_NAME]; double best, of; } own[LIST_MAX];
    struct { double number, sum; } points[LIST_MAX];
    double highest = 0;
    unsigned policies = 0, numbers = 0;
    char name[SYSTEM_NAME];

    if (!has_all_points(c, k, seed, m))
        return;
    for (unsigned i = 0; system_choose(k->systems, i, name); i++) {
        double mean = whole_mean(c, k, name, seed), number = claim_number_behind(name);
        unsigned p = 0, n = 0;

        name[strcspn(name, " ")] = 0;
        while (p < policies && strcmp(own[p].policy, name) != 0)
            p++;
        while (n < numbers && points[n].number != number)
            n++;
        if (p == LIST_MAX || n == LIST_MAX)
            abort();
        if (p == policies)
            own[policies++].best = 0, strcpy(own[p].policy, name);
        if (n == numbers)
            points[numbers++].number = number, points[n].sum = 0;
        points[n].sum += mean;
        if (mean > own[p].best)
            own[p].best = mean, own[p].of = number;
    }
    for (unsigned n = 0; n < numbers; n++)
        if (points[n].sum > highest)
            highest = points[n].sum, m->value = points[n].number;
    for (unsigned p = 0; p < policies; p++)
        snprintf(m->words + strlen(m->words), sizeof m->words - strlen(m->words), "%s%s %.0f", p ? ", " : "", own[p].policy,
                 own[p].of);
}

void claim_measure_spread(campaign *c, const claim *k, unsigned seed, measurement *m)
{
    double means[LIST_MAX];
    char system[SYSTEM_NAME];
    unsigned n = 0;

    if (!has_all_points(c, k, seed, m))
        return;
    for (; n < LIST_MAX && system_choose(k->systems, n, system); n++)
        means[n] = whole_mean(c, k, system, seed);
    m->value = standard_deviation(means, n);
}
