// SPDX-License-Identifier: BSD-3-Clause
// Looking tuples up and having them built; see tb/tuples.h.
#include "tb/tuples.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/blocks.h"
#include "tb/tuples/build.h"
#include "tb/tuples/limits.h"
#include "tb/whole_number.h"

// Tuples that this program has loaded, with their Verilog if it was asked for.
typedef struct { const block_ops *model; const verilated_ops *verilog; } loaded_tuple;
static loaded_tuple *loaded;
static unsigned      n_loaded;

static const unsigned *find_value(const block_param *params, const char *name)
{
    for (; params->name; params++)
        if (strcmp(params->name, name) == 0)
            return &params->value;
    return NULL;
}

// --- names

// A parameter as in a configuration's name.
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
    for (unsigned i = 0; t->described->params[i].name; i++) {
        if (t->values[i] && t->values[i] == tuple_usual(t->described->block, t->described->params[i].name))
            continue;
        lower_name(t->described->params[i].name, lower);
        at += (size_t)snprintf(t->config + at, sizeof t->config - at, "%s%s%u", at ? "_" : "", lower, t->values[i]);
        if (at >= sizeof t->config)
            abort();
    }
}

// The parameter values in a configuration's name; false when it is not made of them. A name omits values that are as usual.
static bool read_config(const block_ops *described, const char *config, unsigned values[static TUPLE_PARAMS])
{
    const char *at = config;

    for (unsigned i = 0; described->params[i].name && i < TUPLE_PARAMS; i++) {
        char lower[TUPLE_CONFIG];
        uint64_t value;
        size_t length = lower_name(described->params[i].name, lower);
        const unsigned usual = tuple_usual(described->block, described->params[i].name);
        if (usual && (*at != '_' || strncmp(at + 1, lower, length) != 0)) {
            values[i] = usual;
            continue;
        }
        if ((i > 0 && *at++ != '_') || strncmp(at, lower, length) != 0)
            return false;
        at += length;
        if (!whole_number_at(&at, 0, 9999, &value) || (usual && value == usual))
            return false;
        values[i] = (unsigned)value;
    }
    return !*at;
}

// --- what is wanted

static bool of_params(tuple *t, const char *block, const block_param *params, char *error, size_t error_size)
{
    t->described = block_described(block);
    if (!t->described) {
        snprintf(error, error_size, "%s: no such block, expected one of rtl_c/configs.def", block);
        return false;
    }
    for (unsigned i = 0; t->described->params[i].name; i++) {
        const unsigned *value = find_value(params, t->described->params[i].name);
        if (!value || i == TUPLE_PARAMS) {
            fprintf(stderr, "warplock: bug: block %s is looked for without parameter %s\n", block, t->described->params[i].name);
            abort();
        }
        t->values[i] = *value;
    }
    t->config[0] = 0;
    return true;
}

static bool of_name(tuple *t, const char *block, const char *config, char *error, size_t error_size)
{
    int length;

    t->described = block_described(block);
    if (!t->described || !read_config(t->described, config, t->values)) {
        snprintf(error, error_size, "%s %s, expected a block of rtl_c/configs.def and its parameters", block, config);
        return false;
    }
    name_config(t);
    length = snprintf(error, error_size, "%s %s: ", block, config);
    return tuple_is_possible(t->described, t->values, error + length, error_size - (size_t)length);
}

static void note(tuple_list *list, const tuple *t)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->tuples[i].described == t->described && strcmp(list->tuples[i].config, t->config) == 0)
            return;
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 16;
        list->tuples = realloc(list->tuples, list->room * sizeof *list->tuples);
        if (!list->tuples)
            abort();
    }
    list->tuples[list->count++] = *t;
}

bool tuple_note(tuple_list *list, const char *block, const block_param *params, char *error, size_t error_size)
{
    tuple t;
    if (!of_params(&t, block, params, error, error_size))
        return false;
    name_config(&t);
    note(list, &t);
    return true;
}

bool tuple_note_named(tuple_list *list, const char *block, const char *config, char *error, size_t error_size)
{
    tuple t;
    bool good = of_name(&t, block, config, error, error_size);

    if (good)
        note(list, &t);
    return good;
}

void tuples_forget(tuple_list *list)
{
    free(list->tuples);
    *list = (tuple_list){NULL, 0, 0};
}

// --- making them

static bool has_values(const block_ops *ops, const tuple *t)
{
    if (strcmp(ops->block, t->described->block) != 0)
        return false;
    for (unsigned i = 0; ops->params[i].name; i++)
        if (ops->params[i].value != t->values[i])
            return false;
    return true;
}

static bool is_model(const block_ops *ops, const tuple *t) { return strcmp(ops->config, t->config) == 0 && has_values(ops, t); }

static loaded_tuple *find_loaded(const tuple *t)
{
    for (unsigned i = 0; i < n_loaded; i++)
        if (has_values(loaded[i].model, t))
            return &loaded[i];
    return NULL;
}

const verilated_ops *tuple_verilog(const block_ops *model)
{
    for (unsigned i = 0; i < n_loaded; i++)
        if (loaded[i].model == model)
            return loaded[i].verilog;
    return NULL;
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

static bool keep_all(const tuple_build *builds, const tuple *const *of, unsigned count, char *error, size_t error_size)
{
    for (unsigned i = 0; i < count; i++) {
        if (!is_model(builds[i].model, of[i])) {
            snprintf(error, error_size,
                     "%s %s: what the compiler made has other parameters, expected those that it was given",
                     of[i]->described->block, of[i]->config);
            return false;
        }
        keep(&builds[i]);
    }
    return true;
}

bool tuples_make(const tuple_list *list, bool verilog, char *error, size_t error_size)
{
    tuple_build *builds = calloc(list->count + 1, sizeof *builds);
    const tuple **of = calloc(list->count + 1, sizeof *of);
    unsigned count = 0, failed = 0;
    char reason[TUPLE_REASON];

    if (!builds || !of)
        abort();
    for (unsigned i = 0; i < list->count; i++) {
        const tuple *t = &list->tuples[i];
        const loaded_tuple *there = find_loaded(t);
        if (there && (!verilog || there->verilog))
            continue;
        of[count] = t;
        builds[count++] = (tuple_build){.block = t->described->block, .config = t->config, .params = t->described->params,
                                        .values = t->values, .model = there ? there->model : NULL, .with_verilog = verilog};
    }
    bool good = !count || tuples_build(builds, count, &failed, reason);
    if (!good)
        snprintf(error, error_size, "%s %s cannot be had: %s", of[failed]->described->block, of[failed]->config, reason);
    good = good && keep_all(builds, of, count, error, error_size);
    free(builds);
    free(of);
    return good;
}

// Its configuration gets a name when it is to be made.
static const block_ops *have(tuple *t, bool verilog, char *error, size_t error_size)
{
    const tuple_list one = {.tuples = t, .count = 1};
    const loaded_tuple *there = find_loaded(t);

    if (there && (!verilog || there->verilog))
        return there->model;
    name_config(t);
    return tuples_make(&one, verilog, error, error_size) ? find_loaded(t)->model : NULL;
}

const block_ops *tuple_find(const char *block, const block_param *params, bool verilog, char *error, size_t error_size)
{
    tuple t;
    return of_params(&t, block, params, error, error_size) ? have(&t, verilog, error, error_size) : NULL;
}

const block_ops *tuple_named(const char *block, const char *config, bool verilog, char *error, size_t error_size)
{
    tuple t;
    return of_name(&t, block, config, error, error_size) ? have(&t, verilog, error, error_size) : NULL;
}
