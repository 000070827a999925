// Breadth-first search, a level per launch: a thread whose node lies on the frontier visits its edges and marks nodes
// seen for the first time. Threads race only to write the same value. The host repeats while `*over` is set.
#include "cuda.h"

__global__ void bfs_level(const int *first_edge, const int *edges, int *level, const int *depth, int *over, int nodes)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;

    if (node < nodes && level[node] == *depth) {
        for (int edge = first_edge[node]; edge < first_edge[node + 1]; edge++) {
            int neighbour = edges[edge];

            if (level[neighbour] < 0) {
                level[neighbour] = *depth + 1;
                *over = 1;
            }
        }
    }
}

__global__ void bfs_next(int *depth)
{
    *depth += 1;
}
