// SPDX-License-Identifier: BSD-3-Clause
// Growth of gates and critical path with one structural parameter: least squares of log(cost) over log(value), whose
// slope is the exponent, 1 for linear growth. One file BLOCK_PARAMETER.dat per series for the plot.
#include "synth_estimates/overhead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 512, NAME = 64, VALUES = 16 };

// A line of the list: one parameter of a block takes the values, the others are fixed, `N=48,S=2` or `none`.
typedef struct series {
    char block[NAME], parameter[NAME], fixed[NAME];
    unsigned values[VALUES];
    size_t count;
} series;

static FILE *open_list(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file) return file;
    fprintf(stderr, "%s: cannot be read, expected the list of series\n", path);
    exit(2);
}

static bool next_series(FILE *file, series *to)
{
    char line[TEXT];
    while (fgets(line, sizeof line, file)) {
        int used = 0;
        if (line[0] == '#' || sscanf(line, "%63s %63s %63s : %n", to->block, to->parameter, to->fixed, &used) < 3 || !used)
            continue;
        to->count = 0;
        for (char *word = strtok(line + used, " \n"); word && to->count < VALUES; word = strtok(NULL, " \n"))
            to->values[to->count++] = (unsigned)atoi(word);
        return true;
    }
    return false;
}

static double exponent(const json_t *points, const char *cost)
{
    double x = 0, y = 0, xx = 0, xy = 0, n = (double)json_array_size(points);
    size_t i;
    json_t *point;
    json_array_foreach((json_t *)points, i, point)
    {
        double at = log(overhead_number(point, "value")), to = log(overhead_number(point, cost));
        x += at, y += to, xx += at * at, xy += at * to;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

// What FIXED, `N=48,S=2`, gives a parameter; 0: nothing.
static unsigned fixed_value(const char *fixed, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = fixed; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && at[length] == '=') return (unsigned)atoi(at + length + 1);
    }
    return 0;
}

// The built tuple of these parameters; NULL: none.
static const block_ops *tuple_of(const char *block, const char *parameter, unsigned value, const char *fixed)
{
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        bool same = strcmp((*ops)->block, block) == 0;
        for (const block_param *param = (*ops)->params; same && param->name; param++)
            same = param->value == (strcmp(param->name, parameter) == 0 ? value : fixed_value(fixed, param->name));
        if (same) return *ops;
    }
    return NULL;
}

// Where one value is measured, below the folder of all results: a built tuple where `make overhead` maps it, as it is the
// same netlist, mapped once, and on one page has one status of its proof.
static void folder_of_point(char *name, size_t size, const series *of, unsigned value)
{
    const block_ops *ops = tuple_of(of->block, of->parameter, value, of->fixed);
    if (ops) snprintf(name, size, "%s_%s", of->block, ops->config);
    else snprintf(name, size, "scaling/%s_%s%u", of->block, of->parameter, value);
}

void overhead_scaling_runs(FILE *out, const char *list)
{
    FILE *file = open_list(list);
    series of;
    while (next_series(file, &of))
        for (size_t i = 0; i < of.count; i++) {
            char name[TEXT / 2];
            folder_of_point(name, sizeof name, &of, of.values[i]);
            fprintf(out, "%s %s", of.block, name);
            const block_ops *ops = tuple_of(of.block, of.parameter, of.values[i], of.fixed);
            if (!ops) fprintf(out, " %s=%u", of.parameter, of.values[i]);
            for (const block_param *param = ops ? ops->params : NULL; param && param->name; param++)
                fprintf(out, " %s=%u", param->name, param->value);
            if (!ops && strcmp(of.fixed, "none") != 0) {
                fputc(' ', out);
                for (const char *at = of.fixed; *at; at++) fputc(*at == ',' ? ' ' : *at, out);
            }
            fputc('\n', out);
        }
    fclose(file);
}

// The costs of one value, when it has been measured and of today's Verilog.
static void add_point(json_t *points, const char *folder, const char *tech, const series *of, unsigned value)
{
    char name[TEXT / 2], path[TEXT];
    folder_of_point(name, sizeof name, of, value);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!overhead_same_verilog(of->block, path)) return;
    json_t *row = json_pack("{s:{s:[]}}", "bits", "registers");
    overhead_cost(row, of->block, path, tech);
    const json_t *cost = json_object_get(row, "cost");
    if (cost)
        json_array_append_new(points, json_pack("{s:i,s:f,s:f,s:s}", "value", value, "gate_equivalents",
                                                overhead_number(cost, "gate_equivalents"), "critical_ns",
                                                overhead_critical_path(cost), "proof", overhead_word(cost, "proof")));
    json_decref(row);
}

json_t *overhead_scaling(const char *folder, const char *tech, const char *list)
{
    FILE *file = open_list(list);
    series of;
    json_t *scaling = json_array();
    bool measured = false;
    while (next_series(file, &of)) {
        json_t *points = json_array();
        for (size_t i = 0; i < of.count; i++) add_point(points, folder, tech, &of, of.values[i]);
        json_t *entry = json_pack("{s:s,s:s,s:o}", "block", of.block, "parameter", of.parameter, "points", points);
        if (json_array_size(points) >= 2) {
            json_object_set_new(entry, "gate_equivalents_exponent", json_real(exponent(points, "gate_equivalents")));
            json_object_set_new(entry, "critical_ns_exponent", json_real(exponent(points, "critical_ns")));
        }
        measured |= json_array_size(points) > 1;   // what make overhead has mapped is a point of many series
        json_array_append_new(scaling, entry);
    }
    fclose(file);
    if (measured) return scaling;
    json_decref(scaling);
    return NULL;
}

void overhead_scaling_data(const json_t *scaling, const char *folder)
{
    size_t i, p;
    json_t *series, *point;
    json_array_foreach((json_t *)scaling, i, series)
    {
        if (json_array_size(json_object_get(series, "points")) < 2) continue;
        char name[TEXT / 2];
        snprintf(name, sizeof name, "scaling_%s_%s.dat", overhead_word(series, "block"),
                 overhead_word(series, "parameter"));
        FILE *data = overhead_create(folder, name);
        json_array_foreach(json_object_get(series, "points"), p, point)
            fprintf(data, "%g %.0f %.2f\n", overhead_number(point, "value"),
                    overhead_number(point, "gate_equivalents"), overhead_number(point, "critical_ns"));
        overhead_close(data, folder, name);
    }
}
