// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's Breadth-First Search, a level in two kernels. In the first a thread whose node lies on the frontier visits its
// edges and marks nodes not seen before; in the second marked nodes become the next frontier. Masks and flags are bytes,
// nodes records of where their edges start and how many they are, read again at every edge, as published. Nothing that a
// launch reads is written by another thread of it. The host repeats while `*over` is set.
#include "cuda.h"
#include "graph.h"

__global__ void bfs_visit(const node *nodes, const int *edges, unsigned char *frontier, unsigned char *marked,
                          const unsigned char *visited, int *cost, int n)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;

    if (at < n && frontier[at]) {
        frontier[at] = 0;
        for (int edge = nodes[at].start; edge < nodes[at].start + nodes[at].count; edge++) {
            int neighbour = edges[edge];

            if (!visited[neighbour]) {
                cost[neighbour] = cost[at] + 1;
                marked[neighbour] = 1;
            }
        }
    }
}

__global__ void bfs_advance(unsigned char *frontier, unsigned char *marked, unsigned char *visited, int *over, int n)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;

    if (at < n && marked[at]) {
        frontier[at] = 1;
        visited[at] = 1;
        *over = 1;
        marked[at] = 0;
    }
}
