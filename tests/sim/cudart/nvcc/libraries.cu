// SPDX-License-Identifier: BSD-3-Clause
// NVIDIA's libraries as nvcc's linker names them, ours as they run: a product, a transform and there again, numbers as the kernels
// draw them; malloc of a kernel; CUB's scan as the toolkit has it.
// options: -lcublas -lcufft -lcurand
// plant: s/alpha = 2/alpha = 3/
#include <cstdio>
#include <vector>
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <curand_kernel.h>

static int wrong;
#define EXPECT(what) do { if (!(what)) { printf("line %d: not %s\n", __LINE__, #what); wrong++; } } while (0)

__global__ void draw(unsigned *to)
{
    curandStatePhilox4_32_10_t state;
    curand_init(7, threadIdx.x, 0, &state);
    unsigned *own = (unsigned *)malloc(4 * sizeof(unsigned)), sum = 0;
    if (!own) return;
    for (int i = 0; i < 4; i++) own[i] = curand(&state);
    for (int i = 0; i < 4; i++) sum ^= own[i];
    to[threadIdx.x] = sum;
    free(own);
}

int main()
{
    const int n = 64;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; i++) a[i] = (float)(i % 7 - 3), b[i] = (float)(i % 5 - 2);
    float *x, *y, *z, alpha = 2, beta = 0;
    cudaMalloc(&x, n * n * 4), cudaMalloc(&y, n * n * 4), cudaMalloc(&z, n * n * 4);
    cudaMemcpy(x, a.data(), n * n * 4, cudaMemcpyHostToDevice), cudaMemcpy(y, b.data(), n * n * 4, cudaMemcpyHostToDevice);
    cublasHandle_t blas;
    EXPECT(cublasCreate(&blas) == CUBLAS_STATUS_SUCCESS);
    EXPECT(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, x, n, y, n, &beta, z, n) == CUBLAS_STATUS_SUCCESS);
    cudaMemcpy(c.data(), z, n * n * 4, cudaMemcpyDeviceToHost);
    int differ = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += a[k * n + i] * b[j * n + k];
            differ += c[j * n + i] != 2 * sum;
        }
    EXPECT(differ == 0);
    EXPECT(cublasDestroy(blas) == CUBLAS_STATUS_SUCCESS);

    cufftHandle plan;
    EXPECT(cufftPlan1d(&plan, n, CUFFT_C2C, 1) == CUFFT_SUCCESS);
    EXPECT(cufftExecC2C(plan, (cufftComplex *)x, (cufftComplex *)z, CUFFT_FORWARD) == CUFFT_SUCCESS);
    EXPECT(cufftExecC2C(plan, (cufftComplex *)z, (cufftComplex *)z, CUFFT_INVERSE) == CUFFT_SUCCESS);
    cudaMemcpy(c.data(), z, 2 * n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2 * n; i++) differ += !(fabsf(c[i] / n - a[i]) < 1e-5f);
    EXPECT(differ == 0);
    EXPECT(cufftDestroy(plan) == CUFFT_SUCCESS);

    curandGenerator_t generator;
    EXPECT(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10) == CURAND_STATUS_SUCCESS);
    EXPECT(curandGenerateUniform(generator, x, n * n) == CURAND_STATUS_SUCCESS);
    cudaMemcpy(c.data(), x, n * n * 4, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : c) differ += !(v > 0 && v <= 1), sum += v;
    EXPECT(differ == 0 && fabs(sum / (n * n) - 0.5) < 0.02);
    EXPECT(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);

    unsigned *drawn, host[32], same = 0;
    cudaMalloc(&drawn, sizeof host);
    draw<<<1, 32>>>(drawn);
    cudaMemcpy(host, drawn, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 1; i < 32; i++) same += host[i] == host[0];
    EXPECT(cudaGetLastError() == cudaSuccess && same == 0);

    std::vector<int> ones(1000, 1), places(1000);
    int *in, *out;
    void *room = nullptr;
    size_t bytes = 0;
    cudaMalloc(&in, 4000), cudaMalloc(&out, 4000), cudaMemcpy(in, ones.data(), 4000, cudaMemcpyHostToDevice);
    EXPECT(cub::DeviceScan::InclusiveSum(room, bytes, in, out, 1000) == cudaSuccess);
    cudaMalloc(&room, bytes);
    EXPECT(cub::DeviceScan::InclusiveSum(room, bytes, in, out, 1000) == cudaSuccess);
    cudaMemcpy(places.data(), out, 4000, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 1000; i++) differ += places[i] != i + 1;
    EXPECT(differ == 0);
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
