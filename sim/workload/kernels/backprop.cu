// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's Back Propagation: a layer of 16 hidden units. A CTA takes 16 units of the input; a row of weights is 17
// long, with the bias first, so that the loads of a warp fall into one or two lines.
#include "cuda.h"

enum { HIDDEN = 16, ROW = HIDDEN + 1 };

// The CTA's share of each hidden unit's sum, by a tree in shared memory. The tree is left in `weights`, as published.
__global__ void layer_forward(const float *input, float *weights, float *partial)
{
    __shared__ float unit[HIDDEN];
    __shared__ float product[HIDDEN][HIDDEN];
    int to = threadIdx.x, from = threadIdx.y;
    int row = blockIdx.x * HIDDEN + from + 1;
    int at = row * ROW + to + 1;

    if (to == 0)
        unit[from] = input[row];
    __syncthreads();
    product[from][to] = weights[at] * unit[from];
    __syncthreads();
    for (int half = 1; half < HIDDEN; half *= 2) {
        if (from % (2 * half) == 0)
            product[from][to] += product[from + half][to];
        __syncthreads();
    }
    weights[at] = product[from][to];
    if (to == 0)
        partial[blockIdx.x * HIDDEN + from] = product[0][from];
}

// Gradient descent with momentum, both 0.3; the first CTA also adjusts the bias.
__global__ void adjust_weights(const float *delta, const float *input, float *weights, float *change)
{
    int to = threadIdx.x + 1;
    int row = blockIdx.x * HIDDEN + threadIdx.y + 1;
    int at = row * ROW + to;
    float by = 0.3f * delta[to] * input[row] + 0.3f * change[at];

    weights[at] += by;
    change[at] = by;
    if (row == 1) {
        by = 0.3f * delta[to] + 0.3f * change[to];
        weights[to] += by;
        change[to] = by;
    }
}
