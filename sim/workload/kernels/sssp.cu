// SPDX-License-Identifier: BSD-3-Clause
// Single-source shortest paths, a round in two kernels. In the first a thread whose node came nearer in the
// round before walks its edges and offers each neighbour the way through the node, where that is shorter than the
// neighbour's own; in the second a node takes the best offer. Lonestar's version, which the paper of bypassing by
// degree measures, updates distances in place; here nothing that a launch reads is written by another thread of it,
// so that the instructions do not hang on the schedule. Edges lie behind one another, their lengths beside them:
// the lanes of a warp walk a stretch each, and the distances that they look up are scattered. The host repeats
// while `*over` is set.
#include "cuda.h"
#include "graph.h"

__global__ void sssp_relax(const node *nodes, const int *edges, const int *lengths, const unsigned char *nearer,
                           const int *distances, int *offers, int n)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;

    if (at < n && nearer[at]) {
        int here = distances[at];
        int end = nodes[at].start + nodes[at].count;

        for (int edge = nodes[at].start; edge < end; edge++) {
            int to = edges[edge];
            int distance = here + lengths[edge];

            if (distance < distances[to])
                atomic_min(&offers[to], distance);
        }
    }
}

__global__ void sssp_settle(unsigned char *nearer, int *distances, const int *offers, int *over, int n)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;

    if (at < n) {
        int offer = offers[at];
        bool comes_nearer = offer < distances[at];

        nearer[at] = comes_nearer;
        if (comes_nearer) {
            distances[at] = offer;
            *over = 1;
        }
    }
}
