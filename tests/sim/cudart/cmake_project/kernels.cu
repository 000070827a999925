// SPDX-License-Identifier: BSD-3-Clause
#include "kernels.h"
#include <cuda_runtime.h>

__global__ void square(int *values, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] *= values[i];
}

bool squares(int *values, int count)
{
    int *d;
    if (cudaMalloc(&d, count * sizeof *d) != cudaSuccess)
        return false;
    cudaMemcpy(d, values, count * sizeof *d, cudaMemcpyHostToDevice);
    square<<<(count + 31) / 32, 32>>>(d, count);
    return cudaMemcpy(values, d, count * sizeof *d, cudaMemcpyDeviceToHost) == cudaSuccess && cudaFree(d) == cudaSuccess;
}
