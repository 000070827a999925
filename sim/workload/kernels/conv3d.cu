// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's 3DCONV: a fixed stencil of 11 points over the inner points of a volume, a launch a plane, one point a thread.
#include "cuda.h"

__global__ void conv3d(const float *in, float *out, int side, int plane)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int line = blockIdx.y * blockDim.y + threadIdx.y;

    if (line > 0 && line < side - 1 && column > 0 && column < side - 1) {
        int at = (plane * side + line) * side + column;
        const float *here = in + at, *under = here - side * side, *over = here + side * side;

        out[at] = 0.2f * under[-side - 1] + 0.4f * under[-side + 1] - 0.6f * under[side - 1] + 0.3f * under[side + 1]
                - 0.5f * here[-side] + 0.8f * here[0] + 0.7f * here[side]
                + 0.5f * over[-side - 1] - 0.3f * over[-side + 1] + 0.9f * over[side - 1] - 0.1f * over[side + 1];
    }
}
