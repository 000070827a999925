// SPDX-License-Identifier: BSD-3-Clause
// Breadth-first search by one kernel a level (after Harish and Narayanan's, which NVIDIA's samples took over): a thread
// whose node was found in the level before visits its edges. Their nodes' costs are scattered words. A node that the same
// launch finds several times gets the same cost each time, and what is asked of a cost comes out the same before and behind
// that, so that threads execute the same in any order.
#include "cuda.h"
#include "graph.h"

// Costs that are not known yet are larger than any level.
__global__ void bfslevel(const node *nodes, const int *edges, int *cost, int *found, int level, int n)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;

    if (at < n && cost[at] == level)
        for (int edge = nodes[at].start; edge < nodes[at].start + nodes[at].count; edge++) {
            int neighbour = edges[edge];

            if (cost[neighbour] > level) {
                cost[neighbour] = level + 1;
                *found = level + 1;
            }
        }
}
