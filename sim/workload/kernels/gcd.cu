// SPDX-License-Identifier: BSD-3-Clause
// Greatest common divisors by a device function that is really called, from two places, its trip count differing by lane.
#include "cuda.h"

__device__ __attribute__((noinline)) unsigned greatest_common_divisor(unsigned a, unsigned b)
{
    while (b) {
        unsigned rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

__global__ void gcd(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned first = greatest_common_divisor(a[i], b[i]);

        out[i] = i & 1 ? greatest_common_divisor(first, c[i]) : first;
    }
}
