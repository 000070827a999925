// SPDX-License-Identifier: BSD-3-Clause
// The quasirandom generator of NVIDIA's samples: points of a sequence in 3 dimensions, then normal deviates of them. A thread
// of the first kernel puts a number together from the directions of the bits of the point's index; the directions wait in
// shared memory, which like the constant memory of the published kernel gives one datum to all lanes. The second kernel
// inverts the normal distribution by Moro's rational approximations.
#include "cuda.h"

enum { BITS = 31, DIMENSIONS = 3 };

// Thread (x, y): dimension y. A row of the table is the shift of a dimension and its directions.
__global__ void qr_points(const unsigned *table, float *points, int count, int first)
{
    __shared__ unsigned directions[DIMENSIONS][BITS + 1];
    int dimension = threadIdx.y;

    if (threadIdx.x <= BITS)
        directions[dimension][threadIdx.x] = table[dimension * (BITS + 1) + threadIdx.x];
    __syncthreads();
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < count; at += gridDim.x * blockDim.x) {
        unsigned number = directions[dimension][0], index = first + at;

        for (int bit = 1; bit <= BITS; bit++, index >>= 1)
            if (index & 1)
                number ^= directions[dimension][bit];
        points[(first * DIMENSIONS + dimension * count) + at] = ((float)(number >> 8) + 0.5f) * 0x1p-23f;
    }
}

__device__ static inline float moro(float x)
{
    float y = x - 0.5f, z = y * y;

    if (z < 0.1764f) {
        float over = ((-25.44106049637f * z + 41.39119773534f) * z - 18.61500062529f) * z + 2.50662823884f;
        float under = (((3.13082909833f * z - 21.06224101826f) * z + 23.08336743743f) * z - 8.47351093090f) * z + 1;

        return y * __nvvm_div_approx_f(over, under);
    }
    z = -0.69314718f * __nvvm_lg2_approx_f(y > 0 ? 1 - x : x);
    z = 0.69314718f * __nvvm_lg2_approx_f(z);
    z = (((((((3.960315187e-7f * z + 2.888167364e-7f) * z + 3.21767881768e-5f) * z + 3.951896511919e-4f) * z +
            3.8405729373609e-3f) * z + 2.76438810333863e-2f) * z + 1.607979714918209e-1f) * z +
         9.761690190917186e-1f) * z + 3.374754822726147e-1f;
    return y < 0 ? -z : z;
}

__global__ void qr_normal(const float *points, float *deviates, int count, int first)
{
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < count; at += gridDim.x * blockDim.x)
        deviates[first + at] = moro(points[first + at]);
}
