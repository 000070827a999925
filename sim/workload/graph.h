// SPDX-License-Identifier: BSD-3-Clause
// A random undirected graph: nodes, records of where their edges start and how many they are, and the edges' ends.
//
// A node draws a third to two thirds of the edges that it is to have on average and is joined to each both ways;
// Rodinia's generator makes 6, of 2 to 4 drawn.
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
// How many edges each node is away from node 0; `none` where there is no way. Returns the largest number.
int32_t graph_search(const graph *, int32_t none, int32_t *cost);

#endif
