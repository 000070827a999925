// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/results/means.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/results/grid.h"
#include "sim/campaign/results/groups.h"
#include "sim/campaign/simulator/simulator.h"
#include "sim/campaign/terms/statistics.h"

// A run's overrides without its policy's, which a baseline lacks.
static char *common_set(const char *set)
{
    char *copy = strdup(set), *common = strdup(set), *rest;

    if (!copy || !common)
        abort();
    common[0] = 0;
    for (const char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (strncmp(word, "policy.", 7) != 0)
            sprintf(common + strlen(common), "%s%s", common[0] ? " " : "", word);
    free(copy);
    return common;
}

static const group *base_of(const groups *all, const group *g, const char *baseline)
{
    const char *words[GROUP_WORDS];
    char *set = common_set(group_word(g, GROUP_SET));
    const group *base;

    for (unsigned i = 0; i < GROUP_WORDS; i++)
        words[i] = group_word(g, i);
    words[GROUP_POLICY] = baseline;
    words[GROUP_SET] = set;
    base = groups_find(all, words);
    free(set);
    return base;
}

// For each seed that both have.
static spread quotient_of(const groups *all, const group *g, const group *base, unsigned field)
{
    double *quotients = calloc(g->n, sizeof *quotients);
    spread s;

    if (!quotients)
        abort();
    for (unsigned i = 0; i < g->n; i++) {
        const double *below = base ? group_numbers(all, base, g->seeds[i]) : NULL;

        quotients[i] = below && below[field] != 0 ? g->numbers[(size_t)i * all->n_fields + field] / below[field] : NAN;
    }
    s = spread_of(quotients, g->n);
    free(quotients);
    return s;
}

static spread mean_of(const groups *all, const group *g, unsigned field)
{
    double *values = calloc(g->n, sizeof *values);
    spread s;

    if (!values)
        abort();
    for (unsigned i = 0; i < g->n; i++)
        values[i] = g->numbers[(size_t)i * all->n_fields + field];
    s = spread_of(values, g->n);
    free(values);
    return s;
}

static void put_line(table *t, const groups *all, const group *g, const list_fields *fields, const char *baseline)
{
    char text[16];

    for (unsigned i = 0; i < GROUP_WORDS; i++)
        table_text(t, group_word(g, i));
    snprintf(text, sizeof text, "%u", g->n);
    table_text(t, text);
    for (unsigned i = 0; i < fields->n; i++) {
        spread mean = mean_of(all, g, i);

        table_spread(t, &mean);
        if (*baseline) {
            spread quotient = quotient_of(all, g, base_of(all, g, baseline), i);

            table_compared(t, &quotient, 1);
        }
    }
}

static void put_heads(table *t, const query *q, const list_fields *fields, const char *baseline)
{
    for (unsigned i = 0; i < GROUP_WORDS; i++)
        table_text_column(t, store_column_name(q->store, group_columns[i]), true);
    table_number_column(t, "seeds");
    for (unsigned i = 0; i < fields->n; i++) {
        char over[2 * QUERY_NAME];

        table_spread_column(t, fields->fields[i].name);
        snprintf(over, sizeof over, "%s/%s", fields->fields[i].name, baseline);
        if (*baseline)
            table_compared_column(t, over);
    }
}

bool means_print(query *q, const list_fields *fields, const char *baseline, table_form form, FILE *file, char *message,
                 size_t size)
{
    bool good, any = !*baseline;
    word_search search = { .wanted = baseline };
    groups all;

    good = groups_read(&all, q, fields->fields, fields->n, (1u << GROUP_WORDS) - 1, message, size);
    for (unsigned i = 0; i < all.n_groups && !any; i++) {
        word_offer(&search, group_word(&all.groups[i], GROUP_POLICY));
        any = search.distance == 0;
    }
    if (good && !any)
        snprintf(message, size, "--baseline: seen no run under %.60s, expected some among those that are shown%s%.60s", baseline,
                 search.best ? "; the nearest is " : "", search.best ? search.best : "");
    if (good && any) {
        table *t = table_new(form, file);

        put_heads(t, q, fields, baseline);
        for (unsigned i = 0; i < all.n_groups; i++)
            put_line(t, &all, &all.groups[i], fields, baseline);
        table_end(t);
    }
    groups_free(&all);
    return good && any;
}
