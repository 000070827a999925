// SPDX-License-Identifier: BSD-3-Clause
// <cuda_fp16.h>: half precision as a storage format (CUDA Math API, "Half Precision Intrinsics"): the type and its conversions,
// in integer instructions; all 16-bit formats share the rest.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include <cuda_runtime.h>

#ifdef __cplusplus
#include "warplock/round_odd.h"

struct __half_raw { unsigned short x; };
struct __half;
WARPLOCK_BOTH float __half2float(__half h);
WARPLOCK_BOTH __half __float2half_rn(float f);
WARPLOCK_BOTH __half __double2half(double d);
struct __align__(2) __half {
    unsigned short __x;
    __half() = default;
    __host__ __device__ __half(const __half_raw &r) : __x(r.x) {}
    __host__ __device__ __half(float f);
    __host__ __device__ __half(double d);
    __host__ __device__ __half(int i);
    __host__ __device__ __half(unsigned i);
    __host__ __device__ __half(long long i);
    __host__ __device__ __half(unsigned long long i);
    __host__ __device__ operator float() const;
    __host__ __device__ operator __half_raw() const { __half_raw raw = { __x }; return raw; }
};
typedef __half half;
struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ __half2(__half low, __half high) : x(low), y(high) {}
};
typedef __half2 half2;

WARPLOCK_BOTH float __half2float(__half h)
{
    unsigned sign = (h.__x & 0x8000u) << 16, exponent = h.__x >> 10 & 31, mantissa = h.__x & 0x3ff, bits;
    float f;

    if (exponent == 0) {                        // zero or subnormal: a multiple of 2^-24
        f = mantissa * 5.9604644775390625e-8f;
        return sign ? -f : f;
    }
    bits = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | mantissa << 13;
    __builtin_memcpy(&f, &bits, sizeof f);
    return f;
}
WARPLOCK_BOTH __half __float2half_rn(float f)
{
    unsigned bits, size, half;
    __half_raw raw;

    __builtin_memcpy(&bits, &f, sizeof bits);
    size = bits & 0x7fffffffu;
    if (size > 0x7f800000u)
        half = 0x7fff;                          // NaN
    else if (size >= 0x477ff000u)
        half = 0x7c00;                          // infinity from 65520 on
    else if (size < 0x38800000u) {              // subnormal: the sum with 0.5 rounds to multiples of 2^-24
        float sum;
        __builtin_memcpy(&sum, &size, sizeof sum);
        sum += 0.5f;
        __builtin_memcpy(&half, &sum, sizeof half);
        half -= 0x3f000000u;
    } else
        half = (size + 0xfff + (size >> 13 & 1) - 0x38000000u) >> 13;
    raw.x = (unsigned short)(half | (half == 0x7fff ? 0 : bits >> 16 & 0x8000u));
    return __half(raw);
}

#define WARPLOCK_SHORT __half
#define WARPLOCK_SHORT2 __half2
#define WARPLOCK_WORD half
#define WARPLOCK_INFINITE 0x7c00
#define WARPLOCK_ONE 0x3c00
#include "warplock/short_float.h"
#undef WARPLOCK_SHORT
#undef WARPLOCK_SHORT2
#undef WARPLOCK_WORD
#undef WARPLOCK_INFINITE
#undef WARPLOCK_ONE

inline __host__ __device__ __half::__half(float f) : __x(__float2half_rn(f).__x) {}
inline __host__ __device__ __half::__half(double d) : __x(__double2half(d).__x) {}
inline __host__ __device__ __half::__half(int i) : __x(__int2half_rn(i).__x) {}
inline __host__ __device__ __half::__half(unsigned i) : __x(__uint2half_rn(i).__x) {}
inline __host__ __device__ __half::__half(long long i) : __x(__ll2half_rn(i).__x) {}
inline __host__ __device__ __half::__half(unsigned long long i) : __x(__ull2half_rn(i).__x) {}
inline __host__ __device__ __half::operator float() const { return __half2float(*this); }
#endif

#endif
