// SPDX-License-Identifier: BSD-3-Clause
// The kernels of cuFFT. make ptx compiles this to cufft.ptx, which the library contains.
//
// A transform gathers the user's numbers, makes a pass for each factor of each dimension, and scatters the results. In a
// dimension of n numbers, when factors of the product L are done, element l * (n / L) + s is the sum over t of x[s + t n / L]
// w_L^(l t): so the last pass leaves the frequencies in order (Stockham). Roots of unity come from a table of n.
#include <cuda_runtime.h>
#include "sim/cufft/kernels/layout.h"

template <typename C, typename R> static __device__ __forceinline__ void gather(const void *from, const layout &o, C *to)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x, rest = t;

    if (t >= (long long)o.batch * o.n0 * o.n1 * o.n2)
        return;
    int k = (int)(rest % o.n2), i, j;
    bool mirrored = o.numbers == NUMBERS_HALF && k > o.n2 / 2;
    C value;

    rest /= o.n2;
    j = (int)(rest % o.n1);
    rest /= o.n1;
    i = (int)(rest % o.n0);
    if (mirrored) {                             // the conjugate of what lies opposite
        k = o.n2 - k;
        j = j ? o.n1 - j : 0;
        i = i ? o.n0 - i : 0;
    }
    long long at = rest / o.n0 * o.distance + (((long long)i * o.embed1 + j) * o.embed2 + k) * o.step;

    if (o.numbers == NUMBERS_REAL) {
        value.x = ((const R *)from)[at];
        value.y = 0;
    } else {
        value = ((const C *)from)[at];
    }
    if (mirrored)
        value.y = -value.y;
    to[t] = value;
}

template <typename C, typename R> static __device__ __forceinline__ void scatter(const C *from, const layout &o, void *to)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x, rest = t;

    if (t >= (long long)o.batch * o.n0 * o.n1 * o.n2)
        return;
    int k = (int)(rest % o.n2), i, j;

    if (o.numbers == NUMBERS_HALF && k > o.n2 / 2)
        return;
    rest /= o.n2;
    j = (int)(rest % o.n1);
    rest /= o.n1;
    i = (int)(rest % o.n0);
    long long at = rest / o.n0 * o.distance + (((long long)i * o.embed1 + j) * o.embed2 + k) * o.step;

    if (o.numbers == NUMBERS_REAL)
        ((R *)to)[at] = from[t].x;
    else
        ((C *)to)[at] = from[t];
}

// Factor `radix` after the product `done`, of lines of n numbers `step` apart; one result a thread.
template <typename C, typename R>
static __device__ __forceinline__ void pass(const C *from, C *to, const C *roots, long long total, int n, long long step, int done, int radix,
                                            int inverse)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x, line = t / step;

    if (t >= total)
        return;
    int at = (int)(line % n), after = n / done / radix, frequency = at / after, power = 0;
    const C *x = from + (line - at) * step + t % step + ((long long)(frequency % done) * (n / done) + at % after) * step;
    R re = 0, im = 0;

    for (int q = 0; q < radix; q++) {
        C value = x[(long long)q * after * step], root = roots[(long long)power * after];

        if (inverse)
            root.y = -root.y;
        re += value.x * root.x - value.y * root.y;
        im += value.x * root.y + value.y * root.x;
        power += frequency;
        if (power >= done * radix)
            power -= done * radix;
    }
    C result;

    result.x = re;
    result.y = im;
    to[t] = result;
}

#define KERNELS(name, C, R) \
    extern "C" __global__ void cufft_##name##_gather(const void *from, layout o, C *to) { gather<C, R>(from, o, to); } \
    extern "C" __global__ void cufft_##name##_scatter(const C *from, layout o, void *to) { scatter<C, R>(from, o, to); } \
    extern "C" __global__ void cufft_##name##_pass(const C *from, C *to, const C *roots, long long total, int n, long long step, int done, \
                                                   int radix, int inverse) \
    { \
        pass<C, R>(from, to, roots, total, n, step, done, radix, inverse); \
    }
KERNELS(c, float2, float)
KERNELS(z, double2, double)
