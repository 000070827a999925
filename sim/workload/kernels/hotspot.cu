// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's HotSpot: the temperature of a chip's cells from the power that each gives off and from its neighbours' warmth,
// two steps a launch. A CTA loads 16 x 16 cells into shared memory and loses one at every side a step: 12 x 12 are left.
// Beyond the chip's edge a cell is its own neighbour.
#include "cuda.h"

enum { SIDE = 16, STEPS = 2, INNER = SIDE - 2 * STEPS };
enum { HEAT = SIDE * SIDE, NEXT = 2 * HEAT };   // behind a cell's warmth what it gives off, and its next warmth

__device__ static inline int lower(int a, int b) { return a < b ? a : b; }

__global__ void hotspot(const float *power, const float *before, float *after, int rows, int columns)
{
    __shared__ float warmth[NEXT + SIDE * SIDE];
    int x = threadIdx.x, y = threadIdx.y, cell = y * SIDE + x;
    int column = (int)blockIdx.x * INNER - STEPS + x, row = (int)blockIdx.y * INNER - STEPS + y;
    int at = row * columns + column;
    bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
    int steps = inside ? lower(lower(x, SIDE - 1 - x), lower(y, SIDE - 1 - y)) : 0;    // that the cell can be computed

    if (inside) {
        warmth[cell] = before[at];
        warmth[cell + HEAT] = power[at];
    }
    __syncthreads();
    for (int step = 1; step <= STEPS; step++) {
        if (steps >= step) {
            float here = warmth[cell];
            float north = row > 0 ? warmth[cell - SIDE] : here, south = row < rows - 1 ? warmth[cell + SIDE] : here;
            float west = column > 0 ? warmth[cell - 1] : here, east = column < columns - 1 ? warmth[cell + 1] : here;
            float gain = warmth[cell + HEAT] + (south + north - 2 * here) * 0.1f;

            gain += (east + west - 2 * here) * 0.1f;
            gain += (80 - here) * 0.0001953125f;
            warmth[cell + NEXT] = here + 0.34133333f * gain;
        }
        __syncthreads();
        if (steps >= step)
            warmth[cell] = warmth[cell + NEXT];
        __syncthreads();
    }
    if (steps >= STEPS)
        after[at] = warmth[cell];
}
