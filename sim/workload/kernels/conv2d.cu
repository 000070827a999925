// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's 2DCONV: a fixed 3 x 3 stencil over the inner points of an image, one point a thread.
#include "cuda.h"

__global__ void conv2d(const float *in, float *out, int lines, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int line = blockIdx.y * blockDim.y + threadIdx.y;

    if (line > 0 && line < lines - 1 && column > 0 && column < columns - 1) {
        const float *above = in + (line - 1) * columns + column, *here = above + columns, *below = here + columns;

        out[line * columns + column] = 0.2f * above[-1] + 0.5f * above[0] - 0.8f * above[1]
                                     - 0.3f * here[-1] + 0.6f * here[0] - 0.9f * here[1]
                                     + 0.4f * below[-1] + 0.7f * below[0] + 0.1f * below[1];
    }
}
