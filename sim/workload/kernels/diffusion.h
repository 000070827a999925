// SPDX-License-Identifier: BSD-3-Clause
// The coefficient of diffusion of SRAD's pixel, between 0 and 1, from its derivatives towards its four neighbours.
#ifndef WARPLOCK_SIM_WORKLOAD_KERNELS_DIFFUSION_H
#define WARPLOCK_SIM_WORKLOAD_KERNELS_DIFFUSION_H

#include "cuda.h"

__device__ static inline float diffusion(float here, float n, float s, float w, float e, float noise)
{
    float gradient = (n * n + s * s + w * w + e * e) / (here * here);
    float laplacian = (n + s + w + e) / here;
    float denominator = 1 + 0.25f * laplacian;
    float q = (0.5f * gradient - 0.0625f * (laplacian * laplacian)) / (denominator * denominator);
    float c = 1 / (1 + (q - noise) / (noise * (1 + noise)));

    return c < 0 ? 0 : c > 1 ? 1 : c;
}

#endif
