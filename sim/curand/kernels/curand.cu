// SPDX-License-Identifier: BSD-3-Clause
// The kernels of cuRAND's generators. make ptx compiles this to curand.ptx, which the library contains.
//
// A turn is what a thread draws at once: a number, a pair of normal ones, four of Philox. Turn k of a generator is thread
// k % threads's; its results follow those of turn k - 1. The states of XORWOW and MRG32k3a stay on the device between calls;
// Philox is set to any turn at once.
#include <curand_kernel.h>

#define MINE (blockIdx.x * blockDim.x + threadIdx.x)

// States before turn `first`.
template <typename S> static __device__ __forceinline__ void set(S *states, unsigned threads, unsigned long long seed, unsigned long long first)
{
    unsigned t = MINE;

    if (t < threads)
        curand_init(seed, t, first / threads + (t < first % threads), &states[t]);
}

// Turns from `first` on whose results lie in n numbers.
template <int EACH, typename S, typename T, typename F>
static __device__ __forceinline__ void draw(S *states, unsigned threads, unsigned long long first, unsigned long long n, T *to, const F &turn)
{
    unsigned t = MINE, before = (unsigned)(first % threads);

    if (t >= threads)
        return;
    unsigned long long at = t >= before ? t - before : t + threads - before;
    S state = states[t];

    for (at *= EACH; at < n; at += (unsigned long long)EACH * threads)
        turn(&state, to + at);
    states[t] = state;
}

// The same of Philox, from result `skipped` of the first turn on.
template <int EACH, typename T, typename F>
static __device__ __forceinline__ void draw_philox(unsigned threads, unsigned long long seed, unsigned long long first, unsigned skipped,
                                                   unsigned long long n, T *to, const F &turn)
{
    unsigned long long turns = (n + skipped + EACH - 1) / EACH;

    for (unsigned long long k = MINE; k < turns; k += gridDim.x * blockDim.x) {
        curandStatePhilox4_32_10_t state;
        T results[EACH];

        curand_init(seed, (first + k) % threads, (first + k) / threads * 4, &state);
        turn(&state, results);
#pragma unroll
        for (int i = 0; i < EACH; i++)
            if (k * EACH + i >= skipped && k * EACH + i - skipped < n)
                to[k * EACH + i - skipped] = results[i];
    }
}

#define STATES(name, state) \
    extern "C" __global__ void curand_##name##_set(state *states, unsigned threads, unsigned long long seed, unsigned long long first) \
    { \
        set(states, threads, seed, first); \
    } \
    extern "C" __global__ void curand_##name##_bits(state *states, unsigned threads, unsigned long long first, unsigned long long n, unsigned *to) \
    { \
        draw<1>(states, threads, first, n, to, [] __device__(state *s, unsigned *at) { *at = curand(s); }); \
    } \
    extern "C" __global__ void curand_##name##_uniform(state *states, unsigned threads, unsigned long long first, unsigned long long n, float *to) \
    { \
        draw<1>(states, threads, first, n, to, [] __device__(state *s, float *at) { *at = curand_uniform(s); }); \
    } \
    extern "C" __global__ void curand_##name##_uniform_double(state *states, unsigned threads, unsigned long long first, unsigned long long n, \
                                                              double *to) \
    { \
        draw<1>(states, threads, first, n, to, [] __device__(state *s, double *at) { *at = curand_uniform_double(s); }); \
    } \
    extern "C" __global__ void curand_##name##_normal(state *states, unsigned threads, unsigned long long first, unsigned long long n, float *to, \
                                                      float mean, float deviation, int logarithm) \
    { \
        draw<2>(states, threads, first, n, to, [=] __device__(state *s, float *at) { \
            float2 pair = curand_normal2(s); \
            at[0] = logarithm ? expf(mean + deviation * pair.x) : mean + deviation * pair.x; \
            at[1] = logarithm ? expf(mean + deviation * pair.y) : mean + deviation * pair.y; \
        }); \
    } \
    extern "C" __global__ void curand_##name##_normal_double(state *states, unsigned threads, unsigned long long first, unsigned long long n, \
                                                             double *to, double mean, double deviation, int logarithm) \
    { \
        draw<2>(states, threads, first, n, to, [=] __device__(state *s, double *at) { \
            double2 pair = curand_normal2_double(s); \
            at[0] = logarithm ? exp(mean + deviation * pair.x) : mean + deviation * pair.x; \
            at[1] = logarithm ? exp(mean + deviation * pair.y) : mean + deviation * pair.y; \
        }); \
    }
STATES(xorwow, curandStateXORWOW_t)
STATES(mrg32k3a, curandStateMRG32k3a_t)

#define PHILOX(name, type, each, ...) \
    extern "C" __global__ void curand_philox_##name(unsigned threads, unsigned long long seed, unsigned long long first, unsigned skipped, \
                                                    unsigned long long n, type *to, type mean, type deviation, int logarithm) \
    { \
        draw_philox<each>(threads, seed, first, skipped, n, to, [=] __device__(curandStatePhilox4_32_10_t *s, type *at) { __VA_ARGS__ }); \
    }
PHILOX(bits, unsigned, 4, uint4 x = curand4(s); at[0] = x.x; at[1] = x.y; at[2] = x.z; at[3] = x.w;)
PHILOX(uniform, float, 4, float4 x = curand_uniform4(s); at[0] = x.x; at[1] = x.y; at[2] = x.z; at[3] = x.w;)
PHILOX(uniform_double, double, 2, double2 x = curand_uniform2_double(s); at[0] = x.x; at[1] = x.y;)
PHILOX(normal, float, 4, float4 x = curand_normal4(s); at[0] = x.x; at[1] = x.y; at[2] = x.z; at[3] = x.w;
       _Pragma("unroll") for (int i = 0; i < 4; i++) at[i] = logarithm ? expf(mean + deviation * at[i]) : mean + deviation * at[i];)
PHILOX(normal_double, double, 2, double2 x = curand_normal2_double(s); at[0] = x.x; at[1] = x.y;
       _Pragma("unroll") for (int i = 0; i < 2; i++) at[i] = logarithm ? exp(mean + deviation * at[i]) : mean + deviation * at[i];)
