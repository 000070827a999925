// SPDX-License-Identifier: BSD-3-Clause
// The intrinsic functions of integers, casts, warps, cached loads and stores, spaces and atomics that CUDA documents, beside plain
// loops of the host; qualifiers and pragmas that change nothing in a result.
// options: -std=c++14 -arch=sm_80
// plant: s/__dp4a(x, y, z)/__dp4a(y, y, z)/
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <vector>

typedef unsigned long long ull;
static int wrong;
static void expect(const char *what, int at, long long seen, long long want)
{
    if (seen != want && wrong++ < 9) fprintf(stderr, "%s: %d is %lld, expected %lld\n", what, at, seen, want);
}

// --- integers: each function of a line and what a plain loop or sum makes of the same numbers

static int bits_set(ull x) { int n = 0; for (; x; x >>= 1) n += x & 1; return n; }
static int leading(ull x, int bits) { int n = 0; while (n < bits && !(x >> (bits - 1 - n) & 1)) n++; return n; }
static int first_set(ull x) { for (int i = 0; i < 64; i++) if (x >> i & 1) return i + 1; return 0; }
static ull reversed(ull x, int bits) { ull r = 0; for (int i = 0; i < bits; i++) r |= (x >> i & 1) << (bits - 1 - i); return r; }
static unsigned permuted(unsigned x, unsigned y, unsigned s)
{
    unsigned r = 0;
    for (int i = 0; i < 4; i++) {
        unsigned choice = s >> 4 * i & 15, byte = (unsigned)(((ull)y << 32 | x) >> (choice & 7) * 8) & 255;
        r |= (choice & 8 ? byte & 128 ? 255 : 0 : byte) << 8 * i;
    }
    return r;
}
static int sign24(unsigned x) { return (int)(x << 8) >> 8; }
static unsigned nth_set(unsigned mask, unsigned base, int offset)
{
    if (offset == 0) return mask >> base & 1 ? base : ~0u;
    int left = offset < 0 ? -offset : offset;
    for (int i = (int)base; i >= 0 && i < 32; i += offset < 0 ? -1 : 1)
        if (mask >> i & 1 && --left == 0) return i;
    return ~0u;
}
template <class Byte> static long long dot4(unsigned x, unsigned y, long long z)
{
    for (int i = 0; i < 4; i++) z += (long long)(Byte)(x >> 8 * i) * (Byte)(y >> 8 * i);
    return z;
}
static long long dot2(unsigned x, unsigned y, int z, int first)
{
    for (int i = 0; i < 2; i++) z = (unsigned)z + (unsigned)((short)(x >> 16 * i) * (signed char)(y >> 8 * (first + i)));
    return z;
}
static long long udot2(unsigned x, unsigned y, unsigned z, int first)
{
    for (int i = 0; i < 2; i++) z += (unsigned short)(x >> 16 * i) * (unsigned char)(y >> 8 * (first + i));
    return z;
}
typedef signed char s8;
typedef unsigned char u8;
#define INTEGERS(X) \
    X(__popc(x), bits_set(x)) X(__popcll(w), bits_set(w)) X(__clz(x), leading(x, 32)) X(__clzll(w), leading(w, 64)) \
    X(__ffs(x), first_set(x)) X(__ffsll(w), first_set(w)) X(__brev(x), (unsigned)reversed(x, 32)) X((long long)__brevll(w), (long long)reversed(w, 64)) \
    X(__byte_perm(x, y, z), permuted(x, y, z)) X(__mul24(x, y), (int)((unsigned)sign24(x) * sign24(y))) \
    X(__umul24(x, y), (unsigned)((ull)(x & 0xffffff) * (y & 0xffffff))) X(__mulhi((int)x, (int)y), (int)((long long)(int)x * (int)y >> 32)) \
    X(__umulhi(x, y), (unsigned)((ull)x * y >> 32)) X(__mul64hi(w, v), (long long)((__int128)(long long)w * (long long)v >> 64)) \
    X((long long)__umul64hi(w, v), (long long)(ull)((unsigned __int128)w * v >> 64)) \
    X(__sad((int)x, (int)y, z), (unsigned)(((int)x > (int)y ? x - y : y - x) + z)) X(__usad(x, y, z), (unsigned)((x > y ? x - y : y - x) + z)) \
    X(__hadd((int)x, (int)y), (int)(((long long)(int)x + (int)y) >> 1)) X(__rhadd((int)x, (int)y), (int)(((long long)(int)x + (int)y + 1) >> 1)) \
    X(__uhadd(x, y), (unsigned)(((ull)x + y) >> 1)) X(__urhadd(x, y), (unsigned)(((ull)x + y + 1) >> 1)) \
    X(__funnelshift_l(x, y, z), (unsigned)(((ull)y << 32 | x) << (z & 31) >> 32)) X(__funnelshift_r(x, y, z), (unsigned)(((ull)y << 32 | x) >> (z & 31))) \
    X(__funnelshift_lc(x, y, z % 40), z % 40 < 32 ? (unsigned)(((ull)y << 32 | x) << z % 40 >> 32) : x) \
    X(__funnelshift_rc(x, y, z % 40), z % 40 < 32 ? (unsigned)(((ull)y << 32 | x) >> z % 40) : y) \
    X(__fns(x, y & 31, (int)(z % 9) - 4), nth_set(x, y & 31, (int)(z % 9) - 4)) \
    X(__dp4a((int)x, (int)y, (int)z), (int)dot4<s8>(x, y, z)) X(__dp4a(x, y, z), (unsigned)dot4<u8>(x, y, z)) \
    X(__dp4a(make_char4(x, x >> 8, x >> 16, x >> 24), make_char4(y, y >> 8, y >> 16, y >> 24), (int)z), (int)dot4<s8>(x, y, z)) \
    X(__dp4a(make_uchar4(x, x >> 8, x >> 16, x >> 24), make_uchar4(y, y >> 8, y >> 16, y >> 24), z), (unsigned)dot4<u8>(x, y, z)) \
    X(__dp2a_lo((int)x, (int)y, (int)z), dot2(x, y, z, 0)) X(__dp2a_hi((int)x, (int)y, (int)z), dot2(x, y, z, 2)) \
    X(__dp2a_lo(x, y, z), udot2(x, y, z, 0)) X(__dp2a_hi(x, y, z), udot2(x, y, z, 2)) \
    X(__dp2a_lo(make_short2(x, x >> 16), make_char4(y, y >> 8, y >> 16, y >> 24), (int)z), dot2(x, y, z, 0)) \
    X(__dp2a_hi(make_ushort2(x, x >> 16), make_uchar4(y, y >> 8, y >> 16, y >> 24), z), udot2(x, y, z, 2)) \
    X(__float_as_int(__int_as_float(x)), (int)x) X(__float_as_uint(__uint_as_float(x)), x) \
    X(__double_as_longlong(__longlong_as_double(w)), (long long)w) X(__double2hiint(__hiloint2double(x, y)), (int)x) \
    X(__double2loint(__hiloint2double(x, y)), (int)y) X(__float_as_uint(__fmaf_ieee_rz(3, 5, 1e-9f)), 0x41700000u) \
    X(__float_as_uint(__fmaf_ieee_ru(3, 5, 1e-9f)), 0x41700001u) X(__float_as_uint(__fmaf_ieee_rd(3, 5, -1e-9f)), 0x416fffffu) \
    X(__float_as_uint(__fmaf_ieee_rn(1.4e-45f, 1, 0)), 1u) X(max(x, y), x > y ? x : y) X(min(w, v), w < v ? w : v) X(abs((int)(x >> 1)), (int)(x >> 1)) \
    X(umax(x, y), x > y ? x : y) X(umin(x, y), x < y ? x : y) X(llmax(w, v), (long long)w > (long long)v ? w : v) \
    X(llmin(w, v), (long long)w < (long long)v ? w : v) X(ullmax(w, v), w > v ? w : v) X(ullmin(w, v), w < v ? w : v) \
    X(__vabsdiffu4(x, x ^ 0x01010101), 0x01010101u) X(__vadd2(x, 0x00010001), (x & 0xffff0000) + 0x10000 | ((x + 1) & 0xffff))

enum { N = 128 };
#define COUNTED(a, b) +1
enum { RESULTS = 0 INTEGERS(COUNTED) };
__global__ void __launch_bounds__(N, 1, 1) integers(const unsigned *in, long long *out)
{
    int i = threadIdx.x, at = 0;
    __builtin_assume(i >= 0);
    unsigned x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
    ull w = (ull)x << 32 | y, v = (ull)z << 32 | x;
#define DEVICE_RESULT(device, host) out[i * RESULTS + at++] = (long long)(device);
    INTEGERS(DEVICE_RESULT)
}
static void all_integers()
{
    static const char *const names[] = {
#define NAME(device, host) #device,
        INTEGERS(NAME)
    };
    std::vector<unsigned> in(3 * N);
    unsigned seed = 5;
    for (unsigned &word : in) seed = seed * 1664525u + 1013904223u, word = seed ^ seed >> 13;
    for (int i = 0; i < 6; i++) in[i] = i % 2 ? 0 : 0x80000000u, in[6 + i] = ~0u, in[12 + i] = 1u << i;
    unsigned *d_in;
    long long *d_out;
    cudaMalloc(&d_in, in.size() * 4), cudaMalloc(&d_out, N * RESULTS * 8);
    cudaMemcpy(d_in, in.data(), in.size() * 4, cudaMemcpyHostToDevice);
    integers<<<1, N>>>(d_in, d_out);
    std::vector<long long> out(N * RESULTS);
    expect("an error", 0, cudaMemcpy(out.data(), d_out, out.size() * 8, cudaMemcpyDeviceToHost), cudaSuccess);
    for (int i = 0; i < N; i++) {
        unsigned x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
        ull w = (ull)x << 32 | y, v = (ull)z << 32 | x;
        int at = 0;
#define HOST_RESULT(device, host) expect(names[at], i, out[i * RESULTS + at], (long long)(host)), at++;
        INTEGERS(HOST_RESULT)
    }
    printf("%d integer functions of %d numbers\n", RESULTS, N);
}

// --- warps

__global__ void warps(unsigned *out)
{
    unsigned lane = threadIdx.x, part = lane < 20 ? 0x000fffff : 0xfff00000, at = lane * 16;
    int value = (int)(lane * 7 % 11) - 5;
    out[at++] = __reduce_add_sync(part, value), out[at++] = __reduce_min_sync(part, value), out[at++] = __reduce_max_sync(part, value);
    out[at++] = __reduce_add_sync(part, lane), out[at++] = __reduce_min_sync(part, lane), out[at++] = __reduce_max_sync(part, lane);
    out[at++] = __reduce_and_sync(part, lane | 16), out[at++] = __reduce_or_sync(part, 1u << lane), out[at++] = __reduce_xor_sync(part, lane * lane);
    out[at++] = __match_any_sync(part, lane % 3), out[at++] = __ballot_sync(part, lane & 1);
    out[at++] = __shfl_sync(part, lane, lane < 20 ? 3 : 23), out[at++] = __all_sync(part, lane < 20), out[at++] = __any_sync(part, lane == 7);
    __nanosleep(20);
    __syncwarp(part);
}
static void all_warps()
{
    unsigned *d, out[32][16];
    cudaMalloc(&d, sizeof out);
    warps<<<1, 32>>>(d);
    expect("an error", 1, cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost), cudaSuccess);
    for (int half = 0; half < 2; half++) {
        int from = half ? 20 : 0, to = half ? 32 : 20, sum = 0, least = 99, most = -99;
        unsigned of_lanes = 0, all = ~0u, any = 0, other = 0, odd = 0;
        for (int i = from; i < to; i++) {
            int value = i * 7 % 11 - 5;
            sum += value, least = value < least ? value : least, most = value > most ? value : most;
            of_lanes += i, all &= i | 16, any |= 1u << i, other ^= i * i, odd |= (i & 1u) << i;
        }
        for (int i = from; i < to; i++) {
            unsigned like = 0;
            for (int j = from; j < to; j++) like |= (unsigned)(j % 3 == i % 3) << j;
            const unsigned want[] = {(unsigned)sum, (unsigned)least, (unsigned)most, of_lanes, (unsigned)from, (unsigned)to - 1, all, any, other, like, odd,
                                     half ? 23u : 3u, half == 0, half == 0};
            for (int k = 0; k < 14; k++) expect("warps", i * 100 + k, out[i][k], want[k]);
        }
    }
}

// --- memory

template <class T> __device__ void through_caches(T *p, int i)
{
    T a = __ldg(p + i), b = __ldcg(p + i);
    __stwb(p + N + i, a), __stcg(p + 2 * N + i, b), __stcs(p + 3 * N + i, __ldca(p + i)), __stwt(p + 4 * N + i, __ldcs(p + i));
}
__device__ int places[N];
__constant__ int fixed = 17;
__device__ __nv_pure__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int thrice(int x) { return 3 * x; }
__global__ void memory(signed char *c, unsigned short *s, int *i, ull *l, float *f, double *d, short2 *s2, uchar4 *u4, float4 *f4, double2 *d2, int *out)
{
    int at = threadIdx.x, own = at;
    __shared__ int shared[N];
    through_caches(c, at), through_caches(s, at), through_caches(i, at), through_caches(l, at), through_caches(f, at), through_caches(d, at);
    through_caches(s2, at), through_caches(u4, at), through_caches(f4, at), through_caches(d2, at);
    shared[at] = at;
    int *generic = (int *)__cvta_shared_to_generic(__cvta_generic_to_shared(&shared[at]));
    *generic += 5;
    int *global = (int *)__cvta_global_to_generic(__cvta_generic_to_global(&places[at]));
    *global = at;
    int *local = (int *)__cvta_local_to_generic(__cvta_generic_to_local(&own));
    *local += 1000;
    int *constant = (int *)__cvta_constant_to_generic(__cvta_generic_to_constant(&fixed));
    out[at] = shared[at] + own + places[at] + *constant + (__isShared(generic) && __isGlobal(global) && __isLocal(local) && !__isGlobal(generic)) * 100000 +
              (__cvta_generic_to_shared(&shared[1]) - __cvta_generic_to_shared(&shared[0])) * 1000000;
    int *aligned = (int *)__builtin_assume_aligned(out, 16);
    const int step = 2;
#pragma unroll step * 2
    for (int k = 0; k < 8; k++) aligned[at] += k;
#pragma unroll (3)
    for (int k = 0; k < 8; k++) aligned[at] += twice(k) - thrice(k);
}
__global__ void exchange(unsigned short *halves)
{
    unsigned short seen = halves[threadIdx.x % 2], before;
    do before = seen, seen = atomicCAS(&halves[threadIdx.x % 2], before, (unsigned short)(before * 3 + 1));
    while (seen != before);
}
template <class T> static T *filled(std::vector<T> &v)
{
    T *p;
    v.resize(5 * N);
    for (size_t i = 0; i < N * sizeof(T); i++) ((unsigned char *)v.data())[i] = (unsigned char)(i * 37 + i / 256);
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}
template <class T> static void copied(const char *name, const std::vector<T> &v, const T *p)
{
    std::vector<T> got(5 * N);
    cudaMemcpy(got.data(), p, got.size() * sizeof(T), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5; i++) expect(name, i, memcmp(&got[i * N], v.data(), N * sizeof(T)), 0);
}
static void all_memory()
{
    std::vector<signed char> c; std::vector<unsigned short> s; std::vector<int> i; std::vector<ull> l; std::vector<float> f; std::vector<double> d;
    std::vector<short2> s2; std::vector<uchar4> u4; std::vector<float4> f4; std::vector<double2> d2;
    auto *pc = filled(c); auto *ps = filled(s); auto *pi = filled(i); auto *pl = filled(l); auto *pf = filled(f); auto *pd = filled(d);
    auto *p2 = filled(s2); auto *p4 = filled(u4); auto *pf4 = filled(f4); auto *pd2 = filled(d2);
    int *out, got[N];
    cudaMalloc(&out, sizeof got);
    memory<<<1, N>>>(pc, ps, pi, pl, pf, pd, p2, p4, pf4, pd2, out);
    expect("an error", 2, cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost), cudaSuccess);
    for (int k = 0; k < N; k++) expect("spaces", k, got[k], k + 5 + k + 1000 + k + 17 + 100000 + 4000000 + 28 + 2 * 28 - 3 * 28);
    copied("bytes", c, pc), copied("halves", s, ps), copied("words", i, pi), copied("long words", l, pl), copied("floats", f, pf), copied("doubles", d, pd);
    copied("short2", s2, p2), copied("uchar4", u4, p4), copied("float4", f4, pf4), copied("double2", d2, pd2);
    unsigned short halves[2] = {7, 65000}, want[2] = {7, 65000}, *d_halves;
    cudaMalloc(&d_halves, 4), cudaMemcpy(d_halves, halves, 4, cudaMemcpyHostToDevice);
    exchange<<<2, 64>>>(d_halves);
    cudaMemcpy(halves, d_halves, 4, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 64; k++) want[0] = want[0] * 3 + 1, want[1] = want[1] * 3 + 1;
    expect("atomicCAS", 0, halves[0], want[0]), expect("atomicCAS", 1, halves[1], want[1]);
}

int main()
{
    const int archs[] = {__CUDA_ARCH_LIST__};
    expect("__CUDA_ARCH_LIST__", 0, archs[0], 800), expect("__CUDACC_VER_MAJOR__", 0, __CUDACC_VER_MAJOR__, 11);
    all_integers();
    all_warps();
    all_memory();
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
