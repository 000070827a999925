// SPDX-License-Identifier: BSD-3-Clause
// NVIDIA's sample of scalar products: pairs of vectors, a CTA a pair, then the pair as many further on as there
// are CTAs. Each of 1024 sums takes every 1024th product, four sums a thread; a tree in shared memory makes
// one of them. Loads are coalesced, and nothing is read twice.
#include "cuda.h"

enum { SUMS = 1024 };

__global__ void scalarprod(const float *left, const float *right, float *products, int pairs, int length)
{
    __shared__ float sum[SUMS];

    for (int pair = blockIdx.x; pair < pairs; pair += gridDim.x) {
        int begin = pair * length, end = begin + length;

        for (int i = threadIdx.x; i < SUMS; i += blockDim.x) {
            float own = 0;

            for (int at = begin + i; at < end; at += SUMS)
                own += left[at] * right[at];
            sum[i] = own;
        }
        for (int half = SUMS / 2; half > 0; half /= 2) {
            __syncthreads();
            for (int i = threadIdx.x; i < half; i += blockDim.x)
                sum[i] += sum[half + i];
        }
        if (threadIdx.x == 0)
            products[pair] = sum[0];
        __syncthreads();
    }
}
