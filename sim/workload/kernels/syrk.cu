// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's SYRK: C = beta C + alpha A At, an element of C a thread. The lanes of a warp share a row of C and of the
// first factor and walk 32 rows of the second: one divergent load at every step. The sum lies in memory, as published.
// Rows of A lie `pitch` elements apart.
#include "cuda.h"

__global__ void syrk(const float *A, float *C, int rows, int columns, int pitch)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < rows && j < rows) {
        C[i * rows + j] *= 0.75f;
        for (int k = 0; k < columns; k++)
            C[i * rows + j] += 1.5f * A[i * pitch + k] * A[j * pitch + k];
    }
}
