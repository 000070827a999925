// SPDX-License-Identifier: BSD-3-Clause
// Which parameters a block can be built for at all, model and Verilog: what a name of a configuration is held against before
// a compiler runs.
#ifndef WARPLOCK_TB_TUPLES_LIMITS_H
#define WARPLOCK_TB_TUPLES_LIMITS_H

#include "rtl_c/block.h"

// False and "N: seen 65, expected 2 to 64". The values are of the described block's parameters, in its order.
bool tuple_is_possible(const block_ops *described, const unsigned *values, char *error, size_t error_size);

// What the parameter is where a configuration's name does not say it; 0: every name says it.
unsigned tuple_usual(const char *block, const char *name);

#endif
