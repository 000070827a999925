// SPDX-License-Identifier: BSD-3-Clause
// Parboil's matrix product, after Volkov and Demmel ("Benchmarking GPUs to tune dense linear algebra", 2008):
// a CTA makes a tile of 128 x 16 of the result, a thread 16 elements of a row in registers. Of the second
// factor 8 x 16 elements wait in shared memory, for all threads; of the first each thread reads its own. The
// first factor and the result lie column by column, the second row by row, so that loads and stores are coalesced.
#include "cuda.h"

enum { DOWN = 128, ACROSS = 16, STEP = 8 };

__global__ void matmul(const float *left, const float *right, float *result, int rows, int columns, int terms)
{
    __shared__ float tile[STEP][ACROSS];
    int row = blockIdx.x * DOWN + threadIdx.y * ACROSS + threadIdx.x, column = blockIdx.y * ACROSS;
    float sum[ACROSS];

#pragma unroll
    for (int i = 0; i < ACROSS; i++)
        sum[i] = 0;
    for (int first = 0; first < terms; first += STEP) {
        tile[threadIdx.y][threadIdx.x] = right[(first + threadIdx.y) * columns + column + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < STEP; k++) {
            float own = left[(first + k) * rows + row];

#pragma unroll
            for (int i = 0; i < ACROSS; i++)
                sum[i] += own * tile[k][i];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < ACROSS; i++)
        result[(column + i) * rows + row] = sum[i];
}
