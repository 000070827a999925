// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/streams/graph_nodes.h"

#include <stdlib.h>

#include "sim/cudart/sizes.h"
#include "sim/cudart/streams/graph_memory.h"

cudaError_t work_of_kernel(work *w, const cudaKernelNodeParams *p)
{
    const kernel *k;
    cudaError_t error = p && p->func && !(p->kernelParams && p->extra) ? module_function(p->func, &k) : cudaErrorInvalidValue;

    if (error)
        return error;
    const launch_shape shape = { { p->gridDim.x, p->gridDim.y, p->gridDim.z },
                                 { p->blockDim.x, p->blockDim.y, p->blockDim.z }, p->sharedMemBytes, false };
    return p->extra ? work_launch_extra(w, p->func, k, &shape, p->extra) : work_launch(w, p->func, k, &shape, p->kernelParams);
}

// Errors in an end that do not depend on memory when the graph runs.
static bool is_end(cudaArray_t array, const cudaPitchedPtr *p)
{
    cudaChannelFormatDesc format;
    cudaExtent extent;
    memory_plane plane;
    size_t element;

    return array ? !p->ptr && !array_plane(array, &plane, &element, &format, &extent) : p->ptr != NULL;
}

cudaError_t work_of_copy(work *w, const cudaMemcpy3DParms *p)
{
    if (!p || !is_end(p->srcArray, &p->srcPtr) || !is_end(p->dstArray, &p->dstPtr) || (unsigned)p->kind > cudaMemcpyDefault)
        return cudaErrorInvalidValue;
    *w = (work){ .type = cudaGraphNodeTypeMemcpy, .copy.box = *p };
    return cudaSuccess;
}

cudaError_t work_of_line(work *w, void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    if (!to || !from || (unsigned)kind > cudaMemcpyDefault)
        return cudaErrorInvalidValue;
    *w = work_copy_line(to, from, bytes, kind);
    return cudaSuccess;
}

// For one row the pitch is meaningless.
cudaError_t work_of_fill(work *w, const cudaMemsetParams *p)
{
    if (!p || !p->dst || !p->width || !p->height ||
        (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
        (p->height > 1 && size_product(p->width, p->elementSize) > p->pitch))
        return cudaErrorInvalidValue;
    *w = work_fill_line(p->dst, p->value, p->elementSize, p->width);
    if (p->height > 1) {
        w->fill.to = (memory_plane){ p->dst, p->pitch, p->height };
        w->fill.size[1] = p->height;
    }
    return cudaSuccess;
}

cudaError_t work_of_host(work *w, const cudaHostNodeParams *p)
{
    if (!p || !p->fn)
        return cudaErrorInvalidValue;
    *w = (work){ .type = cudaGraphNodeTypeHost, .host.call = *p };
    return cudaSuccess;
}

cudaError_t work_of_event(work *w, cudaEvent_t event, bool is_record)
{
    if (event_check(event))
        return cudaErrorInvalidValue;
    *w = (work){ .type = is_record ? cudaGraphNodeTypeEventRecord : cudaGraphNodeTypeWaitEvent, .event = event };
    return cudaSuccess;
}

static bool has_memory(cudaGraph_t g)
{
    bool has = g->n_memory > 0;

    for (size_t i = 0; !has && i < g->nodes.n; i++)
        has = g->nodes.at[i]->work.type == cudaGraphNodeTypeGraph && has_memory(g->nodes.at[i]->work.graph);
    return has;
}

cudaError_t work_of_graph(work *w, cudaGraph_t g)
{
    if (has_memory(g)) {
        cudart_complain("a graph with nodes that allocate or free memory is no node of another one");
        return cudaErrorInvalidValue;
    }
    *w = (work){ .type = cudaGraphNodeTypeGraph, .graph = graph_clone(g, false) };
    return cudaSuccess;
}

// --- memory

static bool allocates(cudaGraph_t g, uint64_t address)
{
    size_t i = 0;

    while (i < g->nodes.n && (g->nodes.at[i]->work.type != cudaGraphNodeTypeMemAlloc ||
                              g->nodes.at[i]->work.memory.address != address))
        i++;
    return i < g->nodes.n;
}

// The smallest sufficient piece of the graph's own memory that is free after these nodes; on a tie the first freed.
static cudaGraphNode_t find_free(cudaGraph_t g, const cudaGraphNode_t *before, size_t count, size_t bytes)
{
    const node_set of = { (cudaGraphNode_t *)(uintptr_t)before, count, count };
    const uint64_t visit = graph_mark_before(&of);
    cudaGraphNode_t best = NULL;

    for (size_t i = 0; i < g->nodes.n; i++) {
        cudaGraphNode_t node = g->nodes.at[i];

        if (node->visit == visit && node->work.type == cudaGraphNodeTypeMemFree && !node->is_reused &&
            node->work.memory.bytes >= bytes && (!best || node->work.memory.bytes < best->work.memory.bytes) &&
            allocates(g, node->work.memory.address))
            best = node;
    }
    return best;
}

cudaError_t graph_add_allocation(cudaGraph_t g, const cudaGraphNode_t *before, size_t count, size_t bytes, cudaGraphNode_t *made)
{
    work w = { .type = cudaGraphNodeTypeMemAlloc };
    cudaGraphNode_t freed;
    cudaError_t error;

    if (!bytes || g->parent || !graph_nodes_are_of(g, before, count))
        return cudaErrorInvalidValue;
    freed = find_free(g, before, count, bytes);
    error = freed ? cudaSuccess : graph_memory_reserve(&w.memory.address, bytes);
    if (error)
        return error;
    if (freed)
        w.memory.address = freed->work.memory.address;
    w.memory.bytes = bytes;
    uint64_t address = w.memory.address;

    error = graph_add(g, before, count, &w, made);
    if (freed && !error)
        freed->is_reused = true;
    if (!freed)
        graph_memory_let_go(address);                       // owned by the node, or unowned
    return error;
}

static bool frees_already(cudaGraph_t g, uint64_t address)
{
    for (size_t i = 0; i < g->nodes.n; i++) {
        const struct CUgraphNode_st *node = g->nodes.at[i];

        if (node->work.type == cudaGraphNodeTypeMemFree && node->work.memory.address == address && !node->is_reused)
            return true;
    }
    return false;
}

cudaError_t graph_add_release(cudaGraph_t g, const cudaGraphNode_t *before, size_t count, uint64_t address, cudaGraphNode_t *made)
{
    work w = { .type = cudaGraphNodeTypeMemFree, .memory = { address, graph_memory_bytes(address) } };

    if (g->parent || !graph_memory_is_one(address) || frees_already(g, address))
        return cudaErrorInvalidValue;
    return graph_add(g, before, count, &w, made);
}

// --- of a node

// Argument addresses in the node's own copy, valid while the node has these parameters.
void node_kernel(cudaGraphNode_t node, cudaKernelNodeParams *p)
{
    const work *w = &node->work;
    const kernel *k = w->launch.kernel;
    const size_t n = module_has_kernel(k) ? kernel_params(k) : 0;
    uint64_t at = 0;

    if (!node->arguments) {
        node->arguments = calloc(n + 1, sizeof *node->arguments);
        if (!node->arguments)
            abort();
        for (size_t i = 0; i < n; i++) {
            at = launch_param_at(kernel_param_at(k, i), at);
            node->arguments[i] = w->launch.packed + at;
            at += kernel_param_at(k, i)->size;
        }
    }
    *p = (cudaKernelNodeParams){
        .func = w->launch.function ? (void *)(uintptr_t)w->launch.function : (void *)(uintptr_t)k,
        .gridDim = { w->launch.shape.grid[0], w->launch.shape.grid[1], w->launch.shape.grid[2] },
        .blockDim = { w->launch.shape.block[0], w->launch.shape.block[1], w->launch.shape.block[2] },
        .sharedMemBytes = (unsigned)w->launch.shape.shared, .kernelParams = node->arguments,
    };
}

void node_fill(cudaGraphNode_t node, cudaMemsetParams *p)
{
    const work *w = &node->work;

    *p = (cudaMemsetParams){ w->fill.to.at, w->fill.to.pitch, w->fill.value, w->fill.element, w->fill.size[0],
                             w->fill.size[1] };
}

const char *node_type_name(cudaGraphNodeType type)
{
    static const char *const names[] = { "kernel", "memcpy", "memset", "host", "graph", "empty", "wait for an event",
                                         "record of an event", "signal", "wait", "allocation", "free" };

    return (unsigned)type < sizeof names / sizeof names[0] ? names[type] : "unknown";
}

void node_complain(const struct CUgraphNode_st *node, cudaError_t error)
{
    size_t number = 0;

    while (number < node->graph->nodes.n && node->graph->nodes.at[number] != node)
        number++;
    cudart_complain("graph: node %zu (%s) of %zu: %s; the nodes behind it do not run", number, node_type_name(node->work.type),
                    node->graph->nodes.n, cudart_error_text(error));
}
