// k-means as in Rodinia, an assignment step: kmeans_invert turns the features, stored point by point, into features
// stored one after another (a thread walks its point's row: a divergent load at every step), kmeans_point finds each
// point's nearest centroid. Rodinia reads features and centroids there through texture and constant memory; here they
// are loads like any other, coalesced or uniform.
#include "cuda.h"

__global__ void kmeans_invert(const float *features, float *inverted, int points, int columns)
{
    int point = blockIdx.x * blockDim.x + threadIdx.x;

    if (point < points) {
        for (int i = 0; i < columns; i++)
            inverted[i * points + point] = features[point * columns + i];
    }
}

__global__ void kmeans_point(const float *inverted, const float *centroids, int *membership, int points, int columns,
                             int clusters)
{
    int point = blockIdx.x * blockDim.x + threadIdx.x;

    if (point < points) {
        float nearest = 3.4e38f;
        int best = -1;

        for (int cluster = 0; cluster < clusters; cluster++) {
            float sum = 0;

            for (int i = 0; i < columns; i++) {
                float difference = inverted[i * points + point] - centroids[cluster * columns + i];

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
