// SPDX-License-Identifier: BSD-3-Clause
// One Jacobi sweep for A x = b in double precision, a row per thread: fused multiply-adds and a division in fp64.
#include "cuda.h"

__global__ void jacobi64(const double *A, const double *b, const double *x, double *next, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < n) {
        double sum = b[row];

        for (int column = 0; column < n; column++)
            if (column != row)
                sum -= A[row * n + column] * x[column];
        next[row] = sum / A[row * n + row];
    }
}
