// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's BICG: s = At r (columns, coalesced) and q = A p (rows, divergent). Rows of A lie `pitch` elements apart.
// The sums lie in memory, as published: a store at every step.
#include "cuda.h"

__global__ void bicg_column(const float *A, const float *r, float *s, int rows, int columns, int pitch)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;

    if (column < columns) {
        for (int row = 0; row < rows; row++)
            s[column] += A[row * pitch + column] * r[row];
    }
}

__global__ void bicg_row(const float *A, const float *p, float *q, int rows, int columns, int pitch)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        for (int column = 0; column < columns; column++)
            q[row] += A[row * pitch + column] * p[column];
    }
}
