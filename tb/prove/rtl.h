// SPDX-License-Identifier: BSD-3-Clause
// The Verilog of a block as Yosys writes it in AIGER, in the same graph as the model.
#ifndef WARPLOCK_TB_PROVE_RTL_H
#define WARPLOCK_TB_PROVE_RTL_H

#include "tb/prove/graph.h"

// Reads ASCII AIGER with symbols. Each output and each register's next value becomes an obligation: it is the model's result of
// that name. RTL_RESET: with rst_i; outputs are left out, and registers need not be the model's inputs. RTL_ALONE: no
// obligations; each takes the place of the model's result.
// Refuses a file that is damaged, or that has a port or register the model lacks, or
// lacks one that the model has.
typedef enum { RTL_STEP, RTL_RESET, RTL_ALONE } rtl_use;
void rtl_read(const char *path, rtl_use use);

#endif
