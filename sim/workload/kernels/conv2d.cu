// PolyBench's 2DCONV: a fixed 3 x 3 stencil over the inner points of an n x n image, one point a thread.
#include "cuda.h"

__global__ void conv2d(const float *in, float *out, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int line = blockIdx.y * blockDim.y + threadIdx.y;

    if (line > 0 && line < n - 1 && column > 0 && column < n - 1) {
        const float *above = in + (line - 1) * n + column, *here = above + n, *below = here + n;

        out[line * n + column] = 0.2f * above[-1] + 0.5f * above[0] - 0.8f * above[1]
                               - 0.3f * here[-1] + 0.6f * here[0] - 0.9f * here[1]
                               + 0.4f * below[-1] + 0.7f * below[0] + 0.1f * below[1];
    }
}
