// SPDX-License-Identifier: BSD-3-Clause
// make_int2 and its like, for host and device. For C as well.
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define WARPLOCK_MAKE static __inline__ __host__ __device__ __attribute__((always_inline, unused))
#define WARPLOCK_MAKERS(name, type) \
    WARPLOCK_MAKE name##1 make_##name##1(type x) { name##1 v = {x}; return v; } \
    WARPLOCK_MAKE name##2 make_##name##2(type x, type y) { name##2 v = {x, y}; return v; } \
    WARPLOCK_MAKE name##3 make_##name##3(type x, type y, type z) { name##3 v = {x, y, z}; return v; } \
    WARPLOCK_MAKE name##4 make_##name##4(type x, type y, type z, type w) { name##4 v = {x, y, z, w}; return v; }
WARPLOCK_MAKERS(char, signed char)
WARPLOCK_MAKERS(uchar, unsigned char)
WARPLOCK_MAKERS(short, short)
WARPLOCK_MAKERS(ushort, unsigned short)
WARPLOCK_MAKERS(int, int)
WARPLOCK_MAKERS(uint, unsigned)
WARPLOCK_MAKERS(long, long)
WARPLOCK_MAKERS(ulong, unsigned long)
WARPLOCK_MAKERS(longlong, long long)
WARPLOCK_MAKERS(ulonglong, unsigned long long)
WARPLOCK_MAKERS(float, float)
WARPLOCK_MAKERS(double, double)
#undef WARPLOCK_MAKERS
#undef WARPLOCK_MAKE

#endif
