// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's Particle Filter (its float version): guesses of where an object is in a frame of a video. Five kernels a frame:
// pf_likelihood moves the particles at random and looks at the pixels around each: it writes their places into an array
// with a row for each particle and reads them again from it, so that the lanes of a warp touch 32 lines; the pixels, with
// the frames of a place side by side, are gathers. pf_sum and pf_cumulate are one thread's work, as published; pf_resample
// searches the cumulated weights from the start for each particle.
#include "cuda.h"

enum { THREADS = 512 };

__device__ static inline float uniform(int *seed)
{
    *seed = *seed * 1103515245 + 12345;
    return (float)(((unsigned)*seed >> 9) + 1) * 0x1p-23f;
}

// By Box and Muller.
__device__ static inline float normal(int *seed)
{
    float distance = __nvvm_sqrt_rn_f(-1.3862944f * __nvvm_lg2_approx_f(uniform(seed)));

    return distance * __nvvm_cos_approx_f(6.2831853f * uniform(seed));
}

__global__ void pf_likelihood(const float *x_chosen, const float *y_chosen, float *x, float *y, int *seeds,
                              const int *around, int *places, const unsigned char *video, float *weights,
                              float *partial, int particles, int pixels, int side, int frames, int frame)
{
    __shared__ float sums[THREADS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    sums[threadIdx.x] = 0;
    if (i < particles) {
        int seed = seeds[i], sum = 0;

        x[i] = __builtin_fmaf(5, normal(&seed), x_chosen[i] + 1);
        y[i] = __builtin_fmaf(2, normal(&seed), y_chosen[i] - 2);
        seeds[i] = seed;
        for (int p = 0; p < pixels; p++) {
            int column = (int)(x[i] + 0.5f) + around[2 * p], line = (int)(y[i] + 0.5f) + around[2 * p + 1];
            int place = (column * side + line) * frames + frame;

            places[i * pixels + p] = place < 0 || place >= side * side * frames ? 0 : place;
        }
        for (int p = 0; p < pixels; p++) {
            int pixel = video[places[i * pixels + p]];

            sum += (pixel - 100) * (pixel - 100) - (pixel - 228) * (pixel - 228);
        }
        weights[i] = __nvvm_ex2_approx_f((float)sum / (float)(400 * pixels)) / (float)particles;
        sums[threadIdx.x] = weights[i];
    }
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sums[0];
}

__global__ void pf_sum(float *partial, int ctas)
{
    float sum = 0;

    for (int i = 0; i < ctas; i++)
        sum += partial[i];
    partial[0] = sum;
}

__global__ void pf_normalise(float *weights, const float *partial, int particles)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < particles)
        weights[i] /= partial[0];
}

// The cumulated weights, and where the first of the evenly spaced choices lies.
__global__ void pf_cumulate(const float *weights, float *cumulated, int *seeds, float *first, int particles)
{
    float sum = 0;
    int seed = seeds[0];

    for (int i = 0; i < particles; i++) {
        sum += weights[i];
        cumulated[i] = sum;
    }
    *first = uniform(&seed) / (float)particles;
    seeds[0] = seed;
}

__global__ void pf_resample(const float *x, const float *y, const float *cumulated, const float *first, float *x_chosen,
                            float *y_chosen, int particles)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < particles) {
        float wanted = *first + (float)i / (float)particles;
        int found = particles - 1;

        for (int at = 0; at < particles; at++) {
            if (cumulated[at] >= wanted) {
                found = at;
                break;
            }
        }
        x_chosen[i] = x[found];
        y_chosen[i] = y[found];
    }
}
