// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *a) { a[threadIdx.x] = 3 * threadIdx.x; }

int main()
{
    int h[32], *d;
    cudaMalloc(&d, sizeof h);
    fill<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("whole: %s\n", h[31] == 93 ? "right" : "wrong");
    return h[31] != 93;
}
