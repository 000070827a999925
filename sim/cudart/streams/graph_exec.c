// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/streams/graph_exec.h"

#include <stdlib.h>

#include "sim/cudart/device.h"
#include "sim/cudart/streams/graph_memory.h"
#include "sim/cudart/streams/graph_nodes.h"

struct CUgraphExec_st {
    cudaGraph_t        graph, of;               // its copy; the original, if it still exists
    uint64_t           of_id;
    unsigned long long flags;
    unsigned           holders;                 // the program and each running launch
    bool               stops;                   // the device was reset during a host function
    cudaGraphExec_t    next;
};

enum { FLAGS = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
               cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority };
static cudaGraphExec_t execs;

bool exec_is_one(cudaGraphExec_t e)
{
    cudaGraphExec_t at = execs;

    while (at && at != e)
        at = at->next;
    return at != NULL;
}

static cudaError_t check_flags(unsigned long long flags)
{
    if (flags & ~(unsigned long long)FLAGS)
        return cudaErrorInvalidValue;
    if (!(flags & cudaGraphInstantiateFlagDeviceLaunch))
        return cudaSuccess;
    cudart_complain("a graph for launches by kernels: is not supported (docs/cuda.md says what graphs do)");
    return cudaErrorNotSupported;
}

cudaError_t exec_new(cudaGraphExec_t *made, cudaGraph_t g, unsigned long long flags)
{
    cudaError_t error = check_flags(flags);
    cudaGraphExec_t e;

    if (!error && g->n_memory && g->instances) {
        cudart_complain("a graph with nodes that allocate or free memory is instantiated once at a time");
        error = cudaErrorInvalidValue;
    }
    if (error)
        return error;
    e = calloc(1, sizeof *e);
    if (!e)
        abort();
    *e = (struct CUgraphExec_st){ graph_clone(g, true), g, g->id, flags, 1, false, execs };
    if (!graph_order(e->graph)) {
        cudart_complain("a graph whose nodes wait for each other cannot be instantiated");
        graph_free(e->graph);
        free(e);
        return cudaErrorInvalidValue;
    }
    g->instances++;
    *made = execs = e;
    return cudaSuccess;
}

static void let_go(cudaGraphExec_t e)
{
    if (--e->holders)
        return;
    graph_free(e->graph);
    free(e);
}

void exec_free(cudaGraphExec_t e)
{
    cudaGraphExec_t *at = &execs;

    while (*at != e)
        at = &(*at)->next;
    *at = e->next;
    if (graph_is_one(e->of) && e->of->id == e->of_id)
        e->of->instances--;
    let_go(e);
}

unsigned long long exec_flags(cudaGraphExec_t e) { return e->flags; }
cudaGraph_t exec_graph(cudaGraphExec_t e) { return e->graph; }

cudaGraphNode_t exec_node(cudaGraphExec_t e, cudaGraphNode_t node)
{
    cudaGraphNode_t found = graph_node_is_one(node) ? graph_find(e->graph, node->id) : NULL;

    return found && found->work.type == node->work.type ? found : NULL;
}

// --- a launch

static cudaError_t run(cudaGraphExec_t e, cudaGraph_t g)
{
    for (size_t i = 0; i < g->order.n && !e->stops && !device_fault(); i++) {
        const struct CUgraphNode_st *node = g->order.at[i];
        cudaError_t error = node->disabled ? cudaSuccess :
            node->work.type == cudaGraphNodeTypeGraph ? run(e, node->work.graph) : work_run(&node->work);

        if (error && node->work.type != cudaGraphNodeTypeGraph)
            node_complain(node, error);
        if (error)
            return error;
    }
    return cudaSuccess;
}

// Memory that the last launch left and nobody has freed.
static cudaError_t check_memory(cudaGraphExec_t e)
{
    for (size_t i = 0; e->graph->n_memory && i < e->graph->nodes.n; i++) {
        const work *w = &e->graph->nodes.at[i]->work;

        if (w->type != cudaGraphNodeTypeMemAlloc || !graph_memory_is_open(w->memory.address))
            continue;
        if (!(e->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch)) {
            cudart_complain("graph: the %zu bytes that node %zu allocates are not freed since its last launch", w->memory.bytes, i);
            return cudaErrorInvalidValue;
        }
        graph_memory_close(w->memory.address);
    }
    return cudaSuccess;
}

cudaError_t exec_run(cudaGraphExec_t e)
{
    cudaError_t error = check_memory(e);

    if (error)
        return error;
    e->holders++;
    error = run(e, e->graph);
    let_go(e);
    return error;
}

// --- an update

static bool same_edges(cudaGraph_t copy, cudaGraph_t from, size_t i)
{
    const node_set *a = &copy->nodes.at[i]->before, *b = &from->nodes.at[i]->before;

    if (a->n != b->n)
        return false;
    for (size_t k = 0; k < b->n; k++)
        if (!nodes_has(a, copy->nodes.at[b->at[k]->place]))
            return false;
    return true;
}

static cudaGraphExecUpdateResult compare(cudaGraph_t copy, cudaGraph_t from, cudaGraphNode_t *node);

static cudaGraphExecUpdateResult compare_node(const work *a, const work *b, cudaGraphNode_t *node)
{
    if (a->type != b->type)
        return cudaGraphExecUpdateErrorNodeTypeChanged;
    if (a->type == cudaGraphNodeTypeGraph)
        return compare(a->graph, b->graph, node);
    if ((a->type == cudaGraphNodeTypeMemAlloc || a->type == cudaGraphNodeTypeMemFree) &&
        (a->memory.address != b->memory.address || a->memory.bytes != b->memory.bytes))
        return cudaGraphExecUpdateErrorNotSupported;
    if (a->type == cudaGraphNodeTypeKernel && a->launch.shape.cooperative != b->launch.shape.cooperative)
        return cudaGraphExecUpdateErrorAttributesChanged;
    return cudaGraphExecUpdateSuccess;
}

static cudaGraphExecUpdateResult compare(cudaGraph_t copy, cudaGraph_t from, cudaGraphNode_t *node)
{
    *node = NULL;
    if (copy->nodes.n != from->nodes.n)
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < from->nodes.n; i++)
        from->nodes.at[i]->place = i;
    for (size_t i = 0; i < from->nodes.n; i++) {
        cudaGraphExecUpdateResult result = same_edges(copy, from, i) ?
            compare_node(&copy->nodes.at[i]->work, &from->nodes.at[i]->work, node) : cudaGraphExecUpdateErrorTopologyChanged;

        if (result != cudaGraphExecUpdateSuccess) {
            *node = *node ? *node : from->nodes.at[i];
            return result;
        }
    }
    return cudaGraphExecUpdateSuccess;
}

static void take_over(cudaGraph_t copy, cudaGraph_t from)
{
    for (size_t i = 0; i < from->nodes.n; i++) {
        if (from->nodes.at[i]->work.type == cudaGraphNodeTypeGraph) {
            take_over(copy->nodes.at[i]->work.graph, from->nodes.at[i]->work.graph);
        } else {
            work w = work_duplicate(&from->nodes.at[i]->work);

            graph_set_work(copy->nodes.at[i], &w);
        }
    }
}

cudaGraphExecUpdateResult exec_update(cudaGraph_t copy, cudaGraph_t from, cudaGraphNode_t *node)
{
    cudaGraphExecUpdateResult result = compare(copy, from, node);

    if (result == cudaGraphExecUpdateSuccess)
        take_over(copy, from);
    return result;
}

// A graph waiting for a host function stops; its memory is gone.
void execs_forget(void)
{
    for (cudaGraphExec_t e; (e = execs) != NULL;) {
        e->stops = true;
        for (size_t i = 0; i < e->graph->nodes.n; i++) {
            work *w = &e->graph->nodes.at[i]->work;

            if (w->type != cudaGraphNodeTypeMemAlloc && w->type != cudaGraphNodeTypeMemFree)
                continue;
            graph_memory_let_go(w->memory.address);
            w->type = cudaGraphNodeTypeEmpty;
        }
        exec_free(e);
    }
}
