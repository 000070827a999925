// SPDX-License-Identifier: BSD-3-Clause
// See sim/policy/compose.h.
#include "sim/policy/compose.h"

#include <stdlib.h>
#include <string.h>

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

// --- contradictions

// Something that two parts cannot both decide, and whether a part does.
typedef struct { const char *words; bool (*decides)(const policy *); } decision;

static bool gives_classes(const policy *p) { return p->classes; }
static bool charges(const policy *p) { return p->charge != NULL; }
static bool lends(const policy *p) { return p->lend != NULL; }
static bool prefetches(const policy *p) { return p->prefetch != NULL; }
static bool reexecutes(const policy *p) { return p->reexecution != NULL; }

static const decision decisions[] = {
    {"give warps priority classes", gives_classes}, {"charge loads", charges},           {"lend issue slots", lends},
    {"prefetch into the L2", prefetches},           {"re-execute accesses", reexecutes},
};

static const char *common_block(const policy *a, const policy *b)
{
    for (const char *const *of_a = a->blocks; of_a && *of_a; of_a++)
        for (const char *const *of_b = b->blocks; of_b && *of_b; of_b++)
            if (strcmp(*of_a, *of_b) == 0)
                return *of_a;
    return NULL;
}

static bool agree(const policy *a, const policy *b, char *error, size_t size)
{
    const char *block = common_block(a, b);
    if (block) {
        snprintf(error, size, "%s and %s both have the block %s", a->name, b->name, block);
        return false;
    }
    if (!a->any_order && !b->any_order && a->arbiter_mode != b->arbiter_mode) {
        snprintf(error, size, "%s and %s put warps in different orders", a->name, b->name);
        return false;
    }
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++)
        if (decisions[i].decides(a) && decisions[i].decides(b)) {
            snprintf(error, size, "%s and %s both %s", a->name, b->name, decisions[i].words);
            return false;
        }
    if ((a->reexecution && b->access_passes) || (b->reexecution && a->access_passes)) {
        snprintf(error, size, "%s has accesses that fail executed again, %s lets them pass the L1D by", a->reexecution ? a->name : b->name,
                 a->reexecution ? b->name : a->name);
        return false;
    }
    if ((a->reexecution && b->follows_loads) || (b->reexecution && a->follows_loads)) {
        snprintf(error, size, "%s lets loads pass one that fails, %s follows one load at a time", a->reexecution ? a->name : b->name,
                 a->reexecution ? b->name : a->name);
        return false;
    }
    return true;
}

// --- lists joined

static size_t length_of(const char *const *list)
{
    size_t length = 0;
    while (list && list[length])
        length++;
    return length;
}

// Appends to `list`, which the whole owns.
static const char *const *joined(const char *const *list, const char *const *more)
{
    const size_t length = length_of(list), added = length_of(more);
    const char **all;
    if (!added)
        return list;
    all = allocate(length + added + 1, sizeof *all);
    for (size_t i = 0; i < length; i++)
        all[i] = list[i];
    for (size_t i = 0; i < added; i++)
        all[length + i] = more[i];
    free((void *)(uintptr_t)list);
    return all;
}

static size_t rows_of(const policy_requirement *rows)
{
    size_t count = 0;
    while (rows && rows[count].key)
        count++;
    return count;
}

static const policy_requirement *rows_joined(const policy_requirement *rows, const policy_requirement *more)
{
    const size_t count = rows_of(rows), added = rows_of(more);
    policy_requirement *all;
    if (!added)
        return rows;
    all = allocate(count + added + 1, sizeof *all);
    memcpy(all + count, more, added * sizeof *all);
    if (count)
        memcpy(all, rows, count * sizeof *all);
    free((void *)(uintptr_t)rows);
    return all;
}

static void join(policy *whole, const policy *part)
{
    whole->numbers |= part->numbers;
    whole->classes |= part->classes;
    whole->watches_memory |= part->watches_memory;
    whole->watches_data |= part->watches_data;
    whole->watches_grid |= part->watches_grid;
    whole->follows_loads |= part->follows_loads;
    whole->hears |= part->hears;
    whole->one_a_cycle |= part->one_a_cycle;
    whole->blocks = joined(whole->blocks, part->blocks);
    whole->reads = joined(whole->reads, part->reads);
    whole->requires = rows_joined(whole->requires, part->requires);
    // For these the whole only says whether there is one: the place asks the parts.
    whole->feed = whole->feed ? whole->feed : part->feed;
    whole->select = whole->select ? whole->select : part->select;
    whole->charge = whole->charge ? whole->charge : part->charge;
    whole->charges_done = whole->charges_done ? whole->charges_done : part->charges_done;
    whole->lend = whole->lend ? whole->lend : part->lend;
    whole->remembers = whole->remembers ? whole->remembers : part->remembers;
    whole->reexecution = whole->reexecution ? whole->reexecution : part->reexecution;
    whole->load_passes = whole->load_passes ? whole->load_passes : part->load_passes;
    whole->access_passes = whole->access_passes ? whole->access_passes : part->access_passes;
    whole->prefetch = whole->prefetch ? whole->prefetch : part->prefetch;
    if (whole->any_order) {
        whole->arbiter_mode = part->any_order ? whole->arbiter_mode : part->arbiter_mode;
        whole->any_order = part->any_order;
    }
}

bool policy_compose(policy *whole, const policy *const *parts, char *error, size_t error_size)
{
    const policy **kept = allocate(POLICY_PARTS_MAX + 1, sizeof *kept);
    unsigned count = 0;
    for (; parts[count]; count++) {
        for (unsigned i = 0; i < count; i++)
            if (!agree(parts[i], parts[count], error, error_size)) {
                free(kept);
                return false;
            }
        kept[count] = parts[count];
    }
    whole->parts = kept;
    whole->arbiter_mode = kept[0]->arbiter_mode;
    whole->any_order = true;
    for (unsigned i = 0; i < count; i++)
        join(whole, kept[i]);
    return true;
}
