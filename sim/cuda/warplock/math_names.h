// SPDX-License-Identifier: BSD-3-Clause
// Rounding to integers, remainders, parts of a number, and the basis of <cmath>'s overloads.
#ifndef WARPLOCK_CUDA_MATH_NAMES_H
#define WARPLOCK_CUDA_MATH_NAMES_H

WARPLOCK_DEVICE int abs(int x) { return x < 0 ? -x : x; }
WARPLOCK_DEVICE long labs(long x) { return x < 0 ? -x : x; }
WARPLOCK_DEVICE long long llabs(long long x) { return x < 0 ? -x : x; }

// f: the suffix of float functions
#define WARPLOCK_ROUNDINGS(type, f, from) \
    WARPLOCK_DEVICE type ceil##f(type x) { return __builtin_ceil##f(x); } \
    WARPLOCK_DEVICE type floor##f(type x) { return __builtin_floor##f(x); } \
    WARPLOCK_DEVICE type trunc##f(type x) { return __builtin_trunc##f(x); } \
    WARPLOCK_DEVICE type nearbyint##f(type x) { return __builtin_nearbyint##f(x); } \
    WARPLOCK_DEVICE type round##f(type x) { \
        type whole = __builtin_trunc##f(x); \
        return copysign##f(fabs##f(x - whole) >= (type)0.5 ? fabs##f(whole) + 1 : fabs##f(whole), x); } \
    WARPLOCK_DEVICE long long llrint##f(type x) { return __##from##2ll_rn(x); } \
    WARPLOCK_DEVICE long lrint##f(type x) { return __##from##2ll_rn(x); } \
    WARPLOCK_DEVICE long long llround##f(type x) { return __##from##2ll_rz(round##f(x)); } \
    WARPLOCK_DEVICE long lround##f(type x) { return __##from##2ll_rz(round##f(x)); } \
    WARPLOCK_DEVICE type fmin##f(type x, type y) { return __builtin_fmin##f(x, y); } \
    WARPLOCK_DEVICE type fmax##f(type x, type y) { return __builtin_fmax##f(x, y); } \
    WARPLOCK_DEVICE type fdim##f(type x, type y) { return x != x || y != y ? x + y : x > y ? x - y : 0; } \
    WARPLOCK_DEVICE type modf##f(type x, type *whole) { \
        *whole = __builtin_trunc##f(x); \
        return copysign##f(__builtin_isinf(x) ? 0 : x - *whole, x); }
WARPLOCK_ROUNDINGS(double, , double)
WARPLOCK_ROUNDINGS(float, f, float)
#undef WARPLOCK_ROUNDINGS

// --- exponents. A subnormal number is brought up first.
WARPLOCK_DEVICE double frexp(double x, int *e)
{
    *e = 0;
    if (x == 0 || !(fabs(x) < WARPLOCK_INF))
        return x;
    double up = fabs(x) < 2.2250738585072014e-308 ? x * 18014398509481984.0 : x;
    int high = __double2hiint(up);
    *e = (high >> 20 & 0x7ff) - 1022 - (up == x ? 0 : 54);
    return __hiloint2double((high & 0x800fffff) | 0x3fe00000, __double2loint(up));
}
WARPLOCK_DEVICE float frexpf(float x, int *e)
{
    *e = 0;
    if (x == 0 || !(fabsf(x) < WARPLOCK_INFF))
        return x;
    float up = fabsf(x) < 1.17549435e-38f ? x * 16777216.0f : x;
    int bits = __float_as_int(up);
    *e = (bits >> 23 & 0xff) - 126 - (up == x ? 0 : 24);
    return __int_as_float((bits & 0x807fffff) | 0x3f000000);
}
WARPLOCK_DEVICE int ilogb(double x)
{
    int e;
    if (x == 0 || !(fabs(x) < WARPLOCK_INF))
        return fabs(x) == WARPLOCK_INF ? INT_MAX : INT_MIN;
    frexp(x, &e);
    return e - 1;
}
WARPLOCK_DEVICE int ilogbf(float x)
{
    int e;
    if (x == 0 || !(fabsf(x) < WARPLOCK_INFF))
        return fabsf(x) == WARPLOCK_INFF ? INT_MAX : INT_MIN;
    frexpf(x, &e);
    return e - 1;
}
WARPLOCK_DEVICE double logb(double x) { return x == 0 ? -WARPLOCK_INF : fabs(x) < WARPLOCK_INF ? ilogb(x) : x * x; }
WARPLOCK_DEVICE float logbf(float x) { return x == 0 ? -WARPLOCK_INFF : fabsf(x) < WARPLOCK_INFF ? ilogbf(x) : x * x; }
// 2^n in three factors, so that a subnormal result is rounded once.
WARPLOCK_DEVICE double ldexp(double x, int n)
{
    int e;
    double m = frexp(x, &e);
    if (m == 0 || !(fabs(m) < WARPLOCK_INF))
        return x;
    n = n > 5000 ? 5000 : n < -5000 ? -5000 : n;
    n += e;
    return n > 1024 ? m * WARPLOCK_INF : n < -1080 ? m * 0.0 : warplock_scale(m, n);
}
WARPLOCK_DEVICE float ldexpf(float x, int n)
{
    int e;
    float m = frexpf(x, &e);
    if (m == 0 || !(fabsf(m) < WARPLOCK_INFF))
        return x;
    n = n > 1000 ? 1000 : n < -1000 ? -1000 : n;
    n += e;
    return n > 128 ? m * WARPLOCK_INFF : n < -160 ? m * 0.0f : warplock_scalef(m, (float)n);
}
WARPLOCK_DEVICE int warplock_clamp(long n) { return n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n; }
WARPLOCK_DEVICE double scalbn(double x, int n) { return ldexp(x, n); }
WARPLOCK_DEVICE float scalbnf(float x, int n) { return ldexpf(x, n); }
WARPLOCK_DEVICE double scalbln(double x, long n) { return ldexp(x, warplock_clamp(n)); }
WARPLOCK_DEVICE float scalblnf(float x, long n) { return ldexpf(x, warplock_clamp(n)); }
WARPLOCK_DEVICE double nextafter(double x, double y)
{
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysign(4.9406564584124654e-324, y);
    return __longlong_as_double(__double_as_longlong(x) + ((x < y) == (x > 0) ? 1 : -1));
}
WARPLOCK_DEVICE float nextafterf(float x, float y)
{
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysignf(1.40129846e-45f, y);
    return __int_as_float(__float_as_int(x) + ((x < y) == (x > 0) ? 1 : -1));
}

// --- remainders, exact: subtracts the divisor times a power of 2 as often as possible, at most 2^40 times per step (2^20 in
// single precision). `quotient` gets the last bits of the count.
#define WARPLOCK_REMAINDERS(type, f, steps, infinity, nan) \
    WARPLOCK_DEVICE type warplock_fmod##f(type x, type y, unsigned *quotient) { \
        int of_x, of_y; \
        type rest = fabs##f(x), by = fabs##f(y); \
        *quotient = 0; \
        if (!(rest < infinity) || y == 0 || y != y) \
            return nan; \
        while (rest >= by) { \
            frexp##f(rest, &of_x); \
            frexp##f(by, &of_y); \
            int up = of_x - of_y - steps; \
            type divisor = up > 0 ? ldexp##f(by, up) : by, times = __builtin_trunc##f(rest / divisor); \
            type left = fma##f(-times, divisor, rest); \
            if (left < 0) { \
                left += divisor; \
                times -= 1; } \
            if (up < 32) \
                *quotient += (unsigned)(unsigned long long)times << (up > 0 ? up : 0); \
            rest = left; } \
        return rest; } \
    WARPLOCK_DEVICE type fmod##f(type x, type y) { \
        unsigned quotient; \
        type rest = warplock_fmod##f(x, y, &quotient); \
        return rest != rest ? rest : copysign##f(rest, x); } \
    WARPLOCK_DEVICE type remquo##f(type x, type y, int *q) { \
        unsigned quotient; \
        type by = fabs##f(y), rest = warplock_fmod##f(x, y, &quotient), other = by - rest; \
        bool up = by < infinity && (rest > other || (rest == other && quotient & 1)); \
        type signed_rest = up ? -other : rest; \
        quotient = (quotient + up) & 0x7fffffff; \
        *q = (x < 0) != (y < 0) ? -(int)quotient : (int)quotient; \
        return rest != rest ? rest : copysign##f(1, x) * signed_rest; } \
    WARPLOCK_DEVICE type remainder##f(type x, type y) { int q; return remquo##f(x, y, &q); }
WARPLOCK_REMAINDERS(double, , 40, WARPLOCK_INF, WARPLOCK_NAN)
WARPLOCK_REMAINDERS(float, f, 20, WARPLOCK_INFF, WARPLOCK_NANF)
#undef WARPLOCK_REMAINDERS

// --- the rest
WARPLOCK_DEVICE double fdivide(double x, double y) { return x / y; }
WARPLOCK_DEVICE float fdividef(float x, float y)
{
#ifdef __CLANG_CUDA_APPROX_TRANSCENDENTALS__
    return __fdividef(x, y);
#else
    return x / y;
#endif
}
WARPLOCK_DEVICE double powi(double x, int n) { return pow(x, n); }
WARPLOCK_DEVICE float powif(float x, int n) { return powf(x, (float)n); }
WARPLOCK_DEVICE double nan(const char *) { return WARPLOCK_NAN; }
WARPLOCK_DEVICE float nanf(const char *) { return WARPLOCK_NANF; }
WARPLOCK_DEVICE int __isnan(double x) { return x != x; }
WARPLOCK_DEVICE int __isnanf(float x) { return x != x; }
WARPLOCK_DEVICE int __isinf(double x) { return fabs(x) == WARPLOCK_INF; }
WARPLOCK_DEVICE int __isinff(float x) { return fabsf(x) == WARPLOCK_INFF; }
WARPLOCK_DEVICE int __finite(double x) { return fabs(x) < WARPLOCK_INF; }
WARPLOCK_DEVICE int __finitef(float x) { return fabsf(x) < WARPLOCK_INFF; }
WARPLOCK_DEVICE int __isfinited(double x) { return __finite(x); }
WARPLOCK_DEVICE int __signbit(double x) { return __double_as_longlong(x) < 0; }
WARPLOCK_DEVICE int __signbitd(double x) { return __double_as_longlong(x) < 0; }
WARPLOCK_DEVICE int __signbitf(float x) { return __float_as_int(x) < 0; }

// Float overloads that clang's headers declare or CUDA has, but nobody defines.
#define WARPLOCK_OF_FLOAT(name) WARPLOCK_DEVICE float name(float x) { return name##f(x); }
#define WARPLOCK_OF_TWO(name) WARPLOCK_DEVICE float name(float x, float y) { return name##f(x, y); }
#define WARPLOCK_TO_INTEGER(type, name) WARPLOCK_DEVICE type name(float x) { return name##f(x); }
WARPLOCK_OF_FLOAT(acosh)
WARPLOCK_OF_FLOAT(asinh)
WARPLOCK_OF_FLOAT(atanh)
WARPLOCK_OF_FLOAT(cbrt)
WARPLOCK_OF_FLOAT(erf)
WARPLOCK_OF_FLOAT(erfc)
WARPLOCK_OF_FLOAT(exp2)
WARPLOCK_OF_FLOAT(expm1)
WARPLOCK_OF_FLOAT(lgamma)
WARPLOCK_OF_FLOAT(log1p)
WARPLOCK_OF_FLOAT(log2)
WARPLOCK_OF_FLOAT(logb)
WARPLOCK_OF_FLOAT(nearbyint)
WARPLOCK_OF_FLOAT(rint)
WARPLOCK_OF_FLOAT(round)
WARPLOCK_OF_FLOAT(tgamma)
WARPLOCK_OF_FLOAT(trunc)
WARPLOCK_OF_TWO(copysign)
WARPLOCK_OF_TWO(fdim)
WARPLOCK_OF_TWO(fmax)
WARPLOCK_OF_TWO(fmin)
WARPLOCK_OF_TWO(hypot)
WARPLOCK_OF_TWO(nextafter)
WARPLOCK_OF_TWO(remainder)
WARPLOCK_TO_INTEGER(int, ilogb)
WARPLOCK_TO_INTEGER(long, lrint)
WARPLOCK_TO_INTEGER(long, lround)
WARPLOCK_TO_INTEGER(long long, llrint)
WARPLOCK_TO_INTEGER(long long, llround)
WARPLOCK_DEVICE float fma(float x, float y, float z) { return fmaf(x, y, z); }
WARPLOCK_DEVICE float remquo(float x, float y, int *q) { return remquof(x, y, q); }
WARPLOCK_DEVICE float scalbn(float x, int n) { return scalbnf(x, n); }
WARPLOCK_DEVICE float scalbln(float x, long n) { return scalblnf(x, n); }
WARPLOCK_OF_FLOAT(rsqrt)
WARPLOCK_OF_FLOAT(rcbrt)
WARPLOCK_OF_FLOAT(exp10)
WARPLOCK_OF_FLOAT(sinpi)
WARPLOCK_OF_FLOAT(cospi)
WARPLOCK_OF_FLOAT(erfinv)
WARPLOCK_OF_FLOAT(erfcinv)
WARPLOCK_OF_FLOAT(erfcx)
WARPLOCK_OF_FLOAT(normcdf)
WARPLOCK_OF_FLOAT(normcdfinv)
#undef WARPLOCK_OF_FLOAT
#undef WARPLOCK_OF_TWO
#undef WARPLOCK_TO_INTEGER
WARPLOCK_DEVICE void sincos(float x, float *sine, float *cosine) { sincosf(x, sine, cosine); }
WARPLOCK_DEVICE void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }
WARPLOCK_DEVICE float fdivide(float x, float y) { return fdividef(x, y); }

#endif
