// SPDX-License-Identifier: BSD-3-Clause
// Half precision and bfloat16, both on the device: arithmetic, conversions, comparisons, pairs, atomics and shuffles against
// whole numbers of 128 bits, rounded once.
// plant: s/out\[3\] = __hfma(a, b, c)/out[3] = __hadd(__hmul(a, b), c)/
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned short bits16;
enum { RESULTS = 14 };

// What differs between the two: names, bits of the mantissa behind the point, and the place of the smallest number.
#define FORMAT(S, type, word, digits, lowest) \
    struct S { \
        typedef type T; \
        typedef type##2 T2; \
        enum { DIGITS = digits, LOWEST = lowest }; \
        static __host__ __device__ T of_bits(bits16 x) { return __ushort_as_##word(x); } \
        static __host__ __device__ bits16 bits(T x) { return __##word##_as_ushort(x); } \
        static __host__ __device__ float to_float(T x) { return __##word##2float(x); } \
        static __device__ T rounded(float f, int way) { \
            return way == 0 ? __float2##word##_rn(f) : way == 1 ? __float2##word##_rz(f) : way == 2 ? __float2##word##_rd(f) : __float2##word##_ru(f); } \
        static __device__ T of_int(long long x) { return __ll2##word##_rn(x); } \
        static __device__ int to_int(T x) { return __##word##2int_rn(x); } \
        static __device__ T2 pair(T x, T y) { return __halves2##word##2(x, y); } \
    };
FORMAT(Half, __half, half, 10, -24)
FORMAT(Bfloat, __nv_bfloat16, bfloat16, 7, -133)

template <class F> __global__ void compute(const bits16 *x, const bits16 *y, const bits16 *z, bits16 *results, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    typename F::T a = F::of_bits(x[i]), b = F::of_bits(y[i]), c = F::of_bits(z[i]), out[RESULTS];
    out[0] = a + b;
    out[1] = __hsub(a, b);
    out[2] = a * b;
    out[3] = __hfma(a, b, c);
    out[4] = a / b;
    typename F::T2 v = __hfma2(F::pair(a, b), F::pair(b, c), F::pair(c, a)), w = F::pair(a, b) - F::pair(b, c);
    out[5] = v.x;
    out[6] = v.y;
    out[7] = w.y;
    out[8] = __hmax(a, b);
    out[9] = __hmin(a, b);
    out[10] = F::of_bits((a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * __hgeu(a, b) + 32 * __hne(a, b));
    out[11] = __shfl_xor_sync(0xffffffff, a, 1);
    out[12] = __hadd_sat(a, b);
    out[13] = hsqrt(__habs(a));
    for (int k = 0; k < RESULTS; k++) results[k * n + i] = F::bits(out[k]);
}
template <class F> __global__ void convert(const float *f, const long long *whole, bits16 *results, int *back, typename F::T *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int way = 0; way < 4; way++) results[way * n + i] = F::bits(F::rounded(f[i], way));
    results[4 * n + i] = F::bits(F::of_int(whole[i]));
    results[5 * n + i] = F::bits(typename F::T((double)whole[i]));
    back[i] = F::to_int(F::of_bits((bits16)i));
    if (i < 200) atomicAdd(&sums[i % 3], F::of_bits(F::bits(typename F::T(1))));
}

// sign * size * 2^place with so many digits behind the point; what is lost decides as `way` says: to nearest even, towards 0, down, up
template <class F> static bits16 once(bool minus, unsigned __int128 size, int place, bool more, int way = 0)
{
    if (size == 0 && !more) return minus ? 0x8000 : 0;
    int top = -1;
    for (unsigned __int128 s = size; s; s >>= 1) top++;
    int last = top + place - F::DIGITS;                             // the place of the last digit
    if (last < F::LOWEST || top < 0) last = F::LOWEST;
    int cut = last - place;
    unsigned __int128 kept = cut > 127 ? 0 : cut > 0 ? size >> cut : size << -cut;
    unsigned __int128 lost = cut <= 0 ? 0 : cut > 127 ? size : size & (((unsigned __int128)1 << cut) - 1);
    bool half = cut > 0 && cut <= 128 && size >> (cut - 1) & 1, rest = more || (half ? lost != (unsigned __int128)1 << (cut - 1) : lost != 0);
    bool up = way == 0 ? half && (rest || (kept & 1)) : way == 1 ? false : (lost != 0 || more) && (way == 2) == minus;
    kept += up;
    if (kept >> (F::DIGITS + 1)) kept >>= 1, last++;
    const int largest = (1 << (15 - F::DIGITS)) - 1;
    unsigned long long exponent = kept >> F::DIGITS ? last - F::LOWEST + 1 : 0;
    unsigned long long bits = kept >> F::DIGITS ? exponent << F::DIGITS | (unsigned long long)(kept & ((1 << F::DIGITS) - 1)) : (unsigned long long)kept;
    if (exponent >= (unsigned)largest) {
        bool finite = way == 1 || (way == 2 && !minus) || (way == 3 && minus);
        bits = ((unsigned long long)largest << F::DIGITS) - finite;
    }
    return (bits16)(bits | (minus ? 0x8000 : 0));
}
// A finite number in units of 2^place.
template <class F> static __int128 units(bits16 x, int place)
{
    int e = (x & 0x7fff) >> F::DIGITS, m = x & ((1 << F::DIGITS) - 1);
    __int128 v = e ? m | 1 << F::DIGITS : m;
    int shift = F::LOWEST + (e ? e - 1 : 0) - place;
    v = shift >= 0 ? v << shift : v >> -shift;
    return x & 0x8000 ? -v : v;
}
template <class F> static bits16 sum(__int128 v, int place, bool minus_zero)
{
    return once<F>(v ? v < 0 : minus_zero, v < 0 ? -(unsigned __int128)v : (unsigned __int128)v, place, false);
}

template <class F> static int check(const char *name)
{
    const int n = 4096, all = 65536;
    static bits16 x[n], y[n], z[n], got[RESULTS * n], turned[6 * all];
    static float f[all];
    static long long whole[all];
    static int back[all];
    unsigned long long state = 88172645463325252ull;
    int wrong = 0;
    auto next = [&] { state ^= state << 13, state ^= state >> 7, state ^= state << 17; return state >> 11; };
    // Exponents near each other, so that sums are exact in 128 bits and ties are frequent.
    const int middle = F::DIGITS == 10 ? 15 : 127, spread = F::DIGITS == 10 ? 28 : 20;
    auto any = [&] {
        unsigned long long r = next();
        unsigned exponent = (unsigned)(middle - spread / 2 + (int)(r >> 16 & 0xff) % spread), mantissa = (unsigned)(r & ((1 << F::DIGITS) - 1));
        if ((r >> 30 & 3) == 0) mantissa &= mantissa << 3;
        return (bits16)((r >> 31 & 1) << 15 | exponent << F::DIGITS | mantissa);
    };
    for (int i = 0; i < n; i++) x[i] = any(), y[i] = any(), z[i] = any();
    bits16 *d_x, *d_y, *d_z, *d_r, *d_t;
    float *d_f;
    long long *d_w;
    int *d_back;
    typename F::T *d_sums, sums[4];
    cudaMalloc(&d_x, sizeof x), cudaMalloc(&d_y, sizeof y), cudaMalloc(&d_z, sizeof z), cudaMalloc(&d_r, sizeof got);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice), cudaMemcpy(d_z, z, sizeof z, cudaMemcpyHostToDevice);
    compute<F><<<n / 128, 128>>>(d_x, d_y, d_z, d_r, n);
    cudaMemcpy(got, d_r, sizeof got, cudaMemcpyDeviceToHost);
    const int place = 2 * (middle - spread / 2 - (F::DIGITS == 10 ? 15 : 127) - F::DIGITS) - 2;
    for (int i = 0; i < n; i++) {
        bits16 want[RESULTS];
        __int128 a = units<F>(x[i], place), b = units<F>(y[i], place), c = units<F>(z[i], place);
        auto product = [&](bits16 p, bits16 q) { return units<F>(p, place / 2) * units<F>(q, place / 2); };
        __int128 ab = product(x[i], y[i]), bc = product(y[i], z[i]);
        float fa = F::to_float(F::of_bits(x[i])), fb = F::to_float(F::of_bits(y[i]));
        want[0] = sum<F>(a + b, place, false);
        want[1] = sum<F>(a - b, place, false);
        want[2] = sum<F>(ab, place, false);
        want[3] = want[5] = sum<F>(ab + c, place, false);
        unsigned __int128 top = (unsigned __int128)(a < 0 ? -a : a), under = (unsigned __int128)(b < 0 ? -b : b);
        int raise = 0, lower = 0;
        while (!(top >> 126 & 1)) top <<= 1, raise++;
        while (!(under & 1)) under >>= 1, lower++;
        want[4] = once<F>((a < 0) != (b < 0), top / under, -raise - lower, top % under != 0);
        want[6] = sum<F>(bc + a, place, false);
        want[7] = sum<F>(b - c, place, false);
        want[8] = a > b ? x[i] : y[i];
        want[9] = a < b ? x[i] : y[i];
        want[10] = (bits16)((a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a >= b) + 32 * (a != b));
        want[11] = x[i ^ 1];
        want[12] = a + b <= 0 ? 0 : fa + fb >= 1 ? F::bits(typename F::T(1)) : want[0];
        want[13] = got[13 * n + i];
        double root = F::to_float(F::of_bits(got[13 * n + i])), exact = sqrt(fabs((double)fa));
        wrong += !(fabs(root - exact) <= exact * ldexp(0.5, -F::DIGITS) * 1.0000001);
        for (int k = 0; k < RESULTS; k++)
            if (got[k * n + i] != want[k] && wrong++ < 5)
                printf("%s: %d: %04x %04x %04x: seen %04x, expected %04x\n", name, k, x[i], y[i], z[i], got[k * n + i], want[k]);
    }

    for (int i = 0; i < all; i++) {
        unsigned word = (unsigned)next();
        if (i & 1) word = (word & 0x80000fffu) | (unsigned)F::bits(F::of_bits(any())) << 15 | (i & 2 ? 0x1000 : 0);        // near ties
        memcpy(&f[i], &word, sizeof word);
        if (f[i] - f[i] != 0) f[i] = (float)i;
        long long tie = 0x101ll << (next() % 40 + 12), r = (long long)next();
        whole[i] = i & 1 ? tie | ((r & 3) == 0) : i & 2 ? r : r % 70000 - 35000;
        if (i & 4) whole[i] = -whole[i];
    }
    cudaMalloc(&d_f, sizeof f), cudaMalloc(&d_w, sizeof whole), cudaMalloc(&d_t, sizeof turned), cudaMalloc(&d_back, sizeof back), cudaMalloc(&d_sums, sizeof sums);
    cudaMemset(d_sums, 0, sizeof sums);
    cudaMemcpy(d_f, f, sizeof f, cudaMemcpyHostToDevice), cudaMemcpy(d_w, whole, sizeof whole, cudaMemcpyHostToDevice);
    convert<F><<<all / 256, 256>>>(d_f, d_w, d_t, d_back, d_sums, all);
    cudaMemcpy(turned, d_t, sizeof turned, cudaMemcpyDeviceToHost), cudaMemcpy(back, d_back, sizeof back, cudaMemcpyDeviceToHost);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < all; i++) {
        unsigned word;
        memcpy(&word, &f[i], sizeof word);
        unsigned size = (word & 0x7fffff) | (word >> 23 & 255 ? 0x800000 : 0);
        int e = (int)(word >> 23 & 255) - (word >> 23 & 255 ? 150 : 149);
        bits16 want[6];
        for (int way = 0; way < 4; way++) want[way] = once<F>(word >> 31, size, e, false, way);
        want[4] = once<F>(whole[i] < 0, (unsigned __int128)(whole[i] < 0 ? -whole[i] : whole[i]), 0, false);
        double d = (double)whole[i];
        want[5] = once<F>(d < 0, (unsigned __int128)(d < 0 ? -d : d), 0, false);
        for (int k = 0; k < 6; k++)
            if (turned[k * all + i] != want[k] && wrong++ < 5)
                printf("%s: conversion %d of %a, %lld: seen %04x, expected %04x\n", name, k, f[i], whole[i], turned[k * all + i], want[k]);
        double v = F::to_float(F::of_bits((bits16)i)), r = v != v ? 0 : nearbyint(v);
        wrong += back[i] != (r >= 2147483647.0 ? INT_MAX : r <= -2147483648.0 ? INT_MIN : (int)r);
    }
    wrong += F::to_float(sums[0]) != 67 || F::to_float(sums[1]) != 67 || F::to_float(sums[2]) != 66 || F::to_float(sums[3]) != 0;
    typename F::T none = F::of_bits(0x7fff), one = typename F::T(1);
    wrong += none == none || !(none != none) || __hne(none, one) || !__hltu(none, one) || F::bits(__hmax(none, one)) != F::bits(one) ||
        !__hisnan(__hmin_nan(one, none)) || F::bits(__hmax(F::of_bits(0x8000), F::of_bits(0))) != 0 || F::bits(__hfma_relu(one, -one, none)) != 0x7fff;
    // A product that is a tie, and a number far below it that decides: too far for a double to hold both.
    const int k = (F::DIGITS + 1) / 2;
    typename F::T p = F::of_bits(F::bits(one) + (1 << (F::DIGITS - k))), q = F::of_bits(F::bits(one) + (1 << (F::DIGITS - (F::DIGITS + 1 - k))));
    bits16 even = F::bits(__hfma(p, q, F::of_bits(0)));
    int above = F::bits(__hfma(p, q, F::of_bits(1))), below = F::bits(__hfma(p, q, F::of_bits(0x8001)));
    wrong += (even & 1) || above != below + 1 || (even != above && even != below);
    printf("%s: %d wrong\n", name, wrong);
    return wrong;
}

int main()
{
    int wrong = check<Half>("half") + check<Bfloat>("bfloat16");
    printf("%s\n", wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
