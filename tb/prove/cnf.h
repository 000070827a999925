// SPDX-License-Identifier: BSD-3-Clause
// Clauses of the question whether some of a graph's outputs can be true.
#ifndef WARPLOCK_TB_PROVE_CNF_H
#define WARPLOCK_TB_PROVE_CNF_H

#include <stddef.h>

#include "tb/prove/aiger.h"

// Variable v + 1 of the clauses is variable v of the graph; only ands that the outputs depend on are written.
void cnf_write(const aiger *a, const size_t *outputs, size_t n_outputs, const char *path);

// The solver's model in its log: all bits of values[v] of each variable that is true there.
void cnf_read_model(const aiger *a, const char *log, uint64_t *values);

#endif
