// SPDX-License-Identifier: BSD-3-Clause
// In the manner of Rodinia and of sorting samples: scans, sorts, histograms, graphs, bits.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdint.h>
#include <vector_types.h>

#define PARAMETERS const float *f, const int *v, float *out, int *counts, int n
#define KERNEL(name) extern "C" __global__ void __launch_bounds__(256) name(PARAMETERS)

KERNEL(scan)
{
    __shared__ int now[2][256];
    int t = threadIdx.x, from = 0;
    now[0][t] = v[blockIdx.x * 256 + t];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2, from ^= 1) {
        now[from ^ 1][t] = now[from][t] + (t >= step ? now[from][t - step] : 0);
        __syncthreads();
    }
    counts[blockIdx.x * 256 + t] = now[from][t];
}
KERNEL(warp_scan)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, sum = v[i];
    for (int step = 1; step < 32; step <<= 1) {
        int other = __shfl_up_sync(~0u, sum, step);
        if (lane >= step)
            sum += other;
    }
    counts[i] = sum;
}
// odd numbers to the front of each warp's part
KERNEL(compact)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    unsigned odd = __ballot_sync(0xffffffff, v[i] & 1);
    if (v[i] & 1)
        counts[i - lane + __popc(odd & ((1u << lane) - 1))] = v[i];
}
KERNEL(histogram)
{
    __shared__ unsigned bins[16];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[v[blockIdx.x * blockDim.x + threadIdx.x] & 15], 1u);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd((unsigned *)&counts[threadIdx.x], bins[threadIdx.x]);
}
KERNEL(bitonic)
{
    __shared__ int key[256];
    unsigned t = threadIdx.x;
    key[t] = v[blockIdx.x * 256 + t];
    for (unsigned size = 2; size <= 256; size <<= 1)
        for (unsigned stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned other = t ^ stride;
            if (other > t && (key[t] > key[other]) == ((t & size) == 0)) {
                int keep = key[t];
                key[t] = key[other];
                key[other] = keep;
            }
        }
    __syncthreads();
    counts[blockIdx.x * 256 + t] = key[t];
}
KERNEL(extremes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&counts[0], v[i]);
    atomicMin(&counts[1], -v[i]);
    atomicOr(&counts[2], v[i]);
    atomicXor(&counts[3], v[i]);
    atomicSub(&counts[4], v[i]);
    atomicInc((unsigned *)&counts[5], 99);
    unsigned long long *wide = (unsigned long long *)(counts + 6);
    atomicAdd(wide, (unsigned long long)v[i] << 20);
    atomicMax(wide + 1, (unsigned long long)v[i] << 32 | i);
}
// a lock of atomicCAS, taken by a thread of each warp in turn
KERNEL(lock)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&counts[1], 0, 1) != 0)
            continue;
        __threadfence();
        *(volatile int *)&counts[0] = *(volatile int *)&counts[0] + v[blockIdx.x * blockDim.x + threadIdx.x];
        __threadfence();
        atomicExch(&counts[1], 0);
    }
}
KERNEL(bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = (unsigned)v[i] * 2654435761u;
    unsigned y = __popc(x) + __clz(x) * 3 + __ffs(x) * 5 + (__brev(x) >> 28) + __byte_perm(x, i, 0x4321) + __umulhi(x, x);
    y ^= __funnelshift_l(x, y, 7) + __usad(x, y, 1) + (unsigned)__popcll((uint64_t)x << 9) + __umul24(x & 0xffffff, 77);
    counts[i] = (int)(y + min((int)x, i) + max(x, 5u) + __mulhi((int)x, i) + __ffsll((long long)x << 32) + __clzll(x));
}
// breadth-first search, a level: neighbours of i are v[i] mod n and i + 1
KERNEL(frontier)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 7 == 0) {
        counts[v[i] & (n - 1)] = 1;
        if (i + 1 < n)
            counts[i + 1] = 1;
    }
}
// dynamic programming down a grid, a row each round
KERNEL(pathfinder)
{
    extern __shared__ int rows[];
    int t = threadIdx.x, *before = rows, *now = rows + 256;
    before[t] = v[t];
    for (int row = 1; row < 4; row++) {
        __syncthreads();
        now[t] = v[row * 256 + t] + min(before[t], min(before[max(t - 1, 0)], before[min(t + 1, 255)]));
        int *swap = before;
        before = now;
        now = swap;
    }
    counts[t] = before[t];
}
