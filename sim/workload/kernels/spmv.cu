// SPDX-License-Identifier: BSD-3-Clause
// y = A x for a sparse A in CSR, a row per thread: rows of different lengths, gathers from x.
#include "cuda.h"

__global__ void spmv(const int *first, const int *columns, const float *values, const float *x, float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        float sum = 0;

        for (int at = first[row]; at < first[row + 1]; at++)
            sum += values[at] * x[columns[at]];
        y[row] = sum;
    }
}
