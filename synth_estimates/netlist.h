// SPDX-License-Identifier: BSD-3-Clause
// A module as Yosys's write_json describes it: which bits flip-flops drive, and by which register's name they are
// known.
#ifndef WARPLOCK_SYNTH_ESTIMATES_NETLIST_H
#define WARPLOCK_SYNTH_ESTIMATES_NETLIST_H

#include "synth_estimates/liberty.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { NETLIST_NAME = 128 };

typedef struct {
    json_t *file, *module; // file is owned
    const overhead_liberty *library; // whose flip-flops are in it; NULL: Yosys's own
    unsigned bits;         // flip-flop bits of the module, not memories
    unsigned nets;         // net numbers are below this
    bool *driven;          // by net number: driven by a flip-flop
    json_t *loop_integers; // names of integers that only count loops: their flip-flops are in neither of the above
} netlist;

void netlist_open(netlist *module, const char *path, const char *top, const overhead_liberty *library);
// The mapped netlist of a block, FOLDER/net.json, by TECH/library.lib, which it returns.
const overhead_liberty *netlist_open_mapped(netlist *module, const char *folder, const char *top, const char *tech);
void netlist_close(netlist *module);
// Bits of the net as a JSON array of numbers or "0" / "1" / "x", or NULL.
const json_t *netlist_net(const netlist *module, const char *name);
// Whether element i of such an array is a net that a flip-flop drives.
bool netlist_is_register(const netlist *module, const json_t *bits, size_t i);
// Calls `each` with every flip-flop and the name of the register that it holds, x_q; "" where it has none.
void netlist_each_register(const netlist *module, FILE *out, void (*each)(FILE *out, const char *cell, const char *name));
// The name by which a reader knows what STA calls `_123_/D`: the register bit that the cell holds, else the name
// itself.
void netlist_point(const netlist *module, const char *point, char text[NETLIST_NAME]);

#endif
