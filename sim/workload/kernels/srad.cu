// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's SRAD, first version: speckle-reducing anisotropic diffusion of an image, a pixel a thread in column order,
// two kernels a step. The neighbours' rows and columns are read from four small arrays, as published; pixels are read
// and written along the lanes: coalesced, and five stores for ten loads.
#include "diffusion.h"

// The derivatives towards the four neighbours, and the coefficient of diffusion between 0 and 1.
__global__ void srad(const int *north, const int *south, const int *west, const int *east, const float *image,
                     const float *noise, float *d_north, float *d_south, float *d_west, float *d_east,
                     float *coefficient, int rows, int columns, int step)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int row = at % rows, column = at / rows;

    if (at < rows * columns) {
        float here = image[at];
        float n = image[north[row] + rows * column] - here;
        float s = image[south[row] + rows * column] - here;
        float w = image[row + rows * west[column]] - here;
        float e = image[row + rows * east[column]] - here;
        float c = diffusion(here, n, s, w, e, noise[step]);

        d_north[at] = n;
        d_south[at] = s;
        d_west[at] = w;
        d_east[at] = e;
        coefficient[at] = c;
    }
}

// The image one step later, with lambda = 0.5. The coefficients to the south and the east are the neighbours'.
__global__ void srad2(const int *south, const int *east, const float *d_north, const float *d_south,
                      const float *d_west, const float *d_east, const float *coefficient, float *image, int rows,
                      int columns)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int row = at % rows, column = at / rows;

    if (at < rows * columns) {
        float here = coefficient[at];
        float divergence = here * d_north[at] + coefficient[south[row] + rows * column] * d_south[at] +
                           here * d_west[at] + coefficient[row + rows * east[column]] * d_east[at];

        image[at] += 0.125f * divergence;
    }
}
