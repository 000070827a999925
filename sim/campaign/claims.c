#include "sim/campaign/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_c/block.h"
#include "sim/campaign/statistics.h"
#include "sim/machine/bundled.h"

const claim claims[] = {
#define CLAIM(id, section, metric, subject, baseline, group, value, unit, measure, kernels, part, whole) \
    { id, section, metric, subject, baseline, group, value, unit, measure, kernels, part, whole },
#include "sim/campaign/claims.def"
#undef CLAIM
    { 0 },
};

const char *const campaign_schedulers[] = {
    "gto", "mascar", "ccws", "swl-best", "oaws-static", "oaws-dyn", NULL,
};

unsigned campaign_kernels_of(campaign *c, const char *kernels, const char *names[static CAMPAIGN_KERNELS])
{
    bool five = strcmp(kernels, "five") == 0;
    char group = five || strcmp(kernels, "divergent") == 0 ? 'd' : strcmp(kernels, "coherent") == 0 ? 'c' : 0;
    unsigned count = 0;

    for (unsigned i = 0; i < c->n_kernels && !(five && count == 5); i++)
        if (group ? campaign_group(c, c->kernels[i]) == group : strcmp(c->kernels[i], kernels) == 0)
            names[count++] = c->kernels[i];
    return count;
}

// "a+b": the sum of numbers of the report.
static double number_sum(const campaign_run *run, const char *paths)
{
    char words[160], *rest;
    double sum = 0;

    snprintf(words, sizeof words, "%s", paths);
    for (const char *path = strtok_r(words, "+", &rest); path; path = strtok_r(NULL, "+", &rest))
        sum += campaign_number(run, path);
    return sum;
}

// What claims.def calls a system, as system.h and campaign_find have it.
static const char *system_of(const char *words)
{
    if (strcmp(words, "gto more MSHRs") == 0)
        return "gto MSHR 96";
    if (strcmp(words, "oaws-static more MSHRs") == 0)
        return "oaws-static MSHR 96";
    if (strcmp(words, "atax divergent load") == 0)
        return "gto";
    return words;
}

static bool is_built(const char *words)
{
    campaign_system system;

    return strcmp(words, "-") == 0 || strcmp(words, "swl-best") == 0 || system_resolve(system_of(words), &system);
}

// One kernel's figure.
static double kernel_value(campaign *c, const claim *k, const char *kernel)
{
    const campaign_run *run = campaign_find(c, kernel, system_of(k->subject));
    double whole;

    if (k->measure == CHANGE)
        return campaign_number(run, k->part) /
               campaign_number(campaign_find(c, kernel, system_of(k->baseline)), k->part);
    whole = number_sum(run, k->whole);
    return whole == 0 ? NAN : number_sum(run, k->part) / whole;
}

static double measure_kernels(campaign *c, const claim *k, measurement *m)
{
    const char *names[CAMPAIGN_KERNELS];
    double values[CAMPAIGN_KERNELS];

    m->wanted = campaign_kernels_of(c, k->kernels, names);
    for (unsigned i = 0; i < m->wanted; i++) {
        values[i] = kernel_value(c, k, names[i]);
        m->counted += !isnan(values[i]);
    }
    switch (k->measure) {
    case CHANGE:
        return (geometric_mean(values, m->wanted) - 1) * 100;
    case SHARE:
        return arithmetic_mean(values, m->wanted) * 100;
    default:
        return arithmetic_mean(values, m->wanted);
    }
}

static double furthest_change(campaign *c, const claim *k, const char *const *systems, char words[static 64])
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, k->kernels, names);
    double worst = NAN;

    for (const char *const *system = systems; *system; system++) {
        for (unsigned i = 0; i < count; i++) {
            double ratio = campaign_ipc_ratio(c, names[i], *system, k->baseline);

            if (!isnan(ratio) && (isnan(worst) || fabs(ratio - 1) > fabs(worst - 1))) {
                worst = ratio;
                snprintf(words, 64, "%s under %s", names[i], *system);
            }
        }
    }
    return (worst - 1) * 100;
}

static double measure_furthest(campaign *c, const claim *k, measurement *m)
{
    static const char *const oaws[] = { "oaws-static", "oaws-dyn", NULL };
    const char *names[CAMPAIGN_KERNELS];
    char own[64] = "", any[64] = "";
    double worst = furthest_change(c, k, oaws, own), worst_any = furthest_change(c, k, campaign_schedulers + 1, any);

    m->wanted = campaign_kernels_of(c, k->kernels, names);
    for (unsigned i = 0; i < m->wanted; i++)
        m->counted += !isnan(campaign_number(campaign_find(c, names[i], k->baseline), k->part));
    if (!isnan(worst))
        snprintf(m->words, sizeof m->words, "%s; of all schedulers %+.1f: %s", own, worst_any, any);
    return worst;
}

static double measure_spread(campaign *c, const claim *k, measurement *m)
{
    const char *names[CAMPAIGN_KERNELS];
    double means[12], values[CAMPAIGN_KERNELS];

    m->wanted = m->counted = campaign_kernels_of(c, k->kernels, names);
    for (unsigned step = 0; step < 12; step++) {
        char system[SYSTEM_NAME];

        snprintf(system, sizeof system, "oaws-static SMR %u", 35 + 5 * step);
        for (unsigned i = 0; i < m->wanted; i++)
            values[i] = campaign_ipc_ratio(c, names[i], system, "gto");
        means[step] = geometric_mean(values, m->wanted);
        if (isnan(means[step]))
            return NAN;
    }
    return standard_deviation(means, 12);
}

// Bits of `block.field` for the paper's machine: of tuples with its 48 warps, 32 MSHRs or 32 entries, the first.
static unsigned field_bits(const char *block, const char *field)
{
    static const char *const configs[] = { "n48_m32", "entries32", NULL };

    for (const block_ops *const *ops = block_table; *ops; ops++)
        for (const char *const *config = configs; *config; config++)
            for (const block_field *f = (*ops)->fields; f->name; f++)
                if (strcmp((*ops)->block, block) == 0 && strcmp((*ops)->config, *config) == 0 &&
                    (f->kind == FIELD_REG || f->kind == FIELD_MEM) && strcmp(f->name, field) == 0)
                    return (unsigned)f->width * f->count;
    fprintf(stderr, "warplock: synth_estimates/claims.csv: no register %s.%s\n", block, field);
    abort();
}

// The registers that make up a claim are named once, in the overhead report's claims: its column `needs`.
static void storage_fields(const char *id, char fields[static 256])
{
    const bundled_file *file = bundled_find("synth_estimates/claims.csv");
    const char *at = file ? file->begin : "";
    char line[16];

    snprintf(line, sizeof line, "\n%s,", id);
    at = strstr(at, line);
    for (int column = 0; at && column < 8; column++)
        at = strchr(at + 1, ',');
    if (!at) {
        fprintf(stderr, "warplock: synth_estimates/claims.csv has no claim %s\n", id);
        abort();
    }
    snprintf(fields, 256, "%.*s", (int)strcspn(at + 1, ","), at + 1);
}

static double measure_storage(const claim *k)
{
    char words[256], *rest;
    unsigned bits = 0;

    storage_fields(k->id, words);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *dot = strchr(word, '.');

        *dot = 0;
        bits += field_bits(word, dot + 1);
    }
    return bits / 8.0;
}

void claim_measure(campaign *c, const claim *k, measurement *m)
{
    *m = (measurement){ .value = NAN };
    if (k->measure == STORAGE) {
        m->value = measure_storage(k);
        snprintf(m->words, sizeof m->words, "rounding apart; make overhead has the registers");
        return;
    }
    if (k->measure == CHANGE || k->measure == SHARE) {
        const char *missing = !is_built(k->subject) ? k->subject : !is_built(k->baseline) ? k->baseline : NULL;

        if (missing) {
            snprintf(m->words, sizeof m->words, "not built: %.*s", (int)strcspn(missing, " "), missing);
            return;
        }
    }
    m->value = k->measure == FURTHEST ? measure_furthest(c, k, m)
             : k->measure == SPREAD ? measure_spread(c, k, m) : measure_kernels(c, k, m);
    if (isnan(m->value))
        snprintf(m->words, sizeof m->words, "%s", m->wanted ? "not run" : "no such kernel was run");
    else if (m->counted < m->wanted)
        snprintf(m->words, sizeof m->words, "%u of %u kernels", m->counted, m->wanted);
}

const char *claim_verdict(const claim *k, const measurement *m)
{
    double claimed = strtod(k->value, NULL);

    if (isnan(m->value))
        return "";
    if (k->value[0] == '<')
        return m->value < 0 ? "agrees" : "opposite";
    if (fabs(m->value - claimed) <= (claimed == 0 ? 3 : fabs(claimed) / 10))
        return "agrees";
    if (k->measure != CHANGE || claimed == 0)
        return "differs";
    return m->value * claimed > 0 ? "same sign" : "opposite";
}

typedef struct { char text[160], value[32], verdict[192]; } claim_row;

// What every table says of a claim. verdict: with what there is to add.
static claim_row measure_row(campaign *c, const claim *k)
{
    claim_row row;
    measurement m;

    claim_measure(c, k, &m);
    if (isnan(m.value))
        strcpy(row.value, "-");
    else
        snprintf(row.value, sizeof row.value, k->measure == SPREAD ? "%.3f" : "%.1f", m.value);
    snprintf(row.text, sizeof row.text, "%s: %s%s%s%s%s", k->metric, k->subject,
             strcmp(k->baseline, "-") ? " over " : "", strcmp(k->baseline, "-") ? k->baseline : "",
             strcmp(k->group, "-") ? ", " : "", strcmp(k->group, "-") ? k->group : "");
    snprintf(row.verdict, sizeof row.verdict, "%s%s%s", claim_verdict(k, &m),
             isnan(m.value) || !m.words[0] ? "" : "; ", m.words);
    return row;
}

// The first from `k` on whose section is among them (all when there are none); the end's id is NULL.
static const claim *next_in(const claim *k, const char *const *sections)
{
    for (; k->id && *sections; k++)
        for (const char *const *section = sections; *section; section++)
            if (strcmp(*section, k->section) == 0)
                return k;
    return k;
}

void claims_print(campaign *c, const char *const *sections, FILE *file)
{
    fprintf(file, "Claims of the OAWS paper and what was measured\n  %-4s %-8s %-84s %8s %9s  %s\n", "", "where", "",
            "claimed", "measured", "");
    for (const claim *k = next_in(claims, sections); k->id; k = next_in(k + 1, sections)) {
        claim_row row = measure_row(c, k);

        fprintf(file, "  %-4s %-8s %-84s %8s %9s  %s\n", k->id, k->section, row.text, k->value, row.value, row.verdict);
    }
    fputc('\n', file);
}

void claims_markdown(campaign *c, const char *const *sections, FILE *file)
{
    fputs("| | where | claim | claimed | measured | unit | |\n| --- | --- | --- | ---: | ---: | --- | --- |\n", file);
    for (const claim *k = next_in(claims, sections); k->id; k = next_in(k + 1, sections)) {
        claim_row row = measure_row(c, k);

        fprintf(file, "| %s | %s | %s | %s | %s | %s | %s |\n", k->id, k->section, row.text, k->value, row.value,
                k->unit, row.verdict);
    }
    fputc('\n', file);
}
