// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's GESUMMV: y = alpha A x + beta B x, a row a thread: two divergent loads at every step, and the sums in
// memory, as published. Rows of A and B lie `pitch` elements apart.
#include "cuda.h"

__global__ void gesummv(const float *A, const float *B, const float *x, float *tmp, float *y, int rows, int columns,
                        int pitch)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        for (int column = 0; column < columns; column++) {
            tmp[row] += A[row * pitch + column] * x[column];
            y[row] += B[row * pitch + column] * x[column];
        }
        y[row] = 1.5f * tmp[row] + 0.75f * y[row];
    }
}
