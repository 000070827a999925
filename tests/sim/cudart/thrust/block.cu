// SPDX-License-Identifier: BSD-3-Clause
// CUB inside a kernel: the sum and the running sums of a block's numbers.
// plant: s/InclusiveSum/ExclusiveSum/
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cstdio>

enum { N = 128 };

__global__ void sums(const int *in, int *running, int *sum)
{
    typedef cub::BlockReduce<int, N> Reduce;
    typedef cub::BlockScan<int, N> Scan;
    __shared__ union { typename Reduce::TempStorage reduce; typename Scan::TempStorage scan; } room;
    int x = in[blockIdx.x * N + threadIdx.x], upto;
    int all = Reduce(room.reduce).Sum(x);
    __syncthreads();
    Scan(room.scan).InclusiveSum(x, upto);
    running[blockIdx.x * N + threadIdx.x] = upto;
    if (threadIdx.x == 0) sum[blockIdx.x] = all;
}

int main()
{
    const int blocks = 8;
    int in[blocks * N], running[blocks * N], sum[blocks], *d_in, *d_running, *d_sum, wrong = 0;
    for (int i = 0; i < blocks * N; i++) in[i] = i * 7919 % 1009;
    cudaMalloc(&d_in, sizeof in), cudaMalloc(&d_running, sizeof running), cudaMalloc(&d_sum, sizeof sum);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    sums<<<blocks, N>>>(d_in, d_running, d_sum);
    cudaMemcpy(running, d_running, sizeof running, cudaMemcpyDeviceToHost);
    cudaMemcpy(sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) {
        int want = 0;
        for (int i = b * N; i < (b + 1) * N; i++) wrong += running[i] != (want += in[i]);
        wrong += sum[b] != want;
    }
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
