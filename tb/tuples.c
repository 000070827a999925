// SPDX-License-Identifier: BSD-3-Clause
// Looking up tuples, at hand and built on demand; see tb/tuples.h.
#include "tb/tuples.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/tuple_build.h"

// Those that were built on demand, with their Verilog where it was asked for.
typedef struct { const block_ops *model; const verilated_ops *verilog; } loaded_tuple;
static loaded_tuple *loaded;
static unsigned      n_loaded;

// The tuple at hand with this number: the program's, then the loaded ones; NULL behind the last.
static const block_ops *at_hand(unsigned number)
{
    static unsigned built;
    while (block_table[built])
        built++;
    if (number < built)
        return block_table[number];
    return number - built < n_loaded ? loaded[number - built].model : NULL;
}

static const unsigned *find_value(const block_param *params, const char *name)
{
    for (; params->name; params++)
        if (strcmp(params->name, name) == 0)
            return &params->value;
    return NULL;
}

// The nearest tuple of a block among those that were offered.
typedef struct {
    const char        *block;
    const block_param *params;
    const block_ops   *found;
    unsigned           least;
    const char        *name;                    // of the block offered last
    bool               of_block;                // it is the one
    const unsigned    *wanted[TUPLE_PARAMS];    // values of its parameters, in its order
} nearest_tuple;

// How far a tuple is from the wanted parameters; 0 = it is the one.
static inline unsigned distance(const nearest_tuple *n, const block_ops *ops)
{
    unsigned sum = 0;
    for (unsigned i = 0; ops->params[i].name; i++) {
        unsigned value = ops->params[i].value;
        if (n->wanted[i])
            sum += *n->wanted[i] > value ? *n->wanted[i] - value : value - *n->wanted[i];
    }
    return sum;
}

static void begin_block(nearest_tuple *n, const block_ops *ops)
{
    n->name = ops->block;
    n->of_block = strcmp(n->name, n->block) == 0;
    for (unsigned i = 0; n->of_block && ops->params[i].name; i++) {
        if (i == TUPLE_PARAMS)
            abort();
        n->wanted[i] = find_value(n->params, ops->params[i].name);
    }
}

static inline void offer(nearest_tuple *n, const block_ops *ops)
{
    if (ops->block != n->name)                  // tuples of a block share it
        begin_block(n, ops);
    if (!n->of_block)
        return;
    unsigned away = distance(n, ops);
    n->found = !n->found || away < n->least ? ops : n->found;
    n->least = away < n->least ? away : n->least;
}

const block_ops *tuple_nearest(const char *block, const block_param *params, bool *exact, char *error,
                               size_t error_size)
{
    nearest_tuple n = {.block = block, .params = params, .least = UINT_MAX};

    for (const block_ops *const *t = block_table; *t && n.least; t++)
        offer(&n, *t);
    for (unsigned i = 0; i < n_loaded && n.least; i++)
        offer(&n, loaded[i].model);
    if (!n.found) {
        snprintf(error, error_size, "%s: no such block, expected one of rtl_c/configs.def", block);
        return NULL;
    }
    for (const block_param *p = n.found->params; p->name; p++)
        if (!find_value(params, p->name)) {
            fprintf(stderr, "warplock: bug: block %s is looked for without parameter %s\n", block, p->name);
            abort();
        }
    *exact = !n.least;
    return n.found;
}

const verilated_ops *tuple_verilog(const block_ops *model)
{
    for (unsigned i = 0; i < n_loaded; i++)
        if (loaded[i].model == model)
            return loaded[i].verilog;
    for (const verilated_ops *const *v = verilated_table; *v; v++)
        if (strcmp((*v)->block, model->block) == 0 && strcmp((*v)->config, model->config) == 0)
            return *v;
    return NULL;
}

// --- what is wanted

// A parameter as it stands in a configuration's name.
static size_t lower_name(const char *name, char lower[static TUPLE_CONFIG])
{
    size_t length = 0;
    for (; name[length] && length < TUPLE_CONFIG - 1; length++)
        lower[length] = (char)tolower((unsigned char)name[length]);
    lower[length] = 0;
    return length;
}

static void name_config(tuple *t)
{
    char lower[TUPLE_CONFIG];
    size_t at = 0;

    t->config[0] = 0;
    for (unsigned i = 0; t->nearest->params[i].name; i++) {
        lower_name(t->nearest->params[i].name, lower);
        at += (size_t)snprintf(t->config + at, sizeof t->config - at, "%s%s%u", i ? "_" : "", lower, t->values[i]);
        if (at >= sizeof t->config)
            abort();
    }
}

bool tuple_note(tuple_list *list, const char *block, const block_param *params, char *error, size_t error_size)
{
    bool exact;
    tuple t = {.nearest = tuple_nearest(block, params, &exact, error, error_size)};

    if (!t.nearest)
        return false;
    for (unsigned i = 0; t.nearest->params[i].name; i++) {
        if (i == TUPLE_PARAMS)
            abort();
        t.values[i] = *find_value(params, t.nearest->params[i].name);
    }
    name_config(&t);
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->tuples[i].nearest->block, block) == 0 && strcmp(list->tuples[i].config, t.config) == 0)
            return true;
    if (list->count == TUPLES_NOTED) {
        snprintf(error, error_size, "seen more than %d geometries of blocks in one command, expected at most that",
                 TUPLES_NOTED);
        return false;
    }
    list->tuples[list->count++] = t;
    return true;
}

// --- making them

static bool is_model(const block_ops *ops, const tuple *t)
{
    if (strcmp(ops->block, t->nearest->block) != 0 || strcmp(ops->config, t->config) != 0)
        return false;
    for (unsigned i = 0; ops->params[i].name; i++)
        if (ops->params[i].value != t->values[i])
            return false;
    return true;
}

static const block_ops *model_at_hand(const tuple *t)
{
    const block_ops *ops;
    for (unsigned i = 0; (ops = at_hand(i)); i++)
        if (is_model(ops, t))
            return ops;
    return NULL;
}

// The tuple as a message has it, with what of it is at hand.
static void explain(const tuple *t, const char *reason, char *error, size_t error_size)
{
    char geometry[160] = "";
    size_t at = 0;

    for (unsigned i = 0; t->nearest->params[i].name; i++)
        at += (size_t)snprintf(geometry + at, sizeof geometry - at, "%s%s=%u", i ? " " : "", t->nearest->params[i].name,
                               t->values[i]);
    snprintf(error, error_size, "%s is not built for %s, the nearest tuple is %s: %s", t->nearest->block, geometry,
             t->nearest->config, reason);
}

static void keep(const tuple_build *built)
{
    for (unsigned i = 0; i < n_loaded; i++)
        if (loaded[i].model == built->model) {
            loaded[i].verilog = built->verilog;
            return;
        }
    loaded = realloc(loaded, (n_loaded + 1) * sizeof *loaded);
    if (!loaded)
        abort();
    loaded[n_loaded++] = (loaded_tuple){built->model, built->verilog};
}

bool tuples_make(const tuple_list *list, bool verilog, char *error, size_t error_size)
{
    tuple_build builds[TUPLES_NOTED];
    const tuple *of[TUPLES_NOTED];
    unsigned count = 0, failed = 0;
    char reason[TUPLE_REASON];

    for (unsigned i = 0; i < list->count; i++) {
        const tuple *t = &list->tuples[i];
        const block_ops *model = model_at_hand(t);
        if (model && (!verilog || tuple_verilog(model)))
            continue;
        of[count] = t;
        builds[count++] = (tuple_build){.block = t->nearest->block, .config = t->config, .params = t->nearest->params,
                                        .values = t->values, .model = model, .with_verilog = verilog};
    }
    if (count && !tuples_build(builds, count, &failed, reason)) {
        explain(of[failed], reason, error, error_size);
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!is_model(builds[i].model, of[i])) {
            snprintf(error, error_size,
                     "%s %s: what the compiler made has other parameters, expected those that it was given",
                     of[i]->nearest->block, of[i]->config);
            return false;
        }
        keep(&builds[i]);
    }
    return true;
}

static const block_ops *make_one(const char *block, const block_param *params, bool verilog, char *error,
                                 size_t error_size)
{
    tuple_list list = {.count = 0};

    if (!tuple_note(&list, block, params, error, error_size) || !tuples_make(&list, verilog, error, error_size))
        return NULL;
    return model_at_hand(&list.tuples[0]);
}

const block_ops *tuple_find(const char *block, const block_param *params, bool verilog, char *error, size_t error_size)
{
    bool exact;
    const block_ops *nearest = tuple_nearest(block, params, &exact, error, error_size);

    if (!nearest || (exact && (!verilog || tuple_verilog(nearest))))
        return nearest;
    return make_one(block, params, verilog, error, error_size);
}

// --- by name

// The values that a configuration's name gives to the block's parameters; false when it is not made of them.
static bool read_config(const block_ops *of_block, const char *config, block_param params[static TUPLE_PARAMS + 1])
{
    const char *at = config;
    unsigned i = 0;

    for (; of_block->params[i].name && i < TUPLE_PARAMS; i++) {
        char lower[TUPLE_CONFIG], *end;
        size_t length = lower_name(of_block->params[i].name, lower);
        if ((i > 0 && *at++ != '_') || strncmp(at, lower, length) != 0)
            return false;
        at += length;
        if (!isdigit((unsigned char)*at) || (at[0] == '0' && isdigit((unsigned char)at[1])))
            return false;
        unsigned long value = strtoul(at, &end, 10);
        if (end - at > 4)
            return false;
        params[i] = (block_param){of_block->params[i].name, (unsigned)value};
        at = end;
    }
    params[i] = (block_param){NULL, 0};
    return !*at;
}

const block_ops *tuple_named(const char *block, const char *config, bool verilog, char *error, size_t error_size)
{
    const block_ops *ops, *of_block = NULL;
    block_param params[TUPLE_PARAMS + 1];

    for (unsigned i = 0; (ops = at_hand(i)); i++)
        if (strcmp(ops->block, block) == 0)
            of_block = ops;
    if (!of_block || !read_config(of_block, config, params)) {
        snprintf(error, error_size, "%s %s, expected a block of rtl_c/configs.def and its parameters", block, config);
        return NULL;
    }
    return tuple_find(block, params, verilog, error, error_size);
}
