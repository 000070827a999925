// SPDX-License-Identifier: BSD-3-Clause
// Executable graphs: a copy of a graph with the order in which it runs.
#ifndef WARPLOCK_SIM_CUDART_STREAMS_GRAPH_EXEC_H
#define WARPLOCK_SIM_CUDART_STREAMS_GRAPH_EXEC_H

#include "sim/cudart/streams/graphs.h"

cudaError_t     exec_new(cudaGraphExec_t *, cudaGraph_t, unsigned long long flags);
bool            exec_is_one(cudaGraphExec_t);
void            exec_free(cudaGraphExec_t);
unsigned long long exec_flags(cudaGraphExec_t);
cudaGraph_t     exec_graph(cudaGraphExec_t);                // its copy
// Its copy of a node of the original graph; NULL: none.
cudaGraphNode_t exec_node(cudaGraphExec_t, cudaGraphNode_t);
// Runs the nodes one by one, holding the lock except during host functions. Stops after a fault and at the first error, which it
// returns.
cudaError_t     exec_run(cudaGraphExec_t);
// Gives each node of a copy the work of the node at the same place in the other graph; changes all or none. `node`: the node of
// `from` that cannot be taken, or NULL.
cudaGraphExecUpdateResult exec_update(cudaGraph_t copy, cudaGraph_t from, cudaGraphNode_t *node);
void            execs_forget(void);

#endif
