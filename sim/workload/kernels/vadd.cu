// SPDX-License-Identifier: BSD-3-Clause
// c = a + b, one element a thread.
#include "cuda.h"

__global__ void vadd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}
