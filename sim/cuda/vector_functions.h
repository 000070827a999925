// make_int2 and its like, for host and device.
#ifndef WARPLOCK_CUDA_VECTOR_FUNCTIONS_H
#define WARPLOCK_CUDA_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define WARPLOCK_MAKE static __inline__ __host__ __device__ __attribute__((always_inline))
#define WARPLOCK_MAKERS(name, type) \
    WARPLOCK_MAKE name##1 make_##name##1(type x) { return name##1{x}; } \
    WARPLOCK_MAKE name##2 make_##name##2(type x, type y) { return name##2{x, y}; } \
    WARPLOCK_MAKE name##3 make_##name##3(type x, type y, type z) { return name##3{x, y, z}; } \
    WARPLOCK_MAKE name##4 make_##name##4(type x, type y, type z, type w) { return name##4{x, y, z, w}; }
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
