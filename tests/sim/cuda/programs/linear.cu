// SPDX-License-Identifier: BSD-3-Clause
// In the manner of PolyBench and the SDK's samples: products, stencils, sums. Every kernel has the same parameters: 1024 floats,
// 1024 integers, what it gives of each, and 1024.
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <math.h>
#include <stdio.h>

#define PARAMETERS const float *__restrict__ f, const int *__restrict__ v, float *out, int *counts, int n
#define KERNEL(name) extern "C" __global__ void name(PARAMETERS)
#define TILE 16

template <class T> __device__ __forceinline__ T axpy(T a, T x, T y) { return a * x + y; }
KERNEL(saxpy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = axpy(2.5f, f[i], f[n - 1 - i]);
}
// 32 x 32 times its transpose, in tiles
KERNEL(gemm)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE + 1];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < 32 / TILE; tile++) {
        a[threadIdx.y][threadIdx.x] = f[row * 32 + tile * TILE + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = f[(blockIdx.x * TILE + threadIdx.y) * 32 + tile * TILE + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum = fmaf(a[threadIdx.y][k], b[threadIdx.x][k], sum);
        __syncthreads();
    }
    out[row * 32 + column] = sum;
}
KERNEL(transpose)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = f[y * 32 + x];
    __syncthreads();
    out[(blockIdx.x * TILE + threadIdx.y) * 32 + blockIdx.y * TILE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// a row of 32 as eight float4 by __ldg
KERNEL(rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *line = reinterpret_cast<const float4 *>(f + row * 32);
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        float4 q = __ldg(&line[k]);
        sum += q.x + q.y + (q.z + q.w);
    }
    out[row] = sum;
}
__constant__ float weights[3][3] = { { 0.1f, 0.2f, 0.1f }, { 0.2f, -1.0f, 0.2f }, { 0.1f, 0.2f, 0.1f } };
KERNEL(stencil)
{
    dim3 at(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
    float sum = 0;
    if (at.x == 0 || at.y == 0 || at.x == 31 || at.y == 31)
        return;
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += weights[dy + 1][dx + 1] * f[(at.y + dy) * 32 + at.x + dx];
    out[at.y * 32 + at.x] = sum;
}
__device__ __noinline__ float warp_sum(float x)
{
    for (int offset = warpSize / 2; offset > 0; offset >>= 1)
        x += __shfl_down_sync(0xffffffff, x, offset);
    return x;
}
KERNEL(dot)
{
    __shared__ float part[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = warp_sum(f[i] * f[n - 1 - i]);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = warp_sum(threadIdx.x < 8 ? part[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            atomicAdd(out, x);
    }
}
// the last stages within a warp, as older programs do it
KERNEL(volatile_sum)
{
    extern __shared__ float dynamic[];
    volatile float *part = dynamic;
    unsigned t = threadIdx.x;
    part[t] = f[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t < 32)
        for (int s = 32; s > 0; s >>= 1) {
            part[t] += part[t + s];
            __syncwarp();
        }
    if (t == 0)
        out[blockIdx.x] = part[0];
}
KERNEL(double_sum)
{
    double *sum = reinterpret_cast<double *>(out);
    atomicAdd(sum, (double)f[blockIdx.x * blockDim.x + threadIdx.x]);
}
