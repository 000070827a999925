// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's PathFinder: the cheapest way through a grid, column by column, from a row to itself or a neighbour. A CTA
// computes `steps` columns at once in shared memory, on a stretch of rows that loses one at either end a step.
#include "cuda.h"

__global__ void pathfinder(const int *wall, const int *source, int *result, int rows, int column, int steps)
{
    __shared__ int cost[256];
    int thread = threadIdx.x;
    int row = (int)blockIdx.x * (256 - 2 * steps) - steps + thread;
    bool inside = row >= 0 && row < rows;

    cost[thread] = inside ? source[row] : 0x7fffffff;
    __syncthreads();
    for (int step = 0; step < steps; step++) {
        bool computes = inside && thread > step && thread < 255 - step;
        int best = 0;

        if (computes) {
            best = cost[thread - 1] < cost[thread] ? cost[thread - 1] : cost[thread];
            best = cost[thread + 1] < best ? cost[thread + 1] : best;
            best += wall[(column + step) * rows + row];
        }
        __syncthreads();
        if (computes)
            cost[thread] = best;
        __syncthreads();
    }
    if (inside && thread >= steps && thread < 256 - steps)
        result[row] = cost[thread];
}
