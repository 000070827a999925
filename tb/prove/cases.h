// SPDX-License-Identifier: BSD-3-Clause
// Cases of a step: every setting of the bits that choose a mode, which are configuration inputs of 3 bits at most (their
// names begin with cfg_). In a case the graph is made again with them constant, so that what belongs to others falls away.
#ifndef WARPLOCK_TB_PROVE_CASES_H
#define WARPLOCK_TB_PROVE_CASES_H

#include "tb/prove/aiger.h"
#include "tb/prove/graph.h"

void     cases_begin(const aiger *step);                          // whose inputs are the graph's, in their order
unsigned cases_count(void);                                       // 1 where there is no mode
literal *cases_graph(unsigned number, uint32_t size);             // what the first nodes of the graph are there; to be freed
void     cases_set(unsigned number, uint64_t *values);            // the inputs' values, of variables of the step

#endif
