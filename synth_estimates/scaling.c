// Growth of gates and critical path with one structural parameter: least squares of log(cost) over log(value), whose
// slope is the exponent, 1 for linear growth. One file BLOCK_PARAMETER.dat per series for the plot.
#include "synth_estimates/overhead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 512 };

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

// Where one value is measured. A tuple that `make overhead` has mapped is the same netlist, and its proof had more time:
// on one page it has one status.
static void folder_of_point(char *path, size_t size, const char *folder, const char *block, const char *parameter,
                            unsigned value, const char *fixed)
{
    const block_ops *ops = tuple_of(block, parameter, value, fixed);
    char key[TEXT];
    if (ops) {
        snprintf(path, size, "%s/%s_%s", folder, block, ops->config);
        snprintf(key, sizeof key, "%s/full.key", path);
        if (overhead_exists(key) && overhead_same_verilog(block, path)) return;
    }
    snprintf(path, size, "%s/scaling/%s_%s%u", folder, block, parameter, value);
}

// The costs of one value, when it has been measured and of today's Verilog.
static void add_point(json_t *points, const char *folder, const char *tech, const char *block, const char *parameter,
                      unsigned value, const char *fixed)
{
    char path[TEXT / 2];
    folder_of_point(path, sizeof path, folder, block, parameter, value, fixed);
    if (!overhead_same_verilog(block, path)) return;
    json_t *row = json_pack("{s:{s:[]}}", "bits", "registers");
    overhead_cost(row, block, path, tech);
    const json_t *cost = json_object_get(row, "cost");
    if (cost)
        json_array_append_new(points, json_pack("{s:i,s:f,s:f,s:s}", "value", value, "gate_equivalents",
                                                overhead_number(cost, "gate_equivalents"), "critical_ns",
                                                overhead_critical_path(cost), "proof", overhead_word(cost, "proof")));
    json_decref(row);
}

json_t *overhead_scaling(const char *folder, const char *tech, const char *list)
{
    FILE *file = fopen(list, "r");
    if (!file) {
        fprintf(stderr, "%s: cannot be read, expected the list of series\n", list);
        exit(2);
    }
    char line[TEXT], block[64], parameter[64], fixed[64];
    json_t *scaling = json_array();
    bool measured = false;
    while (fgets(line, sizeof line, file)) {
        int used = 0;
        if (line[0] == '#' || sscanf(line, "%63s %63s %63s : %n", block, parameter, fixed, &used) < 3 || !used)
            continue;
        json_t *points = json_array();
        for (char *word = strtok(line + used, " \n"); word; word = strtok(NULL, " \n"))
            add_point(points, folder, tech, block, parameter, (unsigned)atoi(word), fixed);
        json_t *series = json_pack("{s:s,s:s,s:o}", "block", block, "parameter", parameter, "points", points);
        if (json_array_size(points) >= 2) {
            json_object_set_new(series, "gate_equivalents_exponent", json_real(exponent(points, "gate_equivalents")));
            json_object_set_new(series, "critical_ns_exponent", json_real(exponent(points, "critical_ns")));
        }
        measured |= json_array_size(points) > 1;   // what make overhead has mapped is a point of many series
        json_array_append_new(scaling, series);
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
