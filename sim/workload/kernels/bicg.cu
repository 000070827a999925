// PolyBench's BICG: s = At r (columns, coalesced) and q = A p (rows, divergent).
#include "cuda.h"

__global__ void bicg_column(const float *A, const float *r, float *s, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;

    if (column < columns) {
        float sum = 0;

        for (int row = 0; row < rows; row++)
            sum += A[row * columns + column] * r[row];
        s[column] = sum;
    }
}

__global__ void bicg_row(const float *A, const float *p, float *q, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < rows) {
        float sum = 0;

        for (int column = 0; column < columns; column++)
            sum += A[row * columns + column] * p[column];
        q[row] = sum;
    }
}
