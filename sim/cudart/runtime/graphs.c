// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: graphs, nodes and edges. What nodes do: graph_nodes.c; graphs that run: graph_exec.c.
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/graph_dot.h"
#include "sim/cudart/streams/graph_nodes.h"

// Begins every call on one graph.
static cudaError_t begin(cudaGraph_t graph, bool good)
{
    cudaError_t error = cudart_enter();

    return error ? error : good && graph_is_one(graph) ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t begin_node(cudaGraphNode_t node, bool good)
{
    cudaError_t error = cudart_enter();

    return error ? error : good && graph_node_is_one(node) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags)
{
    cudaError_t error = cudart_enter();

    if (!error && (!graph || flags))
        error = cudaErrorInvalidValue;
    if (!error)
        *graph = graph_new();
    return cudart_leave(error);
}

// A child graph goes with its node, and a graph being captured is not the program's yet.
cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    cudaError_t error = begin(graph, true);

    if (!error && (graph->parent || graph->is_captured))
        error = cudaErrorInvalidValue;
    if (!error)
        graph_free(graph);
    return cudart_leave(error);
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
    cudaError_t error = begin(graph, clone != NULL);
    work w;

    if (!error)
        error = work_of_graph(&w, graph);
    if (!error)
        *clone = w.graph;
    return cudart_leave(error);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *found, cudaGraphNode_t node, cudaGraph_t clone)
{
    cudaError_t error = begin_node(node, found);

    if (!error && !graph_is_one(clone))
        error = cudaErrorInvalidValue;
    cudaGraphNode_t is = !error && clone->origin == node->graph->id ? graph_find(clone, node->id) : NULL;

    if (!error && !is)
        error = cudaErrorInvalidValue;
    if (!error)
        *found = is;
    return cudart_leave(error);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count)
{
    cudaError_t error = begin(graph, true);

    return cudart_leave(error ? error : graph_link(graph, from, to, count));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count)
{
    cudaError_t error = begin(graph, true);

    return cudart_leave(error ? error : graph_unlink(graph, from, to, count));
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    cudaError_t error = begin_node(node, true);

    return cudart_leave(error ? error : graph_remove(node));
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type)
{
    cudaError_t error = begin_node(node, type != NULL);

    if (!error)
        *type = node->work.type;
    return cudart_leave(error);
}

// --- lists: without room, their length; else as many entries as fit, then NULL

typedef struct { cudaGraphNode_t *to, *to_second; size_t room, n; } list;

static void list_add(list *l, cudaGraphNode_t node, cudaGraphNode_t second)
{
    if (l->to && l->n < l->room)
        l->to[l->n] = node;
    if (l->to_second && l->n < l->room)
        l->to_second[l->n] = second;
    l->n++;
}

static void list_end(list *l, size_t *count)
{
    const size_t wanted = l->n;

    if (!l->to) {
        *count = wanted;
        return;
    }
    while (l->n < l->room)
        list_add(l, NULL, NULL);
    *count = wanted < l->room ? wanted : l->room;
}

static void list_nodes(list *l, const node_set *nodes)
{
    for (size_t i = 0; i < nodes->n; i++)
        list_add(l, nodes->at[i], NULL);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    cudaError_t error = begin(graph, count != NULL);
    list l = { nodes, NULL, error ? 0 : *count, 0 };

    if (!error) {
        list_nodes(&l, &graph->nodes);
        list_end(&l, count);
    }
    return cudart_leave(error);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    cudaError_t error = begin(graph, count != NULL);
    list l = { nodes, NULL, error ? 0 : *count, 0 };

    for (size_t i = 0; !error && i < graph->nodes.n; i++)
        if (!graph->nodes.at[i]->before.n)
            list_add(&l, graph->nodes.at[i], NULL);
    if (!error)
        list_end(&l, count);
    return cudart_leave(error);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count)
{
    cudaError_t error = begin(graph, count && !from == !to);
    list l = { from, to, error ? 0 : *count, 0 };

    for (size_t i = 0; !error && i < graph->nodes.n; i++)
        for (size_t k = 0; k < graph->nodes.at[i]->after.n; k++)
            list_add(&l, graph->nodes.at[i], graph->nodes.at[i]->after.at[k]);
    if (!error)
        list_end(&l, count);
    return cudart_leave(error);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count)
{
    cudaError_t error = begin_node(node, count != NULL);
    list l = { nodes, NULL, error ? 0 : *count, 0 };

    if (!error) {
        list_nodes(&l, &node->before);
        list_end(&l, count);
    }
    return cudart_leave(error);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count)
{
    cudaError_t error = begin_node(node, count != NULL);
    list l = { nodes, NULL, error ? 0 : *count, 0 };

    if (!error) {
        list_nodes(&l, &node->after);
        list_end(&l, count);
    }
    return cudart_leave(error);
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags)
{
    cudaError_t error = begin(graph, path != NULL);

    (void)flags;                                // all details are always printed
    return cudart_leave(error ? error : graph_dot(graph, path));
}
