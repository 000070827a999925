// SPDX-License-Identifier: BSD-3-Clause
// Which parameters a block can be built for, model and Verilog: checks a configuration's name before a compiler runs.
#ifndef WARPLOCK_TB_TUPLES_LIMITS_H
#define WARPLOCK_TB_TUPLES_LIMITS_H

#include "rtl_c/block.h"

// False and "N: seen 65, expected 2 to 64". The values are of the described block's parameters, in its order.
bool tuple_is_possible(const block_ops *described, const unsigned *values, char *error, size_t error_size);

// The parameter's value when a configuration's name omits it; 0: no name omits it.
unsigned tuple_usual(const char *block, const char *name);

#endif
