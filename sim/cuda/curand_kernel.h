// SPDX-License-Identifier: BSD-3-Clause
// <curand_kernel.h>: random numbers in kernels: XORWOW (Marsaglia 2003), Philox4_32_10 (Salmon and others 2011), MRG32k3a
// (L'Ecuyer 1999). Sequences, subsequences and distributions as NVIDIA documents them (cuRAND library, device API); written
// from that and from the papers. Missing: MTGP32, Sobol, Poisson and discrete distributions.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include "curand.h"
#include "warplock/curand_tables.h"

#define WARPLOCK_CURAND static __device__ __inline__ __attribute__((unused))

// The second of a pair of normal numbers, for the next call.
#define WARPLOCK_CURAND_KEPT int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double

typedef struct curandStateXORWOW { unsigned d, v[5]; WARPLOCK_CURAND_KEPT; } curandStateXORWOW_t;
typedef struct curandStatePhilox4_32_10 { uint4 ctr, output; uint2 key; unsigned STATE; WARPLOCK_CURAND_KEPT; } curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a { unsigned s1[3], s2[3]; WARPLOCK_CURAND_KEPT; } curandStateMRG32k3a_t;
typedef curandStateXORWOW_t curandState_t;
typedef curandStateXORWOW_t curandState;

// --- XORWOW: five words of an xorshift, and a sum

WARPLOCK_CURAND unsigned curand(curandStateXORWOW_t *state)
{
    unsigned t = state->v[0] ^ (state->v[0] >> 2);

    state->v[0] = state->v[1];
    state->v[1] = state->v[2];
    state->v[2] = state->v[3];
    state->v[3] = state->v[4];
    state->v[4] = state->v[4] ^ (state->v[4] << 4) ^ t ^ (t << 1);
    state->d += 362437;
    return state->v[4] + state->d;
}

// Jumps 2^(first + k) steps for each bit k of n: applies a polynomial in one step to the words.
WARPLOCK_CURAND void warplock_curand_jump(unsigned long long n, unsigned first, curandStateXORWOW_t *state)
{
    for (; n; n >>= 1, first++) {
        unsigned sum[5] = { 0, 0, 0, 0, 0 }, d = state->d;

        if (!(n & 1))
            continue;
        for (int word = 0; word < 5; word++) {
            unsigned polynomial = warplock_curand_xorwow[first][word];

            for (int bit = 0; bit < 32; bit++, polynomial >>= 1) {
                unsigned taken = 0u - (polynomial & 1);

                sum[0] ^= state->v[0] & taken;
                sum[1] ^= state->v[1] & taken;
                sum[2] ^= state->v[2] & taken;
                sum[3] ^= state->v[3] & taken;
                sum[4] ^= state->v[4] & taken;
                curand(state);
            }
        }
        state->v[0] = sum[0];
        state->v[1] = sum[1];
        state->v[2] = sum[2];
        state->v[3] = sum[3];
        state->v[4] = sum[4];
        state->d = d;
    }
}

WARPLOCK_CURAND void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    warplock_curand_jump(n, 0, state);
    state->d += 362437 * (unsigned)n;
}

// A subsequence is 2^67 numbers, after which the sum repeats.
WARPLOCK_CURAND void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) { warplock_curand_jump(n, 67, state); }

WARPLOCK_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, curandStateXORWOW_t *state)
{
    unsigned low = 1099087573u * ((unsigned)seed ^ 0xaad26b49u), high = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);

    state->d = 6615241 + high + low;
    state->v[0] = 123456789 + low;
    state->v[1] = 362436069 ^ low;
    state->v[2] = 521288629 + high;
    state->v[3] = 88675123 ^ high;
    state->v[4] = 5783321 + low;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

// --- Philox4_32_10: a block cipher of a counter, whose upper half is the subsequence

WARPLOCK_CURAND uint4 curand_Philox4x32_10(uint4 c, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned low0 = 0xd2511f53u * c.x, high0 = __umulhi(0xd2511f53u, c.x), low1 = 0xcd9e8d57u * c.z, high1 = __umulhi(0xcd9e8d57u, c.z);

        c = make_uint4(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return c;
}

WARPLOCK_CURAND void warplock_curand_count(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    unsigned long long low = (unsigned long long)state->ctr.y << 32 | state->ctr.x, sum = low + n;

    if (sum < low && !++state->ctr.z)
        state->ctr.w++;
    state->ctr.x = (unsigned)sum;
    state->ctr.y = (unsigned)(sum >> 32);
}

WARPLOCK_CURAND void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    state->STATE += (unsigned)n & 3;
    warplock_curand_count(n / 4 + state->STATE / 4, state);
    state->STATE %= 4;
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

WARPLOCK_CURAND void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;

    state->ctr.z = (unsigned)high;
    state->ctr.w = (unsigned)(high >> 32);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}

WARPLOCK_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                 curandStatePhilox4_32_10_t *state)
{
    state->ctr = make_uint4(0, 0, (unsigned)subsequence, (unsigned)(subsequence >> 32));
    state->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
    state->STATE = 0;
    skipahead(offset, state);
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

WARPLOCK_CURAND unsigned curand(curandStatePhilox4_32_10_t *state)
{
    unsigned at = state->STATE++;
    uint4 o = state->output;

    if (at == 3)
        skipahead(0, state);
    return at == 0 ? o.x : at == 1 ? o.y : at == 2 ? o.z : o.w;
}

// The next four.
WARPLOCK_CURAND uint4 curand4(curandStatePhilox4_32_10_t *state)
{
    uint4 a = state->output, b;

    warplock_curand_count(1, state);
    b = state->output = curand_Philox4x32_10(state->ctr, state->key);
    switch (state->STATE) {
    case 0:  return a;
    case 1:  return make_uint4(a.y, a.z, a.w, b.x);
    case 2:  return make_uint4(a.z, a.w, b.x, b.y);
    default: return make_uint4(a.w, b.x, b.y, b.z);
    }
}

// --- MRG32k3a: the difference of two recurrences of order 3

WARPLOCK_CURAND unsigned warplock_curand_row(const unsigned *row, unsigned modulus, const unsigned *s)
{
    unsigned long long a = (unsigned long long)row[0] * s[0] % modulus, b = (unsigned long long)row[1] * s[1] % modulus;

    return (unsigned)((a + b + (unsigned long long)row[2] * s[2] % modulus) % modulus);
}

WARPLOCK_CURAND void warplock_curand_matrix(const unsigned *matrix, unsigned modulus, unsigned *s)
{
    unsigned first = warplock_curand_row(matrix, modulus, s), second = warplock_curand_row(matrix + 3, modulus, s);

    s[2] = warplock_curand_row(matrix + 6, modulus, s);
    s[0] = first;
    s[1] = second;
}

WARPLOCK_CURAND void warplock_curand_jump(unsigned long long n, unsigned first, curandStateMRG32k3a_t *state)
{
    for (; n; n >>= 1, first++)
        if (n & 1) {
            warplock_curand_matrix(warplock_curand_mrg[first][0], 4294967087u, state->s1);
            warplock_curand_matrix(warplock_curand_mrg[first][1], 4294944443u, state->s2);
        }
}

WARPLOCK_CURAND void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) { warplock_curand_jump(n, 0, state); }
// A subsequence is 2^76 numbers.
WARPLOCK_CURAND void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) { warplock_curand_jump(n, 64, state); }

WARPLOCK_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                 curandStateMRG32k3a_t *state)
{
    unsigned long long low = (unsigned)seed ^ 0x55555555u, high = (unsigned)(seed >> 32) ^ 0xaaaaaaaau;

    for (int i = 0; i < 3; i++)
        state->s1[i] = state->s2[i] = 12345;
    if (seed) {
        state->s1[0] = (unsigned)(low * 12345 % 4294967087u);
        state->s1[1] = (unsigned)(high * 12345 % 4294967087u);
        state->s1[2] = (unsigned)(low * 12345 % 4294967087u);
        state->s2[0] = (unsigned)(high * 12345 % 4294944443u);
        state->s2[1] = (unsigned)(low * 12345 % 4294944443u);
        state->s2[2] = (unsigned)(high * 12345 % 4294944443u);
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

// From 1 to 4294967087.
WARPLOCK_CURAND double curand_MRG32k3a(curandStateMRG32k3a_t *state)
{
    unsigned long long a = 1403580ull * state->s1[1] + 810728ull * (4294967087u - state->s1[0]);
    unsigned long long b = 527612ull * state->s2[2] + 1370589ull * (4294944443u - state->s2[0]);
    unsigned p = (unsigned)(a % 4294967087u), q = (unsigned)(b % 4294944443u);

    state->s1[0] = state->s1[1];
    state->s1[1] = state->s1[2];
    state->s1[2] = p;
    state->s2[0] = state->s2[1];
    state->s2[1] = state->s2[2];
    state->s2[2] = q;
    return p > q ? (double)(p - q) : (double)p - (double)q + 4294967087.0;
}

// Spread over 32 bits.
WARPLOCK_CURAND unsigned curand(curandStateMRG32k3a_t *state) { return (unsigned)(curand_MRG32k3a(state) * 1.000000048662); }

// --- distributions: uniform ones without 0 and with 1, normal ones in pairs by Box and Muller

WARPLOCK_CURAND float _curand_uniform(unsigned x) { return x * 2.3283064e-10f + 2.3283064e-10f / 2; }
WARPLOCK_CURAND double _curand_uniform_double(unsigned x, unsigned y)
{
    return (double)(x ^ (unsigned long long)y << 21) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2;
}

WARPLOCK_CURAND float curand_uniform(curandStateXORWOW_t *state) { return _curand_uniform(curand(state)); }
WARPLOCK_CURAND float curand_uniform(curandStatePhilox4_32_10_t *state) { return _curand_uniform(curand(state)); }
WARPLOCK_CURAND float curand_uniform(curandStateMRG32k3a_t *state) { return (float)(curand_MRG32k3a(state) * 2.328306549295727688e-10); }
WARPLOCK_CURAND float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);

    return make_float4(_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w));
}

WARPLOCK_CURAND double curand_uniform_double(curandStateXORWOW_t *state)
{
    unsigned x = curand(state);

    return _curand_uniform_double(x, curand(state));
}
// One 32-bit number, where XORWOW takes two; from 2^-32 to 1.
WARPLOCK_CURAND double curand_uniform_double(curandStatePhilox4_32_10_t *state) { return (curand(state) + 1.0) / 4294967296.0; }
WARPLOCK_CURAND double curand_uniform_double(curandStateMRG32k3a_t *state) { return curand_MRG32k3a(state) * 2.328306549295727688e-10; }
WARPLOCK_CURAND double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);

    return make_double2(_curand_uniform_double(x.x, x.y), _curand_uniform_double(x.z, x.w));
}

// From two uniform numbers.
WARPLOCK_CURAND float2 warplock_curand_normal(float u, float v)
{
    float size = sqrtf(-2 * logf(u));
    float2 pair;

    __sincosf(v, &pair.x, &pair.y);
    return make_float2(size * pair.x, size * pair.y);
}
WARPLOCK_CURAND double2 warplock_curand_normal_double(double u, double half_turns)
{
    double size = sqrt(-2 * log(u)), sine, cosine;

    sincospi(half_turns, &sine, &cosine);
    return make_double2(size * sine, size * cosine);
}
WARPLOCK_CURAND float2 _curand_box_muller(unsigned x, unsigned y)
{
    return warplock_curand_normal(_curand_uniform(x), y * (2.3283064e-10f * 6.2831855f) + 2.3283064e-10f * 6.2831855f / 2);
}
WARPLOCK_CURAND double2 _curand_box_muller_double(unsigned x0, unsigned x1, unsigned y0, unsigned y1)
{
    return warplock_curand_normal_double(_curand_uniform_double(x0, x1), 2 * _curand_uniform_double(y0, y1));
}

#define WARPLOCK_CURAND_PAIRS(type) \
    WARPLOCK_CURAND float2 curand_normal2(type *state) \
    { \
        unsigned x = curand(state); \
        return _curand_box_muller(x, curand(state)); \
    } \
    WARPLOCK_CURAND double2 curand_normal2_double(type *state) \
    { \
        unsigned x0 = curand(state), x1 = curand(state), y0 = curand(state); \
        return _curand_box_muller_double(x0, x1, y0, curand(state)); \
    }
WARPLOCK_CURAND_PAIRS(curandStateXORWOW_t)
WARPLOCK_CURAND_PAIRS(curandStatePhilox4_32_10_t)
#undef WARPLOCK_CURAND_PAIRS
WARPLOCK_CURAND float2 curand_normal2(curandStateMRG32k3a_t *state)
{
    float u = curand_uniform(state);

    return warplock_curand_normal(u, curand_uniform(state) * 6.2831855f);
}
WARPLOCK_CURAND double2 curand_normal2_double(curandStateMRG32k3a_t *state)
{
    double u = curand_uniform_double(state);

    return warplock_curand_normal_double(u, 2 * curand_uniform_double(state));
}
WARPLOCK_CURAND float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    float2 a = _curand_box_muller(x.x, x.y), b = _curand_box_muller(x.z, x.w);

    return make_float4(a.x, a.y, b.x, b.y);
}

#define WARPLOCK_CURAND_NORMAL(type) \
    WARPLOCK_CURAND float curand_normal(type *state) \
    { \
        state->boxmuller_flag = !state->boxmuller_flag; \
        if (!state->boxmuller_flag) \
            return state->boxmuller_extra; \
        float2 pair = curand_normal2(state); \
        state->boxmuller_extra = pair.y; \
        return pair.x; \
    } \
    WARPLOCK_CURAND double curand_normal_double(type *state) \
    { \
        state->boxmuller_flag_double = !state->boxmuller_flag_double; \
        if (!state->boxmuller_flag_double) \
            return state->boxmuller_extra_double; \
        double2 pair = curand_normal2_double(state); \
        state->boxmuller_extra_double = pair.y; \
        return pair.x; \
    } \
    WARPLOCK_CURAND float curand_log_normal(type *state, float mean, float deviation) { return expf(mean + deviation * curand_normal(state)); } \
    WARPLOCK_CURAND double curand_log_normal_double(type *state, double mean, double deviation) \
    { \
        return exp(mean + deviation * curand_normal_double(state)); \
    } \
    WARPLOCK_CURAND float2 curand_log_normal2(type *state, float mean, float deviation) \
    { \
        float2 pair = curand_normal2(state); \
        return make_float2(expf(mean + deviation * pair.x), expf(mean + deviation * pair.y)); \
    } \
    WARPLOCK_CURAND double2 curand_log_normal2_double(type *state, double mean, double deviation) \
    { \
        double2 pair = curand_normal2_double(state); \
        return make_double2(exp(mean + deviation * pair.x), exp(mean + deviation * pair.y)); \
    }
WARPLOCK_CURAND_NORMAL(curandStateXORWOW_t)
WARPLOCK_CURAND_NORMAL(curandStatePhilox4_32_10_t)
WARPLOCK_CURAND_NORMAL(curandStateMRG32k3a_t)
#undef WARPLOCK_CURAND_NORMAL
WARPLOCK_CURAND float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float deviation)
{
    float4 x = curand_normal4(state);

    return make_float4(expf(mean + deviation * x.x), expf(mean + deviation * x.y), expf(mean + deviation * x.z), expf(mean + deviation * x.w));
}
#undef WARPLOCK_CURAND
#undef WARPLOCK_CURAND_KEPT

#endif
