// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/results/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/fit.h"

const unsigned diff_apart = (1u << GROUP_KERNEL) | (1u << GROUP_SOURCE) | (1u << GROUP_SIZE) | (1u << GROUP_MACHINE) |
                            (1u << GROUP_SET) | (1u << GROUP_POLICY) | (1u << GROUP_MAX_CYCLES) | (1u << GROUP_OPTIONS);

// The changes of a figure over all runs.
typedef struct {
    uint64_t     changed;
    double       sum, largest;                  // of nonzero changes, in %
    uint64_t     with_percent;
    const group *where;                         // of the largest change
    uint64_t     seed;
} figure_change;

typedef struct {
    const groups *first, *second;
    const query_field *fields;
    diff_detail   detail;
    table        *table;
    figure_change *figures;
    diff_count   *count;
} differ;

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

// In %; NAN for a figure that is missing or was 0.
static double change_of(double a, double b)
{
    return a == 0 ? NAN : 100 * (b - a) / fabs(a);
}

static void identity_columns(table *t)
{
    static const char *const names[] = { "kernel", "size_option", "machine", "set", "policy", "max_cycles", "options" };

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        table_text_column(t, names[i], true);
}

static void put_identity(table *t, const group *g)
{
    static const unsigned words[] = {
        GROUP_KERNEL, GROUP_SIZE, GROUP_MACHINE, GROUP_SET, GROUP_POLICY, GROUP_MAX_CYCLES, GROUP_OPTIONS
    };

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        table_text(t, group_word(g, words[i]));
}

static void put_heads(const differ *d)
{
    if (d->detail == DIFF_FIGURES) {
        table_text_column(d->table, "figure", false);
        table_number_column(d->table, "runs_changed");
        table_number_column(d->table, "mean_change_percent");
        table_number_column(d->table, "largest_change_percent");
        table_text_column(d->table, "largest_of", false);
        return;
    }
    identity_columns(d->table);
    if (d->detail == DIFF_RUNS) {
        table_text_column(d->table, "seed", true);
        table_text_column(d->table, "figure", false);
        table_number_column(d->table, "before");
        table_number_column(d->table, "after");
        table_number_column(d->table, "change_percent");
    } else {
        table_text_column(d->table, "figure", false);
        table_number_column(d->table, "seeds");
        table_spread_column(d->table, "before");
        table_spread_column(d->table, "after");
        table_compared_column(d->table, "change");
    }
}

static void put_run(const differ *d, const group *g, uint64_t seed, unsigned field, double a, double b)
{
    char text[24];

    put_identity(d->table, g);
    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    table_text(d->table, text);
    table_text(d->table, d->fields[field].name);
    table_number(d->table, a);
    table_number(d->table, b);
    table_number(d->table, change_of(a, b));
}

static void note_change(figure_change *figure, const group *g, uint64_t seed, double a, double b)
{
    double change = change_of(a, b);

    figure->changed++;
    if (isnan(change))
        return;
    figure->sum += change;
    if (!figure->with_percent++ || fabs(change) > fabs(figure->largest)) {
        figure->largest = change;
        figure->where = g;
        figure->seed = seed;
    }
}

// Over the seeds that both have: each mean, and the mean of the differences by seed.
static void put_means(const differ *d, const group *g, const group *other, unsigned field)
{
    double *a = calloc(3 * (size_t)g->n, sizeof *a), *b = a + g->n, *change = b + g->n;
    spread first, second, between;
    unsigned n = 0;
    bool any = false;

    if (!a)
        abort();
    for (unsigned i = 0; i < g->n; i++) {
        const double *after = group_numbers(d->second, other, g->seeds[i]);

        if (!after)
            continue;
        a[n] = g->numbers[(size_t)i * d->first->n_fields + field];
        b[n] = after[field];
        change[n] = b[n] - a[n];
        any = any || !same(a[n], b[n]);
        n++;
    }
    first = spread_of(a, n);
    second = spread_of(b, n);
    between = spread_of(change, n);
    if (any) {
        put_identity(d->table, g);
        table_text(d->table, d->fields[field].name);
        table_number(d->table, n);
        table_spread(d->table, &first);
        table_spread(d->table, &second);
        table_compared(d->table, &between, 0);
    }
    free(a);
}

static void compare_run(differ *d, const group *g, unsigned run, const group *other)
{
    const double *before = g->numbers + (size_t)run * d->first->n_fields;
    const double *after = group_numbers(d->second, other, g->seeds[run]);
    bool any = false;

    if (!after) {
        d->count->only_first++;
        return;
    }
    d->count->compared++;
    for (unsigned i = 0; i < d->first->n_fields; i++) {
        if (same(before[i], after[i]))
            continue;
        any = true;
        note_change(&d->figures[i], g, g->seeds[run], before[i], after[i]);
        if (d->detail == DIFF_RUNS)
            put_run(d, g, g->seeds[run], i, before[i], after[i]);
    }
    d->count->changed += any;
}

static const group *counterpart(const groups *all, const group *g)
{
    const char *words[GROUP_WORDS];

    for (unsigned i = 0; i < GROUP_WORDS; i++)
        words[i] = group_word(g, i);
    return groups_find(all, words);
}

static void compare_group(differ *d, const group *g)
{
    const group *other = counterpart(d->second, g);

    if (!other) {
        d->count->only_first += g->n;
        return;
    }
    for (unsigned run = 0; run < g->n; run++)
        compare_run(d, g, run, other);
    for (unsigned i = 0; d->detail == DIFF_MEANS && i < d->first->n_fields; i++)
        put_means(d, g, other, i);
}

static void count_second(differ *d)
{
    for (unsigned i = 0; i < d->second->n_groups; i++) {
        const group *g = &d->second->groups[i], *other = counterpart(d->first, g);

        for (unsigned run = 0; run < g->n; run++)
            d->count->only_second += !other || !group_numbers(d->first, other, g->seeds[run]);
    }
}

static void put_figures(const differ *d)
{
    for (unsigned i = 0; i < d->first->n_fields; i++) {
        const figure_change *figure = &d->figures[i];
        char where[512] = "";

        if (!figure->changed)
            continue;
        table_text(d->table, d->fields[i].name);
        table_number(d->table, (double)figure->changed);
        table_number(d->table, figure->with_percent ? figure->sum / (double)figure->with_percent : NAN);
        table_number(d->table, figure->with_percent ? figure->largest : NAN);
        if (figure->where)
            snprintf(where, sizeof where, "%s %s %s %s seed %llu", group_word(figure->where, GROUP_KERNEL),
                     group_word(figure->where, GROUP_SIZE), group_word(figure->where, GROUP_POLICY),
                     group_word(figure->where, GROUP_SET), (unsigned long long)figure->seed);
        table_text(d->table, where);
    }
}

// Prints the keys in which two runs' machines differ: why figures may have changed.
static void print_machine(const char *machine, const char *before, const char *after, FILE *file)
{
    char section[64] = "", name[128];
    size_t length;

    for (const char *line = after; *line; line += length + (line[length] == '\n')) {
        const char *equals, *old;

        length = strcspn(line, "\n");
        equals = memchr(line, '=', length);
        if (*line == '[')
            snprintf(section, sizeof section, "%.*s", (int)strcspn(line + 1, "]\n"), line + 1);
        if (*line == '[' || *line == ';' || !equals)
            continue;
        snprintf(name, sizeof name, "%s.%.*s", section, (int)(equals - line - 1), line);
        old = query_key_in_text(before, name);
        if (!old)
            fprintf(file, "machine %s: %s is new, %.*s\n", machine, name, (int)(line + length - equals - 2), equals + 2);
        else if (strncmp(old, equals + 2, (size_t)(line + length - equals - 1)) != 0)
            fprintf(file, "machine %s: %s was %.*s, is %.*s\n", machine, name, (int)strcspn(old, "\n"), old,
                    (int)(line + length - equals - 2), equals + 2);
    }
}

static void print_machines(query *first_query, query *second_query, const differ *d, FILE *to)
{
    lookup told = { 0 };
    fit fitted;
    FILE *file = fit_begin(&fitted, to);

    for (unsigned i = 0; i < d->first->n_groups; i++) {
        const group *g = &d->first->groups[i], *other = counterpart(d->second, g);
        const char *hash = group_word(g, GROUP_MACHINE_HASH), *now = other ? group_word(other, GROUP_MACHINE_HASH) : hash;
        char pair[64];
        char *before, *after;

        snprintf(pair, sizeof pair, "%s %s", hash, now);
        if (strcmp(hash, now) == 0 || lookup_find(&told, pair) != LOOKUP_NONE)
            continue;
        lookup_add(&told, pair, 0);
        before = store_machine_text(first_query->store, hash);
        after = store_machine_text(second_query->store, now);
        if (before && after)
            print_machine(group_word(g, GROUP_MACHINE), before, after, file);
        free(before);
        free(after);
    }
    lookup_free(&told);
    fit_end(&fitted);
}

void diff_print(query *first_query, const groups *first, query *second_query, const groups *second,
                const query_field *fields, diff_detail detail, table_form form, FILE *file, diff_count *count)
{
    differ d = { first, second, fields, detail, table_new(form, file), NULL, count };

    *count = (diff_count){ 0 };
    d.figures = calloc(first->n_fields + 1, sizeof *d.figures);
    if (!d.figures)
        abort();
    if (form == TABLE_GRID)
        print_machines(first_query, second_query, &d, file);
    put_heads(&d);
    for (unsigned i = 0; i < first->n_groups; i++)
        compare_group(&d, &first->groups[i]);
    count_second(&d);
    if (detail == DIFF_FIGURES)
        put_figures(&d);
    table_end(d.table);
    free(d.figures);
}
