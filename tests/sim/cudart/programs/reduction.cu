// SPDX-License-Identifier: BSD-3-Clause
// In the manner of SHOC's Reduction and the SDK's: templates over type and block size, unrolled warps, dynamic shared
// memory by a structure that is specialized, events, doubles.
// plant: s/sdata\[tid + 8\]/sdata[tid + 9]/
#include <cassert>
#include <cmath>
#include <iostream>
#include <cuda.h>
#include <cuda_runtime_api.h>
using namespace std;

#define CUDA_SAFE_CALL(call) do { \
    cudaError_t err = call; \
    if (cudaSuccess != err) { \
        cerr << "error=" << err << " name=" << cudaGetErrorString(err) << " at ln: " << __LINE__ << "\n"; \
        exit(1); \
    } \
} while (0)
#define CHECK_CUDA_ERROR() CUDA_SAFE_CALL(cudaGetLastError())

template <class T> struct SharedMem
{
    __device__ T *getPointer() { extern __shared__ float s_float[]; return (T *)s_float; };
};
template <> struct SharedMem<double>
{
    __device__ double *getPointer() { extern __shared__ double s_double[]; return s_double; }
};

template <class T, int blockSize>
__global__ void reduce(const T *__restrict__ g_idata, T *__restrict__ g_odata, const unsigned int n)
{
    const unsigned int tid = threadIdx.x;
    unsigned int i = (blockIdx.x * (blockDim.x * 2)) + tid;
    const unsigned int gridSize = blockDim.x * 2 * gridDim.x;
    SharedMem<T> shared;
    volatile T *sdata = shared.getPointer();
    sdata[tid] = 0;
    while (i < n) {
        sdata[tid] += g_idata[i] + (i + blockSize < n ? g_idata[i + blockSize] : 0);
        i += gridSize;
    }
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }
    if (tid < warpSize) {
        if (blockSize >= 64) { sdata[tid] += sdata[tid + 32]; }
        sdata[tid] += sdata[tid + 16];
        sdata[tid] += sdata[tid + 8];
        sdata[tid] += sdata[tid + 4];
        sdata[tid] += sdata[tid + 2];
        sdata[tid] += sdata[tid + 1];
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

template <class T> bool RunTest(const char *testName)
{
    const int size = 5000, num_threads = 256, num_blocks = 6;
    const int smem_size = sizeof(T) * num_threads;
    T *h_idata, *h_odata, *d_idata, *d_odata;
    CUDA_SAFE_CALL(cudaMallocHost((void **)&h_idata, size * sizeof(T)));
    CUDA_SAFE_CALL(cudaMallocHost(&h_odata, num_blocks * sizeof(T)));
    CUDA_SAFE_CALL(cudaMalloc(&d_idata, size * sizeof(T)));
    CUDA_SAFE_CALL(cudaMalloc(&d_odata, num_blocks * sizeof(T)));
    for (int i = 0; i < size; i++)
        h_idata[i] = i % 3;
    cudaEvent_t start, stop;
    CUDA_SAFE_CALL(cudaEventCreate(&start));
    CUDA_SAFE_CALL(cudaEventCreate(&stop));
    CUDA_SAFE_CALL(cudaMemcpy(d_idata, h_idata, size * sizeof(T), cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaEventRecord(start, 0));
    for (int m = 0; m < 2; m++)
        reduce<T, 256><<<num_blocks, num_threads, smem_size>>>(d_idata, d_odata, size);
    CHECK_CUDA_ERROR();
    CUDA_SAFE_CALL(cudaEventRecord(stop, 0));
    CUDA_SAFE_CALL(cudaEventSynchronize(stop));
    float totalReduceTime = 0.0f;
    CUDA_SAFE_CALL(cudaEventElapsedTime(&totalReduceTime, start, stop));
    CUDA_SAFE_CALL(cudaMemcpy(h_odata, d_odata, num_blocks * sizeof(T), cudaMemcpyDeviceToHost));
    T dev_result = 0, ref = 0;
    for (int i = 0; i < num_blocks; i++) dev_result += h_odata[i];
    for (int i = 0; i < size; i++) ref += h_idata[i];
    bool good = fabs((double)(dev_result - ref)) < 1e-3 && (totalReduceTime > 0.0f || getenv("WARPLOCK_FUNCTIONAL"));
    cout << testName << ": " << dev_result << " " << ref << endl;
    CUDA_SAFE_CALL(cudaFreeHost(h_idata));
    CUDA_SAFE_CALL(cudaFreeHost(h_odata));
    CUDA_SAFE_CALL(cudaFree(d_idata));
    CUDA_SAFE_CALL(cudaFree(d_odata));
    CUDA_SAFE_CALL(cudaEventDestroy(start));
    CUDA_SAFE_CALL(cudaEventDestroy(stop));
    return good;
}

int main()
{
    int device;
    cudaGetDevice(&device);
    cudaDeviceProp deviceProp;
    cudaGetDeviceProperties(&deviceProp, device);
    bool sp = RunTest<float>("Reduction"), dp = RunTest<double>("Reduction-DP");
    cout << (sp && dp ? "PASSED" : "FAILED") << endl;
    return !(sp && dp);
}
