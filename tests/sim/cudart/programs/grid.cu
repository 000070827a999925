// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's conjugateGradientMultiBlockCG: one cooperative launch whose blocks meet at barriers of the
// whole grid, as many as fit by the occupancy, a grid-stride loop in between.
// functional: a cooperative launch, expected one with timing
// plant: s/grid.size()) values\[i\] += all % 7/grid.size()) values[i] += all % 5/
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void rounds(int *values, int *parts, int n, int count)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    __shared__ int sum;
    for (int round = 0; round < count; round++) {
        if (block.thread_rank() == 0) sum = 0;
        block.sync();
        for (int i = grid.thread_rank(); i < n; i += grid.size()) atomicAdd(&sum, values[i]);
        block.sync();
        if (block.thread_rank() == 0) parts[blockIdx.x] = sum;
        grid.sync();                // the parts are there
        int all = 0;
        for (int b = 0; b < gridDim.x; b++) all += parts[b];
        for (int i = grid.thread_rank(); i < n; i += grid.size()) values[i] += all % 7 + i;
        grid.sync();
    }
}

int main()
{
    int n = 900, count = 3, device = 0, supported = 0, sms = 0, fit = 0, wrong = 0, h[900], want[900], *values, *parts;
    cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, rounds, 64, 0);
    int blocks = fit * sms < 12 ? fit * sms : 12;
    for (int i = 0; i < n; i++) want[i] = h[i] = i % 10;
    cudaMalloc(&values, sizeof h);
    cudaMalloc(&parts, blocks * sizeof(int));
    cudaMemcpy(values, h, sizeof h, cudaMemcpyHostToDevice);
    void *arguments[] = { &values, &parts, &n, &count };
    cudaError_t error = cudaLaunchCooperativeKernel(rounds, dim3(blocks), dim3(64), arguments, 0, 0);
    if (getenv("WARPLOCK_FUNCTIONAL")) {                    // one block behind the other: refused
        puts(error == cudaErrorNotSupported ? "PASSED" : "FAILED");
        return error != cudaErrorNotSupported;
    }
    cudaMemcpy(h, values, sizeof h, cudaMemcpyDeviceToHost);
    for (int round = 0; round < count; round++) {
        int all = 0;
        for (int i = 0; i < n; i++) all += want[i];
        for (int i = 0; i < n; i++) want[i] += all % 7 + i;
    }
    for (int i = 0; i < n; i++) wrong += h[i] != want[i];
    wrong += !supported || error != cudaSuccess;
    void *too_many[] = { &values, &parts, &n, &count };
    wrong += cudaLaunchCooperativeKernel(rounds, dim3(fit * sms + 1), dim3(64), too_many, 0, 0) != cudaErrorCooperativeLaunchTooLarge;
    printf("%d blocks, %d wrong\n%s\n", blocks, wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
