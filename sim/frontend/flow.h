// SPDX-License-Identifier: BSD-3-Clause
// The control flow graph of a function, for reconvergence and for liveness.
#ifndef WARPLOCK_SIM_FRONTEND_FLOW_H
#define WARPLOCK_SIM_FRONTEND_FLOW_H

#include "sim/frontend/code.h"

#define NO_RECONVERGENCE UINT32_MAX

typedef struct flow_graph flow_graph;

flow_graph *flow_build(program *, const function *);
uint32_t    flow_blocks(const flow_graph *);
uint32_t    flow_first(const flow_graph *, uint32_t block);         // instructions relative to the function's first
uint32_t    flow_last(const flow_graph *, uint32_t block);
const uint32_t *flow_successors(const flow_graph *, uint32_t block, uint32_t *n);    // each once
uint32_t   *flow_post_dominators(program *, const flow_graph *);    // flow_blocks() stands for the exit
const insn_code *flow_code(const program *, const function *, uint32_t i);
bool        flow_falls_through(const insn_code *);

#endif
