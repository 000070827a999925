// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: executable graphs.
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/capture.h"
#include "sim/cudart/streams/graph_exec.h"
#include "sim/cudart/streams/graph_nodes.h"

#include <stdio.h>

static cudaError_t begin(cudaGraphExec_t exec, bool good)
{
    cudaError_t error = cudart_enter();

    return error ? error : good && exec_is_one(exec) ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    cudaError_t error = cudart_enter();

    if (!error && (!exec || !graph_is_one(graph) || graph->is_captured))
        error = cudaErrorInvalidValue;
    return cudart_leave(error ? error : exec_new(exec, graph, flags));
}

// The only error is a cycle, which is no node's.
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *error_node, char *log,
                                 size_t log_bytes)
{
    cudaError_t error = instantiate(exec, graph, 0);

    if (error_node)
        *error_node = NULL;
    if (log && log_bytes)
        snprintf(log, log_bytes, "%s", error ? "the graph cannot be instantiated: standard error says why" : "");
    return error;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    return instantiate(exec, graph, flags);
}

cudaError_t __cudaGraphInstantiate_of_12(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    return instantiate(exec, graph, flags);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
{
    cudaError_t error = begin(exec, flags != NULL);

    if (!error)
        *flags = exec_flags(exec);
    return cudart_leave(error);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    cudaError_t error = begin(exec, true);

    if (!error)
        exec_free(exec);
    return cudart_leave(error);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : stream_put_graph(stream, exec));
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    cudaError_t error = begin(exec, true);

    return cudart_leave(error ? error : capture_allows_never(stream));
}

// --- updates

static cudaError_t update(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info)
{
    cudaError_t error = begin(exec, true);

    if (!error && !graph_is_one(graph))
        error = cudaErrorInvalidValue;
    info->errorFromNode = info->errorNode = NULL;
    info->result = cudaGraphExecUpdateError;
    if (!error)
        info->result = exec_update(exec_graph(exec), graph, &info->errorNode);
    if (!error && info->result != cudaGraphExecUpdateSuccess)
        error = cudaErrorGraphExecUpdateFailure;
    return cudart_leave(error);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *error_node,
                                cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = update(exec, graph, &info);

    if (error_node)
        *error_node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}

cudaError_t __cudaGraphExecUpdate_of_12(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = update(exec, graph, &info);

    if (result)
        *result = info;
    return error;
}

// The copy of a node of this type, to be changed.
static cudaError_t begin_node(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type, cudaGraphNode_t *copy)
{
    cudaError_t error = begin(exec, true);

    if (error)
        return error;
    *copy = exec_node(exec, node);
    return *copy && (*copy)->work.type == type ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t set(cudaError_t error, cudaGraphNode_t copy, work *w)
{
    if (!error)
        graph_set_work(copy, w);
    return cudart_leave(error);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams *parameters)
{
    cudaGraphNode_t copy;
    cudaError_t error = begin_node(exec, node, cudaGraphNodeTypeKernel, &copy);
    work w;

    if (!error)
        error = work_of_kernel(&w, parameters);
    if (!error)
        w.launch.shape.cooperative = copy->work.launch.shape.cooperative;
    return set(error, copy, &w);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemcpy3DParms *parameters)
{
    cudaGraphNode_t copy;
    cudaError_t error = begin_node(exec, node, cudaGraphNodeTypeMemcpy, &copy);
    work w;

    return set(error ? error : work_of_copy(&w, parameters), copy, &w);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from,
                                               size_t bytes, cudaMemcpyKind kind)
{
    cudaGraphNode_t copy;
    cudaError_t error = begin_node(exec, node, cudaGraphNodeTypeMemcpy, &copy);
    work w;

    return set(error ? error : work_of_line(&w, to, from, bytes, kind), copy, &w);
}

static cudaError_t set_symbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *host, const void *symbol, size_t bytes,
                              size_t offset, cudaMemcpyKind kind, bool to_symbol)
{
    cudaGraphNode_t copy;
    cudaError_t error = begin_node(exec, node, cudaGraphNodeTypeMemcpy, &copy);
    work w;

    if (!error && (!host || !symbol || (unsigned)kind > cudaMemcpyDefault))
        error = cudaErrorInvalidValue;
    return set(error ? error : work_symbol(&w, host, symbol, bytes, offset, kind, to_symbol), copy, &w);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, const void *symbol,
                                                     const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return set_symbol(exec, node, (void *)(uintptr_t)from, symbol, bytes, offset, kind, true);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *symbol,
                                                       size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return set_symbol(exec, node, to, symbol, bytes, offset, kind, false);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams *parameters)
{
    cudaGraphNode_t copy;
    cudaError_t error = begin_node(exec, node, cudaGraphNodeTypeMemset, &copy);
    work w;

    return set(error ? error : work_of_fill(&w, parameters), copy, &w);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams *parameters)
{
    cudaGraphNode_t copy;
    cudaError_t error = begin_node(exec, node, cudaGraphNodeTypeHost, &copy);
    work w;

    return set(error ? error : work_of_host(&w, parameters), copy, &w);
}

// Requires the same nodes and edges.
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child)
{
    cudaGraphNode_t copy, wrong;
    cudaError_t error = begin_node(exec, node, cudaGraphNodeTypeGraph, &copy);

    if (!error && (!graph_is_one(child) || exec_update(copy->work.graph, child, &wrong) != cudaGraphExecUpdateSuccess))
        error = cudaErrorInvalidValue;
    return cudart_leave(error);
}

static cudaError_t set_event(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t event)
{
    cudaGraphNode_t copy;
    cudaError_t error = begin_node(exec, node, type, &copy);
    work w;

    return set(error ? error : work_of_event(&w, event, type == cudaGraphNodeTypeEventRecord), copy, &w);
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event)
{
    return set_event(exec, node, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event)
{
    return set_event(exec, node, cudaGraphNodeTypeWaitEvent, event);
}

// Only kernels, copies and fills can be disabled.
static cudaError_t begin_enabled(cudaGraphExec_t exec, cudaGraphNode_t node, bool good, cudaGraphNode_t *copy)
{
    cudaError_t error = begin(exec, good);

    if (error)
        return error;
    *copy = exec_node(exec, node);
    return *copy && (*copy)->work.type <= cudaGraphNodeTypeMemset ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled)
{
    cudaGraphNode_t copy;
    cudaError_t error = begin_enabled(exec, node, true, &copy);

    if (!error)
        copy->disabled = !enabled;
    return cudart_leave(error);
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled)
{
    cudaGraphNode_t copy;
    cudaError_t error = begin_enabled(exec, node, enabled != NULL, &copy);

    if (!error)
        *enabled = !copy->disabled;
    return cudart_leave(error);
}
