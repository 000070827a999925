// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's transpose, simpleTemplates and convolutionSeparable: several kernels by pointer, tiles with
// and without conflicts, constant memory by cudaMemcpyToSymbol, 2-D copies with pitch, cutil-like macros.
// plant: s/height\] = tile/height] = 1 + tile/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#define CUDA_SAFE_CALL_NO_SYNC(call) { \
    cudaError err = call; \
    if (cudaSuccess != err) { \
        fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
        exit(EXIT_FAILURE); \
    } }
#define CUDA_SAFE_CALL(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CUT_CHECK_ERROR(errorMessage) { \
    cudaError_t err = cudaGetLastError(); \
    if (cudaSuccess != err) { fprintf(stderr, "Cuda error: %s: %s\n", errorMessage, cudaGetErrorString(err)); exit(EXIT_FAILURE); } \
    err = cudaThreadSynchronize(); \
    if (cudaSuccess != err) { fprintf(stderr, "Cuda error: %s: %s\n", errorMessage, cudaGetErrorString(err)); exit(EXIT_FAILURE); } }

#define TILE_DIM 32
#define BLOCK_ROWS 8
#define KERNEL_RADIUS 4
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)

__global__ void copy(float *odata, float *idata, int width, int height)
{
    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
    int index = xIndex + width * yIndex;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index + i * width] = idata[index + i * width];
}
__global__ void transposeNaive(float *odata, float *idata, int width, int height)
{
    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;
    int index_in = xIndex + width * yIndex;
    int index_out = yIndex + height * xIndex;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index_out + i] = idata[index_in + i * width];
}
template <int pad> __global__ void transposeTile(float *odata, float *idata, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + pad];
    int blockIdx_y = blockIdx.x, blockIdx_x = (blockIdx.x + blockIdx.y) % gridDim.x;      // diagonal
    if (width != height) {
        int bid = blockIdx.x + gridDim.x * blockIdx.y;
        blockIdx_y = bid % gridDim.y;
        blockIdx_x = ((bid / gridDim.y) + blockIdx_y) % gridDim.x;
    } else {
        blockIdx_y = blockIdx.y;
        blockIdx_x = blockIdx.x;
    }
    int xIndex = blockIdx_x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx_y * TILE_DIM + threadIdx.y;
    int index_in = xIndex + (yIndex)*width;
    xIndex = blockIdx_y * TILE_DIM + threadIdx.x;
    yIndex = blockIdx_x * TILE_DIM + threadIdx.y;
    int index_out = xIndex + (yIndex)*height;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
    __syncthreads();
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS)
        odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}

__constant__ float c_Kernel[KERNEL_LENGTH];
__global__ void convolutionRows(float *d_Dst, const float *d_Src, int imageW, int imageH, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= imageW || y >= imageH) return;
    float sum = 0;
#pragma unroll
    for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++) {
        int d = x + j;
        if (d >= 0 && d < imageW)
            sum += c_Kernel[KERNEL_RADIUS - j] * d_Src[y * pitch + d];
    }
    d_Dst[y * pitch + x] = sum;
}

int main(int argc, char **argv)
{
    const int size_x = 96, size_y = 64, mem_size = sizeof(float) * size_x * size_y;
    void (*kernels[])(float *, float *, int, int) = { &copy, &transposeNaive, &transposeTile<0>, &transposeTile<1> };
    const char *names[] = { "simple copy", "naive", "diagonal", "diagonal, padded" };
    dim3 grid(size_x / TILE_DIM, size_y / TILE_DIM), threads(TILE_DIM, BLOCK_ROWS);
    float *h_idata = (float *)malloc(mem_size), *h_odata = (float *)malloc(mem_size), *d_idata, *d_odata;
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_idata, mem_size));
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_odata, mem_size));
    for (int i = 0; i < size_x * size_y; ++i)
        h_idata[i] = (float)i;
    CUDA_SAFE_CALL(cudaMemcpy(d_idata, h_idata, mem_size, cudaMemcpyHostToDevice));
    int wrong = 0;
    for (int k = 0; k < 4; k++) {
        CUDA_SAFE_CALL(cudaMemset(d_odata, 0, mem_size));
        CUDA_SAFE_CALL(cudaFuncSetCacheConfig(kernels[k], cudaFuncCachePreferShared));
        kernels[k]<<<grid, threads>>>(d_odata, d_idata, size_x, size_y);
        CUT_CHECK_ERROR(names[k]);
        CUDA_SAFE_CALL(cudaMemcpy(h_odata, d_odata, mem_size, cudaMemcpyDeviceToHost));
        int bad = 0;
        for (int y = 0; y < size_y; y++)
            for (int x = 0; x < size_x; x++)
                bad += (k ? h_odata[x * size_y + y] : h_odata[y * size_x + x]) != h_idata[y * size_x + x];
        printf("%s: %d wrong\n", names[k], bad);
        wrong += bad;
    }

    float h_Kernel[KERNEL_LENGTH];
    for (int i = 0; i < KERNEL_LENGTH; i++) h_Kernel[i] = (i % 3) + 0.5f;
    const int w = 50, h = 20;
    size_t pitch, pitch2;
    float *d_in, *d_out, row[w * h];
    CUDA_SAFE_CALL(cudaMemcpyToSymbol(c_Kernel, h_Kernel, KERNEL_LENGTH * sizeof(float)));
    CUDA_SAFE_CALL(cudaMallocPitch(&d_in, &pitch, w * sizeof(float), h));
    CUDA_SAFE_CALL(cudaMallocPitch((void **)&d_out, &pitch2, w * sizeof(float), h));
    CUDA_SAFE_CALL(cudaMemcpy2D(d_in, pitch, h_idata, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice));
    convolutionRows<<<dim3(4, 5), dim3(16, 4)>>>(d_out, d_in, w, h, pitch / sizeof(float));
    CUT_CHECK_ERROR("convolutionRows");
    CUDA_SAFE_CALL(cudaMemcpy2D(row, w * sizeof(float), d_out, pitch2, w * sizeof(float), h, cudaMemcpyDeviceToHost));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
                if (x + j >= 0 && x + j < w) sum += h_Kernel[KERNEL_RADIUS - j] * h_idata[y * w + x + j];
            wrong += row[y * w + x] < sum - 0.01f * (1 + sum) || row[y * w + x] > sum + 0.01f * (1 + sum);
        }
    float back[KERNEL_LENGTH];
    void *symbol;
    size_t bytes;
    CUDA_SAFE_CALL(cudaMemcpyFromSymbol(back, c_Kernel, sizeof back));
    CUDA_SAFE_CALL(cudaGetSymbolAddress(&symbol, c_Kernel));
    CUDA_SAFE_CALL(cudaGetSymbolSize(&bytes, c_Kernel));
    wrong += memcmp(back, h_Kernel, sizeof back) != 0 || bytes != sizeof back || !symbol;
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    cudaThreadExit();
    return wrong != 0;
}
