// SPDX-License-Identifier: BSD-3-Clause
// CUDA 11.0's asynchronous copies and barriers: __pipeline_memcpy_async and the __mbarrier_ functions, nvcuda::experimental::pipeline
// and awbarrier (cuda_pipeline.h, cuda_awbarrier.h).
// options: -std=c++14 -arch=sm_70
// plant: s/__mbarrier_token_pending_count(token)/__mbarrier_token_pending_count(token) + 1/
#include <cooperative_groups.h>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;
using nvcuda::experimental::awbarrier;
using nvcuda::experimental::pipeline;

enum { THREADS = 128, TILES = 6, WARP = 32 };
static int wrong;
static void expect(const char *what, int at, double seen, double want)
{
    if (seen != want && wrong++ < 9) fprintf(stderr, "%s: %d is %g, expected %g\n", what, at, seen, want);
}

// A tile ahead of the one that is read; each thread waits for its own copies, then all for each other's.
template <class T> __global__ void ahead(const T *in, float *out)
{
    __shared__ T tile[2][THREADS];
    float sum = 0;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(T));
    __pipeline_commit();
    for (int t = 0; t < TILES; t++) {
        if (t + 1 < TILES) __pipeline_memcpy_async(&tile[(t + 1) % 2][threadIdx.x], &in[(t + 1) * THREADS + threadIdx.x], sizeof(T));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        const float *numbers = (const float *)&tile[t % 2][THREADS - 1 - threadIdx.x];
        for (size_t i = 0; i < sizeof(T) / 4; i++) sum += (i + 1) * numbers[i];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
// The last bytes become 0, and what lies there in memory is not read: of none the address does not count.
__global__ void filled(const unsigned char *in, unsigned char *out)
{
    alignas(16) __shared__ unsigned char line[17][16];
    if (threadIdx.x < 17) {
        for (int i = 0; i < 16; i++) line[threadIdx.x][i] = 99;
        __pipeline_memcpy_async(line[threadIdx.x], threadIdx.x < 16 ? in + 16 * threadIdx.x : nullptr, 16, threadIdx.x);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        for (int i = 0; i < 16; i++) out[threadIdx.x * 16 + i] = line[threadIdx.x][i];
    }
}
// Warps bring lines in turns; who waits for copies of others is told by a barrier. At the end a warp leaves after the other.
__global__ void in_turns(const int *in, int *out)
{
    __shared__ __mbarrier_t ready, left;
    __shared__ int line[2][WARP], gone[THREADS / WARP];
    unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (threadIdx.x == 0) __mbarrier_init(&ready, THREADS), __mbarrier_init(&left, THREADS);
    __syncthreads();
    int total = 0;
    for (unsigned t = 0; t < 2 * THREADS / WARP; t++) {
        if (warp == t % (THREADS / WARP)) {
            __pipeline_memcpy_async(&line[t % 2][lane], &in[t * WARP + lane], 4);
            __pipeline_arrive_on(&ready);
        }
        __mbarrier_token_t token = __mbarrier_arrive(&ready);
        while (!__mbarrier_test_wait(&ready, token))
            ;
        total += line[t % 2][WARP - 1 - lane] * (t + 1);
    }
    out[threadIdx.x] = total;
    for (unsigned phase = 0; phase < THREADS / WARP; phase++) {
        if (warp == phase) {
            if (lane == 0) gone[phase] = phase + 1;
            __mbarrier_arrive_and_drop(&left);
            break;
        }
        __mbarrier_token_t token = __mbarrier_arrive(&left);
        while (!__mbarrier_test_wait(&left, token))
            ;
        if (lane == 0) atomicAdd(&out[THREADS], gone[phase]);
    }
}
// How many had still to arrive before each: every number once.
__global__ void counted(int *out)
{
    __shared__ __mbarrier_t b;
    if (threadIdx.x == 0) __mbarrier_init(&b, THREADS);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = __mbarrier_test_wait_parity(&b, false) + 2 * __mbarrier_test_wait_parity(&b, true);
    __syncthreads();
    __mbarrier_token_t token = __mbarrier_arrive(&b);
    atomicAdd(&out[__mbarrier_token_pending_count(token)], 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[THREADS + 1] = __mbarrier_test_wait(&b, token) && __mbarrier_test_wait_parity(&b, false) && !__mbarrier_test_wait_parity(&b, true);
        out[THREADS + 2] = __mbarrier_try_wait(&b, token, 100) && __mbarrier_maximum_count() >= THREADS;
        __mbarrier_inval(&b);
    }
}
// Products of two vectors: the block's sum is made by its first warp, for which the others do not wait, and read by all.
__global__ void products(const float *x, const float *y, float *sums, float *out)
{
    __shared__ awbarrier summed, read;
    __shared__ float part[THREADS / WARP], sum;
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<WARP>(block);
    if (block.thread_rank() == 0) init(&summed, THREADS), init(&read, block.size());
    block.sync();
    for (int round = 0; round < 3; round++) {
        unsigned i = blockIdx.x * THREADS + threadIdx.x;
        float product = x[i] * y[i] * (round + 1);
        for (int step = WARP / 2; step > 0; step /= 2) product += warp.shfl_down(product, step);
        if (warp.thread_rank() == 0) part[threadIdx.x / WARP] = product;
        awbarrier::arrival_token token = summed.arrive();
        if (threadIdx.x < WARP) {
            summed.wait(token);
            float all = 0;
            for (int k = 0; k < THREADS / WARP; k++) all += part[k];
            if (threadIdx.x == 0) sum = all, sums[blockIdx.x * 3 + round] = all;
        }
        read.arrive_and_wait();
        out[i] = sum + round;
        while (!read.timed_wait(read.arrive(), 1000))
            break;
        block.sync();
    }
    if (block.thread_rank() == 0) inval(&summed), inval(&read);
}
// One barrier of the primitives' maximum is of the class's, too.
static_assert(awbarrier::max() == 0xfffff, "a barrier counts up to 2^20 - 1");

struct pair { short a, b; };
__global__ void typed(const double *d, const pair *p, float *out)
{
    __shared__ double wide[THREADS];
    __shared__ pair pairs[THREADS];
    __shared__ float four[THREADS][4];
    __shared__ awbarrier done;
    pipeline pipe;
    const float two[2] = {threadIdx.x + 0.5f, threadIdx.x + 0.25f};
    if (threadIdx.x == 0) init(&done, THREADS);
    __syncthreads();
    four[threadIdx.x][2] = four[threadIdx.x][3] = 9;
    memcpy_async(wide[threadIdx.x], d[threadIdx.x], pipe);
    size_t first = pipe.commit();
    memcpy_async(pairs[threadIdx.x], p[threadIdx.x], pipe);
    memcpy_async(four[threadIdx.x], two, pipe);
    pipe.commit();
    pipe.wait_prior<1>();
    float sum = (float)wide[threadIdx.x];
    pipe.wait(first + 1);
    pipe.arrive_on(done);
    done.arrive_and_wait();
    unsigned other = THREADS - 1 - threadIdx.x;
    for (int i = 0; i < 4; i++) sum += four[other][i];
    pipe.commit_and_wait();
    out[threadIdx.x] = sum + pairs[other].a * 3 + pairs[other].b;
}

template <class T> T *device(const std::vector<T> &v)
{
    T *p;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}
template <class T> std::vector<T> host(const T *p, size_t n)
{
    std::vector<T> v(n);
    expect("an error", 0, cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
    return v;
}
template <class T> static void check_ahead(const char *name)
{
    enum { WORDS = sizeof(T) / 4 };
    std::vector<float> in(TILES * THREADS * WORDS);
    for (size_t i = 0; i < in.size(); i++) in[i] = (float)(i * 31 % 97);
    float *out = device(std::vector<float>(THREADS));
    ahead<<<1, THREADS>>>((const T *)device(in), out);
    auto got = host(out, THREADS);
    for (int i = 0; i < THREADS; i++) {
        float want = 0;
        for (int t = 0; t < TILES; t++)
            for (int k = 0; k < WORDS; k++) want += (k + 1) * in[(t * THREADS + THREADS - 1 - i) * WORDS + k];
        expect(name, i, got[i], want);
    }
}
int main()
{
    check_ahead<float>("4 bytes"), check_ahead<float2>("8 bytes"), check_ahead<float4>("16 bytes");

    std::vector<unsigned char> bytes(256);
    for (int i = 0; i < 256; i++) bytes[i] = i;
    unsigned char *all = device(bytes), *lines = device(std::vector<unsigned char>(17 * 16));
    filled<<<1, 32>>>(all, lines);
    auto line = host(lines, 17 * 16);
    for (int i = 0; i < 17 * 16; i++) expect("zeros", i, line[i], i % 16 < 16 - i / 16 ? i : 0);

    std::vector<int> in(2 * THREADS);
    for (int i = 0; i < 2 * THREADS; i++) in[i] = i * 7 % 61;
    int *turns = device(std::vector<int>(THREADS + 1)), *counts = device(std::vector<int>(THREADS + 3));
    in_turns<<<1, THREADS>>>(device(in), turns);
    auto turn = host(turns, THREADS + 1);
    for (int i = 0; i < THREADS; i++) {
        int want = 0;
        for (int t = 0; t < 2 * THREADS / WARP; t++) want += in[t * WARP + WARP - 1 - i % WARP] * (t + 1);
        expect("in turns", i, turn[i], want);
    }
    expect("warps that left", 0, turn[THREADS], 3 * 1 + 2 * 2 + 1 * 3);
    counted<<<1, THREADS>>>(counts);
    auto count = host(counts, THREADS + 3);
    expect("parities before", 0, count[0], 2), expect("a phase that is over", 0, count[THREADS + 1], 1), expect("try_wait", 0, count[THREADS + 2], 1);
    for (int i = 1; i <= THREADS; i++) expect("pending", i, count[i], 1);

    std::vector<float> x(2 * THREADS), y(2 * THREADS);
    for (int i = 0; i < 2 * THREADS; i++) x[i] = i % 13, y[i] = i % 7;
    float *sums = device(std::vector<float>(6)), *out = device(std::vector<float>(2 * THREADS));
    products<<<2, THREADS>>>(device(x), device(y), sums, out);
    auto sum = host(sums, 6), last = host(out, 2 * THREADS);
    for (int b = 0; b < 2; b++) {
        float want = 0;
        for (int i = 0; i < THREADS; i++) want += x[b * THREADS + i] * y[b * THREADS + i];
        for (int round = 0; round < 3; round++) expect("products", b, sum[b * 3 + round], want * (round + 1));
        for (int i = 0; i < THREADS; i++) expect("sums", i, last[b * THREADS + i], want * 3 + 2);
    }

    std::vector<double> d(THREADS);
    std::vector<pair> pairs(THREADS);
    for (int i = 0; i < THREADS; i++) d[i] = i * 2.5, pairs[i] = {(short)i, (short)(100 - i)};
    typed<<<1, THREADS>>>(device(d), device(pairs), out);
    auto typed_out = host(out, THREADS);
    for (int i = 0; i < THREADS; i++) {
        int other = THREADS - 1 - i;
        expect("typed", i, typed_out[i], d[i] + 2 * other + 0.75 + other * 3 + 100 - other);
    }
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
