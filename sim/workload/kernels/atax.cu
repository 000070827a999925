// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's ATAX, y = At (A x), in two kernels. In the first a thread walks a row of A, so that the lanes of a warp
// touch 32 different lines at every step; in the second it walks a column, which is coalesced. The sums lie in memory,
// as published: a store at every step. Rows of A lie `pitch` elements apart.
#include "cuda.h"

__global__ void atax_row(const float *A, const float *x, float *tmp, int rows, int columns, int pitch)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        for (int column = 0; column < columns; column++)
            tmp[row] += A[row * pitch + column] * x[column];
    }
}

__global__ void atax_column(const float *A, const float *tmp, float *y, int rows, int columns, int pitch)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;

    if (column < columns) {
        for (int row = 0; row < rows; row++)
            y[column] += A[row * pitch + column] * tmp[row];
    }
}
