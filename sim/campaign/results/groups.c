// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/results/groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const unsigned group_columns[GROUP_WORDS] = {
    [GROUP_KERNEL] = STORE_KERNEL_COLUMN, [GROUP_SOURCE] = STORE_SOURCE_COLUMN, [GROUP_SIZE] = STORE_SIZE_COLUMN,
    [GROUP_MACHINE] = STORE_MACHINE_COLUMN, [GROUP_MACHINE_HASH] = STORE_MACHINE_HASH_COLUMN,
    [GROUP_SET] = STORE_SET_COLUMN, [GROUP_POLICY] = STORE_POLICY_COLUMN,
    [GROUP_MAX_CYCLES] = STORE_MAX_CYCLES_COLUMN, [GROUP_OPTIONS] = STORE_OPTIONS_COLUMN,
    [GROUP_PROGRAM] = STORE_PROGRAM_COLUMN,
};

// The words by which groups differ, as one text; no word contains this separator.
static char *name_of(unsigned apart, const char *const words[GROUP_WORDS])
{
    char *name = NULL;
    size_t length;
    FILE *text = open_memstream(&name, &length);

    if (!text)
        abort();
    for (unsigned i = 0; i < GROUP_WORDS; i++)
        if (apart >> i & 1)
            fprintf(text, "%s\x1f", words[i]);
    fclose(text);
    return name;
}

const group *groups_find(const groups *all, const char *const words[GROUP_WORDS])
{
    char *name = name_of(all->apart, words);
    unsigned found = lookup_find(&all->by_words, name);

    free(name);
    return found == LOOKUP_NONE ? NULL : &all->groups[found];
}

static char *join_words(const char *const words[GROUP_WORDS])
{
    char *joined = NULL;
    size_t length;
    FILE *text = open_memstream(&joined, &length);

    if (!text)
        abort();
    for (unsigned i = 0; i < GROUP_WORDS; i++)
        fwrite(words[i], 1, strlen(words[i]) + 1, text);
    fclose(text);
    return joined;
}

// Room for a power of two.
static void *more_room(void *array, size_t n, size_t size)
{
    if ((n & (n - 1)) != 0)
        return array;
    array = realloc(array, (n ? 2 * n : 1) * size);
    if (!array)
        abort();
    return array;
}

static group *group_of(groups *all, const char *const words[GROUP_WORDS])
{
    char *name = name_of(all->apart, words);
    unsigned found = lookup_find(&all->by_words, name);

    if (found == LOOKUP_NONE) {
        found = all->n_groups++;
        all->groups = more_room(all->groups, found, sizeof *all->groups);
        all->groups[found] = (group){ .words = join_words(words) };
        lookup_add(&all->by_words, name, found);
    }
    free(name);
    return &all->groups[found];
}

static void add_run(groups *all, query *q, const query_field *fields)
{
    char counts[GROUP_WORDS][QUERY_NUMBER];
    const char *words[GROUP_WORDS], *program = store_value_of(q->rows, STORE_PROGRAM_COLUMN).text;
    double *numbers;
    group *g;

    if (lookup_find(&all->programs, program) == LOOKUP_NONE)
        lookup_add(&all->programs, program, all->programs.n_texts);
    for (unsigned i = 0; i < GROUP_WORDS; i++)
        words[i] = query_text(store_value_of(q->rows, group_columns[i]), counts[i]);
    g = group_of(all, words);
    g->seeds = more_room(g->seeds, g->n, sizeof *g->seeds);
    g->numbers = more_room(g->numbers, g->n, all->n_fields * sizeof *g->numbers);
    numbers = g->numbers + (size_t)g->n * all->n_fields;
    g->seeds[g->n++] = (uint64_t)store_value_of(q->rows, STORE_SEED_COLUMN).integer;
    for (unsigned i = 0; i < all->n_fields; i++) {
        store_value value = query_value(q, &fields[i]);

        numbers[i] = value.kind == STORE_INTEGER || value.kind == STORE_REAL ? value.real : NAN;
    }
}

bool groups_read(groups *all, query *q, const query_field *fields, unsigned n_fields, unsigned apart, char *message, size_t size)
{
    store_found found;

    *all = (groups){ .n_fields = n_fields, .apart = apart };
    if (!query_restart(q, message, size))
        return false;
    while ((found = query_next(q, message, size)) == STORE_FOUND)
        if (store_value_of(q->rows, STORE_STATUS_COLUMN).integer == 0)
            add_run(all, q, fields);
    return found == STORE_ABSENT;
}

void groups_free(groups *all)
{
    for (unsigned i = 0; i < all->n_groups; i++) {
        free(all->groups[i].words);
        free(all->groups[i].seeds);
        free(all->groups[i].numbers);
    }
    free(all->groups);
    lookup_free(&all->by_words);
    lookup_free(&all->programs);
}

const char *group_word(const group *g, unsigned word)
{
    const char *text = g->words;

    for (; word; word--)
        text += strlen(text) + 1;
    return text;
}

const double *group_numbers(const groups *all, const group *g, uint64_t seed)
{
    unsigned low = 0, high = g->n;

    while (low < high) {
        unsigned middle = low + (high - low) / 2;

        if (g->seeds[middle] < seed)
            low = middle + 1;
        else
            high = middle;
    }
    return low < g->n && g->seeds[low] == seed ? g->numbers + (size_t)low * all->n_fields : NULL;
}
