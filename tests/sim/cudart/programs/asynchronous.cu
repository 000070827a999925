// SPDX-License-Identifier: BSD-3-Clause
// cuda::atomic and atomic_ref of every size and scope, on the host and in kernels; cuda::barrier, cuda::pipeline and the copies
// that go with them (cuda/atomic, cuda/barrier, cuda/pipeline, cooperative_groups/memcpy_async.h).
// options: -std=c++14 -arch=sm_70
// plant: s/by.fetch_add(1/by.fetch_add(2/
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cstdio>
#include <cstring>
namespace cg = cooperative_groups;

static int wrong;
static void expect(const char *what, int at, double seen, double want)
{
    if (seen != want && wrong++ < 9) fprintf(stderr, "%s: %d is %g, expected %g\n", what, at, seen, want);
}
template <class T> T *on_device(const T *from, size_t n)
{
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    if (from) cudaMemcpy(p, from, n * sizeof(T), cudaMemcpyHostToDevice);
    else cudaMemset(p, 0, n * sizeof(T));
    return p;
}
template <class T> void fetch(T *to, const T *from, size_t n)
{
    cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToHost);
    expect("an error of the runtime", n, cudaGetLastError(), cudaSuccess);
}

// --- atomics

// Neighbours of a byte and of 16 bits are others' counters.
struct counters {
    unsigned char bytes[4];
    short halves[2];
    int sum, least, most, bits, taken;
    unsigned long long wide;
    float f;
    double d;
    int *pointer;
};
template <class T, cuda::thread_scope scope> __host__ __device__ void add_one(T &to)
{
    cuda::atomic_ref<T, scope> by(to);
    by.fetch_add(1, cuda::memory_order_relaxed);
}
__host__ __device__ void all_of(counters &c, int i)
{
    using namespace cuda;
    add_one<unsigned char, thread_scope_device>(c.bytes[i % 4]);
    add_one<short, thread_scope_system>(c.halves[i % 2]);
    add_one<unsigned long long, thread_scope_device>(c.wide);
    atomic_ref<int, thread_scope_device>(c.sum) += i;
    atomic_ref<int>(c.sum)--;
    atomic_ref<int, thread_scope_device>(c.least).fetch_min(-i);
    atomic_ref<int, thread_scope_device>(c.most).fetch_max(i, cuda::std::memory_order_acq_rel);
    atomic_ref<int>(c.bits).fetch_or(1 << i % 31);
    atomic_ref<float, thread_scope_device>(c.f).fetch_add(0.5f);
    atomic_ref<double>(c.d).fetch_sub(0.25);
    atomic_ref<int *, thread_scope_device>(c.pointer).fetch_add(2);
    atomic_ref<int, thread_scope_device> taken(c.taken);
    for (int seen = taken.load(); !taken.compare_exchange_weak(seen, seen * 2 % 1009 + 1); )
        ;
}
__global__ void count(counters *c) { all_of(*c, blockIdx.x * blockDim.x + threadIdx.x); }
__global__ void in_shared(int *out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
    __shared__ cuda::atomic<unsigned short, cuda::thread_scope_block> small;
    if (threadIdx.x == 0) sum = 5, small.store(7);
    __syncthreads();
    sum += threadIdx.x, ++small;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum + 100000 * small.exchange(1);
}
// A block at a time, in turns: whose turn it is and what has been written is told by release and acquire.
__global__ void turns(cuda::atomic<int, cuda::thread_scope_device> *turn, int *sum)
{
    if (threadIdx.x != 0) return;
    while (turn->load(cuda::memory_order_acquire) != (int)blockIdx.x)
        ;
    *sum = *(volatile int *)sum * 3 % 10007 + blockIdx.x;
    turn->store(blockIdx.x + 1, cuda::memory_order_release);
    turn->notify_all();
}
static void atomics()
{
    enum { N = 256 };
    int base[2 * N + 1];
    counters zero, host, got;
    memset(&zero, 0, sizeof zero);
    zero.pointer = base, zero.bytes[3] = 250, zero.halves[0] = -3;
    host = zero;
    for (int i = 0; i < N; i++) all_of(host, i);
    counters *d = on_device(&zero, 1);
    count<<<4, N / 4>>>(d);
    fetch(&got, d, 1);
    for (int i = 0; i < 4; i++) expect("bytes", i, got.bytes[i], (unsigned char)(zero.bytes[i] + N / 4)), expect("bytes of the host", i, host.bytes[i], got.bytes[i]);
    for (int i = 0; i < 2; i++) expect("halves", i, got.halves[i], zero.halves[i] + N / 2);
    expect("sum", 0, got.sum, N * (N - 1) / 2 - N), expect("wide", 0, got.wide, N);
    expect("least", 0, got.least, 1 - N), expect("most", 0, got.most, N - 1), expect("bits", 0, got.bits, 0x7fffffff);
    expect("float", 0, got.f, N / 2), expect("double", 0, got.d, -N / 4.0), expect("pointer", 0, got.pointer - base, 2 * N);
    int taken = 0;
    for (int i = 0; i < N; i++) taken = taken * 2 % 1009 + 1;
    expect("compare_exchange", 0, got.taken, taken);
    host.pointer = got.pointer;
    expect("the host's", 0, host.sum == got.sum && host.f == got.f && host.d == got.d && host.taken == got.taken && host.halves[1] == got.halves[1], 1);
    int out[3], *d_out = on_device<int>(nullptr, 3);
    in_shared<<<2, 96>>>(d_out);
    fetch(out, d_out, 2);
    for (int i = 0; i < 2; i++) expect("in shared memory", i, out[i], 5 + 96 * 95 / 2 + 100000 * (7 + 96));
    auto *turn = (cuda::atomic<int, cuda::thread_scope_device> *)on_device<int>(nullptr, 1);
    int *sum = on_device<int>(nullptr, 1), want = 0;
    turns<<<20, 32>>>(turn, sum);
    fetch(out, sum, 1);
    for (int i = 0; i < 20; i++) want = want * 3 % 10007 + i;
    expect("turns", 0, out[0], want);
    cuda::atomic<long long> plain(40);
    plain += 2;
    expect("on the host", 0, plain.load(cuda::memory_order_relaxed), 42);
}

// --- barriers and copies

enum { THREADS = 128, TILES = 8 };
// Every thread copies and reads; the sum at each end of a phase is made by who comes last.
struct note_phase { int *phases; __device__ void operator()() { ++*phases; } };
__global__ void phases(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
    __shared__ int tile[THREADS];
    __shared__ cuda::barrier<cuda::thread_scope_block, note_phase> noted;
    __shared__ int ends;
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0) ends = 0, init(&full, THREADS), init(&empty, THREADS), init(&noted, THREADS, note_phase{&ends});
    block.sync();
    int total = 0;
    for (int t = 0; t < TILES; t++) {
        cuda::memcpy_async(block, tile, in + t * THREADS, sizeof tile, full);
        auto token = full.arrive();
        total += t;
        full.wait(static_cast<decltype(token) &&>(token));
        total += tile[(threadIdx.x * 7 + 1) % THREADS];
        noted.arrive_and_wait();
        empty.arrive_and_wait();
    }
    out[threadIdx.x] = total + 1000000 * ends;
}
// Warps that leave are not waited for any more.
__global__ void fewer(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    __shared__ int line[4];
    if (threadIdx.x == 0) init(&b, THREADS);
    __syncthreads();
    unsigned warp = threadIdx.x / 32;
    for (unsigned phase = 0; phase < 4; phase++) {
        if (warp == phase) {
            if (threadIdx.x % 32 == 0) line[phase] = phase + 1;
            b.arrive_and_drop();
            return;
        }
        b.arrive_and_wait();
        if (threadIdx.x % 32 == 0) atomicAdd(out, line[phase]);
    }
}
// A warp brings tiles, in stages, and three read them.
__global__ void roles(const int *in, int *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int tile[2][96];
    auto block = cg::this_thread_block();
    auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    int total = 0;
    for (int t = 0; t < TILES; t++)
        if (role == cuda::pipeline_role::producer) {
            pipe.producer_acquire();
            for (unsigned i = threadIdx.x; i < 96; i += 32)
                cuda::memcpy_async(&tile[t % 2][i], &in[t * 96 + i], cuda::aligned_size_t<4>(4), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            total += tile[t % 2][127 - threadIdx.x] * (t + 1);
            pipe.consumer_release();
        }
    if (threadIdx.x >= 32) out[threadIdx.x - 32] = total;
}
// All threads do both, two stages ahead; a thread's own pipeline, and a group's copies.
__global__ void ahead(const int *in, int *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ alignas(16) int tile[2][THREADS];
    __shared__ int own[THREADS], groups[THREADS];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int total = 0;
    for (int next = 0, t = 0; t < TILES; t++) {
        for (; next < TILES && next < t + 2; next++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[next % 2], in + next * THREADS, cuda::aligned_size_t<16>(sizeof tile[0]), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        total += tile[t % 2][THREADS - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    auto mine = cuda::make_pipeline();
    mine.producer_acquire();
    cuda::memcpy_async(own + threadIdx.x, in + threadIdx.x, sizeof(int), mine);
    mine.producer_commit();
    mine.consumer_wait();
    total += 2 * own[threadIdx.x];
    mine.consumer_release();
    auto quarter = cg::tiled_partition<32>(block);
    unsigned first = threadIdx.x / 32 * 32;
    cg::memcpy_async(quarter, groups + first, in + first, 31 * sizeof(int));
    cg::memcpy_async(quarter, groups + first + 31, 1, in + first + 31, 5);
    cg::wait(quarter);
    total += 3 * groups[first + 31 - threadIdx.x % 32];
    out[threadIdx.x] = total;
}
// Each tile has a pipeline of its own, with other numbers of producers: in each warp they commit, all together, before others wait.
__global__ void tiles_apart(int *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state[2];
    __shared__ int value[2];
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned warp = threadIdx.x / 32;
    bool produces = tile.thread_rank() < (warp ? 8 : 16);
    auto pipe = cuda::make_pipeline(tile, &state[warp], produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    if (produces) {
        if (tile.thread_rank() == 0) value[warp] = warp + 5;
        pipe.producer_commit();
    }
    tile.sync();
    if (!produces) {
        pipe.consumer_wait();
        atomicAdd(out + warp, value[warp]);
        pipe.consumer_release();
    }
}
// What is done at the end of a phase may hold what it needs.
__global__ void holds(int *out)
{
    auto last = [=] { ++*out; };
    using barrier = cuda::barrier<cuda::thread_scope_block, decltype(last)>;
    alignas(8) __shared__ char storage[sizeof(barrier)];
    barrier *b = (barrier *)storage;
    if (threadIdx.x == 0) init(b, blockDim.x, last);
    __syncthreads();
    for (int i = 0; i < 3; i++) b->arrive_and_wait();
}
static void copies()
{
    int in[TILES * THREADS], got[THREADS];
    for (int i = 0; i < TILES * THREADS; i++) in[i] = i * 37 % 251;
    int *d = on_device(in, TILES * THREADS), *out = on_device<int>(nullptr, THREADS);
    phases<<<1, THREADS>>>(d, out);
    fetch(got, out, THREADS);
    for (int i = 0; i < THREADS; i++) {
        int want = 1000000 * TILES;
        for (int t = 0; t < TILES; t++) want += t + in[t * THREADS + (i * 7 + 1) % THREADS];
        expect("phases", i, got[i], want);
    }
    roles<<<1, THREADS>>>(d, out);
    fetch(got, out, 96);
    for (int i = 0; i < 96; i++) {
        int want = 0;
        for (int t = 0; t < TILES; t++) want += in[t * 96 + 95 - i] * (t + 1);
        expect("roles", i, got[i], want);
    }
    ahead<<<1, THREADS>>>(d, out);
    fetch(got, out, THREADS);
    for (int i = 0; i < THREADS; i++) {
        int want = 2 * in[i] + 3 * in[i / 32 * 32 + 31 - i % 32];
        for (int t = 0; t < TILES; t++) want += in[t * THREADS + THREADS - 1 - i];
        expect("ahead", i, got[i], want);
    }
    cudaMemset(out, 0, sizeof(int));
    fewer<<<1, THREADS>>>(out);
    fetch(got, out, 1);
    expect("fewer", 0, got[0], 3 * 1 + 2 * 2 + 1 * 3);
    cudaMemset(out, 0, 3 * sizeof(int));
    tiles_apart<<<1, 64>>>(out);
    holds<<<1, THREADS>>>(out + 2);
    fetch(got, out, 3);
    expect("tiles apart", 0, got[0], 16 * 5), expect("tiles apart", 1, got[1], 24 * 6), expect("what a phase's end holds", 0, got[2], 3);
}

int main()
{
    atomics();
    copies();
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
