// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: edges with data, from CUDA 12.3 on. The data let a node start before its predecessor ends, which is not
// supported: they must be zeros. The library of CUDA 13 exports these functions under names without a number (cudart.mk).
#include "sim/cudart/runtime/runtime.h"

#include <string.h>

// There are no data, or only zeros.
static cudaError_t check(const cudaGraphEdgeData *data, size_t count)
{
    static const cudaGraphEdgeData zeros;
    cudaError_t error = cudart_enter();

    for (size_t i = 0; !error && data && i < count; i++)
        if (memcmp(&data[i], &zeros, sizeof zeros) != 0) {
            cudart_complain("edge %zu of a graph: data of type %u are not supported, expected zeros", i, data[i].type);
            error = cudaErrorNotSupported;
        }
    return cudart_leave(error);
}

// For as many edges as fit.
static cudaError_t answer(cudaError_t error, cudaGraphEdgeData *data, const size_t *count)
{
    if (!error && data)
        memset(data, 0, *count * sizeof *data);
    return error;
}

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *data, size_t count)
{
    cudaError_t error = from && to ? check(data, count) : cudaSuccess;

    return error ? error : cudaGraphAddDependencies(graph, from, to, count);
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                           const cudaGraphEdgeData *data, size_t count)
{
    cudaError_t error = from && to ? check(data, count) : cudaSuccess;

    return error ? error : cudaGraphRemoveDependencies(graph, from, to, count);
}

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data,
                                 size_t *count)
{
    return answer(cudaGraphGetEdges(graph, from, to, count), from ? data : NULL, count);
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data, size_t *count)
{
    return answer(cudaGraphNodeGetDependencies(node, nodes, count), nodes ? data : NULL, count);
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data, size_t *count)
{
    return answer(cudaGraphNodeGetDependentNodes(node, nodes, count), nodes ? data : NULL, count);
}

// A stream's next node always waits for the end of another.
cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id,
                                        cudaGraph_t *graph, const cudaGraphNode_t **nodes, const cudaGraphEdgeData **data,
                                        size_t *count)
{
    if (data)
        *data = NULL;
    return cudaStreamGetCaptureInfo_v2(stream, status, id, graph, nodes, count);
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t *nodes, const cudaGraphEdgeData *data,
                                                   size_t count, unsigned flags)
{
    cudaError_t error = nodes ? check(data, count) : cudaSuccess;

    return error ? error : cudaStreamUpdateCaptureDependencies(stream, nodes, count, flags);
}
