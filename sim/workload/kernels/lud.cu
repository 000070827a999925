// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's LU Decomposition without pivots, in place, by tiles of 16 x 16: three launches for each tile of
// the diagonal.  One CTA of half a warp decomposes the tile; a CTA for each tile right of it and below it solves
// against it, two half warps apart; a CTA for each tile behind both subtracts their product. Tiles are brought
// into shared memory. As the matrix behind the diagonal shrinks, fewer and fewer CTAs are launched.
#include "cuda.h"

enum { TILE = 16 };

__global__ void lud_diagonal(float *matrix, int order, int corner)
{
    __shared__ float tile[TILE][TILE];
    int thread = threadIdx.x;
    float *at = matrix + corner * order + corner;

    for (int row = 0; row < TILE; row++)
        tile[row][thread] = at[row * order + thread];
    __syncthreads();
    for (int step = 0; step < TILE; step++) {
        at[step * order + thread] = tile[step][thread];
        if (thread > step) {
            float factor = tile[thread][step] / tile[step][step];

            tile[thread][step] = factor;
            for (int column = step + 1; column < TILE; column++)
                tile[thread][column] -= factor * tile[step][column];
        }
        __syncthreads();
    }
}

// The first 16 threads of a CTA take a tile of the row, the others one of the column.
__global__ void lud_perimeter(float *matrix, int order, int corner)
{
    __shared__ float diagonal[TILE][TILE], tiles[2][TILE][TILE];
    int thread = threadIdx.x % TILE, distance = (blockIdx.x + 1) * TILE;
    bool is_right = threadIdx.x < TILE;
    float *at = matrix + corner * order + corner + thread;
    float *own = at + (is_right ? distance : distance * order);
    float (*tile)[TILE] = tiles[threadIdx.x / TILE];

    for (int row = threadIdx.x / TILE; row < TILE; row += 2)
        diagonal[row][thread] = at[row * order];
    for (int row = 0; row < TILE; row++)
        tile[row][thread] = own[row * order];
    __syncthreads();
    if (is_right) {
        for (int step = 0; step < TILE - 1; step++) {
            float factor = tile[step][thread];

            for (int row = step + 1; row < TILE; row++)
                tile[row][thread] -= diagonal[row][step] * factor;
        }
    } else {
        for (int step = 0; step < TILE; step++) {
            float factor = tile[thread][step] / diagonal[step][step];

            tile[thread][step] = factor;
            for (int column = step + 1; column < TILE; column++)
                tile[thread][column] -= factor * diagonal[step][column];
        }
    }
    __syncthreads();
    for (int row = 0; row < TILE; row++)
        own[row * order] = tile[row][thread];
}

__global__ void lud_internal(float *matrix, int order, int corner)
{
    __shared__ float right[TILE][TILE], below[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = corner + (blockIdx.x + 1) * TILE + x, row = corner + (blockIdx.y + 1) * TILE + y;
    float sum = 0;

    right[y][x] = matrix[(corner + y) * order + column];
    below[y][x] = matrix[row * order + corner + x];
    __syncthreads();
    for (int k = 0; k < TILE; k++)
        sum += below[y][k] * right[k][x];
    matrix[row * order + column] -= sum;
}
