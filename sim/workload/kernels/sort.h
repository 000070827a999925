// SPDX-License-Identifier: BSD-3-Clause
// Sorting of records by a bitonic network, whose stretches that fit run in shared memory, as in Mars.
#ifndef WARPLOCK_SIM_WORKLOAD_KERNELS_SORT_H
#define WARPLOCK_SIM_WORKLOAD_KERNELS_SORT_H

#include "cuda.h"

enum { CHUNK_THREADS = 256, CHUNK = 2 * CHUNK_THREADS };

// A record of a round: its key above its line; NONE lies behind all.
typedef unsigned long long record;

#define NONE (~0ull)

__device__ static inline record make_record(unsigned key, int line)
{
    return (record)key << 32 | (unsigned)line;
}

__device__ static inline void put_in_order(record *low, record *high, bool rising)
{
    record a = *low, b = *high;

    if (rising ? b < a : a < b) {
        *low = b;
        *high = a;
    }
}

// Steps of the network between records that a CTA holds in shared memory, for stretches from `first` to `last`.
__device__ static inline void sort_chunk(record *chunk, record *records, int first, int last)
{
    int thread = threadIdx.x, base = blockIdx.x * CHUNK;
    record *own = records + base + thread;

    chunk[thread] = own[0];
    chunk[thread + CHUNK_THREADS] = own[CHUNK_THREADS];
    __syncthreads();
    for (int stretch = first; stretch <= last; stretch *= 2)
        for (int distance = stretch < CHUNK ? stretch / 2 : CHUNK_THREADS; distance > 0; distance /= 2) {
            int low = 2 * thread - (thread & (distance - 1));

            put_in_order(&chunk[low], &chunk[low + distance], ((base + low) & stretch) == 0);
            __syncthreads();
        }
    own[0] = chunk[thread];
    own[CHUNK_THREADS] = chunk[thread + CHUNK_THREADS];
}

__device__ static inline void sort_step(record *records, int stretch, int distance)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int low = 2 * thread - (thread & (distance - 1));

    put_in_order(&records[low], &records[low + distance], (low & stretch) == 0);
}

#endif
