// SPDX-License-Identifier: BSD-3-Clause
// Energy of the toggles that the bench of a mapped netlist saw: each cell's toggles at its outputs, times what
// OpenSTA says one costs with the load that the netlist gives the cell. Transitions from or to x are not counted.
// OpenSTA adds a cell's internal energies of a rising and a falling edge for each transition, where Liberty gives one
// to each: half is taken (tests/synth_estimates/test_gates.sh holds it against the Liberty file).
#include "synth_estimates/gates.h"
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 16, NAME = 256, USER_MISTAKE = 2 };
static const double clock_s = 10e-9, pj = 1e12;    // the clock of energy.tcl

static void refuse(const char *path, const char *what)
{
    fprintf(stderr, "%s: expected %s\n", path, what);
    exit(USER_MISTAKE);
}

static FILE *open_or_refuse(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) refuse(path, "a file that can be read");
    return file;
}

// --- the value change dump

// A name in it: from `first` on, the toggles and the last values of its bits.
typedef struct {
    size_t first;
    unsigned width;
} variable;

typedef struct {
    json_t *by_name;       // number of the variable
    variable *variables;   // by number, which is the dump's short name read as a number
    size_t size, bits;
    double *toggles;
    char *values;
} dump;

// A short name, of characters ! to ~, as a number.
static size_t number_of(const char *id)
{
    size_t number = 0, weight = 1;
    for (; *id >= '!' && *id <= '~'; id++, weight *= '~' - '!' + 2) number += weight * (size_t)(*id - '!' + 1);
    return number;
}

static void declare(dump *d, const char *line)
{
    char id[NAME], name[NAME];
    unsigned width;
    if (sscanf(line, "$var %*s %u %255s %255s", &width, id, name) != 3) return;
    size_t number = number_of(id);
    if (number >= d->size) {
        size_t size = 2 * number + 1;
        d->variables = realloc(d->variables, size * sizeof *d->variables);
        if (!d->variables) abort();
        memset(d->variables + d->size, 0, (size - d->size) * sizeof *d->variables);
        d->size = size;
    }
    json_object_set_new(d->by_name, name[0] == '\\' ? name + 1 : name, json_integer((json_int_t)number));
    if (d->variables[number].width) return;    // another name of it
    d->variables[number] = (variable){d->bits, width};
    d->bits += width;
}

static void set_bit(dump *d, size_t bit, char value)
{
    char before = d->values[bit];
    d->toggles[bit] += (before == '0' && value == '1') || (before == '1' && value == '0');
    d->values[bit] = value;
}

// `1!`, or `b0101 !` with the left bits left out when they are 0 or all as the first.
static void change(dump *d, const char *line)
{
    const char *digits = line + (*line == 'b'), *id = *line == 'b' ? strchr(line, ' ') : line + 1;
    size_t length = *line == 'b' && id ? (size_t)(id - digits) : 1;
    if (*line == 'b' && id) id++;
    size_t number = id ? number_of(id) : 0;
    if (number >= d->size || !d->variables[number].width) return;
    const variable *v = &d->variables[number];
    for (unsigned bit = 0; bit < v->width; bit++) {
        char left = digits[0] == '1' ? '0' : digits[0];
        set_bit(d, v->first + bit, bit < length ? digits[length - 1 - bit] : left);
    }
}

static void read_dump(dump *d, const char *path)
{
    char *line = malloc(LINE);
    FILE *file = open_or_refuse(path);
    bool declared = false;
    *d = (dump){.by_name = json_object()};
    while (line && fgets(line, LINE, file)) {
        if (strncmp(line, "$var ", 5) == 0) declare(d, line);
        else if (strncmp(line, "$enddefinitions", 15) == 0) {
            declared = true;
            d->toggles = calloc(d->bits + 1, sizeof *d->toggles);
            d->values = calloc(d->bits + 1, 1);
            if (!d->toggles || !d->values) abort();
        } else if (declared && strchr("01xzb", line[0]))
            change(d, line);
    }
    fclose(file);
    free(line);
    if (!declared || !d->bits) refuse(path, "a value change dump with nets");
}

static void close_dump(dump *d)
{
    json_decref(d->by_name);
    free(d->variables);
    free(d->toggles);
    free(d->values);
}

// --- toggles by the netlist's numbers of nets

typedef struct {
    double *toggles;       // -1: no net of this number in the dump
    size_t size, nets;
    double sum;
} nets;

static void set_net(nets *all, size_t number, double toggles)
{
    if (number >= all->size) {
        size_t size = 2 * number + 1;
        all->toggles = realloc(all->toggles, size * sizeof *all->toggles);
        if (!all->toggles) abort();
        for (size_t i = all->size; i < size; i++) all->toggles[i] = -1;
        all->size = size;
    }
    if (all->toggles[number] < 0) {
        all->nets++;
        all->sum += toggles;
    }
    all->toggles[number] = toggles;
}

static void read_nets(nets *all, const json_t *module, const dump *d)
{
    const char *name;
    json_t *net, *bit;
    size_t i;
    *all = (nets){0};
    json_object_foreach(json_object_get(module, "netnames"), name, net)
    {
        const json_t *number = json_object_get(d->by_name, name);
        if (!number) continue;
        const variable *v = &d->variables[json_integer_value(number)];
        json_array_foreach(json_object_get(net, "bits"), i, bit)
            if (json_is_integer(bit) && i < v->width)
                set_net(all, (size_t)json_integer_value(bit), d->toggles[v->first + i]);
    }
}

// Toggles of the cell's outputs, in the mean of them.
static double cell_toggles(const nets *all, const json_t *cell, const char *name, const char *path)
{
    const char *pin;
    json_t *bits;
    double toggles = 0;
    unsigned outputs = 0;
    json_object_foreach(json_object_get(cell, "connections"), pin, bits)
    {
        if (strcmp(overhead_word(json_object_get(cell, "port_directions"), pin), "output") != 0) continue;
        size_t number = (size_t)json_integer_value(json_array_get(bits, 0));
        outputs++;
        if (!json_array_size(bits) || !json_is_integer(json_array_get(bits, 0))) continue;
        if (number >= all->size || all->toggles[number] < 0) {
            fprintf(stderr, "%s: net of %s/%s: expected it in the dump\n", path, name, pin);
            exit(USER_MISTAKE);
        }
        toggles += all->toggles[number];
    }
    return outputs ? toggles / outputs : 0;
}

// --- what a toggle costs

typedef struct { double internal, switching, leakage; } watts;

// Lines of energy.tcl: by cell, those at activity 0 and at 1.
static json_t *read_energy(const char *path)
{
    char line[NAME * 2], cell[NAME];
    json_t *cells = json_object();
    FILE *file = open_or_refuse(path);
    int activity = -1;
    while (fgets(line, sizeof line, file)) {
        watts w;
        if (sscanf(line, "activity %d", &activity) == 1) continue;
        if (sscanf(line, "%lf %lf %lf %*f %255s", &w.internal, &w.switching, &w.leakage, cell) != 4) continue;
        json_t *row = json_object_get(cells, cell);
        if (!row) json_object_set_new(cells, cell, row = json_array());
        json_array_append_new(row, json_pack("[f,f,f]", w.internal, w.switching, w.leakage));
    }
    fclose(file);
    if (activity != 1) refuse(path, "power of each cell at activity 0 and 1");
    return cells;
}

static double watt(const json_t *row, size_t activity, size_t kind)
{
    return json_number_value(json_array_get(json_array_get(row, activity), kind));
}

json_t *overhead_gates_energy(const char *netlist, const char *top, const char *energy, const char *dump_path,
                              double cycles)
{
    enum { INTERNAL, SWITCHING, LEAKAGE };
    dump d;
    nets all;
    json_t *file = overhead_load(netlist), *cells = read_energy(energy), *cell;
    const json_t *module = json_object_get(json_object_get(file, "modules"), top);
    const char *name;
    double clock = 0, internal = 0, switching = 0, leakage = 0;
    read_dump(&d, dump_path);
    read_nets(&all, module, &d);
    json_object_foreach(json_object_get(module, "cells"), name, cell)
    {
        const json_t *row = json_object_get(cells, name);
        if (json_array_size(row) != 2) refuse(energy, name);
        double toggles = cell_toggles(&all, cell, name, netlist) / cycles;
        clock += watt(row, 0, INTERNAL) / 2;
        internal += toggles * (watt(row, 1, INTERNAL) - watt(row, 0, INTERNAL)) / 2;
        switching += toggles * (watt(row, 1, SWITCHING) - watt(row, 0, SWITCHING));
        leakage += watt(row, 0, LEAKAGE);
    }
    json_t *result = json_pack("{s:f,s:f,s:f,s:f,s:f,s:f,s:i}", "cycles", cycles, "toggles", all.sum, "clock_pj",
                               clock * clock_s * pj, "internal_pj", internal * clock_s * pj, "switching_pj",
                               switching * clock_s * pj, "leakage_uw", leakage * 1e6, "nets", (int)all.nets);
    free(all.toggles);
    close_dump(&d);
    json_decref(cells);
    json_decref(file);
    return result;
}
