// SPDX-License-Identifier: BSD-3-Clause
// In the manner of PolyBench/GPU's fdtd2d and 3DConvolution, and the SDK's threadFenceReduction: three kernels a step,
// planes of a volume by launches, the last block by a counter and __threadfence, volatile and static device variables.
// plant: s/ey\[i \* NY + j\] - 0.5 \*/ey[i * NY + j] - 0.4 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda.h>

#define tmax 4
#define NX 40
#define NY 48
#define NI 12
#define NJ 20
#define NK 24
typedef float DATA_TYPE;

__global__ void fdtd_step1_kernel(DATA_TYPE *_fict_, DATA_TYPE *ex, DATA_TYPE *ey, DATA_TYPE *hz, int t)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if ((i < NX) && (j < NY)) {
        if (i == 0)
            ey[i * NY + j] = _fict_[t];
        else
            ey[i * NY + j] = ey[i * NY + j] - 0.5 * (hz[i * NY + j] - hz[(i - 1) * NY + j]);
    }
}
__global__ void fdtd_step2_kernel(DATA_TYPE *ex, DATA_TYPE *ey, DATA_TYPE *hz, int t)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if ((i < NX) && (j < NY) && (j > 0))
        ex[i * (NY + 1) + j] = ex[i * (NY + 1) + j] - 0.5 * (hz[i * NY + j] - hz[i * NY + (j - 1)]);
}
__global__ void fdtd_step3_kernel(DATA_TYPE *ex, DATA_TYPE *ey, DATA_TYPE *hz, int t)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if ((i < NX) && (j < NY))
        hz[i * NY + j] = hz[i * NY + j] - 0.7 * (ex[i * (NY + 1) + (j + 1)] - ex[i * (NY + 1) + j] + ey[(i + 1) * NY + j] - ey[i * NY + j]);
}
__global__ void convolution3D_kernel(DATA_TYPE *A, DATA_TYPE *B, int i)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    DATA_TYPE c11 = +2, c21 = +5, c31 = -8, c12 = -3, c22 = +6, c32 = -9, c13 = +4, c23 = +7, c33 = +10;
    if ((i < (NI - 1)) && (j < (NJ - 1)) && (k < (NK - 1)) && (i > 0) && (j > 0) && (k > 0))
        B[i * (NK * NJ) + j * NK + k] = c11 * A[(i - 1) * (NK * NJ) + (j - 1) * NK + (k - 1)] + c13 * A[(i + 1) * (NK * NJ) + (j - 1) * NK + (k - 1)] +
            c21 * A[(i - 1) * (NK * NJ) + (j - 1) * NK + (k - 1)] + c23 * A[(i + 1) * (NK * NJ) + (j - 1) * NK + (k - 1)] +
            c31 * A[(i - 1) * (NK * NJ) + (j - 1) * NK + (k - 1)] + c33 * A[(i + 1) * (NK * NJ) + (j - 1) * NK + (k - 1)] +
            c12 * A[(i + 0) * (NK * NJ) + (j - 1) * NK + (k + 0)] + c22 * A[(i + 0) * (NK * NJ) + (j + 0) * NK + (k + 0)] +
            c32 * A[(i + 0) * (NK * NJ) + (j + 1) * NK + (k + 0)];
}

static __device__ unsigned int retirementCount = 0;
__global__ void sumSinglePass(const float *in, volatile float *partial, float *out, unsigned n)
{
    __shared__ float s[64];
    __shared__ bool amLast;
    float sum = 0;
    for (unsigned i = blockIdx.x * 64 + threadIdx.x; i < n; i += 64 * gridDim.x) sum += in[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        amLast = atomicInc(&retirementCount, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (amLast && threadIdx.x == 0) {
        float all = 0;
        for (unsigned b = 0; b < gridDim.x; b++) all += partial[b];
        *out = all;
        retirementCount = 0;
    }
}

static int differ(const DATA_TYPE *a, const DATA_TYPE *b, int n)
{
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += fabs(a[i] - b[i]) > 1e-3 * (1 + fabs(b[i]));
    return wrong;
}

int main()
{
    static DATA_TYPE fict[tmax], ex[NX * (NY + 1)], ey[(NX + 1) * NY], hz[NX * NY], got[NX * NY], A[NI * NJ * NK], B[NI * NJ * NK], B_gpu[NI * NJ * NK];
    DATA_TYPE *f, *dx, *dy, *dz, *dA, *dB;
    for (int i = 0; i < tmax; i++) fict[i] = i;
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++) {
            ex[i * NY + j] = ((DATA_TYPE)i * (j + 1) + 1) / NX;
            ey[i * NY + j] = ((DATA_TYPE)(i - 1) * (j + 2) + 2) / NX;
            hz[i * NY + j] = ((DATA_TYPE)(i - 9) * (j + 4) + 3) / NX;
        }
    cudaMalloc((void **)&f, sizeof fict);
    cudaMalloc((void **)&dx, sizeof ex);
    cudaMalloc((void **)&dy, sizeof ey);
    cudaMalloc((void **)&dz, sizeof hz);
    cudaMemcpy(f, fict, sizeof fict, cudaMemcpyHostToDevice);
    cudaMemcpy(dx, ex, sizeof ex, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, ey, sizeof ey, cudaMemcpyHostToDevice);
    cudaMemcpy(dz, hz, sizeof hz, cudaMemcpyHostToDevice);
    dim3 block(32, 8), grid((size_t)ceil(((float)NY) / ((float)block.x)), (size_t)ceil(((float)NX) / ((float)block.y)));
    for (int t = 0; t < tmax; t++) {
        fdtd_step1_kernel<<<grid, block>>>(f, dx, dy, dz, t);
        cudaThreadSynchronize();
        fdtd_step2_kernel<<<grid, block>>>(dx, dy, dz, t);
        cudaThreadSynchronize();
        fdtd_step3_kernel<<<grid, block>>>(dx, dy, dz, t);
        cudaThreadSynchronize();
        for (int j = 0; j < NY; j++) ey[j] = fict[t];
        for (int i = 1; i < NX; i++)
            for (int j = 0; j < NY; j++) ey[i * NY + j] -= 0.5 * (hz[i * NY + j] - hz[(i - 1) * NY + j]);
        for (int i = 0; i < NX; i++)
            for (int j = 1; j < NY; j++) ex[i * (NY + 1) + j] -= 0.5 * (hz[i * NY + j] - hz[i * NY + j - 1]);
        for (int i = 0; i < NX; i++)
            for (int j = 0; j < NY; j++)
                hz[i * NY + j] -= 0.7 * (ex[i * (NY + 1) + j + 1] - ex[i * (NY + 1) + j] + ey[(i + 1) * NY + j] - ey[i * NY + j]);
    }
    cudaMemcpy(got, dz, sizeof got, cudaMemcpyDeviceToHost);
    int wrong = differ(got, hz, NX * NY);
    printf("fdtd: %d differ\n", wrong);

    for (int i = 0; i < NI * NJ * NK; i++) A[i] = i % 12 + 2 * (i % 7) + 3 * (i % 3);
    cudaMalloc((void **)&dA, sizeof A);
    cudaMalloc((void **)&dB, sizeof B);
    cudaMemcpy(dA, A, sizeof A, cudaMemcpyHostToDevice);
    cudaMemset(dB, 0, sizeof B);
    for (int i = 1; i < NI - 1; ++i)
        convolution3D_kernel<<<dim3(1, 5), dim3(32, 4)>>>(dA, dB, i);
    cudaMemcpy(B_gpu, dB, sizeof B, cudaMemcpyDeviceToHost);
#define AT(a, b, c) A[(i + a) * NK * NJ + (j + b) * NK + k + c]
    for (int i = 1; i < NI - 1; i++)
        for (int j = 1; j < NJ - 1; j++)
            for (int k = 1; k < NK - 1; k++)
                B[i * NK * NJ + j * NK + k] = (2 + 5 - 8) * AT(-1, -1, -1) + (4 + 7 + 10) * AT(1, -1, -1) - 3 * AT(0, -1, 0) + 6 * AT(0, 0, 0) - 9 * AT(0, 1, 0);
    wrong += differ(B_gpu, B, NI * NJ * NK);
    float *partial, *out, sum;
    double want = 0;
    for (int i = 0; i < NI * NJ * NK; i++) want += A[i];
    cudaMalloc(&partial, 7 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    for (int again = 0; again < 2; again++) {
        sumSinglePass<<<7, 64>>>(dA, partial, out, NI * NJ * NK);
        cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
        wrong += fabs(sum - want) > 0.5;
    }
    printf("%d differ\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
