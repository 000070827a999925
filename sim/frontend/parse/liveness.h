// SPDX-License-Identifier: BSD-3-Clause
// Which registers are live where: the usual backward data flow over the blocks of a function.
#ifndef WARPLOCK_SIM_FRONTEND_PARSE_LIVENESS_H
#define WARPLOCK_SIM_FRONTEND_PARSE_LIVENESS_H

#include "sim/frontend/flow.h"

typedef struct {
    uint32_t  n, words;           // registers used, words of a set
    uint32_t *dense;              // register number to index + 1
    uint64_t *in;                 // live at the entry of each block, `words` each
} liveness;

// Everything is allocated with the program.
liveness liveness_build(program *, const function *, const flow_graph *);
void     liveness_out(const liveness *, const flow_graph *, uint32_t block, uint64_t *live);    // at the block's end
void     liveness_step_back(const liveness *, const insn *, uint64_t *live);    // from after an instruction to before it

static inline uint32_t liveness_index(const liveness *l, uint32_t number)
{
    return l->dense[number] - 1;
}

#endif
