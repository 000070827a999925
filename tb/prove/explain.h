// SPDX-License-Identifier: BSD-3-Clause
// A counterexample in the words of the block's table.
#ifndef WARPLOCK_TB_PROVE_EXPLAIN_H
#define WARPLOCK_TB_PROVE_EXPLAIN_H

#include <stddef.h>

#include "tb/prove/aiger.h"

// Lines `NAME = 0xVALUE`, those that are 0 left out, and lines `broken OBLIGATION`. Inputs that neither the facts nor the
// first broken piece need are cleared before. The same goes bit by bit to `path`, lines `NAME[BIT]` of what is 1.
void explain(const aiger *step, size_t n_pieces, uint64_t *values, const char *path);

#endif
