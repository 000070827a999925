// SPDX-License-Identifier: BSD-3-Clause
// What Mars' applications share: how much each thread will emit is counted first, summed up, and only then written.
#ifndef WARPLOCK_SIM_WORKLOAD_KERNELS_MAPREDUCE_H
#define WARPLOCK_SIM_WORKLOAD_KERNELS_MAPREDUCE_H

#include "cuda.h"

enum { SCAN_THREADS = 512 };

// Sums of all counts before each, a stretch of SCAN_THREADS after the other; one CTA of as
// many threads, with as many sums in shared memory.
__device__ static inline void scan(int *sums, int *counts, int n)
{
    int thread = threadIdx.x, before = 0;

    for (int first = 0; first < n; first += SCAN_THREADS) {
        int own = first + thread < n ? counts[first + thread] : 0;

        sums[thread] = own;
        __syncthreads();
        for (int distance = 1; distance < SCAN_THREADS; distance *= 2) {
            int other = thread >= distance ? sums[thread - distance] : 0;

            __syncthreads();
            sums[thread] += other;
            __syncthreads();
        }
        if (first + thread < n)
            counts[first + thread] = before + sums[thread] - own;
        before += sums[SCAN_THREADS - 1];
        __syncthreads();
    }
}

#endif
