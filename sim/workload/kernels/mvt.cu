// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's MVT: x1 += A y1 (rows, divergent) and x2 += At y2 (columns, coalesced). Rows of A lie `pitch` elements apart.
// The sums lie in memory, as published: a store at every step.
#include "cuda.h"

__global__ void mvt_row(const float *A, float *x1, const float *y1, int rows, int columns, int pitch)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        for (int column = 0; column < columns; column++)
            x1[row] += A[row * pitch + column] * y1[column];
    }
}

__global__ void mvt_column(const float *A, float *x2, const float *y2, int rows, int columns, int pitch)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;

    if (column < columns) {
        for (int row = 0; row < rows; row++)
            x2[column] += A[row * pitch + column] * y2[row];
    }
}
