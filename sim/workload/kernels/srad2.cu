// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's SRAD, second version: the same diffusion as in srad.cu, on tiles of 16 x 16 pixels in shared memory, two kernels
// a step. A thread also reads the pixel beyond its tile in each direction, at the border of the image the pixel itself; a
// warp covers two rows of a tile: coherent.
#include "diffusion.h"

enum { TILE = 16 };

// Derivatives towards the four neighbours, and the coefficient of diffusion.
__global__ void srad2_derive(const float *image, const float *noise, float *d_north, float *d_south, float *d_west,
                             float *d_east, float *coefficient, int rows, int columns, int step)
{
    __shared__ float pixel[TILE][TILE], north[TILE][TILE], south[TILE][TILE], west[TILE][TILE], east[TILE][TILE];
    __shared__ float result[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    int at = (top + y) * columns + left + x;

    north[y][x] = image[(top > 0 ? top - 1 : top) * columns + left + x];
    south[y][x] = image[(top + TILE < rows ? top + TILE : rows - 1) * columns + left + x];
    west[y][x] = image[(top + y) * columns + (left > 0 ? left - 1 : left)];
    east[y][x] = image[(top + y) * columns + (left + TILE < columns ? left + TILE : columns - 1)];
    pixel[y][x] = image[at];
    __syncthreads();

    float here = pixel[y][x];
    float n = (y > 0 ? pixel[y - 1][x] : north[y][x]) - here;
    float s = (y < TILE - 1 ? pixel[y + 1][x] : south[y][x]) - here;
    float w = (x > 0 ? pixel[y][x - 1] : west[y][x]) - here;
    float e = (x < TILE - 1 ? pixel[y][x + 1] : east[y][x]) - here;

    result[y][x] = diffusion(here, n, s, w, e, noise[step]);
    __syncthreads();
    coefficient[at] = result[y][x];
    d_north[at] = n;
    d_south[at] = s;
    d_west[at] = w;
    d_east[at] = e;
}

// The image one step later, with lambda = 0.5. The coefficients to the south and the east are the neighbours'.
__global__ void srad2_update(const float *d_north, const float *d_south, const float *d_west, const float *d_east,
                             const float *coefficient, float *image, int rows, int columns)
{
    __shared__ float own[TILE][TILE], south[TILE][TILE], east[TILE][TILE], result[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    int at = (top + y) * columns + left + x;

    south[y][x] = coefficient[(top + TILE < rows ? top + TILE : rows - 1) * columns + left + x];
    east[y][x] = coefficient[(top + y) * columns + (left + TILE < columns ? left + TILE : columns - 1)];
    own[y][x] = coefficient[at];
    __syncthreads();

    float here = own[y][x];
    float to_south = y < TILE - 1 ? own[y + 1][x] : south[y][x];
    float to_east = x < TILE - 1 ? own[y][x + 1] : east[y][x];
    float divergence = here * d_north[at] + to_south * d_south[at] + here * d_west[at] + to_east * d_east[at];

    result[y][x] = image[at] + 0.125f * divergence;
    __syncthreads();
    image[at] = result[y][x];
}
