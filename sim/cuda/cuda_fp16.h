// SPDX-License-Identifier: BSD-3-Clause
// <cuda_fp16.h>: half precision as a format of storage (CUDA Math API, "Half Precision Intrinsics"). The simulator has no
// instructions of half precision: what is computed is computed in float and rounded to nearest even, which of +, -, *, / and
// square root gives the results of the hardware; conversions are instructions of integers.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include <cuda_runtime.h>

#ifdef __cplusplus
#define WARPLOCK_HALF static __inline__ __host__ __device__ __attribute__((unused))

struct __half_raw { unsigned short x; };
struct __half;
WARPLOCK_HALF float __half2float(__half h);
WARPLOCK_HALF __half __float2half_rn(float f);
struct __align__(2) __half {
    unsigned short __x;
    __half() = default;
    __host__ __device__ __half(const __half_raw &r) : __x(r.x) {}
    __host__ __device__ __half(float f);
    __host__ __device__ __half(double f);
    __host__ __device__ __half(int i);
    __host__ __device__ operator float() const;
};
typedef __half half;

WARPLOCK_HALF float __half2float(__half h)
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
WARPLOCK_HALF __half __float2half_rn(float f)
{
    unsigned bits, size, half;
    __half_raw raw;

    __builtin_memcpy(&bits, &f, sizeof bits);
    size = bits & 0x7fffffffu;
    if (size > 0x7f800000u)
        half = 0x7fff;                          // NaN
    else if (size >= 0x477ff000u)
        half = 0x7c00;                          // from 65520 on infinity
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
inline __host__ __device__ __half::__half(float f) : __x(__float2half_rn(f).__x) {}
inline __host__ __device__ __half::__half(double f) : __x(__float2half_rn((float)f).__x) {}
inline __host__ __device__ __half::__half(int i) : __x(__float2half_rn((float)i).__x) {}
inline __host__ __device__ __half::operator float() const { return __half2float(*this); }
WARPLOCK_HALF __half __float2half(float f) { return __float2half_rn(f); }
WARPLOCK_HALF __half __int2half_rn(int i) { return __float2half_rn((float)i); }
WARPLOCK_HALF int __half2int_rz(__half h) { return (int)__half2float(h); }
WARPLOCK_HALF __half __ushort_as_half(unsigned short x) { __half_raw raw = { x }; return __half(raw); }
WARPLOCK_HALF unsigned short __half_as_ushort(__half h) { return h.__x; }

#define WARPLOCK_HALF_BINARY(name, sign) \
    WARPLOCK_HALF __half name(__half x, __half y) { return __float2half_rn(__half2float(x) sign __half2float(y)); } \
    WARPLOCK_HALF __half operator sign(__half x, __half y) { return name(x, y); } \
    WARPLOCK_HALF __half &operator sign##=(__half &x, __half y) { return x = name(x, y); }
WARPLOCK_HALF_BINARY(__hadd, +)
WARPLOCK_HALF_BINARY(__hsub, -)
WARPLOCK_HALF_BINARY(__hmul, *)
WARPLOCK_HALF_BINARY(__hdiv, /)
#undef WARPLOCK_HALF_BINARY
#define WARPLOCK_HALF_COMPARE(name, sign) \
    WARPLOCK_HALF bool name(__half x, __half y) { return __half2float(x) sign __half2float(y); } \
    WARPLOCK_HALF bool operator sign(__half x, __half y) { return name(x, y); }
WARPLOCK_HALF_COMPARE(__heq, ==)
WARPLOCK_HALF_COMPARE(__hne, !=)
WARPLOCK_HALF_COMPARE(__hlt, <)
WARPLOCK_HALF_COMPARE(__hle, <=)
WARPLOCK_HALF_COMPARE(__hgt, >)
WARPLOCK_HALF_COMPARE(__hge, >=)
#undef WARPLOCK_HALF_COMPARE
WARPLOCK_HALF __half __hneg(__half x) { return __ushort_as_half(x.__x ^ 0x8000); }
WARPLOCK_HALF __half __habs(__half x) { return __ushort_as_half(x.__x & 0x7fff); }
WARPLOCK_HALF __half operator-(__half x) { return __hneg(x); }
WARPLOCK_HALF bool __hisnan(__half x) { return (x.__x & 0x7fff) > 0x7c00; }
// The product is exact; the sum is rounded to double, float and half in turn, so that ties can go wrong.
WARPLOCK_HALF __half __hfma(__half x, __half y, __half z)
{
    return __float2half_rn((float)((double)__half2float(x) * __half2float(y) + __half2float(z)));
}
WARPLOCK_HALF __half hsqrt(__half x) { return __float2half_rn(sqrtf(__half2float(x))); }
WARPLOCK_HALF __half hexp(__half x) { return __float2half_rn(expf(__half2float(x))); }
WARPLOCK_HALF __half hlog(__half x) { return __float2half_rn(logf(__half2float(x))); }

struct __align__(4) __half2 { __half x, y; };
typedef __half2 half2;
WARPLOCK_HALF __half2 make_half2(__half x, __half y) { __half2 v; v.x = x; v.y = y; return v; }
WARPLOCK_HALF __half2 __halves2half2(__half x, __half y) { return make_half2(x, y); }
WARPLOCK_HALF __half2 __half2half2(__half x) { return make_half2(x, x); }
WARPLOCK_HALF __half2 __float2half2_rn(float f) { return __half2half2(__float2half_rn(f)); }
WARPLOCK_HALF __half2 __floats2half2_rn(float x, float y) { return make_half2(__float2half_rn(x), __float2half_rn(y)); }
WARPLOCK_HALF __half2 __float22half2_rn(float2 f) { return __floats2half2_rn(f.x, f.y); }
WARPLOCK_HALF float2 __half22float2(__half2 h) { return make_float2(__half2float(h.x), __half2float(h.y)); }
WARPLOCK_HALF float __low2float(__half2 h) { return __half2float(h.x); }
WARPLOCK_HALF float __high2float(__half2 h) { return __half2float(h.y); }
WARPLOCK_HALF __half __low2half(__half2 h) { return h.x; }
WARPLOCK_HALF __half __high2half(__half2 h) { return h.y; }
WARPLOCK_HALF __half2 __hadd2(__half2 a, __half2 b) { return make_half2(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
WARPLOCK_HALF __half2 __hsub2(__half2 a, __half2 b) { return make_half2(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
WARPLOCK_HALF __half2 __hmul2(__half2 a, __half2 b) { return make_half2(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
WARPLOCK_HALF __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
    return make_half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
#undef WARPLOCK_HALF
#endif

#endif
