// SPDX-License-Identifier: BSD-3-Clause
// A random undirected graph: nodes, each with the start and number of its edges, and the edges' ends.
//
// A node draws a third to two thirds of its average degree; each edge counts both ways. Rodinia's generator gives 6 on
// average, of 2 to 4 drawn.
#ifndef WARPLOCK_SIM_WORKLOAD_GRAPH_H
#define WARPLOCK_SIM_WORKLOAD_GRAPH_H

#include "sim/workload/workload.h"

// As in kernels/graph.h.
typedef struct { int32_t start, count; } graph_node;

typedef struct {
    uint32_t          nodes, edges;     // how many; an edge counts in each of its directions
    const graph_node *node;
    const int32_t    *edge;
} graph;

// Buffers `nodes` and `edges`, from the input 1.
graph graph_random(job *, uint32_t nodes, uint32_t degree);
// Distance in edges of each node from node 0; `none` if unreachable. Returns the largest distance.
int32_t graph_search(const graph *, int32_t none, int32_t *cost);

#endif
