// SPDX-License-Identifier: BSD-3-Clause
// <cuda_bf16.h>: bfloat16, the upper half of a float, as a storage format (CUDA Math API, "Bfloat16 Precision Intrinsics"): the
// type and its conversions; all 16-bit formats share the rest.
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include <cuda_runtime.h>

#ifdef __cplusplus
#include "warplock/round_odd.h"

struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat16;
WARPLOCK_BOTH float __bfloat162float(__nv_bfloat16 h);
WARPLOCK_BOTH __nv_bfloat16 __float2bfloat16_rn(float f);
WARPLOCK_BOTH __nv_bfloat16 __double2bfloat16(double d);
struct __align__(2) __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw &r) : __x(r.x) {}
    __host__ __device__ __nv_bfloat16(float f);
    __host__ __device__ __nv_bfloat16(double d);
    __host__ __device__ __nv_bfloat16(int i);
    __host__ __device__ __nv_bfloat16(unsigned i);
    __host__ __device__ __nv_bfloat16(long long i);
    __host__ __device__ __nv_bfloat16(unsigned long long i);
    __host__ __device__ operator float() const;
    __host__ __device__ operator __nv_bfloat16_raw() const { __nv_bfloat16_raw raw = { __x }; return raw; }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __host__ __device__ __nv_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) : x(low), y(high) {}
};
typedef __nv_bfloat162 nv_bfloat162;

WARPLOCK_BOTH float __bfloat162float(__nv_bfloat16 h)
{
    unsigned bits = (unsigned)h.__x << 16;
    float f;

    __builtin_memcpy(&f, &bits, sizeof f);
    return f;
}
WARPLOCK_BOTH __nv_bfloat16 __float2bfloat16_rn(float f)
{
    unsigned bits;
    __nv_bfloat16_raw raw;

    __builtin_memcpy(&bits, &f, sizeof bits);
    raw.x = (unsigned short)(f != f ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16);      // to even; the largest become infinity
    return __nv_bfloat16(raw);
}

#define WARPLOCK_SHORT __nv_bfloat16
#define WARPLOCK_SHORT2 __nv_bfloat162
#define WARPLOCK_WORD bfloat16
#define WARPLOCK_INFINITE 0x7f80
#define WARPLOCK_ONE 0x3f80
#include "warplock/short_float.h"
#undef WARPLOCK_SHORT
#undef WARPLOCK_SHORT2
#undef WARPLOCK_WORD
#undef WARPLOCK_INFINITE
#undef WARPLOCK_ONE

inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(float f) : __x(__float2bfloat16_rn(f).__x) {}
inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(double d) : __x(__double2bfloat16(d).__x) {}
inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(int i) : __x(__int2bfloat16_rn(i).__x) {}
inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(unsigned i) : __x(__uint2bfloat16_rn(i).__x) {}
inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(long long i) : __x(__ll2bfloat16_rn(i).__x) {}
inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(unsigned long long i) : __x(__ull2bfloat16_rn(i).__x) {}
inline __host__ __device__ __nv_bfloat16::operator float() const { return __bfloat162float(*this); }
#endif

#endif
