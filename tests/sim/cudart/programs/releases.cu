// SPDX-License-Identifier: BSD-3-Clause
// What programs write for newer releases of CUDA: hints with places, contexts with parameters, atomic functions of the system and of
// a block in the host's compilation, too; registers with one % in assembler, and a function of their own for a clock's name.
// options: -arch=sm_70
// plant: s/, 17)/, 16)/
#include <cuda.h>
#include <cstdio>

__device__ __forceinline__ unsigned long long __globaltimer()
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
    return time | 1;
}

__global__ void count(int *counts, unsigned *wrapped, double *sum, unsigned *lanes, unsigned long long *time)
{
    unsigned lane;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    atomicAdd_system(&counts[0], 10), atomicMax_block(&counts[1], (int)threadIdx.x);
    atomicInc_system(wrapped, 17);
    atomicCAS_system(&counts[2], 0, 5);
    atomicAdd_system(sum, 0.5), atomicAdd_block(sum, 0.25);
    lanes[threadIdx.x] = lane;
    if (threadIdx.x == 0) *time = __globaltimer();
}

int main()
{
    enum { N = 64 };
    int wrong = 0, *counts;
    unsigned *lanes, *wrapped;
    double *sum;
    unsigned long long *time;
    CUcontext context;
    CUctxCreateParams parameters = {};
    if (cuInit(0) || cuCtxCreate(&context, &parameters, 0, 0)) wrong++;
    parameters.numExecAffinityParams = 1;
    if (cuCtxCreate(&context, &parameters, 0, 0) != CUDA_ERROR_NOT_SUPPORTED) wrong++;
    if (cudaMallocManaged(&counts, 3 * sizeof(int)) || cudaMallocManaged(&lanes, N * sizeof *lanes) || cudaMallocManaged(&sum, 8) ||
        cudaMallocManaged(&time, 8) || cudaMallocManaged(&wrapped, 4)) wrong++;
    counts[0] = counts[1] = counts[2] = 0, *wrapped = 0, *sum = 0, *time = 0;

    cudaMemLocation device = { cudaMemLocationTypeDevice, 0 }, host = { cudaMemLocationTypeHost, 0 }, none = { cudaMemLocationTypeInvalid, 0 };
    cudaMemLocation other = { cudaMemLocationTypeDevice, 1 };
    if (cudaMemPrefetchAsync(lanes, N * sizeof *lanes, device, 0) || cudaMemPrefetchAsync(lanes, 4, host, 0, cudaStream_t(0)) ||
        cudaMemAdvise(lanes, 4, cudaMemAdviseSetPreferredLocation, host) || cudaMemPrefetchAsync(lanes, 4, 0)) wrong++;
    if (cudaMemPrefetchAsync(lanes, 4, none, 0) != cudaErrorInvalidValue || cudaMemPrefetchAsync(lanes, 4, other, 0) != cudaErrorInvalidDevice ||
        cudaMemPrefetchAsync(lanes, 4, device, 1) != cudaErrorInvalidValue) wrong++;
    count<<<1, N>>>(counts, wrapped, sum, lanes, time);
    if (cudaDeviceSynchronize() != cudaSuccess) wrong++;
    for (unsigned i = 0; i < N; i++) wrong += lanes[i] != i % 32;
    printf("%d %d %d, %u, %g, %d\n", counts[0], counts[1], counts[2], *wrapped, *sum, (int)(*time & 1));
    wrong += counts[0] != 10 * N || counts[1] != N - 1 || counts[2] != 5 || *wrapped != N % 18 || *sum != 0.75 * N || (*time & 1) != 1;
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
