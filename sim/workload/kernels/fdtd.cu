// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's FDTD-2D: a field in the plane by finite differences, a point a thread, three kernels a time step. Rows are
// read and written along the lanes: coalesced, and a store for every three to five loads.
#include "cuda.h"

__global__ void fdtd_ey(const float *source, float *ey, const float *hz, int rows, int columns, int step)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int at = row * columns + column;

    if (row < rows && column < columns)
        ey[at] = row == 0 ? source[step] : ey[at] - 0.5f * (hz[at] - hz[at - columns]);
}

__global__ void fdtd_ex(float *ex, const float *hz, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int at = row * columns + column;

    if (row < rows && column > 0 && column < columns)
        ex[at] = ex[at] - 0.5f * (hz[at] - hz[at - 1]);
}

// The last row and the last column of hz stay: ex and ey have none beyond them.
__global__ void fdtd_hz(const float *ex, const float *ey, float *hz, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int at = row * columns + column;

    if (row < rows - 1 && column < columns - 1)
        hz[at] = hz[at] - 0.7f * (ex[at + 1] - ex[at] + ey[at + columns] - ey[at]);
}
