// SPDX-License-Identifier: BSD-3-Clause
// The mapped netlist under recorded stimuli: its bench, and the energy of the toggles that the bench saw.
#ifndef WARPLOCK_SYNTH_ESTIMATES_GATES_H
#define WARPLOCK_SYNTH_ESTIMATES_GATES_H

#include "rtl_c/block.h"

#include <jansson.h>
#include <stdio.h>

int overhead_gates(int count, char **words);    // commands, see gates.c
// The Verilog of the bench: reads vectors (tb/vectors.c), compares every output of every cycle, dumps the nets.
void overhead_gates_bench(FILE *out, const block_ops *ops);
// Toggles of the netlist's cells in the value change dump, each times its energy: pJ per cycle by kind, over CYCLES
// cycles. NETLIST as Yosys's write_json gives it, ENERGY what energy.tcl printed. Exit 2 when one is not as expected.
json_t *overhead_gates_energy(const char *netlist, const char *top, const char *energy, const char *dump,
                              double cycles);

// What gates.sh measured in FOLDER/gates of the report's netlists; NULL: nothing.
json_t *overhead_power(const char *folder);

#endif
