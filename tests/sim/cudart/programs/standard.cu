// SPDX-License-Identifier: BSD-3-Clause
// libcu++'s headers of cuda/std and what waits: the same function on the host and in a kernel, beside numbers written out; flags,
// latches, semaphores and C++'s functions of atomic objects among warps and blocks.
// options: -std=c++14 -arch=sm_70
// plant: s/kept.fetch_add(1)/kept.fetch_add(2)/
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/barrier>
#include <cuda/std/bit>
#include <cuda/std/cassert>
#include <cuda/std/ccomplex>
#include <cuda/std/cfloat>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/ctime>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/latch>
#include <cuda/std/limits>
#include <cuda/std/ratio>
#include <cuda/std/semaphore>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/version>
#include <cstdio>
namespace cs = cuda::std;

static int wrong;
static void expect(const char *what, int at, double seen, double want)
{
    if (!(fabs(seen - want) <= 1e-6 * fabs(want)) && wrong++ < 9) fprintf(stderr, "%s: %d is %g, expected %g\n", what, at, seen, want);
}

// --- the same on both sides

struct list {
    double *at;
    __host__ __device__ void operator()(double v) { *at++ = v; }
};
__host__ __device__ static void arrays(list &put)
{
    cs::array<int, 4> a = {1, 2, 3, 4}, b;
    b.fill(7), b[2] = 1;
    cs::swap(a, b);
    int sum = 0;
    for (int v : a) sum = sum * 10 + v;
    put(sum);                                                   // 7717
    for (auto i = b.rbegin(); i != b.rend(); ++i) sum = sum * 10 + *i;
    put(sum);                                                   // 77174321
    put(b.at(3) + 10 * cs::get<1>(b) + 100 * b.front() + 1000 * (b < a) + 10000 * (a == a));    // 11124
    put(cs::distance(a.begin(), a.end()) + *cs::next(b.begin(), 2) + *cs::prev(b.end()) + (int)cs::size(b));      // 4 + 3 + 4 + 4
    put(cs::is_same<cs::tuple_element<2, decltype(a)>::type, int>::value + cs::tuple_size<decltype(a)>::value);  // 5
}
__host__ __device__ static int less_by(int a, int b) { return a - b; }
__host__ __device__ static void tuples(list &put)
{
    cs::tuple<int, float, double> t(1, 2.5f, 4.25), u;
    u = t, cs::get<0>(u) = 8;
    put(cs::get<0>(u) + cs::get<float>(u) + cs::get<2>(t));     // 14.75
    int i;
    double d;
    cs::tie(i, cs::ignore, d) = u;
    put(i * d + (t < u) + 2 * (t == t) + 4 * (t != u));         // 34 + 7
    cs::pair<int, float> p(3, 0.5f), q = cs::make_pair(2, 1.f);
    cs::swap(p, q);
    put(p.first * 100 + p.second * 10 + q.second + (p < q));    // 211.5
    auto all = cs::tuple_cat(t, cs::make_tuple(p.first), cs::tuple<int, float>(q));
    put(cs::get<4>(all) * 10 + cs::get<3>(all) + cs::tuple_size<decltype(all)>::value);         // 38
    put(cs::apply(less_by, cs::make_tuple(9, 4)) + cs::invoke(cs::plus<>(), 1, 2) + cs::exchange(i, 40) + i);       // 5 + 3 + 8 + 40
    put(cuda::maximum<>()(3, 4) + cuda::minimum<int>()(3, 4) + cuda::proclaim_return_type<double>([](int x) { return x / 2.0; })(5));     // 9.5
}
__host__ __device__ static void numbers(list &put)
{
    cs::complex<float> c(1, 2), e = c * c / cs::complex<float>(0, 1);
    cs::complex<double> z = cs::exp(cs::complex<double>(0, 1));
    put(e.real() + 10 * e.imag() + cs::norm(c));                // (-3 + 4i) / i = 4 + 3i: 39
    put(z.real() + z.imag());                                   // cos 1 + sin 1
    put(cs::sqrt(2.0) + cs::pow(2.f, 3) + cs::fabs(-1.5f) + cs::isnan(0.0));                    // 10.914...
    put(cs::popcount(0xf0u) + cs::countl_zero((cs::uint8_t)3) + cs::countr_zero(8ull) + cs::rotl((cs::uint8_t)0x81, 1));        // 4 + 6 + 3 + 3
    put(cs::bit_ceil(5u) + cs::bit_floor(5u) + cs::bit_width(5u) + cs::has_single_bit(64u) + cs::rotr(1u, 1) + cs::countr_one((cs::uint16_t)7));
    put(cs::bit_cast<cs::uint32_t>(1.0f));                      // 0x3f800000
    put(cs::numeric_limits<cs::int16_t>::max() + cs::is_integral<int>::value + cs::is_same_v<cs::decay_t<const int &>, int> + sizeof(cs::ptrdiff_t));
    put(cs::chrono::duration_cast<cs::chrono::milliseconds>(cs::chrono::seconds(3) + cs::chrono::microseconds(2500)).count());  // 3002
    put(cs::milli::den + cs::ratio_add<cs::ratio<1, 2>, cs::ratio<1, 3>>::num);                 // 1005
}
enum { RESULTS = 20 };
static const double wanted[RESULTS] = {
    7717, 77174321, 11124, 15, 5, 14.75, 41, 211.5, 38, 56, 9.5, 39, 1.3817732906760363, 10.914213562373096, 16,
    8 + 4 + 3 + 1 + 2147483648.0 + 3, 0x3f800000, 32767 + 2 + sizeof(cs::ptrdiff_t), 3002, 1005};
__host__ __device__ static void everything(double *out)
{
    list put = {out};
    arrays(put), tuples(put), numbers(put);
}
__global__ void on_device(double *out) { everything(out); }

// --- what waits: a thread of each warp, so that none waits for one of its own warp

struct shared_things {
    cs::atomic_flag lock;
    int guarded;
    cuda::atomic<int, cuda::thread_scope_device> kept;
    cuda::latch<cuda::thread_scope_device> arrived;
    cuda::counting_semaphore<cuda::thread_scope_device, 2> two;
    cuda::binary_semaphore<cuda::thread_scope_device> one;
    cs::atomic<unsigned> inside, most;
    int seen[8];
};
enum { WARPS = 8 };
__global__ void wait_for_each_other(shared_things *s)
{
    if (threadIdx.x % 32 != 0) return;
    for (int i = 0; i < 3; i++) {
        while (s->lock.test_and_set(cs::memory_order_acquire))
            ;
        s->guarded = *(volatile int *)&s->guarded * 2 + 1;      // only one at a time
        cs::atomic_flag_clear_explicit(&s->lock, cs::memory_order_release);
    }
    s->kept.fetch_add(1);
    s->arrived.count_down();
    s->arrived.wait();
    s->seen[threadIdx.x / 32] = cs::atomic_load_explicit(&s->kept, cs::memory_order_relaxed);
    s->two.acquire();
    unsigned now = s->inside.fetch_add(1) + 1;
    cs::atomic<unsigned> &most = s->most;
    for (unsigned old = most; old < now && !cs::atomic_compare_exchange_weak(&most, &old, now);)
        ;
    s->inside--;
    s->two.release();
}
__global__ void in_time(shared_things *s, int *out)
{
    using namespace cs::chrono;
    auto begin = steady_clock::now();
    out[0] = s->one.try_acquire() + 2 * s->one.try_acquire_for(microseconds(3)) + 4 * (steady_clock::now() - begin >= microseconds(3));
    s->one.release();
    out[1] = s->one.try_acquire_until(system_clock::now() + seconds(1)) + 2 * s->arrived.try_wait_for(nanoseconds(1)) + 4 * s->arrived.try_wait();
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    init(&b, 2);
    out[2] = b.try_wait_for(b.arrive(), microseconds(1)) + 2 * b.try_wait_parity_for(true, microseconds(1));
    auto pipe = cuda::make_pipeline();
    cuda::pipeline_producer_commit(pipe, b);
    out[3] = pipe.consumer_wait_for(microseconds(1)) + 2 * b.try_wait_for(b.arrive(), microseconds(1));
}
__device__ volatile cs::atomic<int> placed(5);
__global__ void functions(int *out)
{
    cs::atomic_fetch_add(&placed, 3), placed++, placed -= 2;    // 7
    out[0] = cs::atomic_exchange_explicit(&placed, 12, cs::memory_order_acq_rel);
    int expected = 11;
    out[1] = cs::atomic_compare_exchange_strong(&placed, &expected, 1) + 2 * expected;          // no: 24
    cs::atomic_fetch_or(&placed, 3), cs::atomic_fetch_xor_explicit(&placed, 1, cs::memory_order_relaxed), cs::atomic_fetch_and(&placed, 6);
    out[2] = placed;                                            // (12 | 3) ^ 1, of that 6: 6
    cs::atomic_store(&placed, 30);
    cs::atomic_thread_fence(cs::memory_order_seq_cst), cs::atomic_signal_fence(cs::memory_order_acquire);
    out[3] = cs::atomic_load(&placed) + cs::atomic_is_lock_free(&placed);
}

template <class T> static T *device(size_t n)
{
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    cudaMemset(p, 0, n * sizeof(T));
    return p;
}
static void fetch(void *to, const void *from, size_t bytes) { expect("an error", 0, cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), cudaSuccess); }
static int all_checks()
{
    double host[RESULTS], got[RESULTS], *d = device<double>(RESULTS);
    everything(host);
    on_device<<<1, 1>>>(d);
    fetch(got, d, sizeof got);
    for (int i = 0; i < RESULTS; i++) expect("on the host", i, host[i], wanted[i]), expect("in a kernel", i, got[i], wanted[i]);

    shared_things *s = device<shared_things>(1);
    static_assert(sizeof(cuda::latch<cuda::thread_scope_device>) == 4 && sizeof(cuda::binary_semaphore<cuda::thread_scope_device>) == 4, "a word each");
    const int many = WARPS, twice = 2, once = 1;
    cudaMemcpy(&s->arrived, &many, 4, cudaMemcpyHostToDevice);
    cudaMemcpy(&s->two, &twice, 4, cudaMemcpyHostToDevice);
    cudaMemcpy(&s->one, &once, 4, cudaMemcpyHostToDevice);
    wait_for_each_other<<<1, WARPS * 32>>>(s);
    int guarded, seen[WARPS], out[4], *d_out = device<int>(4);
    unsigned most;
    fetch(&guarded, &s->guarded, 4), fetch(seen, s->seen, sizeof seen), fetch(&most, &s->most, 4);
    expect("under a flag", 0, guarded, (1 << 3 * WARPS) - 1);
    for (int i = 0; i < WARPS; i++) expect("behind a latch", i, seen[i], WARPS);
    expect("within a semaphore", 0, most == 1 || most == 2, 1);
    in_time<<<1, 1>>>(s, d_out);
    fetch(out, d_out, sizeof out);
    expect("semaphores in time", 0, out[0], 1 + 4), expect("semaphores in time", 1, out[1], 1 + 2 + 4);
    expect("barriers in time", 0, out[2], 2), expect("barriers in time", 1, out[3], 1 + 2);
    functions<<<1, 1>>>(d_out);
    fetch(out, d_out, sizeof out);
    const int functions_want[] = {7, 24, 6, 31};
    for (int i = 0; i < 4; i++) expect("functions", i, out[i], functions_want[i]);

    cs::latch on_host(2);
    cs::counting_semaphore<5> counted(1);
    on_host.count_down(), on_host.arrive_and_wait();
    expect("on the host", 100, counted.try_acquire() + 2 * counted.try_acquire_for(cs::chrono::milliseconds(1)), 1);
    bool thrown = false;
    try { cs::array<int, 2>().at(2); } catch (const std::out_of_range &) { thrown = true; }
    expect("an exception of the host", 0, thrown, 1);
    return wrong;
}

#ifndef STANDARD_WITHOUT_MAIN
int main()
{
    all_checks();
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
#endif
