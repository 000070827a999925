// SPDX-License-Identifier: BSD-3-Clause
// The Verilog of a block as Yosys writes it in AIGER, in the same graph as the model.
#ifndef WARPLOCK_TB_PROVE_RTL_H
#define WARPLOCK_TB_PROVE_RTL_H

#include "tb/prove/graph.h"

// Reads ASCII AIGER with symbols. Each output and each register's next value becomes an obligation: it is the model's result of
// that name. `reset`: with rst_i; outputs are left out, and registers need not be the model's inputs.
// Refuses a file that is damaged, or that has a port or register the model lacks, or lacks one that the model has.
void rtl_read(const char *path, bool reset);

#endif
