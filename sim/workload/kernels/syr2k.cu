// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's SYR2K: C = beta C + alpha (A Bt + B At), an element of C a thread: two divergent loads at every step, for
// the lanes of a warp walk 32 rows of A and of B. The sum lies in memory, as published. Rows of A and B lie `pitch`
// elements apart.
#include "cuda.h"

__global__ void syr2k(const float *A, const float *B, float *C, int rows, int columns, int pitch)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < rows && j < rows) {
        C[i * rows + j] *= 0.75f;
        for (int k = 0; k < columns; k++) {
            C[i * rows + j] += 1.5f * A[i * pitch + k] * B[j * pitch + k];
            C[i * rows + j] += 1.5f * B[i * pitch + k] * A[j * pitch + k];
        }
    }
}
