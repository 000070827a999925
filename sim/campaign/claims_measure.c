// SPDX-License-Identifier: BSD-3-Clause
// What a campaign measured for a claim.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/claims_inside.h"

// The first system of a list whose policy is not built; NULL when there is none.
static const char *missing_policy(const campaign *c, const char *systems, char name[static SYSTEM_NAME])
{
    campaign_system system;

    for (unsigned i = 0; system_choose(systems, i, name); i++)
        if (!campaign_search(c, name) && !system_resolve(name, &system))
            return name;
    return NULL;
}

unsigned claim_seeds(const campaign *c, const claim *k)
{
    const bool chooses = k->measure == LEAST || k->measure == FURTHEST || k->measure == PEAK || k->measure == GROWTH;

    return chooses ? c->n_seeds : c->n_claim_seeds;
}

static double of_seeds(campaign *c, const claim *k, const char *kernel, const char *system, const char *over, const char *part,
                       const char *whole, unsigned seed)
{
    double values[CAMPAIGN_SEEDS];
    unsigned count = campaign_quotients(c, kernel, system, over, part, whole, claim_seeds(c, k), values);

    for (unsigned i = 0; i < count; i++)                // a missing seed leaves no value
        if (isnan(values[i]))
            return NAN;
    return count == 1 ? values[0] : seed == ALL_SEEDS ? arithmetic_mean(values, count) : values[seed];
}

static double quotient_of(campaign *c, const claim *k, const char *kernel, const char *system, const char *over, unsigned seed)
{
    return of_seeds(c, k, kernel, system, over, k->part, k->whole, seed);
}

static double level_of(campaign *c, const claim *k, const char *kernel, const char *system, const char *part, unsigned seed)
{
    return of_seeds(c, k, kernel, system, "", part, "1", seed);
}

unsigned claim_kernel_values(campaign *c, const claim *k, const char *system, unsigned seed,
                             double values[static CAMPAIGN_KERNELS])
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, k->kernels, names);

    for (unsigned i = 0; i < count; i++)
        values[i] = quotient_of(c, k, names[i], system, k->over, seed);
    return count;
}

static void count_values(measurement *m, const double *values, unsigned count)
{
    m->wanted = count;
    for (unsigned i = 0; i < count; i++)
        m->counted += !isnan(values[i]);
}

// The value and the interval of one kernel under one system.
static void take_seeds_of(campaign *c, const claim *k, const char *kernel, const char *system, double less, double times,
                          measurement *m)
{
    unsigned count = campaign_quotients(c, kernel, system, k->over, k->part, k->whole, c->n_claim_seeds, m->by_seed);
    spread of;

    for (unsigned i = 0; i < count; i++)
        m->by_seed[i] = (m->by_seed[i] - less) * times;
    of = spread_of(m->by_seed, count);
    m->value = of.mean;
    m->half = of.half;
    m->seeds = count;
}

// The means over the seeds choose the kernel: a mean of each seed's least would fall as the seeds spread.
static void measure_least(campaign *c, const claim *k, measurement *m)
{
    const char *names[CAMPAIGN_KERNELS], *least = NULL;
    double values[CAMPAIGN_KERNELS];
    unsigned count = claim_kernel_values(c, k, k->systems, ALL_SEEDS, values);

    count_values(m, values, count);
    campaign_kernels_of(c, k->kernels, names);
    for (unsigned i = 0; i < count; i++) {
        least = !isnan(values[i]) && !(m->value <= values[i]) ? names[i] : least;
        m->value = fmin(m->value, values[i]);           // fmin of a number and NAN is the number
        if (!isnan(values[i]))
            snprintf(m->words + strlen(m->words), sizeof m->words - strlen(m->words), "%s%s %.1f",
                     m->words[0] ? ", " : "", names[i], values[i]);
    }
    if (least)
        take_seeds_of(c, k, least, k->systems, 0, 1, m);
}

// Levels: the ratio of the two means, over kernels that have both.
static void measure_order(campaign *c, const claim *k, unsigned seed, measurement *m)
{
    const char *names[CAMPAIGN_KERNELS];
    double ones[CAMPAIGN_KERNELS], others[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, k->kernels, names);

    for (unsigned i = 0; i < count; i++) {
        ones[i] = level_of(c, k, names[i], k->systems, k->part, seed);
        others[i] = level_of(c, k, names[i], k->over, k->whole, seed);
        if (isnan(ones[i]) || isnan(others[i]))
            ones[i] = others[i] = NAN;
    }
    count_values(m, ones, count);
    for (unsigned kind = 0; kind < MEAN_KINDS; kind++)
        m->means[kind] = (mean_by((mean_kind)kind, ones, count) / mean_by((mean_kind)kind, others, count) - 1) * 100;
    m->value = m->means[k->mean];
}

double claim_number_behind(const char *name)
{
    const char *blank = strrchr(name, ' '), *equals = strrchr(name, '=');

    return equals ? strtod(equals + 1, NULL) : blank ? strtod(blank, NULL) : 0;
}

// The most running warps of an SM under the best of a list of systems; all warps when the best is not in the list.
static double limit_of(const campaign_run *run)
{
    return !run ? NAN : run->system.n_sets ? claim_number_behind(run->system.name) : simulator_machine_warps(run->machine->base);
}

static void measure_growth(campaign *c, const claim *k, measurement *m)
{
    const char *names[CAMPAIGN_KERNELS];
    double growths[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, k->kernels, names);

    for (unsigned i = 0; i < count; i++) {
        double without = limit_of(campaign_find(c, names[i], k->over));
        double with = limit_of(campaign_find(c, names[i], k->systems));

        growths[i] = with - without;
        m->value = fmin(m->value, growths[i]);          // fmin of a number and NAN is the number
        if (!isnan(growths[i]))
            snprintf(m->words + strlen(m->words), sizeof m->words - strlen(m->words), "%s%s %.0f to %.0f",
                     m->words[0] ? ", " : "", names[i], without, with);
    }
    count_values(m, growths, count);
}

void claim_take_means(const claim *k, measurement *m, const double *values, unsigned count, double less, double times)
{
    for (unsigned kind = 0; kind < MEAN_KINDS; kind++)
        m->means[kind] = (mean_by((mean_kind)kind, values, count) - less) * times;
    m->value = m->means[k->mean];
}

static void measure_mean(campaign *c, const claim *k, unsigned seed, measurement *m)
{
    double values[CAMPAIGN_KERNELS];
    unsigned count = claim_kernel_values(c, k, k->systems, seed, values);
    bool less = k->measure == CHANGE || k->measure == REDUCTION;

    count_values(m, values, count);
    claim_take_means(k, m, values, count, less ? 1 : 0, k->measure == RATIO ? 1 : k->measure == REDUCTION ? -100 : 100);
}

// The change against `over`, as a share of the whole under the paper's baseline.
static void measure_points(campaign *c, const claim *k, unsigned seed, measurement *m)
{
    const char *names[CAMPAIGN_KERNELS];
    double values[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, k->kernels, names);

    for (unsigned i = 0; i < count; i++)
        values[i] = quotient_of(c, k, names[i], k->systems, k->points_of, seed) -
                    quotient_of(c, k, names[i], k->over, k->points_of, seed);
    count_values(m, values, count);
    m->means[ARITHMETIC] = arithmetic_mean(values, count) * 100;
    m->means[GEOMETRIC] = m->means[HARMONIC] = NAN;     // not defined for differences
    m->value = m->means[k->mean];
}

// Chosen by the means over the seeds, like the least.
typedef struct { const char *kernel; char system[SYSTEM_NAME]; } furthest_run;

static double furthest_change(campaign *c, const claim *k, const char *systems, furthest_run *of)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, k->kernels, names);
    char system[SYSTEM_NAME];
    double worst = NAN;

    for (unsigned s = 0; system_choose(systems, s, system); s++) {
        for (unsigned i = 0; i < count; i++) {
            double ratio = campaign_quotient(c, names[i], system, k->over, k->part, k->whole, c->n_seeds);

            if (!isnan(ratio) && (isnan(worst) || fabs(ratio - 1) > fabs(worst - 1))) {
                worst = ratio;
                of->kernel = names[i];
                strcpy(of->system, system);
            }
        }
    }
    return (worst - 1) * 100;
}

static void measure_furthest(campaign *c, const claim *k, measurement *m)
{
    const char *names[CAMPAIGN_KERNELS];
    furthest_run own = { .kernel = NULL }, any = { .kernel = NULL };
    double worst = furthest_change(c, k, k->systems, &own);
    double worst_any = furthest_change(c, k, k->rivals, &any);

    m->wanted = campaign_kernels_of(c, k->kernels, names);
    for (unsigned i = 0; i < m->wanted; i++)
        m->counted += !isnan(campaign_number(campaign_find(c, names[i], k->over), k->whole));
    if (isnan(worst))
        return;
    take_seeds_of(c, k, own.kernel, own.system, 1, 100, m);
    snprintf(m->words, sizeof m->words, "%.24s under %.32s; of all schedulers %+.1f: %.24s under %.32s",
             own.kernel, own.system, worst_any, any.kernel, any.system);
}

// The registers of a claim are listed once, in column `needs` of the overhead report's claims.
static void storage_fields(const char *id, char fields[static 256])
{
    const carried_file file = carried_find("synth_estimates/claims.csv");
    const char *at = file.path ? file.begin : "";
    char line[24];

    snprintf(line, sizeof line, "\n%.20s,", id);
    at = strstr(at, line);
    for (int column = 0; at && column < 8; column++)
        at = strchr(at + 1, ',');
    if (!at) {
        fprintf(stderr, "warplock: synth_estimates/claims.csv has no claim %s\n", id);
        abort();
    }
    snprintf(fields, 256, "%.*s", (int)strcspn(at + 1, ","), at + 1);
}

static void measure_storage(const campaign *c, const claim *k, measurement *m)
{
    static const char each[] = "controllers*";
    simulator_error error;
    machine *own = simulator_machine(c->machines[0].word, &error);
    char words[256], *rest;
    unsigned bits = 0;

    if (!own) {
        fprintf(stderr, "warplock: %s\n", error.text);
        abort();
    }
    storage_fields(k->id, words);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        bool all = strncmp(word, each, sizeof each - 1) == 0;
        char *block = all ? word + sizeof each - 1 : word, *dot = strchr(block, '.');

        *dot = 0;
        unsigned here = simulator_register_bits(own, block, dot + 1);
        if (!here) {
            snprintf(m->words, sizeof m->words, "%.40s.%.40s of this machine cannot be had", block, dot + 1);
            free(own);
            return;
        }
        bits += (all ? simulator_machine_controllers(own) : 1) * here;
    }
    free(own);
    m->value = strcmp(k->unit, "bits") == 0 ? bits : bits / 8.0;
    snprintf(m->words, sizeof m->words, "rounding apart; make overhead has the registers");
}

// Three wavefronts, four lines each, referenced twice (figures 3 and 4), in a fully associative cache of 4 lines. The value is
// the last of three numbers.
static void measure_example(measurement *m)
{
    enum { WAYS = 4 };
    static const char round_robin[] = "ABCDEFGHIJKLABCDEFGHIJKL", one_after_the_other[] = "ABCDABCDEFGHEFGHIJKLIJKL";

    m->value = simulator_l1d_hits(one_after_the_other, WAYS, false);
    snprintf(m->words, sizeof m->words, "%u / %u / %.0f", simulator_l1d_hits(round_robin, WAYS, false),
             simulator_l1d_hits(round_robin, WAYS, true), m->value);
}

static void measure_runs(campaign *c, const claim *k, unsigned seed, measurement *m)
{
    switch (k->measure) {
    case FURTHEST:
        measure_furthest(c, k, m);
        break;
    case LEAST:
        measure_least(c, k, m);
        break;
    case ORDER:
        measure_order(c, k, seed, m);
        break;
    case POINTS:
        measure_points(c, k, seed, m);
        break;
    case PEAK:
        claim_measure_peak(c, k, seed, m);
        break;
    case GROWTH:
        measure_growth(c, k, m);
        break;
    case SPREAD:
        claim_measure_spread(c, k, seed, m);
        break;
    case TREND:
        claim_measure_trend(c, k, seed, m);
        break;
    default:
        measure_mean(c, k, seed, m);
    }
}

static const measurement nothing = { .value = NAN, .means = { NAN, NAN, NAN } };

// Each seed's own value, their mean and its interval, computed as for the tables.
static void measure_each_seed(campaign *c, const claim *k, measurement *m)
{
    double means[MEAN_KINDS][CAMPAIGN_SEEDS];
    spread of;

    for (unsigned seed = 0; seed < c->n_claim_seeds; seed++) {
        measurement one = nothing;

        measure_runs(c, k, seed, &one);
        m->by_seed[seed] = one.value;
        for (unsigned kind = 0; kind < MEAN_KINDS; kind++)
            means[kind][seed] = one.means[kind];
    }
    of = spread_of(m->by_seed, c->n_claim_seeds);
    m->value = of.mean;
    m->half = of.half;
    m->seeds = c->n_claim_seeds;
    for (unsigned kind = 0; kind < MEAN_KINDS; kind++)
        m->means[kind] = arithmetic_mean(means[kind], c->n_claim_seeds);
}

// A choice from a list has no mean and no interval: count the seeds that make the same choice.
static void count_same_choices(campaign *c, const claim *k, measurement *m)
{
    unsigned same = 0;

    for (unsigned seed = 0; seed < c->n_seeds; seed++) {
        measurement one = nothing;

        measure_runs(c, k, seed, &one);
        same += one.value == m->value;
    }
    snprintf(m->words + strlen(m->words), sizeof m->words - strlen(m->words), "; the same of %u of %u seeds alone", same,
             c->n_seeds);
}

// The least and the furthest have chosen their kernel; a search for the best limit has used all seeds.
static void measure_over_seeds(campaign *c, const claim *k, measurement *m)
{
    measure_runs(c, k, ALL_SEEDS, m);
    if (c->n_claim_seeds > 1 && !isnan(m->value)) {
        if (k->measure == PEAK && c->n_seeds > 1)
            count_same_choices(c, k, m);
        else if (k->measure != LEAST && k->measure != FURTHEST && k->measure != GROWTH)
            measure_each_seed(c, k, m);
    }
    if (isnan(m->value))
        snprintf(m->words, sizeof m->words, "%s", m->wanted ? "not run" : "no such kernel was run");
    else if (m->counted < m->wanted)
        snprintf(m->words + strlen(m->words), sizeof m->words - strlen(m->words), "%s%u of %u kernels",
                 m->words[0] ? "; " : "", m->counted, m->wanted);
}

void claim_measure(campaign *c, const claim *k, measurement *m)
{
    char name[SYSTEM_NAME];
    const char *missing;

    *m = nothing;
    if (k->measure == EXAMPLE) {
        measure_example(m);
        return;
    }
    if (k->measure == REPORTED) {
        snprintf(m->words, sizeof m->words, "in the overhead report: docs/overhead_results.md");
        return;
    }
    if (k->measure == STORAGE) {
        measure_storage(c, k, m);
        return;
    }
    missing = missing_policy(c, k->systems, name);
    if (!missing)
        missing = missing_policy(c, k->over, name);
    if (missing)
        snprintf(m->words, sizeof m->words, "not built: %.*s", (int)strcspn(missing, " "), missing);
    else
        measure_over_seeds(c, k, m);
}
