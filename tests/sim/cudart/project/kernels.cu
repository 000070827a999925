// SPDX-License-Identifier: BSD-3-Clause
// The device half of a program of three languages (the SDK's cppIntegration).
#include "project.h"
#include <cstdio>
#include <cuda_runtime.h>

__constant__ int factor_of_constant;
__global__ void scale(int4 *values, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        int4 v = values[i];
        v.x *= SCALE;
        v.y += factor_of_constant;
#ifdef __CUDA_ARCH__
        v.z = __CUDA_ARCH__;
#endif
        v.w = -v.w;
        values[i] = v;
    }
}

bool run_kernel(int4 *values, int count, int factor)
{
    int4 *d;
    bool good = FROM_XCOMPILER == 3 && cudaMalloc((void **)&d, count * sizeof(int4)) == cudaSuccess;
    cudaMemcpy(d, values, count * sizeof(int4), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(factor_of_constant, &factor, sizeof factor);
    scale<<<(count + 31) / 32, 32>>>(d, count);
    cudaMemcpy(values, d, count * sizeof(int4), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return good && cudaGetLastError() == cudaSuccess;
}
