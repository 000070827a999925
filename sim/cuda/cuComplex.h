// SPDX-License-Identifier: BSD-3-Clause
// <cuComplex.h>: complex numbers as CUDA names them, for host and device. For C as well.
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include <math.h>
#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define WARPLOCK_COMPLEX static __inline__ __host__ __device__ __attribute__((unused))
// For one precision: the type, its part's, the names' suffix, the maker and the functions of <math.h>.
#define WARPLOCK_COMPLEX_OF(complex, real, end, make, absolute, root) \
    WARPLOCK_COMPLEX real cuCreal##end(complex x) { return x.x; } \
    WARPLOCK_COMPLEX real cuCimag##end(complex x) { return x.y; } \
    WARPLOCK_COMPLEX complex cuConj##end(complex x) { return make(x.x, -x.y); } \
    WARPLOCK_COMPLEX complex cuCadd##end(complex x, complex y) { return make(x.x + y.x, x.y + y.y); } \
    WARPLOCK_COMPLEX complex cuCsub##end(complex x, complex y) { return make(x.x - y.x, x.y - y.y); } \
    WARPLOCK_COMPLEX complex cuCmul##end(complex x, complex y) \
    { return make(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x); } \
    WARPLOCK_COMPLEX complex cuCfma##end(complex x, complex y, complex d) { return cuCadd##end(cuCmul##end(x, y), d); } \
    /* scaled, so that nothing overflows that the quotient does not */ \
    WARPLOCK_COMPLEX complex cuCdiv##end(complex x, complex y) \
    { \
        real s = absolute(y.x) + absolute(y.y), a = x.x / s, b = x.y / s, c = y.x / s, d = y.y / s, n = c * c + d * d; \
        return make((a * c + b * d) / n, (b * c - a * d) / n); \
    } \
    WARPLOCK_COMPLEX real cuCabs##end(complex x) \
    { \
        real a = absolute(x.x), b = absolute(x.y), v = a > b ? a : b, w = a > b ? b : a, t = v == 0 ? 0 : w / v; \
        return v == 0 || w == 0 ? v + w : v * root(1 + t * t); \
    }
WARPLOCK_COMPLEX cuFloatComplex make_cuFloatComplex(float x, float y) { return make_float2(x, y); }
WARPLOCK_COMPLEX cuDoubleComplex make_cuDoubleComplex(double x, double y) { return make_double2(x, y); }
WARPLOCK_COMPLEX cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }
WARPLOCK_COMPLEX_OF(cuFloatComplex, float, f, make_float2, fabsf, sqrtf)
WARPLOCK_COMPLEX_OF(cuDoubleComplex, double, , make_double2, fabs, sqrt)
WARPLOCK_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return make_double2(x.x, x.y); }
WARPLOCK_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) { return make_float2((float)x.x, (float)x.y); }
#undef WARPLOCK_COMPLEX_OF
#undef WARPLOCK_COMPLEX

#endif
