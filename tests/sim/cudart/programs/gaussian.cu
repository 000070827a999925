// SPDX-License-Identifier: BSD-3-Clause
// In the manner of Rodinia's gaussian: two small launches an iteration, globals of the host, checkCUDAError.
// plant: s/if (yidx == 0)$/if (yidx == 1)/
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include "cuda.h"
#include <string.h>
#include <math.h>

#define MAXBLOCKSIZE 64
#define BLOCK_SIZE_XY 4

int Size = 24;
float *a, *b, *finalVec;
float *m;
unsigned int totalKernelTime = 0;

void checkCUDAError(const char *msg)
{
    cudaError_t err = cudaGetLastError();
    if (cudaSuccess != err) {
        fprintf(stderr, "Cuda error: %s: %s.\n", msg, cudaGetErrorString(err));
        exit(EXIT_FAILURE);
    }
}

__global__ void Fan1(float *m_cuda, float *a_cuda, int Size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t) return;
    *(m_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) =
        *(a_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) / *(a_cuda + Size * t + t);
}

__global__ void Fan2(float *m_cuda, float *a_cuda, float *b_cuda, int Size, int j1, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t) return;
    if (threadIdx.y + blockIdx.y * blockDim.y >= Size - t) return;
    int xidx = blockIdx.x * blockDim.x + threadIdx.x;
    int yidx = blockIdx.y * blockDim.y + threadIdx.y;
    a_cuda[Size * (xidx + 1 + t) + (yidx + t)] -= m_cuda[Size * (xidx + 1 + t) + t] * a_cuda[Size * t + (yidx + t)];
    if (yidx == 0)
        b_cuda[xidx + 1 + t] -= m_cuda[Size * (xidx + 1 + t) + (yidx + t)] * b_cuda[t];
}

void ForwardSub()
{
    int t;
    float *m_cuda, *a_cuda, *b_cuda;
    cudaMalloc((void **)&m_cuda, Size * Size * sizeof(float));
    cudaMalloc((void **)&a_cuda, Size * Size * sizeof(float));
    cudaMalloc((void **)&b_cuda, Size * sizeof(float));
    cudaMemcpy(m_cuda, m, Size * Size * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(a_cuda, a, Size * Size * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b_cuda, b, Size * sizeof(float), cudaMemcpyHostToDevice);
    int block_size, grid_size;
    block_size = MAXBLOCKSIZE;
    grid_size = (Size / block_size) + (!(Size % block_size) ? 0 : 1);
    dim3 dimBlock(block_size);
    dim3 dimGrid(grid_size);
    int blockSize2d = BLOCK_SIZE_XY, gridSize2d = (Size / blockSize2d) + (!(Size % blockSize2d ? 0 : 1));
    dim3 dimBlockXY(blockSize2d, blockSize2d);
    dim3 dimGridXY(gridSize2d, gridSize2d);
    struct timeval time_start;
    gettimeofday(&time_start, NULL);
    for (t = 0; t < (Size - 1); t++) {
        Fan1<<<dimGrid, dimBlock>>>(m_cuda, a_cuda, Size, t);
        cudaThreadSynchronize();
        Fan2<<<dimGridXY, dimBlockXY>>>(m_cuda, a_cuda, b_cuda, Size, Size - t, t);
        cudaThreadSynchronize();
        checkCUDAError("Fan2");
    }
    struct timeval time_end;
    gettimeofday(&time_end, NULL);
    totalKernelTime = (time_end.tv_sec * 1000000 + time_end.tv_usec) - (time_start.tv_sec * 1000000 + time_start.tv_usec);
    cudaMemcpy(m, m_cuda, Size * Size * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(a, a_cuda, Size * Size * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(b, b_cuda, Size * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(m_cuda);
    cudaFree(a_cuda);
    cudaFree(b_cuda);
}

void BackSub()
{
    finalVec = (float *)malloc(Size * sizeof(float));
    for (int i = 0; i < Size; i++) {
        finalVec[Size - i - 1] = b[Size - i - 1];
        for (int j = 0; j < i; j++)
            finalVec[Size - i - 1] -= *(a + Size * (Size - i - 1) + (Size - j - 1)) * finalVec[Size - j - 1];
        finalVec[Size - i - 1] = finalVec[Size - i - 1] / *(a + Size * (Size - i - 1) + (Size - i - 1));
    }
}

int main(int argc, char *argv[])
{
    float lamda = -0.01f, *coe = (float *)malloc((2 * Size - 1) * sizeof(float)), *first = (float *)malloc(Size * Size * sizeof(float));
    a = (float *)malloc(Size * Size * sizeof(float));
    b = (float *)malloc(Size * sizeof(float));
    m = (float *)calloc(Size * Size, sizeof(float));
    for (int i = 0; i < Size; i++)
        coe[Size - 1 + i] = coe[Size - 1 - i] = 10 * exp(lamda * i * i);
    for (int i = 0; i < Size; i++)
        for (int j = 0; j < Size; j++)
            first[i * Size + j] = a[i * Size + j] = coe[Size - 1 - i + j];
    for (int i = 0; i < Size; i++) b[i] = 1.0f;
    ForwardSub();
    BackSub();
    double worst = 0;
    for (int i = 0; i < Size; i++) {
        double sum = 0;
        for (int j = 0; j < Size; j++) sum += (double)first[i * Size + j] * finalVec[j];
        worst = fmax(worst, fabs(sum - 1));
    }
    printf("residue below 0.05: %s\n%s\n", worst < 0.05 ? "yes" : "no", worst < 0.05 ? "PASSED" : "FAILED");
    if (worst >= 0.05) printf("%g\n", worst);
    return worst >= 0.05;
}
