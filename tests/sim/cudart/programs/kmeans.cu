// SPDX-License-Identifier: BSD-3-Clause
// In the manner of Rodinia's kmeans: two texture references bound to linear memory, constant memory, an inversion of
// the layout, an outer loop of the host until nothing moves.
// plant: s/if (ret < min_dist)/if (ret > min_dist)/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <float.h>
#include <cuda.h>

#define THREADS_PER_DIM 16
#define BLOCKS_PER_DIM 2
#define THREADS_PER_BLOCK THREADS_PER_DIM *THREADS_PER_DIM
#define ASSUMED_NR_CLUSTERS 32
#define SDATA(index) CUT_BANK_CHECKER(sdata, index)
#define CUDA_SAFE_CALL(x) do { cudaError_t e = (x); if (e != cudaSuccess) { \
    fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(e)); exit(1); } } while (0)

texture<float, 1, cudaReadModeElementType> t_features;
texture<float, 1, cudaReadModeElementType> t_features_flipped;
texture<float, 1, cudaReadModeElementType> t_clusters;
__constant__ float c_clusters[ASSUMED_NR_CLUSTERS * 34];

__global__ void invert_mapping(float *input, float *output, int npoints, int nfeatures)
{
    int point_id = threadIdx.x + blockDim.x * blockIdx.x;
    int i;
    if (point_id < npoints) {
        for (i = 0; i < nfeatures; i++)
            output[point_id + npoints * i] = input[point_id * nfeatures + i];
    }
    return;
}

__global__ void kmeansPoint(float *features, int nfeatures, int npoints, int nclusters, int *membership, float *clusters,
                            float *block_clusters, int *block_deltas)
{
    const unsigned int block_id = gridDim.x * blockIdx.y + blockIdx.x;
    const unsigned int point_id = block_id * blockDim.x * blockDim.y + threadIdx.x;
    int index = -1;
    if (point_id < npoints) {
        int i, j;
        float min_dist = FLT_MAX;
        float dist;
        for (i = 0; i < nclusters; i++) {
            int cluster_base_index = i * nfeatures;
            float ans = 0.0;
            for (j = 0; j < nfeatures; j++) {
                int addr = point_id + j * npoints;
                float diff = (tex1Dfetch(t_features, addr) - c_clusters[cluster_base_index + j]);
                ans += diff * diff;
            }
            dist = ans;
            float ret = dist;
            if (ret < min_dist) {
                min_dist = dist;
                index = i;
            }
        }
    }
    if (point_id < npoints)
        membership[point_id] = index;
}

int main()
{
    const int npoints = 700, nfeatures = 6, nclusters = 5;
    static float features[npoints * nfeatures], clusters[nclusters * nfeatures];
    static int membership[npoints], want[npoints];
    srand(3);
    for (int i = 0; i < npoints * nfeatures; i++) features[i] = (rand() % 1000) / 100.0f + (i / nfeatures % nclusters) * 8;
    memcpy(clusters, features, sizeof clusters);
    float *feature_d, *feature_flipped_d, *clusters_d, *block_clusters_d = NULL;
    int *membership_d, *block_deltas_d = NULL;
    CUDA_SAFE_CALL(cudaMalloc((void **)&feature_flipped_d, sizeof features));
    CUDA_SAFE_CALL(cudaMemcpy(feature_flipped_d, features, sizeof features, cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaMalloc((void **)&feature_d, sizeof features));
    invert_mapping<<<(npoints + 255) / 256, 256>>>(feature_flipped_d, feature_d, npoints, nfeatures);
    CUDA_SAFE_CALL(cudaMalloc((void **)&membership_d, npoints * sizeof(int)));
    CUDA_SAFE_CALL(cudaMalloc((void **)&clusters_d, sizeof clusters));
    int wrong = 0, loop = 0, moved;
    do {
        cudaSetDevice(0);
        CUDA_SAFE_CALL(cudaMemcpy(clusters_d, clusters, sizeof clusters, cudaMemcpyHostToDevice));
        cudaChannelFormatDesc chDesc0 = cudaCreateChannelDesc<float>();
        t_features.filterMode = cudaFilterModePoint;
        t_features.normalized = false;
        t_features.channelDesc = chDesc0;
        CUDA_SAFE_CALL(cudaBindTexture(NULL, &t_features, feature_d, &chDesc0, npoints * nfeatures * sizeof(float)));
        cudaChannelFormatDesc chDesc1 = cudaCreateChannelDesc<float>();
        t_features_flipped.channelDesc = chDesc1;
        CUDA_SAFE_CALL(cudaBindTexture(NULL, &t_features_flipped, feature_flipped_d, &chDesc1, npoints * nfeatures * sizeof(float)));
        CUDA_SAFE_CALL(cudaBindTexture(NULL, t_clusters, clusters_d, sizeof clusters));
        CUDA_SAFE_CALL(cudaMemcpyToSymbol(c_clusters, clusters, sizeof clusters, 0, cudaMemcpyHostToDevice));
        dim3 grid(BLOCKS_PER_DIM, BLOCKS_PER_DIM);
        dim3 threads(THREADS_PER_BLOCK);
        kmeansPoint<<<grid, threads>>>(feature_d, nfeatures, npoints, nclusters, membership_d, clusters_d, block_clusters_d, block_deltas_d);
        cudaThreadSynchronize();
        CUDA_SAFE_CALL(cudaMemcpy(membership, membership_d, npoints * sizeof(int), cudaMemcpyDeviceToHost));
        static float sums[nclusters * nfeatures];
        int counts[nclusters] = { 0 };
        memset(sums, 0, sizeof sums);
        moved = 0;
        for (int p = 0; p < npoints; p++) {
            float best = FLT_MAX;
            int at = -1;
            for (int c = 0; c < nclusters; c++) {
                float ans = 0;
                for (int f = 0; f < nfeatures; f++) {
                    float diff = features[p * nfeatures + f] - clusters[c * nfeatures + f];
                    ans = fmaf(diff, diff, ans);
                }
                if (ans < best) { best = ans; at = c; }
            }
            wrong += at != membership[p];
            moved += want[p] != at;
            want[p] = at;
            counts[at]++;
            for (int f = 0; f < nfeatures; f++) sums[at * nfeatures + f] += features[p * nfeatures + f];
        }
        for (int c = 0; c < nclusters; c++)
            for (int f = 0; f < nfeatures; f++)
                if (counts[c]) clusters[c * nfeatures + f] = sums[c * nfeatures + f] / counts[c];
    } while (moved && ++loop < 4);
    CUDA_SAFE_CALL(cudaUnbindTexture(t_features));
    printf("%d points of another cluster\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
