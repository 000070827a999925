// SPDX-License-Identifier: BSD-3-Clause
// Parboil's MRI-Q: the matrix Q of a scanner's configuration, a voxel a thread: for every sample of a launch the sine and
// the cosine of its phase at the voxel, weighted and summed. The samples wait in shared memory, which like the constant
// memory of the published kernel gives one datum to all lanes.
#include "cuda.h"

// As many as lie in shared memory: of a short launch, and of a launch as published.
enum { SAMPLES = 128, SAMPLES_MOST = 1024 };

// A sample is four floats: its place and its weight.
__device__ static inline void sum_up(float *here, const float *samples, const float *x, const float *y, const float *z,
                                     float *real, float *imaginary, int voxels, int first, int count)
{
    int voxel = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = threadIdx.x; i < 4 * count; i += blockDim.x)
        here[i] = samples[4 * first + i];
    __syncthreads();
    if (voxel < voxels) {
        float at_x = x[voxel], at_y = y[voxel], at_z = z[voxel];
        float sum = real[voxel], other = imaginary[voxel];

        for (int i = 0; i < count; i++) {
            const float *s = &here[4 * i];
            float phase = 6.2831853f * (s[0] * at_x + s[1] * at_y + s[2] * at_z);

            sum += s[3] * __nvvm_cos_approx_f(phase);
            other += s[3] * __nvvm_sin_approx_f(phase);
        }
        real[voxel] = sum;
        imaginary[voxel] = other;
    }
}

__global__ void mriq(const float *samples, const float *x, const float *y, const float *z, float *real,
                     float *imaginary, int voxels, int first, int count)
{
    __shared__ float here[4 * SAMPLES];

    sum_up(here, samples, x, y, z, real, imaginary, voxels, first, count);
}

__global__ void mriq_most(const float *samples, const float *x, const float *y, const float *z, float *real,
                          float *imaginary, int voxels, int first, int count)
{
    __shared__ float here[4 * SAMPLES_MOST];

    sum_up(here, samples, x, y, z, real, imaginary, voxels, first, count);
}
