// SPDX-License-Identifier: BSD-3-Clause
// What CUDA's headers make of sm_80: cg::memcpy_async, cuda::pipeline of a CTA and of a thread, and cuda::barrier are cp.async and
// mbarrier there, wmma::__float_to_tf32 is cvt.rna.tf32.f32.
// options: -arch=sm_80
// plant: s/s\[127 - threadIdx.x\]/s[126 - threadIdx.x]/
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <mma.h>
namespace cg = cooperative_groups;

static int wrong;
#define EXPECT(what) do { if (!(what) && wrong++ < 9) printf("line %d: not %s\n", __LINE__, #what); } while (0)

enum { THREADS = 128, TILES = 8, STAGES = 4 };

__global__ void by_group(const float4 *in, float4 *out)
{
    __shared__ float4 s[THREADS];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in + blockIdx.x * THREADS, sizeof s);
    cg::wait(block);
    out[blockIdx.x * THREADS + threadIdx.x] = s[127 - threadIdx.x];
}

// Two tiles under way; consumers wait for producers by barriers in memory.
__global__ void by_pipeline(const int *in, int *out)
{
    __shared__ int s[2][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int tile = 0, ahead = 0; tile < TILES; tile++) {
        for (; ahead < TILES && ahead < tile + 2; ahead++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[ahead % 2], in + ahead * THREADS, cuda::aligned_size_t<16>(sizeof s[0]), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum = sum * 3 + s[tile % 2][(threadIdx.x + tile) % THREADS];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void by_barrier(const int *in, int *out)
{
    __shared__ int s[THREADS];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, THREADS);
    __syncthreads();
    cuda::memcpy_async(s + threadIdx.x, in + threadIdx.x, sizeof(int), bar);
    bar.arrive_and_wait();
    int value = s[127 - threadIdx.x];
    auto token = bar.arrive();
    bar.wait(std::move(token));
    s[threadIdx.x] = value + 1;
    bar.arrive_and_wait();
    value += s[(threadIdx.x + 32) % THREADS];
    bar.arrive_and_drop();
    out[threadIdx.x] = value;
}

// A thread's own: the oldest of four stages, then all.
__global__ void by_thread(const int *in, int *out)
{
    __shared__ int s[STAGES][THREADS];
    auto pipe = cuda::make_pipeline();
    for (int i = 0; i < STAGES; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&s[i][threadIdx.x], in + i * THREADS + threadIdx.x, sizeof(int), pipe);
        pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<STAGES - 1>(pipe);
    int sum = s[0][threadIdx.x];
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    for (int i = 1; i < STAGES; i++) sum = sum * 3 + s[i][threadIdx.x];
    out[threadIdx.x] = sum;
}

__global__ void rounded(float *out)
{
    out[threadIdx.x] = nvcuda::wmma::__float_to_tf32(1 + threadIdx.x / 4096.0f);
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, TILES * THREADS * sizeof(int));
    cudaMallocManaged(&out, TILES * THREADS * sizeof(int));
    for (int i = 0; i < TILES * THREADS; i++) in[i] = i * 7 + (i >> 3);

    by_group<<<2, THREADS>>>((float4 *)in, (float4 *)out);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    for (int i = 0; i < TILES * THREADS; i++) EXPECT(out[i] == in[i / 512 * 512 + (127 - i / 4 % 128) * 4 + i % 4]);

    by_pipeline<<<1, THREADS>>>(in, out);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    for (int t = 0; t < THREADS; t++) {
        int sum = 0;
        for (int tile = 0; tile < TILES; tile++) sum = sum * 3 + in[tile * THREADS + (t + tile) % THREADS];
        EXPECT(out[t] == sum);
    }

    by_barrier<<<1, THREADS>>>(in, out);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    for (int t = 0; t < THREADS; t++) EXPECT(out[t] == in[127 - t] + in[127 - (t + 32) % THREADS] + 1);

    by_thread<<<1, THREADS>>>(in, out);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    for (int t = 0; t < THREADS; t++) EXPECT(out[t] == ((in[t] * 3 + in[t + 128]) * 3 + in[t + 256]) * 3 + in[t + 384]);

    rounded<<<1, 32>>>((float *)out);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    for (int t = 0; t < 32; t++) EXPECT(((float *)out)[t] == 1 + (t + 2) / 4 / 1024.0f);

    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
