// SPDX-License-Identifier: BSD-3-Clause
// In the manner of PolyBench/GPU's correlation: four kernels, means and deviations, a symmetric matrix, events.
// plant: s/sqrt(FLOAT_N)/sqrt(FLOAT_N + 9)/
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <assert.h>
#include <cuda.h>

#define M 48
#define N 40
#define FLOAT_N 40.0f
#define EPS 0.005f
#define sqrt_of_array_cell(x, j) sqrt(x[j])
typedef float DATA_TYPE;

__global__ void mean_kernel(DATA_TYPE *mean, DATA_TYPE *data)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if ((j >= 1) && (j < (M + 1))) {
        mean[j] = 0.0;
        int i;
        for (i = 1; i < (N + 1); i++)
            mean[j] += data[i * (M + 1) + j];
        mean[j] /= (DATA_TYPE)FLOAT_N;
    }
}
__global__ void std_kernel(DATA_TYPE *mean, DATA_TYPE *std, DATA_TYPE *data)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if ((j >= 1) && (j < (M + 1))) {
        std[j] = 0.0;
        int i;
        for (i = 1; i < (N + 1); i++)
            std[j] += (data[i * (M + 1) + j] - mean[j]) * (data[i * (M + 1) + j] - mean[j]);
        std[j] /= (FLOAT_N);
        std[j] = sqrt(std[j]);
        if (std[j] <= EPS)
            std[j] = 1.0;
    }
}
__global__ void reduce_kernel(DATA_TYPE *mean, DATA_TYPE *std, DATA_TYPE *data)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if ((i >= 1) && (i < (N + 1)) && (j >= 1) && (j < (M + 1))) {
        data[i * (M + 1) + j] -= mean[j];
        data[i * (M + 1) + j] /= (sqrt(FLOAT_N) * std[j]);
    }
}
__global__ void corr_kernel(DATA_TYPE *symmat, DATA_TYPE *data)
{
    int j1 = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int i, j2;
    if ((j1 >= 1) && (j1 < M)) {
        symmat[j1 * (M + 1) + j1] = 1.0;
        for (j2 = (j1 + 1); j2 < (M + 1); j2++) {
            symmat[j1 * (M + 1) + j2] = 0.0;
            for (i = 1; i < (N + 1); i++)
                symmat[j1 * (M + 1) + j2] += data[i * (M + 1) + j1] * data[i * (M + 1) + j2];
            symmat[j2 * (M + 1) + j1] = symmat[j1 * (M + 1) + j2];
        }
    }
}

int main()
{
    const size_t bytes = (M + 1) * (N + 1) * sizeof(DATA_TYPE), square = (M + 1) * (M + 1) * sizeof(DATA_TYPE);
    DATA_TYPE *data = (DATA_TYPE *)malloc(bytes), *symmat = (DATA_TYPE *)malloc(square), *data_gpu, *stddev_gpu, *mean_gpu, *symmat_gpu;
    for (int i = 0; i < (M + 1) * (N + 1); i++) data[i] = (DATA_TYPE)(i * 31 % 97) / (M + 1);
    cudaEvent_t start, stop;
    float ms;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMalloc((void **)&data_gpu, bytes);
    cudaMalloc((void **)&symmat_gpu, square);
    cudaMalloc((void **)&stddev_gpu, sizeof(DATA_TYPE) * (M + 1));
    cudaMalloc((void **)&mean_gpu, sizeof(DATA_TYPE) * (M + 1));
    cudaMemcpy(data_gpu, data, bytes, cudaMemcpyHostToDevice);
    dim3 block1(32, 1), grid1((size_t)(ceil((float)(M)) / ((float)32)) + 1, 1), block3(32, 8), grid3(2, 5);
    cudaEventRecord(start);
    mean_kernel<<<grid1, block1>>>(mean_gpu, data_gpu);
    cudaDeviceSynchronize();
    std_kernel<<<grid1, block1>>>(mean_gpu, stddev_gpu, data_gpu);
    reduce_kernel<<<grid3, block3>>>(mean_gpu, stddev_gpu, data_gpu);
    corr_kernel<<<grid1, block1>>>(symmat_gpu, data_gpu);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    DATA_TYPE valueAtSymmatIndexMTimesMPlus1PlusMPoint = 1.0;
    cudaMemcpy(&(symmat_gpu[(M) * (M + 1) + (M)]), &valueAtSymmatIndexMTimesMPlus1PlusMPoint, sizeof(DATA_TYPE), cudaMemcpyHostToDevice);
    cudaMemcpy(symmat, symmat_gpu, square, cudaMemcpyDeviceToHost);
    int fail = 0;
    for (int a = 1; a <= M; a++)
        for (int b = 1; b <= M; b++) {
            double ma = 0, mb = 0, sa = 0, sb = 0, sum = 0;
            for (int i = 1; i <= N; i++) { ma += data[i * (M + 1) + a] / N; mb += data[i * (M + 1) + b] / N; }
            for (int i = 1; i <= N; i++) {
                double x = data[i * (M + 1) + a] - ma, y = data[i * (M + 1) + b] - mb;
                sa += x * x;
                sb += y * y;
                sum += x * y;
            }
            fail += fabs(symmat[a * (M + 1) + b] - sum / sqrt(sa * sb)) > 1e-4;
        }
    printf("%d differ\n%s\n", fail, fail ? "FAILED" : "PASSED");
    return fail != 0;
}
