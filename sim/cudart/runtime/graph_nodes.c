// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: graph nodes, what each kind does and how to change it.
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/graph_memory.h"
#include "sim/cudart/streams/graph_nodes.h"

// A node's place: in a graph, after others.
typedef struct { cudaGraphNode_t *made; cudaGraph_t graph; const cudaGraphNode_t *before; size_t count; } place;

static cudaError_t begin(const place *p, bool good)
{
    cudaError_t error = cudart_enter();

    return error ? error : good && p->made && graph_is_one(p->graph) ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t add(cudaError_t error, const place *p, work *w)
{
    return cudart_leave(error ? error : graph_add(p->graph, p->before, p->count, w, p->made));
}

// Requires a node of this type.
static cudaError_t begin_node(cudaGraphNode_t node, cudaGraphNodeType type, bool good)
{
    cudaError_t error = cudart_enter();

    return error ? error : good && graph_node_is_one(node) && node->work.type == type ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t set(cudaError_t error, cudaGraphNode_t node, work *w)
{
    if (!error)
        graph_set_work(node, w);
    return cudart_leave(error);
}

// --- kernels

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                   const cudaKernelNodeParams *parameters)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, true);
    work w;

    return add(error ? error : work_of_kernel(&w, parameters), &p, &w);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *parameters)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeKernel, parameters != NULL);

    if (!error)
        node_kernel(node, parameters);
    return cudart_leave(error);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *parameters)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeKernel, true);
    work w;

    if (!error)
        error = work_of_kernel(&w, parameters);
    if (!error)
        w.launch.shape.cooperative = node->work.launch.shape.cooperative;
    return set(error, node, &w);
}

// --- copies

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                   const cudaMemcpy3DParms *parameters)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, true);
    work w;

    return add(error ? error : work_of_copy(&w, parameters), &p, &w);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                     void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, true);
    work w;

    return add(error ? error : work_of_line(&w, to, from, bytes, kind), &p, &w);
}

static cudaError_t work_of_symbol(work *w, void *host, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                  bool to_symbol)
{
    const bool good = host && symbol && (unsigned)kind <= cudaMemcpyDefault;

    return good ? work_symbol(w, host, symbol, bytes, offset, kind, to_symbol) : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                           const void *symbol, const void *from, size_t bytes, size_t offset,
                                           cudaMemcpyKind kind)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, true);
    work w;

    if (!error)
        error = work_of_symbol(&w, (void *)(uintptr_t)from, symbol, bytes, offset, kind, true);
    return add(error, &p, &w);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                             size_t count, void *to, const void *symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, true);
    work w;

    return add(error ? error : work_of_symbol(&w, to, symbol, bytes, offset, kind, false), &p, &w);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms *parameters)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeMemcpy, parameters != NULL);

    if (!error)
        *parameters = node->work.copy.box;
    return cudart_leave(error);
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms *parameters)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeMemcpy, true);
    work w;

    return set(error ? error : work_of_copy(&w, parameters), node, &w);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeMemcpy, true);
    work w;

    return set(error ? error : work_of_line(&w, to, from, bytes, kind), node, &w);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *from, size_t bytes,
                                                 size_t offset, cudaMemcpyKind kind)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeMemcpy, true);
    work w;

    if (!error)
        error = work_of_symbol(&w, (void *)(uintptr_t)from, symbol, bytes, offset, kind, true);
    return set(error, node, &w);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const void *symbol, size_t bytes,
                                                   size_t offset, cudaMemcpyKind kind)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeMemcpy, true);
    work w;

    return set(error ? error : work_of_symbol(&w, to, symbol, bytes, offset, kind, false), node, &w);
}

// --- fills

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                   const cudaMemsetParams *parameters)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, true);
    work w;

    return add(error ? error : work_of_fill(&w, parameters), &p, &w);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams *parameters)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeMemset, parameters != NULL);

    if (!error && node->work.fill.size[2] > 1) {
        cudart_complain("cudaGraphMemsetNodeGetParams: the node fills %zu planes, expected one: its parameters have no more",
                        node->work.fill.size[2]);
        error = cudaErrorInvalidValue;
    }
    if (!error)
        node_fill(node, parameters);
    return cudart_leave(error);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams *parameters)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeMemset, true);
    work w;

    return set(error ? error : work_of_fill(&w, parameters), node, &w);
}

// --- functions of the host

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                 const cudaHostNodeParams *parameters)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, true);
    work w;

    return add(error ? error : work_of_host(&w, parameters), &p, &w);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams *parameters)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeHost, parameters != NULL);

    if (!error)
        *parameters = node->work.host.call;
    return cudart_leave(error);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams *parameters)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeHost, true);
    work w;

    return set(error ? error : work_of_host(&w, parameters), node, &w);
}

// --- graphs, and nothing

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                       cudaGraph_t child)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, true);
    work w;

    if (!error && !graph_is_one(child))
        error = cudaErrorInvalidValue;
    return add(error ? error : work_of_graph(&w, child), &p, &w);
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *child)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeGraph, child != NULL);

    if (!error)
        *child = node->work.graph;
    return cudart_leave(error);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count)
{
    const place p = { node, graph, before, count };
    work w = { .type = cudaGraphNodeTypeEmpty };

    return add(begin(&p, true), &p, &w);
}

// --- events

static cudaError_t add_event(const place *p, cudaEvent_t event, bool is_record)
{
    cudaError_t error = begin(p, true);
    work w;

    return add(error ? error : work_of_event(&w, event, is_record), p, &w);
}

static cudaError_t get_event(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t *event)
{
    cudaError_t error = begin_node(node, type, event != NULL);

    if (!error)
        *event = node->work.event;
    return cudart_leave(error);
}

static cudaError_t set_event(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t event)
{
    cudaError_t error = begin_node(node, type, true);
    work w;

    return set(error ? error : work_of_event(&w, event, type == cudaGraphNodeTypeEventRecord), node, &w);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                        cudaEvent_t event)
{
    return add_event(&(place){ node, graph, before, count }, event, true);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                      cudaEvent_t event)
{
    return add_event(&(place){ node, graph, before, count }, event, false);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    return get_event(node, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
    return get_event(node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    return set_event(node, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
    return set_event(node, cudaGraphNodeTypeWaitEvent, event);
}

// --- memory

// Of the one device, not shared with other processes.
static bool is_of_device(const cudaMemAllocNodeParams *p)
{
    for (size_t i = 0; i < p->accessDescCount; i++)
        if (!p->accessDescs || p->accessDescs[i].location.type != cudaMemLocationTypeDevice || p->accessDescs[i].location.id)
            return false;
    return p->poolProps.allocType == cudaMemAllocationTypePinned && p->poolProps.handleTypes == cudaMemHandleTypeNone &&
           p->poolProps.location.type == cudaMemLocationTypeDevice && p->poolProps.location.id == 0;
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                     cudaMemAllocNodeParams *parameters)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, parameters && is_of_device(parameters));

    if (!error)
        error = graph_add_allocation(graph, before, count, parameters->bytesize, node);
    if (!error)
        parameters->dptr = (void *)(uintptr_t)(*node)->work.memory.address;
    return cudart_leave(error);
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams *parameters)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeMemAlloc, parameters != NULL);

    if (!error)
        *parameters = (cudaMemAllocNodeParams){
            .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } },
            .bytesize = node->work.memory.bytes, .dptr = (void *)(uintptr_t)node->work.memory.address,
        };
    return cudart_leave(error);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                    void *pointer)
{
    const place p = { node, graph, before, count };
    cudaError_t error = begin(&p, true);

    return cudart_leave(error ? error : graph_add_release(graph, before, count, (uintptr_t)pointer, node));
}

// The pointer is one to a pointer.
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer)
{
    cudaError_t error = begin_node(node, cudaGraphNodeTypeMemFree, pointer != NULL);

    if (!error)
        *(void **)pointer = (void *)(uintptr_t)node->work.memory.address;
    return cudart_leave(error);
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : device ? cudaErrorInvalidDevice : cudaSuccess);
}

static cudaError_t begin_attribute(int device, cudaGraphMemAttributeType attribute, const void *value)
{
    cudaError_t error = cudart_enter();

    if (!error && device)
        error = cudaErrorInvalidDevice;
    return error ? error : value && (unsigned)attribute <= cudaGraphMemAttrReservedMemHigh ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void *value)
{
    cudaError_t error = begin_attribute(device, attribute, value);

    if (!error)
        *(uint64_t *)value = graph_memory_attribute(attribute);
    return cudart_leave(error);
}

// The highest values can only be set to 0.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void *value)
{
    cudaError_t error = begin_attribute(device, attribute, value);

    if (!error && (*(const uint64_t *)value ||
                   (attribute != cudaGraphMemAttrUsedMemHigh && attribute != cudaGraphMemAttrReservedMemHigh)))
        error = cudaErrorInvalidValue;
    if (!error)
        graph_memory_reset_high(attribute == cudaGraphMemAttrReservedMemHigh);
    return cudart_leave(error);
}
