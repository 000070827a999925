// SPDX-License-Identifier: BSD-3-Clause
// Converts between the API's node parameter structures and the work of nodes.
#ifndef WARPLOCK_SIM_CUDART_STREAMS_GRAPH_NODES_H
#define WARPLOCK_SIM_CUDART_STREAMS_GRAPH_NODES_H

#include "sim/cudart/streams/graphs.h"

cudaError_t work_of_kernel(work *, const cudaKernelNodeParams *);
cudaError_t work_of_copy(work *, const cudaMemcpy3DParms *);
cudaError_t work_of_line(work *, void *to, const void *from, size_t bytes, cudaMemcpyKind);
cudaError_t work_of_fill(work *, const cudaMemsetParams *);
cudaError_t work_of_host(work *, const cudaHostNodeParams *);
cudaError_t work_of_event(work *, cudaEvent_t, bool is_record);
cudaError_t work_of_graph(work *, cudaGraph_t);
// Reuses memory that is freed by a node which `before` wait for, if some is large enough.
cudaError_t graph_add_allocation(cudaGraph_t, const cudaGraphNode_t *before, size_t count, size_t bytes, cudaGraphNode_t *made);
cudaError_t graph_add_release(cudaGraph_t, const cudaGraphNode_t *before, size_t count, uint64_t address, cudaGraphNode_t *made);

void node_kernel(cudaGraphNode_t, cudaKernelNodeParams *);
void node_fill(cudaGraphNode_t, cudaMemsetParams *);
const char *node_type_name(cudaGraphNodeType);
// Reports a node's failure in a line on standard error.
void node_complain(const struct CUgraphNode_st *, cudaError_t);

#endif
