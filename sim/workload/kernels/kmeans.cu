// SPDX-License-Identifier: BSD-3-Clause
// k-means, an assignment step: each point's nearest centroid. Features lie point by point, as read by the version that the
// paper of cache-conscious scheduling measures: in the loop over the distance a thread walks its point's row, a divergent
// load at every step, and walks it again for every centroid. Rodinia turns them around before. Centroids are loads like any
// other, uniform.
#include "cuda.h"

__global__ void kmeans_point(const float *features, const float *centroids, int *membership, int points, int columns,
                             int clusters)
{
    int point = blockIdx.x * blockDim.x + threadIdx.x;

    if (point < points) {
        float nearest = 3.4e38f;
        int best = -1;

        for (int cluster = 0; cluster < clusters; cluster++) {
            float sum = 0;

            for (int i = 0; i < columns; i++) {
                float difference = features[point * columns + i] - centroids[cluster * columns + i];

                sum += difference * difference;
            }
            if (sum < nearest) {
                nearest = sum;
                best = cluster;
            }
        }
        membership[point] = best;
    }
}
