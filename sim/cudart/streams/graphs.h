// SPDX-License-Identifier: BSD-3-Clause
// Graphs: nodes with their work, and their order. All valid handles are known here; every handle from a program is looked up
// first. Call all of it after cudart_enter.
#ifndef WARPLOCK_SIM_CUDART_STREAMS_GRAPHS_H
#define WARPLOCK_SIM_CUDART_STREAMS_GRAPHS_H

#include "sim/cudart/streams/work.h"

// Nodes in the order of addition; to keep each only once, ask nodes_has first.
typedef struct { cudaGraphNode_t *at; size_t n, room; } node_set;
void nodes_add(node_set *, cudaGraphNode_t);
bool nodes_has(const node_set *, const struct CUgraphNode_st *);
void nodes_remove(node_set *, const struct CUgraphNode_st *);
void nodes_clear(node_set *);

struct CUgraphNode_st {
    cudaGraph_t graph;
    work        work;
    uint64_t    id, origin;                     // its own, in creation order; that of the node that a clone's node was made from
    node_set    before, after;                  // what runs before and after it
    void      **arguments;                      // once queried, of a launch: the place of each in work.launch.packed
    bool        disabled;                       // of an executable graph: it does nothing
    bool        is_reused;                      // frees memory that a later node allocates
    size_t      place, waits_for;               // in graph->nodes, and of graph_order
    uint64_t    visit;                          // the last search that came by
};

struct CUgraph_st {
    node_set        nodes, order;               // in creation order; in execution order, once instantiated
    uint64_t        id, origin;
    cudaGraphNode_t parent;                     // of a node's graph
    bool            is_hidden;                  // no program has a handle of it
    bool            is_captured;                // a stream puts nodes into it
    unsigned        n_memory, instances;        // nodes that allocate or free; executable graphs with such nodes
};

enum { GRAPH_LEVELS = 128 };                    // of graphs in nodes of graphs
cudaGraph_t     graph_new(void);
// With all its nodes.
cudaGraph_t     graph_clone(cudaGraph_t, bool hidden);
void            graph_free(cudaGraph_t);
bool            graph_is_one(cudaGraph_t);
bool            graph_node_is_one(cudaGraphNode_t);
bool            graph_nodes_are_of(cudaGraph_t, const cudaGraphNode_t *, size_t count);
// Takes over the work, even on failure.
cudaError_t     graph_add(cudaGraph_t, const cudaGraphNode_t *before, size_t count, work *, cudaGraphNode_t *made);
void            graph_set_work(cudaGraphNode_t, work *);    // takes it over; of no graph in a node
cudaError_t     graph_remove(cudaGraphNode_t);
cudaError_t     graph_link(cudaGraph_t, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count);
cudaError_t     graph_unlink(cudaGraph_t, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count);
// The node of a clone, or of the graph of one of its nodes, that was made from the node with this number; NULL: none.
cudaGraphNode_t graph_find(cudaGraph_t, uint64_t origin);
// Marks everything that the nodes wait for, themselves included: their `visit` is the returned number.
uint64_t        graph_mark_before(const node_set *);
// The order of execution: of all ready nodes, the one made first is next. False: there is a cycle.
bool            graph_order(cudaGraph_t);
void            graphs_forget(void);

#endif
