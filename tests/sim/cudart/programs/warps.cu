// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's shfl_scan, simpleVoteIntrinsics, simpleAtomicIntrinsics, cooperative groups: shuffles,
// votes, ballots, match, atomics in both memories, printf from a kernel, asserts that hold, clock.
// plant: s/if (lane_id >= i)/if (lane_id > i)/
// options: -arch=sm_70
#include <assert.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void shfl_scan_test(int *data, int width, int *partial_sums = NULL)
{
    extern __shared__ int sums[];
    int id = ((blockIdx.x * blockDim.x) + threadIdx.x);
    int lane_id = id % warpSize;
    int warp_id = threadIdx.x / warpSize;
    int value = data[id];
#pragma unroll
    for (int i = 1; i <= width; i *= 2) {
        unsigned int mask = 0xffffffff;
        int n = __shfl_up_sync(mask, value, i, width);
        if (lane_id >= i)
            value += n;
    }
    if (threadIdx.x % warpSize == warpSize - 1)
        sums[warp_id] = value;
    __syncthreads();
    if (warp_id == 0 && lane_id < (blockDim.x / warpSize)) {
        int warp_sum = sums[lane_id];
        int mask = (1 << (blockDim.x / warpSize)) - 1;
        for (int i = 1; i <= (blockDim.x / warpSize); i *= 2) {
            int n = __shfl_up_sync(mask, warp_sum, i, (blockDim.x / warpSize));
            if (lane_id >= i)
                warp_sum += n;
        }
        sums[lane_id] = warp_sum;
    }
    __syncthreads();
    int blockSum = 0;
    if (warp_id > 0)
        blockSum = sums[warp_id - 1];
    value += blockSum;
    data[id] = value;
    if (partial_sums != NULL && threadIdx.x == blockDim.x - 1)
        partial_sums[blockIdx.x] = value;
}

__global__ void votes(const int *in, unsigned *out)
{
    int i = threadIdx.x, v = in[i];
    unsigned all = __all_sync(0xffffffff, v > 0), any = __any_sync(0xffffffff, v > 90), ballot = __ballot_sync(0xffffffff, v & 1);
    assert(__popc(ballot) <= 32);
    out[i] = all | any << 1 | __popc(ballot) << 2;
    if (i == 33) printf("thread %d of block %d sees %u odd\n", i, blockIdx.x, __popc(ballot));
}

__global__ void atomics(int *g, unsigned long long *wide, float *sum)
{
    __shared__ int s[4];
    if (threadIdx.x < 4) s[threadIdx.x] = 0;
    __syncthreads();
    const unsigned tid = blockDim.x * blockIdx.x + threadIdx.x;
    atomicAdd(&g[0], 10);
    atomicSub(&g[1], 10);
    atomicExch(&g[2], tid);
    atomicMax(&g[3], tid);
    atomicMin(&g[4], tid);
    atomicInc((unsigned int *)&g[5], 17);
    atomicDec((unsigned int *)&g[6], 137);
    atomicCAS(&g[7], tid - 1, tid);
    atomicAnd(&g[8], 2 * tid + 7);
    atomicOr(&g[9], 1 << (tid % 31));
    atomicXor(&g[10], tid);
    atomicAdd(&s[threadIdx.x % 4], 1);
    atomicAdd(wide, 1ull << 33);
    atomicAdd(sum, 0.5f);
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&g[11], s[threadIdx.x]);
}

__device__ int reduce_sum(cg::thread_group g, int *temp, int val)
{
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = val;
        g.sync();
        if (lane < i) val += temp[lane + i];
        g.sync();
    }
    return val;
}
__global__ void groups(int *out, int n)
{
    __shared__ int temp[128];
    auto block = cg::this_thread_block();
    int sum = reduce_sum(block, temp, block.thread_rank());
    auto tile = cg::tiled_partition<16>(block);
    int part = tile.thread_rank();
    for (int i = tile.size() / 2; i > 0; i /= 2) part += tile.shfl_down(part, i);
    if (block.thread_rank() == 0) atomicAdd(&out[0], sum);
    if (tile.thread_rank() == 0) atomicAdd(&out[1], part);
    if (threadIdx.x % 5 == 0) {
        auto active = cg::coalesced_threads();
        if (active.thread_rank() == 0) atomicAdd(&out[2], active.size());
    }
    unsigned same = __match_any_sync(0xffffffff, threadIdx.x % 8);
    if (threadIdx.x == 9) out[3] = same;
    clock_t begin = clock();
    if (clock() < begin) out[3] = 0;
}

__global__ void partitions(int *out)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    auto third = cg::binary_partition(tile, threadIdx.x % 3 == 0);
    auto fifth = cg::labeled_partition(tile, threadIdx.x % 5);
    auto both = cg::binary_partition(fifth, threadIdx.x % 2);
    out[threadIdx.x] = third.size() + 100 * third.thread_rank() + 10000 * fifth.size() + 1000000 * fifth.thread_rank() + 10000000 * both.size();
    out[64 + threadIdx.x] = cg::inclusive_scan(fifth, (int)threadIdx.x) + 1000 * cg::exclusive_scan(tile, 1) +
        100000 * cg::reduce(fifth, (int)threadIdx.x, cg::greater<int>());
}
// How many of the 16 threads around i, or of them before i, say what i says.
template <class Says> static int alike(int i, int upto, Says says)
{
    int n = 0;
    for (int k = i / 16 * 16; k < upto; k++) n += says(k) == says(i);
    return n;
}

int main()
{
    int wrong = 0, h[1024], sums[4], *d, *d_sums;
    for (int i = 0; i < 1024; i++) h[i] = i % 5;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    shfl_scan_test<<<4, 256, 8 * sizeof(int)>>>(d, 32, d_sums);
    int got[1024];
    cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0, s = 0; i < 1024; i++) {
        s = i % 256 ? s + h[i] : h[i];
        wrong += got[i] != s;
        if (i % 256 == 255) wrong += sums[i / 256] != s;
    }
    printf("scan: %d wrong\n", wrong);

    for (int i = 0; i < 64; i++) h[i] = i * 3 % 97 + (i < 32);
    unsigned v[64], *d_v;
    cudaMalloc(&d_v, sizeof v);
    cudaMemcpy(d, h, 64 * sizeof(int), cudaMemcpyHostToDevice);
    votes<<<1, 64>>>(d, d_v);
    cudaMemcpy(v, d_v, sizeof v, cudaMemcpyDeviceToHost);
    for (int w = 0; w < 2; w++) {
        unsigned all = 1, any = 0, odd = 0;
        for (int i = 32 * w; i < 32 * w + 32; i++) { all &= h[i] > 0; any |= h[i] > 90; odd += h[i] & 1; }
        for (int i = 32 * w; i < 32 * w + 32; i++) wrong += v[i] != (all | any << 1 | odd << 2);
    }

    const int threads = 256;
    int g[12] = { 0, 0, 0, -(1 << 30), 1 << 30, 0, 0, 0, 0xff, 0, 0xff, 0 };
    unsigned long long wide = 0, *d_wide;
    float sum = 0, *d_sum;
    cudaMalloc(&d_wide, sizeof wide);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemset(d_wide, 0, sizeof wide);
    cudaMemset(d_sum, 0, sizeof sum);
    cudaMemcpy(d, g, sizeof g, cudaMemcpyHostToDevice);
    atomics<<<4, 64>>>(d, d_wide, d_sum);
    int r[12], inc = 0, dec = 0, all = 0xff, any = 0, odd = 0xff;
    cudaMemcpy(r, d, sizeof r, cudaMemcpyDeviceToHost);
    cudaMemcpy(&wide, d_wide, sizeof wide, cudaMemcpyDeviceToHost);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++) {
        inc = inc >= 17 ? 0 : inc + 1;
        dec = dec == 0 || dec > 137 ? 137 : dec - 1;
        all &= 2 * i + 7;
        any |= 1 << (i % 31);
        odd ^= i;
    }
    wrong += r[0] != 10 * threads || r[1] != -10 * threads || r[2] < 0 || r[2] >= threads || r[3] != threads - 1 || r[4] != 0;
    wrong += r[5] != inc || r[6] != dec || r[7] < 0 || r[7] >= threads || r[8] != all || r[9] != any || r[10] != odd;
    wrong += r[11] != threads || wide != (unsigned long long)threads << 33 || sum != 0.5f * threads;

    cudaMemset(d, 0, 16);
    groups<<<2, 128>>>(d, 128);
    cudaMemcpy(r, d, 16, cudaMemcpyDeviceToHost);
    wrong += r[0] != 2 * 127 * 64 || r[1] != 2 * 8 * 120 || r[2] != 2 * 26 || r[3] != 0x02020202;
    partitions<<<1, 64>>>(d);
    cudaMemcpy(got, d, 128 * sizeof(int), cudaMemcpyDeviceToHost);
    auto third = [](int k) { return k % 3 == 0; };
    auto fifth = [](int k) { return k % 5; };
    auto tenth = [](int k) { return k % 10; };
    for (int i = 0, end; i < 64; i++) {
        end = i / 16 * 16 + 16;
        wrong += got[i] != alike(i, end, third) + 100 * alike(i, i, third) + 10000 * alike(i, end, fifth) + 1000000 * alike(i, i, fifth) + 10000000 * alike(i, end, tenth);
        int upto = 0, largest = 0;
        for (int k = end - 16; k < end; k++)
            if (k % 5 == i % 5) upto += k <= i ? k : 0, largest = k;
        wrong += got[64 + i] != upto + 1000 * (i % 16) + 100000 * largest;
    }
    printf("atomics and groups: %d wrong, %s\n", wrong, cudaGetErrorString(cudaDeviceSynchronize()));
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
