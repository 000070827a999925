// SPDX-License-Identifier: BSD-3-Clause
// In the manner of PolyBench/GPU: one kernel behind the other, a clock of the host, differences in per cent.
// plant: s/tmp\[i\] += A\[i \* NY + j\] \* x\[j\];/tmp[i] += A[i * NY + j] + x[j];/
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/time.h>
#include <math.h>
#include <cuda.h>

#define PERCENT_DIFF_ERROR_THRESHOLD 0.5
#define GPU_DEVICE 0
#define NX 96
#define NY 128
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 1
#ifndef M_PI
#define M_PI 3.14159
#endif
typedef float DATA_TYPE;

double rtclock()
{
    struct timezone Tzp;
    struct timeval Tp;
    int stat;
    stat = gettimeofday(&Tp, &Tzp);
    if (stat != 0) printf("Error return from gettimeofday: %d", stat);
    return (Tp.tv_sec + Tp.tv_usec * 1.0e-6);
}

float percentDiff(double val1, double val2)
{
    if ((fabs(val1) < 0.01) && (fabs(val2) < 0.01))
        return 0.0f;
    return 100.0f * (fabs(fabs(val1 - val2) / fabs(val1 + 0.00000001f)));
}

void init_array(DATA_TYPE *x, DATA_TYPE *A)
{
    for (int i = 0; i < NX; i++) {
        for (int j = 0; j < NY; j++)
            A[i * NY + j] = ((DATA_TYPE)i * (j)) / NX;
    }
    for (int j = 0; j < NY; j++)
        x[j] = j * M_PI;
}

void compareResults(DATA_TYPE *z, DATA_TYPE *z_outputFromGpu, int *fail)
{
    for (int i = 0; i < NY; i++)
        if (percentDiff(z[i], z_outputFromGpu[i]) > PERCENT_DIFF_ERROR_THRESHOLD)
            (*fail)++;
    printf("Non-Matching CPU-GPU Outputs Beyond Error Threshold of %4.2f Percent: %d\n", PERCENT_DIFF_ERROR_THRESHOLD, *fail);
}

void GPU_argv_init()
{
    cudaDeviceProp deviceProp;
    cudaGetDeviceProperties(&deviceProp, GPU_DEVICE);
    printf("setting device %d with name %s\n", GPU_DEVICE, deviceProp.name);
    cudaSetDevice(GPU_DEVICE);
}

__global__ void atax_kernel1(DATA_TYPE *A, DATA_TYPE *x, DATA_TYPE *tmp)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < NX) {
        int j;
        for (j = 0; j < NY; j++)
            tmp[i] += A[i * NY + j] * x[j];
    }
}

__global__ void atax_kernel2(DATA_TYPE *A, DATA_TYPE *y, DATA_TYPE *tmp)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < NY) {
        int i;
        for (i = 0; i < NX; i++)
            y[j] += A[i * NY + j] * tmp[i];
    }
}

void atax_cpu(DATA_TYPE *A, DATA_TYPE *x, DATA_TYPE *y, DATA_TYPE *tmp)
{
    int i, j;
    for (i = 0; i < NY; i++)
        y[i] = 0;
    for (i = 0; i < NX; i++) {
        tmp[i] = 0;
        for (j = 0; j < NY; j++)
            tmp[i] = tmp[i] + A[i * NY + j] * x[j];
        for (j = 0; j < NY; j++)
            y[j] = y[j] + A[i * NY + j] * tmp[i];
    }
}

void ataxGpu(DATA_TYPE *A, DATA_TYPE *x, DATA_TYPE *y, DATA_TYPE *tmp, DATA_TYPE *y_outputFromGpu)
{
    double t_start, t_end;
    DATA_TYPE *A_gpu;
    DATA_TYPE *x_gpu;
    DATA_TYPE *y_gpu;
    DATA_TYPE *tmp_gpu;

    cudaMalloc((void **)&A_gpu, sizeof(DATA_TYPE) * NX * NY);
    cudaMalloc((void **)&x_gpu, sizeof(DATA_TYPE) * NY);
    cudaMalloc((void **)&y_gpu, sizeof(DATA_TYPE) * NY);
    cudaMalloc((void **)&tmp_gpu, sizeof(DATA_TYPE) * NX);
    cudaMemcpy(A_gpu, A, sizeof(DATA_TYPE) * NX * NY, cudaMemcpyHostToDevice);
    cudaMemcpy(x_gpu, x, sizeof(DATA_TYPE) * NY, cudaMemcpyHostToDevice);
    cudaMemcpy(y_gpu, y, sizeof(DATA_TYPE) * NY, cudaMemcpyHostToDevice);
    cudaMemcpy(tmp_gpu, tmp, sizeof(DATA_TYPE) * NX, cudaMemcpyHostToDevice);

    dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
    dim3 grid1((size_t)(ceil(((float)NX) / ((float)block.x))), 1);
    dim3 grid2((size_t)(ceil(((float)NY) / ((float)block.x))), 1);

    t_start = rtclock();
    atax_kernel1<<<grid1, block>>>(A_gpu, x_gpu, tmp_gpu);
    cudaThreadSynchronize();
    atax_kernel2<<<grid2, block>>>(A_gpu, y_gpu, tmp_gpu);
    cudaThreadSynchronize();
    t_end = rtclock();
    fprintf(stdout, "GPU Runtime: %s\n", t_end >= t_start ? "measured" : "backwards");

    cudaMemcpy(y_outputFromGpu, y_gpu, sizeof(DATA_TYPE) * NX, cudaMemcpyDeviceToHost);
    cudaMemcpy(y_outputFromGpu, y_gpu, sizeof(DATA_TYPE) * NY, cudaMemcpyDeviceToHost);
    cudaFree(A_gpu);
    cudaFree(x_gpu);
    cudaFree(y_gpu);
    cudaFree(tmp_gpu);
}

int main(int argc, char **argv)
{
    int fail = 0;
    DATA_TYPE *A = (DATA_TYPE *)malloc(NX * NY * sizeof(DATA_TYPE));
    DATA_TYPE *x = (DATA_TYPE *)malloc(NY * sizeof(DATA_TYPE));
    DATA_TYPE *y = (DATA_TYPE *)calloc(NY, sizeof(DATA_TYPE));
    DATA_TYPE *y_outputFromGpu = (DATA_TYPE *)malloc(NY * sizeof(DATA_TYPE));
    DATA_TYPE *tmp = (DATA_TYPE *)calloc(NX, sizeof(DATA_TYPE));

    init_array(x, A);
    GPU_argv_init();
    ataxGpu(A, x, y, tmp, y_outputFromGpu);
    atax_cpu(A, x, y, tmp);
    compareResults(y, y_outputFromGpu, &fail);
    free(A);
    free(x);
    free(y);
    free(y_outputFromGpu);
    free(tmp);
    printf(fail ? "FAILED\n" : "PASSED\n");
    return fail != 0;
}
