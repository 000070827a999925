// Growth of gates and critical path with one structural parameter: least squares of log(cost) over log(value), whose
// slope is the exponent, 1 for linear growth. One file PARAMETER.dat per series for the plot.
#include "synth_estimates/overhead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 512, POINTS = 16 };

typedef struct {
    unsigned count;
    double value[POINTS], gates[POINTS], ns[POINTS];
} series;

static double exponent(const series *points, const double *cost)
{
    double x = 0, y = 0, xx = 0, xy = 0, n = points->count;
    for (unsigned i = 0; i < points->count; i++) {
        double at = log(points->value[i]), to = log(cost[i]);
        x += at, y += to, xx += at * at, xy += at * to;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

// The costs of one value, when it has been measured.
static void add_point(series *points, const char *folder, const char *tech, const char *block, const char *parameter,
                      unsigned value)
{
    char path[TEXT];
    snprintf(path, sizeof path, "%s/%s_%s%u", folder, block, parameter, value);
    json_t *row = json_pack("{s:{s:[]}}", "bits", "registers");
    overhead_cost(row, block, path, tech);
    const json_t *cost = json_object_get(row, "cost");
    if (cost && points->count < POINTS) {
        points->value[points->count] = value;
        points->gates[points->count] = overhead_number(cost, "gate_equivalents");
        points->ns[points->count++] = overhead_critical_path(cost);
    }
    json_decref(row);
}

static void print_series(FILE *out, const char *folder, const char *block, const char *parameter, const series *points)
{
    char path[TEXT];
    snprintf(path, sizeof path, "%s/%s_%s.dat", folder, block, parameter);
    FILE *data = fopen(path, "w");
    if (!data) {
        fprintf(stderr, "%s: cannot be written, expected a folder that can\n", path);
        exit(2);
    }
    for (unsigned i = 0; i < points->count; i++) {
        fprintf(data, "%g %.0f %.2f\n", points->value[i], points->gates[i], points->ns[i]);
        fprintf(out, "%-15s %-8s %6g %12.0f %10.2f\n", block, parameter, points->value[i], points->gates[i],
                points->ns[i]);
    }
    fclose(data);
    if (points->count >= 2)
        fprintf(out, "%-15s %-8s growth: gates ~ %s^%.2f, critical path ~ %s^%.2f\n", block, parameter, parameter,
                exponent(points, points->gates), parameter, exponent(points, points->ns));
}

void overhead_scaling(FILE *out, const char *folder, const char *tech, const char *list)
{
    FILE *file = fopen(list, "r");
    if (!file) {
        fprintf(stderr, "%s: cannot be read, expected the list of series\n", list);
        exit(2);
    }
    fprintf(out, "%s\n\n%-15s %-8s %6s %12s %10s\n", overhead_caveat, "block", "param", "value", "GE", "ns 0.18");
    char line[TEXT], block[64], parameter[64], fixed[64];
    while (fgets(line, sizeof line, file)) {
        int used = 0;
        if (line[0] == '#' || sscanf(line, "%63s %63s %63s : %n", block, parameter, fixed, &used) < 3 || !used)
            continue;
        series points = {0};
        for (char *word = strtok(line + used, " \n"); word; word = strtok(NULL, " \n"))
            add_point(&points, folder, tech, block, parameter, (unsigned)atoi(word));
        if (points.count)
            print_series(out, folder, block, parameter, &points);
        else
            fprintf(out, "%-15s %-8s not built yet, or not measured in this run\n", block, parameter);
    }
    fclose(file);
}
