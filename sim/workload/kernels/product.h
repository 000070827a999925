// SPDX-License-Identifier: BSD-3-Clause
// The matrix product of PolyBench's 2MM and 3MM, an element of the result a thread. The lanes of a warp share a row of
// the first factor and read a line of the second: coalesced. The sum lies in memory, as published.
#ifndef WARPLOCK_SIM_WORKLOAD_KERNELS_PRODUCT_H
#define WARPLOCK_SIM_WORKLOAD_KERNELS_PRODUCT_H

#include "cuda.h"

__global__ void product(const float *left, const float *right, float *result, int rows, int inner, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < rows && column < columns) {
        for (int k = 0; k < inner; k++)
            result[row * columns + column] += left[row * inner + k] * right[k * columns + column];
    }
}

#endif
