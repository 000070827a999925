// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's Streamcluster, the kernel that weighs the opening of a centre at point `candidate`: a point whose way to it is
// shorter switches, for the others the present centre would lose. Coordinates are stored dimension by dimension, the
// candidate's wait in shared memory: coalesced. The points are structs of 32 bytes: divergent loads, outside the loop.
#include "cuda.h"

struct point { float weight, cost; int centre, unused[5]; };     // centre: which point it is

__global__ void streamcluster(const point *set, const float *coordinates, const int *centre_table, int *switches,
                              float *lower, int points, int dimensions, int centres, int candidate)
{
    __shared__ float wanted[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = threadIdx.x; k < dimensions; k += blockDim.x)
        wanted[k] = coordinates[k * points + candidate];
    __syncthreads();
    if (i < points) {
        float sum = 0;

        for (int k = 0; k < dimensions; k++) {
            float difference = coordinates[k * points + i] - wanted[k];

            sum += difference * difference;
        }
        float gain = sum * set[i].weight - set[i].cost;

        if (gain < 0) {
            switches[i] = 1;
            lower[i * (centres + 1) + centres] += gain;
        } else {
            lower[i * (centres + 1) + centre_table[set[i].centre]] -= gain;
        }
    }
}
