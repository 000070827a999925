// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's Gaussian Elimination, forwards: two launches a column. In the first a thread divides an element below
// the diagonal by the pivot; in the second a thread subtracts a multiple of the pivot's row from one element. As
// published `threadIdx.x` goes down the rows, so that the lanes of a warp, 16 rows of 2 columns, read 16 lines of
// the multipliers and of the matrix and one of the pivot's row; the grid is that of the whole matrix at every column.
#include "cuda.h"

__global__ void gaussian_divide(float *multipliers, const float *matrix, int order, int pivot)
{
    int row = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;

    if (row < order)
        multipliers[row * order + pivot] = matrix[row * order + pivot] / matrix[pivot * order + pivot];
}

__global__ void gaussian_subtract(const float *multipliers, float *matrix, float *right, int order, int pivot)
{
    int row = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int column = pivot + blockIdx.y * blockDim.y + threadIdx.y;

    if (row < order && column < order) {
        matrix[row * order + column] -= multipliers[row * order + pivot] * matrix[pivot * order + column];
        if (column == pivot)
            right[row] -= multipliers[row * order + pivot] * right[pivot];
    }
}
