// SPDX-License-Identifier: BSD-3-Clause
// Sum of each CTA's stretch of 512 elements in shared memory, halving the threads between barriers.
#include "cuda.h"

__global__ void reduce(const int *in, int *sums, int n)
{
    __shared__ int part[256];
    int thread = threadIdx.x;
    int i = blockIdx.x * 512 + thread;

    part[thread] = (i < n ? in[i] : 0) + (i + 256 < n ? in[i + 256] : 0);
    __syncthreads();
    for (int stride = 128; stride > 0; stride >>= 1) {
        if (thread < stride)
            part[thread] += part[thread + stride];
        __syncthreads();
    }
    if (thread == 0)
        sums[blockIdx.x] = part[0];
}
