// SPDX-License-Identifier: BSD-3-Clause
// Counts of 64 bins: atomics in shared memory within a CTA, then atomics in global memory.
#include "cuda.h"

__global__ void histogram(const unsigned *in, unsigned *bins, int n)
{
    __shared__ unsigned local[64];

    if (threadIdx.x < 64)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomic_add(&local[in[i] & 63], 1);
    __syncthreads();
    if (threadIdx.x < 64)
        atomic_add(&bins[threadIdx.x], local[threadIdx.x]);
}
