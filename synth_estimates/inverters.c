// SPDX-License-Identifier: BSD-3-Clause
// Inverters in front of full adders move behind them, as sum and carry of inverted bits are the inverses of sum and carry of
// the bits: an adder with two inverted inputs or three adds the others, and has its outputs inverted. They meet others at the
// next adder, or become part of gates. An input with an inverter stays where it is the only one.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { INPUTS = 3, NEW_NETS = 3 };   // of an adder that is changed: its outputs, and at most one input

typedef struct {
    json_t *cells;
    unsigned highest, added;   // net; inverters
    unsigned *inverted;        // by net: the net that the inverter before it reads, 0: none
    json_t **driver;           // by net: the adder whose output it is; NULL: none, or it has been moved
} network;

static const char *const inputs[INPUTS] = {"A", "B", "C"}, *const outputs[] = {"X", "Y"};

// The net at a pin, 0 for a constant; Yosys numbers them from 2.
static unsigned net_at(const json_t *cell, const char *pin)
{
    return (unsigned)json_integer_value(json_array_get(json_object_get(json_object_get(cell, "connections"), pin), 0));
}

static void connect(json_t *cell, const char *pin, unsigned net)
{
    json_object_set_new(json_object_get(cell, "connections"), pin, json_pack("[i]", (int)net));
}

static unsigned root_of(const network *logic, unsigned net, bool *inverse)
{
    for (*inverse = false; logic->inverted[net]; net = logic->inverted[net]) *inverse = !*inverse;
    return net;
}

static void add_inverter(network *logic, unsigned from, unsigned to)
{
    char name[32];
    snprintf(name, sizeof name, "moved_inverter_%u", logic->added++);
    json_object_set_new(logic->cells, name,
                        json_pack("{s:i,s:s,s:{},s:{},s:{s:s,s:s},s:{s:[i],s:[i]}}", "hide_name", 1, "type", "$_NOT_", "parameters",
                                  "attributes", "port_directions", "A", "input", "Y", "output", "connections", "A", (int)from,
                                  "Y", (int)to));
    logic->inverted[to] = from;
}

// The adders before it first.
static void move_through(network *logic, json_t *adder)
{
    unsigned root[INPUTS], inverses = 0;
    bool inverse[INPUTS], constant = false;
    for (size_t i = 0; i < 2; i++) logic->driver[net_at(adder, outputs[i])] = NULL;
    for (size_t i = 0; i < INPUTS; i++) {
        unsigned net = net_at(adder, inputs[i]);
        json_t *before = logic->driver[root_of(logic, net, &inverse[i])];
        if (before) move_through(logic, before);
        root[i] = root_of(logic, net, &inverse[i]);
        inverses += inverse[i];
        constant |= net == 0;
    }
    if (constant) return;
    const bool move = inverses >= 2;
    for (size_t i = 0; i < INPUTS; i++) {
        if (inverse[i] == move) connect(adder, inputs[i], root[i]);
        else if (move) {
            add_inverter(logic, root[i], ++logic->highest);
            connect(adder, inputs[i], logic->highest);
        }
    }
    for (size_t i = 0; move && i < 2; i++) {
        unsigned was = net_at(adder, outputs[i]);
        connect(adder, outputs[i], ++logic->highest);
        add_inverter(logic, logic->highest, was);
    }
}

void overhead_move_inverters(const char *folder, const char *file, const char *top)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    json_t *design = overhead_load(path), *cell, *bits, *bit;
    network logic = {.cells = json_object_get(json_object_get(json_object_get(design, "modules"), top), "cells")};
    const char *name, *pin;
    size_t adders = 0, i;
    json_object_foreach(logic.cells, name, cell)
    {
        adders += strcmp(overhead_word(cell, "type"), "$fa") == 0;
        json_object_foreach(json_object_get(cell, "connections"), pin, bits) json_array_foreach(
            bits, i, bit) if (json_integer_value(bit) > logic.highest) logic.highest = (unsigned)json_integer_value(bit);
    }
    json_t **all = calloc(adders + 1, sizeof *all);
    logic.inverted = calloc(logic.highest + 1 + NEW_NETS * adders, sizeof *logic.inverted);
    logic.driver = calloc(logic.highest + 1 + NEW_NETS * adders, sizeof *logic.driver);
    if (!all || !logic.inverted || !logic.driver) abort();
    adders = 0;
    json_object_foreach(logic.cells, name, cell)
    {
        if (strcmp(overhead_word(cell, "type"), "$_NOT_") == 0) logic.inverted[net_at(cell, "Y")] = net_at(cell, "A");
        if (strcmp(overhead_word(cell, "type"), "$fa") != 0) continue;
        all[adders++] = cell;
        for (i = 0; i < 2; i++) logic.driver[net_at(cell, outputs[i])] = cell;
    }
    for (i = 0; i < adders; i++)
        if (logic.driver[net_at(all[i], "X")] || logic.driver[net_at(all[i], "Y")]) move_through(&logic, all[i]);
    overhead_store(design, folder, file);
    free(all);
    free(logic.inverted);
    free(logic.driver);
    json_decref(design);
}
