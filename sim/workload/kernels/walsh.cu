// SPDX-License-Identifier: BSD-3-Clause
// NVIDIA's sample of the fast Walsh transform: the convolution of two vectors by exclusive or of their indices,
// which is a product element by element between three transforms. A transform takes two levels a launch, an
// element of each quarter a thread, until the parts fit into shared memory, where a CTA does what is left of
// its part: two levels between barriers, at the end one if their number is odd. Loads are coalesced; a launch
// reads and writes all once.
#include "cuda.h"

enum { PART = 2048 };

// Two levels of the transform of four elements, `stride` apart from `at` on.
__device__ static inline void quarters(float *at, int stride)
{
    float first = at[0] + at[2 * stride], third = at[0] - at[2 * stride];
    float second = at[stride] + at[3 * stride], fourth = at[stride] - at[3 * stride];

    at[0] = first + second;
    at[stride] = first - second;
    at[2 * stride] = third + fourth;
    at[3 * stride] = third - fourth;
}

// The part of CTA (x, y) is the y-th, of four strides.
__global__ void walsh_levels(float *values, int stride)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;

    quarters(&values[blockIdx.y * 4 * stride + at], stride);
}

__global__ void walsh_part(float *values, int length)
{
    __shared__ float part[PART];
    float *own = &values[blockIdx.x * length];
    int stride = length / 4;

    for (int i = threadIdx.x; i < length; i += blockDim.x)
        part[i] = own[i];
    for (; stride > 0; stride /= 4) {
        int low = threadIdx.x & (stride - 1);

        __syncthreads();
        quarters(&part[(threadIdx.x - low) * 4 + low], stride);
    }
    __syncthreads();
    if (length & 0xaaaa) {
        for (int i = threadIdx.x; i < length / 2; i += blockDim.x) {
            float other = part[2 * i + 1];

            part[2 * i + 1] = part[2 * i] - other;
            part[2 * i] += other;
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < length; i += blockDim.x)
        own[i] = part[i];
}

__global__ void walsh_modulate(float *values, const float *by, int count, int length)
{
    float share = 1 / (float)length;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        values[i] *= share * by[i];
}
