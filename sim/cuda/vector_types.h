// SPDX-License-Identifier: BSD-3-Clause
// CUDA's vector types, with its alignments (Programming Guide, "Built-in Vector Types"), and dim3. For C as well.
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "host_defines.h"

#define WARPLOCK_VECTORS(name, type, align1, align2, align4) \
    struct __align__(align1) name##1 { type x; }; \
    struct __align__(align2) name##2 { type x, y; }; \
    struct __align__(align1) name##3 { type x, y, z; }; \
    struct __align__(align4) name##4 { type x, y, z, w; }; \
    typedef struct name##1 name##1; \
    typedef struct name##2 name##2; \
    typedef struct name##3 name##3; \
    typedef struct name##4 name##4;
WARPLOCK_VECTORS(char, signed char, 1, 2, 4)
WARPLOCK_VECTORS(uchar, unsigned char, 1, 2, 4)
WARPLOCK_VECTORS(short, short, 2, 4, 8)
WARPLOCK_VECTORS(ushort, unsigned short, 2, 4, 8)
WARPLOCK_VECTORS(int, int, 4, 8, 16)
WARPLOCK_VECTORS(uint, unsigned, 4, 8, 16)
WARPLOCK_VECTORS(long, long, 8, 16, 16)
WARPLOCK_VECTORS(ulong, unsigned long, 8, 16, 16)
WARPLOCK_VECTORS(longlong, long long, 8, 16, 16)
WARPLOCK_VECTORS(ulonglong, unsigned long long, 8, 16, 16)
WARPLOCK_VECTORS(float, float, 4, 8, 16)
WARPLOCK_VECTORS(double, double, 8, 16, 16)
#undef WARPLOCK_VECTORS

struct dim3 {
    unsigned x, y, z;
#ifdef __cplusplus
    __host__ __device__ constexpr dim3(unsigned in_x = 1, unsigned in_y = 1, unsigned in_z = 1) : x(in_x), y(in_y), z(in_z) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#endif
