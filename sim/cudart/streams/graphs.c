// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/streams/graphs.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cudart/streams/graph_memory.h"

// --- sets of nodes

void nodes_add(node_set *s, cudaGraphNode_t node)
{
    if (s->n == s->room) {
        s->room = 2 * s->room + 4;
        s->at = realloc(s->at, s->room * sizeof *s->at);
        if (!s->at)
            abort();
    }
    s->at[s->n++] = node;
}

bool nodes_has(const node_set *s, const struct CUgraphNode_st *node)
{
    size_t i = 0;

    while (i < s->n && s->at[i] != node)
        i++;
    return i < s->n;
}

void nodes_remove(node_set *s, const struct CUgraphNode_st *node)
{
    size_t i = 0;

    while (i < s->n && s->at[i] != node)
        i++;
    if (i == s->n)
        return;
    s->n--;
    memmove(s->at + i, s->at + i + 1, (s->n - i) * sizeof *s->at);
}

void nodes_clear(node_set *s)
{
    free(s->at);
    *s = (node_set){ NULL, 0, 0 };
}

// --- handles: what a program may name

enum { SLOTS = 1 << 14, RETIRED = 256 };
typedef struct handle { const void *of; struct handle *next; } handle;
static handle *handles[2][SLOTS];               // of graphs, of nodes
enum { GRAPHS, NODES };
static uint64_t last_id, last_visit;

static handle **find_handle(unsigned kind, const void *of)
{
    handle **at = &handles[kind][(uintptr_t)of / 32 * UINT64_C(0x9e3779b97f4a7c15) >> 50];

    while (*at && (*at)->of != of)
        at = &(*at)->next;
    return at;
}

static void make_handle(unsigned kind, const void *of)
{
    handle **at = find_handle(kind, of);

    *at = malloc(sizeof **at);
    if (!*at)
        abort();
    **at = (handle){ of, NULL };
}

// A freed handle's slot is not reused for a while.
static void free_later(void *gone)
{
    static void *rest[RETIRED];
    static unsigned next;

    free(rest[next]);
    rest[next] = gone;
    next = (next + 1) % RETIRED;
}

static void drop_handle(unsigned kind, void *of)
{
    handle **at = find_handle(kind, of), *h = *at;

    *at = h->next;
    free(h);
    free_later(of);
}

bool graph_is_one(cudaGraph_t g) { return g && *find_handle(GRAPHS, g); }
bool graph_node_is_one(cudaGraphNode_t node) { return node && *find_handle(NODES, node); }

bool graph_nodes_are_of(cudaGraph_t g, const cudaGraphNode_t *nodes, size_t count)
{
    if (count && !nodes)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!graph_node_is_one(nodes[i]) || nodes[i]->graph != g)
            return false;
    return true;
}

// --- graphs and nodes

static cudaGraph_t new_graph(bool hidden)
{
    cudaGraph_t g = calloc(1, sizeof *g);

    if (!g)
        abort();
    g->id = ++last_id;
    g->is_hidden = hidden;
    if (!hidden)
        make_handle(GRAPHS, g);
    return g;
}

cudaGraph_t graph_new(void) { return new_graph(false); }

static bool is_memory(const work *w)
{
    return w->type == cudaGraphNodeTypeMemAlloc || w->type == cudaGraphNodeTypeMemFree;
}

static cudaGraphNode_t new_node(cudaGraph_t g, work *w)
{
    cudaGraphNode_t node = calloc(1, sizeof *node);

    if (!node)
        abort();
    node->graph = g;
    node->id = node->origin = ++last_id;
    node->work = *w;
    if (w->type == cudaGraphNodeTypeGraph)
        w->graph->parent = node;
    if (is_memory(w))
        graph_memory_hold(w->memory.address);
    g->n_memory += is_memory(w);
    nodes_add(&g->nodes, node);
    if (!g->is_hidden)
        make_handle(NODES, node);
    return node;
}

static void free_node(cudaGraphNode_t node)
{
    if (node->work.type == cudaGraphNodeTypeGraph)
        graph_free(node->work.graph);
    if (is_memory(&node->work))
        graph_memory_let_go(node->work.memory.address);
    work_drop(&node->work);
    nodes_clear(&node->before);
    nodes_clear(&node->after);
    free(node->arguments);
    if (node->graph->is_hidden)
        free(node);
    else
        drop_handle(NODES, node);
}

void graph_free(cudaGraph_t g)
{
    for (size_t i = 0; i < g->nodes.n; i++)
        free_node(g->nodes.at[i]);
    nodes_clear(&g->nodes);
    nodes_clear(&g->order);
    if (g->is_hidden)
        free(g);
    else
        drop_handle(GRAPHS, g);
}

static void copy_set(node_set *to, const node_set *from, cudaGraph_t g)
{
    for (size_t i = 0; i < from->n; i++)
        nodes_add(to, g->nodes.at[from->at[i]->place]);
}

// Within the depth that has_levels() allows.
cudaGraph_t graph_clone(cudaGraph_t g, bool hidden)
{
    cudaGraph_t made = new_graph(hidden);

    made->origin = g->id;
    for (size_t i = 0; i < g->nodes.n; i++) {
        work w = work_duplicate(&g->nodes.at[i]->work);

        if (w.type == cudaGraphNodeTypeGraph)
            w.graph = graph_clone(w.graph, hidden);
        g->nodes.at[i]->place = i;
        new_node(made, &w)->origin = g->nodes.at[i]->id;
        made->nodes.at[i]->disabled = g->nodes.at[i]->disabled;
        made->nodes.at[i]->is_reused = g->nodes.at[i]->is_reused;
    }
    for (size_t i = 0; i < g->nodes.n; i++) {
        copy_set(&made->nodes.at[i]->before, &g->nodes.at[i]->before, made);
        copy_set(&made->nodes.at[i]->after, &g->nodes.at[i]->after, made);
    }
    return made;
}

// --- edges

static bool linked(cudaGraphNode_t from, cudaGraphNode_t to)
{
    return from->after.n < to->before.n ? nodes_has(&from->after, to) : nodes_has(&to->before, from);
}

static void unlink_one(cudaGraphNode_t from, cudaGraphNode_t to)
{
    nodes_remove(&from->after, to);
    nodes_remove(&to->before, from);
}

// Each edge is new and joins two different nodes.
static cudaError_t link_all(const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (from[i] == to[i] || linked(from[i], to[i])) {
            while (i-- > 0)
                unlink_one(from[i], to[i]);
            return cudaErrorInvalidValue;
        }
        nodes_add(&from[i]->after, to[i]);
        nodes_add(&to[i]->before, from[i]);
    }
    return cudaSuccess;
}

cudaError_t graph_link(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count)
{
    if (!graph_nodes_are_of(g, from, count) || !graph_nodes_are_of(g, to, count))
        return cudaErrorInvalidValue;
    return link_all(from, to, count);
}

// Restrictions of a graph with memory, or of one being captured.
static bool keeps_its_nodes(cudaGraph_t g)
{
    if (g->n_memory)
        cudart_complain("a graph with nodes that allocate or free memory keeps all its nodes and edges");
    if (g->is_captured)
        cudart_complain("a graph that a stream captures into keeps all its nodes and edges");
    return g->n_memory || g->is_captured;
}

cudaError_t graph_unlink(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count)
{
    if (!graph_nodes_are_of(g, from, count) || !graph_nodes_are_of(g, to, count) || (count && keeps_its_nodes(g)))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        if (!linked(from[i], to[i]))
            return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        unlink_one(from[i], to[i]);
    return cudaSuccess;
}

static unsigned levels_below(cudaGraph_t g)
{
    unsigned most = 0;

    for (size_t i = 0; i < g->nodes.n; i++)
        if (g->nodes.at[i]->work.type == cudaGraphNodeTypeGraph) {
            unsigned levels = 1 + levels_below(g->nodes.at[i]->work.graph);

            most = levels > most ? levels : most;
        }
    return most;
}

static bool has_levels(cudaGraph_t g, const work *w)
{
    unsigned levels = w->type == cudaGraphNodeTypeGraph ? 2 + levels_below(w->graph) : 1;

    for (; g->parent; g = g->parent->graph)
        levels++;
    if (levels > GRAPH_LEVELS)
        cudart_complain("a graph in a node of a graph, and so on, of %u levels, expected at most %d", levels, GRAPH_LEVELS);
    return levels <= GRAPH_LEVELS;
}

cudaError_t graph_add(cudaGraph_t g, const cudaGraphNode_t *before, size_t count, work *w, cudaGraphNode_t *made)
{
    cudaError_t error = graph_nodes_are_of(g, before, count) && has_levels(g, w) ? cudaSuccess : cudaErrorInvalidValue;
    cudaGraphNode_t node;

    for (size_t i = 0; !error && i < count; i++)
        before[i]->visit = 0;
    for (size_t i = 0; !error && i < count; i++) {          // no duplicates
        error = before[i]->visit == UINT64_MAX ? cudaErrorInvalidValue : cudaSuccess;
        before[i]->visit = UINT64_MAX;
    }
    if (error) {
        if (w->type == cudaGraphNodeTypeGraph)
            graph_free(w->graph);
        work_drop(w);
        return error;
    }
    node = new_node(g, w);
    for (size_t i = 0; i < count; i++) {
        nodes_add(&before[i]->after, node);
        nodes_add(&node->before, before[i]);
    }
    *made = node;
    return cudaSuccess;
}

void graph_set_work(cudaGraphNode_t node, work *w)
{
    work_drop(&node->work);
    node->work = *w;
    free(node->arguments);
    node->arguments = NULL;
}

// The first node made from this one or a later one: nodes are ordered by these numbers.
static size_t find_place(cudaGraph_t g, uint64_t origin)
{
    size_t low = 0, high = g->nodes.n;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (g->nodes.at[middle]->origin < origin)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

cudaError_t graph_remove(cudaGraphNode_t node)
{
    cudaGraph_t g = node->graph;
    size_t place;

    if (keeps_its_nodes(g))
        return cudaErrorInvalidValue;
    while (node->before.n)
        unlink_one(node->before.at[node->before.n - 1], node);
    while (node->after.n)
        unlink_one(node, node->after.at[node->after.n - 1]);
    place = find_place(g, node->origin);
    g->nodes.n--;
    memmove(g->nodes.at + place, g->nodes.at + place + 1, (g->nodes.n - place) * sizeof *g->nodes.at);
    free_node(node);
    return cudaSuccess;
}

// --- searches

cudaGraphNode_t graph_find(cudaGraph_t g, uint64_t origin)
{
    const size_t low = find_place(g, origin);
    cudaGraphNode_t found = NULL;

    if (low < g->nodes.n && g->nodes.at[low]->origin == origin)
        return g->nodes.at[low];
    for (size_t i = 0; !found && i < g->nodes.n; i++)
        if (g->nodes.at[i]->work.type == cudaGraphNodeTypeGraph)
            found = graph_find(g->nodes.at[i]->work.graph, origin);
    return found;
}

uint64_t graph_mark_before(const node_set *of)
{
    node_set rest = { NULL, 0, 0 };
    const uint64_t visit = ++last_visit;

    for (size_t i = 0; i < of->n; i++)
        nodes_add(&rest, of->at[i]);
    while (rest.n) {
        cudaGraphNode_t node = rest.at[--rest.n];

        if (node->visit == visit)
            continue;
        node->visit = visit;
        for (size_t i = 0; i < node->before.n; i++)
            nodes_add(&rest, node->before.at[i]);
    }
    nodes_clear(&rest);
    return visit;
}

// --- the order: a heap of the nodes that are ready, the oldest on top

static void swap(cudaGraphNode_t *a, cudaGraphNode_t *b)
{
    cudaGraphNode_t kept = *a;

    *a = *b;
    *b = kept;
}

static void heap_put(node_set *heap, cudaGraphNode_t node)
{
    size_t i = heap->n;

    nodes_add(heap, node);
    for (; i && heap->at[(i - 1) / 2]->id > heap->at[i]->id; i = (i - 1) / 2)
        swap(&heap->at[(i - 1) / 2], &heap->at[i]);
}

static cudaGraphNode_t heap_take(node_set *heap)
{
    cudaGraphNode_t top = heap->at[0];
    size_t i = 0;

    heap->at[0] = heap->at[--heap->n];
    for (size_t least = 0;; i = least) {
        for (size_t below = 2 * i + 1; below < heap->n && below <= 2 * i + 2; below++)
            if (heap->at[below]->id < heap->at[least]->id)
                least = below;
        if (least == i)
            return top;
        swap(&heap->at[i], &heap->at[least]);
    }
}

bool graph_order(cudaGraph_t g)
{
    node_set heap = { NULL, 0, 0 };
    bool inner = true;

    g->order.n = 0;
    for (size_t i = 0; i < g->nodes.n; i++) {
        cudaGraphNode_t node = g->nodes.at[i];

        if (node->work.type == cudaGraphNodeTypeGraph)
            inner = inner && graph_order(node->work.graph);
        node->waits_for = node->before.n;
        if (!node->waits_for)
            heap_put(&heap, node);
    }
    while (heap.n) {
        cudaGraphNode_t node = heap_take(&heap);

        nodes_add(&g->order, node);
        for (size_t i = 0; i < node->after.n; i++)
            if (--node->after.at[i]->waits_for == 0)
                heap_put(&heap, node->after.at[i]);
    }
    nodes_clear(&heap);
    return inner && g->order.n == g->nodes.n;
}

// Frees top-level graphs; the others go with theirs.
void graphs_forget(void)
{
    for (unsigned i = 0; i < SLOTS; i++)
        for (handle *h = handles[GRAPHS][i]; h; h = handles[GRAPHS][i]) {
            cudaGraph_t g = (cudaGraph_t)(uintptr_t)h->of;

            while (g->parent)
                g = g->parent->graph;
            graph_free(g);
        }
}
