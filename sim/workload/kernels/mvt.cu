// PolyBench's MVT: x1 += A y1 (rows, divergent) and x2 += At y2 (columns, coalesced), on an n x n matrix.
// The sums lie in memory, as published: a store at every step.
#include "cuda.h"

__global__ void mvt_row(const float *A, float *x1, const float *y1, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        for (int j = 0; j < n; j++)
            x1[i] += A[i * n + j] * y1[j];
    }
}

__global__ void mvt_column(const float *A, float *x2, const float *y2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        for (int j = 0; j < n; j++)
            x2[i] += A[j * n + i] * y2[j];
    }
}
