// SPDX-License-Identifier: BSD-3-Clause
// kmeans: an assignment step of k-means with 5 clusters (features point by point). The reference sums by the same
// fused multiply-adds in fp32, so that ties and near-ties fall as in the kernel: results are equal.
#include <float.h>
#include <math.h>

#include "sim/workload/workload.h"

enum { CLUSTERS = 5, THREADS = 256 };

static int32_t nearest_centroid(const float *point, const float *centroids, uint32_t columns)
{
    float nearest = FLT_MAX;
    int32_t best = -1;

    for (int32_t cluster = 0; cluster < CLUSTERS; cluster++) {
        float sum = 0;

        for (uint32_t i = 0; i < columns; i++) {
            float difference = point[i] - centroids[(uint32_t)cluster * columns + i];

            sum = fmaf(difference, difference, sum);
        }
        if (sum < nearest) {
            nearest = sum;
            best = cluster;
        }
    }
    return best;
}

static void build(job *j, workload_size size)
{
    uint32_t points = size.rows, columns = size.columns;
    const float *features = workload_reals(j, "features", SCALAR_F32, (uint64_t)points * columns, 1, 0, 1);
    const float *centroids = workload_reals(j, "centroids", SCALAR_F32, CLUSTERS * columns, 2, 0, 1);
    workload_extent grid = workload_ctas(points, THREADS), block = { THREADS, 1 };
    int32_t *membership;

    workload_zero(j, "membership", SCALAR_S32, points);
    workload_launch(j, &j->steps, "kmeans_point", grid, block, "bbbiii", "features", "centroids", "membership",
                    (int)points, (int)columns, CLUSTERS);
    membership = workload_want(j, "membership", 0, 0);
    for (uint32_t point = 0; point < points; point++)
        membership[point] = nearest_centroid(&features[(uint64_t)point * columns], centroids, columns);
}

const workload workload_kmeans = {
    .name = "kmeans", .help = "k-means, nearest centroids: features point by point (32 lines a load), read for every one",
    .size_help = "points x features", .size = { 512, 16 }, .low = { 1, 1 }, .high = { 1 << 20, 1 << 12 },
    .most = 1 << 26, .paper_size = { 46080, 34 },
    .shapes = { { "bucl", { 23040, 34 } }, { "owl", { 28672, 16 } } },
    .bound = "equal", .build = build, .same_run = true,
};
