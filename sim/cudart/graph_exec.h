// SPDX-License-Identifier: BSD-3-Clause
// Executable graphs: a copy of a graph with the order in which it runs.
#ifndef WARPLOCK_SIM_CUDART_GRAPH_EXEC_H
#define WARPLOCK_SIM_CUDART_GRAPH_EXEC_H

#include "sim/cudart/graphs.h"

cudaError_t     exec_new(cudaGraphExec_t *, cudaGraph_t, unsigned long long flags);
bool            exec_is_one(cudaGraphExec_t);
void            exec_free(cudaGraphExec_t);
unsigned long long exec_flags(cudaGraphExec_t);
cudaGraph_t     exec_graph(cudaGraphExec_t);                // its copy
// Its copy of a node of the graph that it was made of; NULL: it has none.
cudaGraphNode_t exec_node(cudaGraphExec_t, cudaGraphNode_t);
// One node behind the other, with the lock but for functions of the host. Stops at the first error, which is the answer, and
// behind a fault.
cudaError_t     exec_run(cudaGraphExec_t);
// Each node of a copy does what that of the other graph at its place does; nothing is changed unless all can be. `node`: of `from`
// that cannot, NULL when it is none.
cudaGraphExecUpdateResult exec_update(cudaGraph_t copy, cudaGraph_t from, cudaGraphNode_t *node);
void            execs_forget(void);

#endif
