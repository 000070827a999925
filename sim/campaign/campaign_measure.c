// SPDX-License-Identifier: BSD-3-Clause
// What a campaign's runs measured: numbers of reports, means over seeds, groups of kernels.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/campaign.h"
#include "sim/campaign/terms/statistics.h"

double campaign_number(const campaign_run *run, const char *path)
{
    return run ? measured_number(&run->stored.measured, path) : NAN;
}

json_t *campaign_details(const campaign_run *run)
{
    return run ? measured_details(&run->stored.measured) : NULL;
}

// "a+b": the sum of two numbers of the report; "1" stands for itself.
static double number_sum(const campaign_run *run, const char *paths)
{
    char *words = strdup(paths), *rest;
    double sum = 0;

    if (!words)
        abort();
    for (const char *path = strtok_r(words, "+", &rest); path; path = strtok_r(NULL, "+", &rest))
        sum += path[0] >= '0' && path[0] <= '9' ? strtod(path, NULL) : campaign_number(run, path);
    free(words);
    return sum;
}


const best_word *campaign_search(const campaign *c, const char *system)
{
    const best_word *own = best_word_in(c->file->searches, system);

    return own ? own : best_word_of(system);
}

void campaign_search_words(const best_word *row, const char *system, char at[static SYSTEM_NAME], char rest[static SYSTEM_NAME])
{
    const char *words = system + strlen(row->name), *from = strstr(words, " @");
    const size_t before = from ? (size_t)(from - words) : strlen(words), length = from ? 1 + strcspn(from + 1, " ") : 0;

    snprintf(at, SYSTEM_NAME, "%.*s", (int)length, from ? from : "");
    snprintf(rest, SYSTEM_NAME, "%.*s%s", (int)before, words, from ? from + length : "");
}

static const campaign_run *find_one(campaign *c, const char *kernel, const char *system, unsigned seed)
{
    campaign_run *run = *system ? campaign_add_seed(c, kernel, system, seed) : NULL;

    if (run && run->state == RUN_WANTED && c->store)
        campaign_look_up(c, run);
    if (!run || run->state != RUN_GOOD)
        return NULL;
    if (c->parts)
        c->asked(c->parts, (unsigned)(run - c->runs));
    return run;
}

// The number that a search maximises. NAN when a seed has none.
static double merit(campaign *c, const best_word *row, const char *kernel, const char *system)
{
    double sum = 0;

    for (unsigned seed = 0; seed < c->n_seeds; seed++)
        sum += number_sum(find_one(c, kernel, system, seed), row->by);
    return row->lowest ? -sum : sum;
}

// The best of the systems that a search tries on machine `at` with the words `rest`, which do not affect the choice. On a tie
// the first wins; one without a limit wins only when it is better.
static bool best_system(campaign *c, const char *kernel, const best_word *row, const char *at, const char *rest,
                        char best[static SYSTEM_NAME])
{
    char *systems = system_spell(row->systems, campaign_machine_of(c, at)), tried[SYSTEM_NAME], name[SYSTEM_NAME], all[SYSTEM_NAME];
    const campaign_run *unlimited;
    double highest = NAN;

    snprintf(all, sizeof all, "%.80s%.79s", row->unlimited, *row->unlimited ? at : "");
    unlimited = find_one(c, kernel, all, 0);
    for (unsigned i = 0; system_choose(systems, i, tried); i++) {
        double here;

        snprintf(name, sizeof name, "%.110s%.49s", tried, at);
        here = merit(c, row, kernel, name);

        if (isnan(here) || find_one(c, kernel, name, 0) == unlimited || here <= highest)
            continue;
        highest = here;
        snprintf(best, SYSTEM_NAME, "%s", find_one(c, kernel, name, 0)->system.name);
    }
    free(systems);
    if (isnan(highest))
        return false;
    if (unlimited && merit(c, row, kernel, all) > highest)
        snprintf(best, SYSTEM_NAME, "%s", unlimited->system.name);
    snprintf(name, sizeof name, "%.110s%.49s", best, rest);
    strcpy(best, name);
    return true;
}

const campaign_run *campaign_find_seed(campaign *c, const char *kernel, const char *system, unsigned seed)
{
    const best_word *row = campaign_search(c, system);
    char best[SYSTEM_NAME], at[SYSTEM_NAME], rest[SYSTEM_NAME];

    if (!row)
        return find_one(c, kernel, system, seed);
    campaign_search_words(row, system, at, rest);
    return best_system(c, kernel, row, at, rest, best) ? find_one(c, kernel, best, seed) : NULL;
}

const campaign_run *campaign_find_best(campaign *c, const char *kernel, const best_word *row)
{
    char best[SYSTEM_NAME];

    return best_system(c, kernel, row, "", "", best) ? find_one(c, kernel, best, 0) : NULL;
}

const campaign_run *campaign_find(campaign *c, const char *kernel, const char *system)
{
    return campaign_find_seed(c, kernel, system, 0);
}

static double divisor_of_seed(campaign *c, const char *kernel, const char *system, const char *over, const char *whole,
                              unsigned seed)
{
    return number_sum(campaign_find_seed(c, kernel, *over ? over : system, seed), whole);
}

double campaign_divisor(campaign *c, const char *kernel, const char *system, const char *over, const char *whole)
{
    return divisor_of_seed(c, kernel, system, over, whole, 0);
}

unsigned campaign_quotients(campaign *c, const char *kernel, const char *system, const char *over, const char *part,
                            const char *whole, unsigned seeds, double values[static CAMPAIGN_SEEDS])
{
    const campaign_kernel *k = campaign_kernel_of(c, kernel);

    if (k && k->kind != KERNEL_BUNDLED)
        seeds = 1;
    for (unsigned seed = 0; seed < seeds; seed++) {
        double divisor = divisor_of_seed(c, kernel, system, over, whole, seed);

        values[seed] = divisor == 0 ? NAN : number_sum(campaign_find_seed(c, kernel, system, seed), part) / divisor;
    }
    return seeds;
}

double campaign_quotient(campaign *c, const char *kernel, const char *system, const char *over, const char *part,
                         const char *whole, unsigned seeds)
{
    double values[CAMPAIGN_SEEDS];
    unsigned count = campaign_quotients(c, kernel, system, over, part, whole, seeds, values);

    for (unsigned i = 0; i < count; i++)
        if (isnan(values[i]))
            return NAN;
    return count == 1 ? values[0] : arithmetic_mean(values, count);
}

const char *campaign_group(campaign *c, const char *kernel)
{
    const campaign_kernel *k = campaign_kernel_of(c, kernel);
    const char **known = k ? &c->groups[k - c->kernels] : NULL;

    for (unsigned i = 0; known && !*known && i < c->n_runs; i++)
        if (c->runs[i].kernel == k)
            *known = c->runs[i].stored.measured.group;
    return known ? *known : NULL;
}

static const kernel_group *find_group(const campaign_file *file, const char *name)
{
    for (const kernel_group *group = file->groups; group->name; group++)
        if (strcmp(group->name, name) == 0)
            return group;
    return NULL;
}

static bool is_word(const char *at, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(at, word, length) == 0;
}

// Whether one of the words names the kernel.
static bool is_meant(campaign *c, const char *words, const char *kernel)
{
    const campaign_kernel *k = campaign_kernel_of(c, kernel);
    const char *group = campaign_group(c, kernel);
    const bool aside = k && k->aside;

    for (const char *at = words; *at; at += *at == ' ') {
        size_t length = strcspn(at, " ");

        if (is_word(at, length, kernel) ||
            (!aside && (is_word(at, length, "all") || (group && is_word(at, length, group)))))
            return true;
        at += length;
    }
    return false;
}

// NAN when a run is missing.
static double measured(campaign *c, const kernel_group *group, const char *kernel)
{
    return campaign_quotient(c, kernel, group->system, group->over, group->part, group->whole, c->n_seeds);
}

static bool has_relation(const kernel_group *group, double value)
{
    return group->relation == ABOVE ? value > group->bound : group->relation == BELOW ? value < group->bound
         : group->relation == AT_MOST ? value <= group->bound : value >= group->bound;
}

static bool belongs(campaign *c, const kernel_group *group, const char *kernel)
{
    return is_meant(c, group->members, kernel) && (!group->system || has_relation(group, measured(c, group, kernel)));
}

const char *campaign_own_group(campaign *c, const char *kernel)
{
    bool any = false;

    for (const kernel_group *group = c->file->groups; group->name; group++) {
        if (!group->system)
            continue;
        if (isnan(measured(c, group, kernel)))
            return NULL;
        if (belongs(c, group, kernel))
            return group->name;
        any = true;
    }
    return any ? "other" : campaign_group(c, kernel);
}

unsigned campaign_kernels_of(campaign *c, const char *kernels, const char *names[static CAMPAIGN_KERNELS])
{
    const kernel_group *group = find_group(c->file, kernels);
    unsigned count = 0;

    for (unsigned i = 0; i < c->n_kernels && !(group && group->most && count == group->most); i++)
        if (group ? belongs(c, group, c->kernels[i].name) : is_meant(c, kernels, c->kernels[i].name))
            names[count++] = c->kernels[i].name;
    return count;
}

