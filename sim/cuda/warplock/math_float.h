// SPDX-License-Identifier: BSD-3-Clause
// Single precision, computed in single precision: what kernels call most. math_special.h computes the rest in double. Bounds as
// in math_double.h; hardware may miss them, as its ex2.approx and lg2.approx are less exact than the simulator's.
#ifndef WARPLOCK_CUDA_MATH_FLOAT_H
#define WARPLOCK_CUDA_MATH_FLOAT_H

#include "math_double.h"

#define WARPLOCK_NANF __int_as_float(0x7fffffff)
#define WARPLOCK_INFF __int_as_float(0x7f800000)

WARPLOCK_DEVICE float fabsf(float x) { return __builtin_fabsf(x); }
WARPLOCK_DEVICE float sqrtf(float x) { return __builtin_sqrtf(x); }
WARPLOCK_DEVICE float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
WARPLOCK_DEVICE float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
WARPLOCK_DEVICE float copysignf(float x, float y) { return __builtin_copysignf(x, y); }
WARPLOCK_DEVICE float rintf(float x) { return __builtin_rintf(x); }

#ifdef __CLANG_CUDA_APPROX_TRANSCENDENTALS__
#define WARPLOCK_FAST(fast, x) return fast(x);
#else
#define WARPLOCK_FAST(fast, x)
#endif

// --- exponentials: ex2 of the remainder after n, then times 2 to the nth
WARPLOCK_DEVICE float warplock_scalef(float x, float n)
{
    int i = (int)n, half = i >> 1;
    return x * __int_as_float((half + 127) << 23) * __int_as_float((i - half + 127) << 23);
}
// exp(x + lo) times 2 to the kth
WARPLOCK_DEVICE float warplock_expf_scaled(float x, float lo, float k)
{
    float clamped = x < -104.0f ? -104.0f : x > 90.0f ? 90.0f : x;          // NaN stays
    float n = rintf(clamped * 1.44269502f), r = fmaf(n, 1.90465421e-09f, fmaf(n, -0.693147182f, clamped)) + lo;
    return warplock_scalef(warplock_ex2(r * 1.44269502f), n + k);
}
WARPLOCK_DEVICE float expf(float x)
{
    WARPLOCK_FAST(__expf, x)
    return warplock_expf_scaled(x, 0, 0);
}
WARPLOCK_DEVICE float exp2f(float x) { return warplock_ex2(x); }
WARPLOCK_DEVICE float exp10f(float x)
{
    WARPLOCK_FAST(__exp10f, x)
    float clamped = x < -46.0f ? -46.0f : x > 39.0f ? 39.0f : x;
    float n = rintf(clamped * 3.32192802f), r = fmaf(n, 1.43209888e-08f, fmaf(n, -0.30103001f, clamped));
    return warplock_scalef(warplock_ex2(fmaf(r, 3.32192802f, r * 7.05953696e-08f)), n);
}

// --- logarithms: x = 2^e (1 + f), f from -1/3 to 1/3
WARPLOCK_DEVICE float warplock_splitf(float x, float *e)
{
    float below = 0;
    if (x < 1.17549435e-38f) {
        x *= 8388608.0f;                        // 2^23
        below = -23;
    }
    int power = (__float_as_int(x) - 0x3f2aaaab) & 0xff800000;              // 2/3
    *e = fmaf((float)power, 1.1920929e-7f, below);
    return __int_as_float(__float_as_int(x) - power) - 1;
}
WARPLOCK_DEVICE float warplock_logf_special(float x) { return x == 0 ? -WARPLOCK_INFF : x > 0 ? x : x < 0 ? WARPLOCK_NANF : x; }
WARPLOCK_DEVICE float warplock_log1pf_reduced(float f) { return fmaf(f * f, warplock_log_f32(f), f); }
WARPLOCK_DEVICE float logf(float x)
{
    WARPLOCK_FAST(__logf, x)
    float e, f = warplock_splitf(x, &e);
    if (!(x > 0 && x < WARPLOCK_INFF))
        return warplock_logf_special(x);
    return fmaf(e, 0.693147182f, fmaf(e, -1.90465421e-09f, warplock_log1pf_reduced(f)));
}
// e whole + log(1 + f) (hi + lo)
WARPLOCK_DEVICE float warplock_logf_base(float x, float whole, float whole_lo, float hi, float lo)
{
    float e, f = warplock_splitf(x, &e);
    if (!(x > 0 && x < WARPLOCK_INFF))
        return warplock_logf_special(x);
    float a = __fmul_rn(f, hi), rest = fmaf(f * f * warplock_log_f32(f), hi, fmaf(f, lo, fmaf(f, hi, -a))) + e * whole_lo;
    float top = e * whole, sum = top + a;
    return sum + ((top - sum + a) + rest);
}
WARPLOCK_DEVICE float log2f(float x)
{
    WARPLOCK_FAST(__log2f, x)
    return warplock_logf_base(x, 1, 0, 1.44269502f, 1.92596303e-08f);
}
WARPLOCK_DEVICE float log10f(float x)
{
    WARPLOCK_FAST(__log10f, x)
    return warplock_logf_base(x, 0.30103001f, -1.43209888e-08f, 0.434294492f, -1.010305e-08f);
}
WARPLOCK_DEVICE float log1pf(float x)
{
    if (!(x > -1 && x < WARPLOCK_INFF))
        return x == -1 ? -WARPLOCK_INFF : x < -1 ? WARPLOCK_NANF : x;
    if (x > -0.333f && x < 0.333f)
        return x == 0 ? x : warplock_log1pf_reduced(x);
    float u = 1 + x, lost = x > 1 ? 1 - (u - x) : x - (u - 1), e, f = warplock_splitf(u, &e);
    return fmaf(e, 0.693147182f, fmaf(e, -1.90465421e-09f, fmaf(f * f, warplock_log_f32(f), lost / u) + f));
}

// log2 of a positive finite x is hi + lo to 2^-30 or so: the first two terms of the series are products in two floats.
WARPLOCK_DEVICE float warplock_log2_pair(float x, float *lo)
{
    float e, f = warplock_splitf(x, &e), square = __fmul_rn(f, f), square_lo = fmaf(f, f, -square);
    float a = __fmul_rn(f, 1.44269502f), a_lo = fmaf(f, 1.44269502f, -a) + f * 1.92596303e-08f;
    float b = __fmul_rn(square, -0.721347511f), b_lo = fmaf(square, -0.721347511f, -b) + fmaf(square_lo, -0.721347511f, square * -9.62981517e-09f);
    float cube = __fmul_rn(square * f, 1.44269502f * warplock_log3_f32(f));
    float s = a + b, s_lo = (a - s + b) + (a_lo + b_lo), t = s + cube, t_lo = (s - t + cube) + s_lo;
    float sum = e + t, v = sum - e;
    *lo = (e - (sum - v)) + (t - v) + t_lo;
    return sum;
}
WARPLOCK_DEVICE float powf(float x, float y)
{
#ifdef __CLANG_CUDA_APPROX_TRANSCENDENTALS__
    return __powf(x, y);
#endif
    float size = fabsf(x);
    bool whole = rintf(y) == y, odd = whole && fabsf(y) < 16777216.0f && rintf(y * 0.5f) != y * 0.5f;
    if (x == 1 || y == 0)
        return 1;
    if (x != x || y != y)
        return x + y;
    if (fabsf(y) == WARPLOCK_INFF)
        return size == 1 ? 1.0f : (size > 1) == (y > 0) ? WARPLOCK_INFF : 0.0f;
    if (size == 0 || size == WARPLOCK_INFF)
        return copysignf((size == 0) == (y > 0) ? 0.0f : WARPLOCK_INFF, odd ? x : 1.0f);
    if (x < 0 && !whole)
        return WARPLOCK_NANF;
    float lo, hi = warplock_log2_pair(size, &lo), p = __fmul_rn(hi, y), q = fmaf(hi, y, -p) + lo * y;
    if (!(fabsf(p) < 200))
        return p > 0 ? copysignf(WARPLOCK_INFF, odd ? x : 1.0f) : copysignf(0.0f, odd ? x : 1.0f);
    float n = rintf(p), power = warplock_scalef(warplock_ex2(p - n + q), n);
    return x < 0 && odd ? -power : power;
}

// --- trigonometric functions: x = n pi/2 + r
WARPLOCK_DEVICE int warplock_reducef(float x, float *r)
{
    if (!(fabsf(x) < 105615.0f)) {
        double large, lo;
        int n = 0;
        *r = WARPLOCK_NANF;
        if (fabsf(x) < WARPLOCK_INFF) {
            n = warplock_reduce_large(x, &large, &lo);
            *r = (float)large;
        }
        return n;
    }
    float n = rintf(x * 0.636619747f);
    *r = fmaf(n, 1.71512451e-15f, fmaf(n, 4.37113883e-08f, fmaf(n, -1.57079637f, x)));
    return (int)n;
}
WARPLOCK_DEVICE float warplock_quarterf(int n, float r)
{
    float z = r * r;
    float s = n & 1 ? fmaf(z * z, warplock_cos_f32(z), fmaf(z, -0.5f, 1.0f)) : fmaf(r * z, warplock_sin_f32(z), r);
    return n & 2 ? -s : s;
}
WARPLOCK_DEVICE float sinf(float x)
{
    WARPLOCK_FAST(__sinf, x)
    float r;
    int n = warplock_reducef(x, &r);
    return x == 0 ? x : warplock_quarterf(n, r);
}
WARPLOCK_DEVICE float cosf(float x)
{
    WARPLOCK_FAST(__cosf, x)
    float r;
    int n = warplock_reducef(x, &r);
    return warplock_quarterf(n + 1, r);
}
WARPLOCK_DEVICE void sincosf(float x, float *sine, float *cosine) { *sine = sinf(x); *cosine = cosf(x); }
WARPLOCK_DEVICE float tanf(float x)
{
    WARPLOCK_FAST(__tanf, x)
    float r;
    int n = warplock_reducef(x, &r);
    float s = warplock_quarterf(0, r), c = warplock_quarterf(1, r);
    return x == 0 ? x : n & 1 ? -c / s : s / c;
}
WARPLOCK_DEVICE int warplock_reduce_pif(float x, float *r)
{
    if (!(fabsf(x) < 8388608.0f))
        x = fabsf(x) < WARPLOCK_INFF ? fabsf(x) < 16777216.0f ? fabsf(x) - 8388608.0f : 0 : WARPLOCK_NANF;
    float n = rintf(x * 2), f = fmaf(n, -0.5f, x);
    *r = fmaf(f, 3.14159274f, f * -8.74227766e-08f);
    return (int)(n - 4 * __builtin_floorf(n * 0.25f));
}
WARPLOCK_DEVICE float sinpif(float x)
{
    float r;
    int n = warplock_reduce_pif(x, &r);
    return rintf(x) == x && fabsf(x) < WARPLOCK_INFF ? copysignf(0.0f, x) : warplock_quarterf(n, r);
}
WARPLOCK_DEVICE float cospif(float x)
{
    float r;
    int n = warplock_reduce_pif(x, &r);
    return fabsf(x - rintf(x)) == 0.5f ? 0.0f : warplock_quarterf(n + 1, r);
}
WARPLOCK_DEVICE void sincospif(float x, float *sine, float *cosine) { *sine = sinpif(x); *cosine = cospif(x); }
WARPLOCK_DEVICE float warplock_atanf_unit(float x) { float z = x * x; return fmaf(x * z, warplock_atan_f32(z), x); }
WARPLOCK_DEVICE float atanf(float x)
{
    float size = fabsf(x), a = warplock_atanf_unit(size > 1 ? 1 / size : size);
    return copysignf(size > 1 ? 1.57079637f - (a + 4.37113883e-08f) : a, x);
}
WARPLOCK_DEVICE float atan2f(float y, float x)
{
    float a = fabsf(y), b = fabsf(x), large = a > b ? a : b, small = a > b ? b : a;
    if (x != x || y != y)
        return x + y;
    float q = large == 0 || small == WARPLOCK_INFF ? small == 0 ? 0.0f : 1.0f : small / large, r = warplock_atanf_unit(q);
    if (a > b)
        r = 1.57079637f - (r + 4.37113883e-08f);
    if (__float_as_int(x) < 0)
        r = 3.14159274f - (r + 8.74227766e-08f);
    return copysignf(r, y);
}
WARPLOCK_DEVICE float warplock_asinf_half(float x) { float z = x * x; return fmaf(x * z, warplock_asin_f32(z), x); }
WARPLOCK_DEVICE float asinf(float x)
{
    float size = fabsf(x);
    if (!(size <= 1))
        return WARPLOCK_NANF;
    return copysignf(size <= 0.5625f ? warplock_asinf_half(size)
                                     : 1.57079637f - fmaf(2.0f, warplock_asinf_half(sqrtf(0.5f * (1 - size))), 4.37113883e-08f), x);
}
WARPLOCK_DEVICE float acosf(float x)
{
    float size = fabsf(x);
    if (!(size <= 1))
        return WARPLOCK_NANF;
    if (size <= 0.5625f)
        return 1.57079637f - (copysignf(warplock_asinf_half(size), x) + 4.37113883e-08f);
    float a = 2 * warplock_asinf_half(sqrtf(0.5f * (1 - size)));
    return x > 0 ? a : 3.14159274f - (a + 8.74227766e-08f);
}

// --- hyperbolic functions, the error function
WARPLOCK_DEVICE float sinhf(float x)
{
    float size = fabsf(x), z = x * x, e = warplock_expf_scaled(size, 0, -1);
    return size < 1 ? fmaf(x * z, warplock_sinh_f32(z), x) : copysignf(e - 0.25f / e, x);
}
WARPLOCK_DEVICE float coshf(float x)
{
    float e = warplock_expf_scaled(fabsf(x), 0, -1);
    return e + 0.25f / e;
}
WARPLOCK_DEVICE float tanhf(float x)
{
    float size = fabsf(x), z = x * x;
    if (size < 0.55f)
        return fmaf(x * z, warplock_tanh_f32(z), x);
    return size != size ? x : copysignf(1 - 2 / (expf(2 * size) + 1), x);
}
WARPLOCK_DEVICE float erff(float x)
{
    float size = fabsf(x), z = x * x;
    if (size < 1)
        return fmaf(x, warplock_erf_f32(z), x);
    return size != size ? x : copysignf(size > 4 ? 1.0f : 1 - warplock_ex2(-size * warplock_erf_tail_f32(size)), x);
}
WARPLOCK_DEVICE float warplock_erfcxf_positive(float x)
{
    return warplock_erfcx_f32((x - 2) / (x + 2)) / (1 + 2 * x);
}
WARPLOCK_DEVICE float erfcf(float x)
{
    float size = fabsf(x), z = __fmul_rn(size, size), s = warplock_expf_scaled(-z, -fmaf(size, size, -z), 0) * warplock_erfcxf_positive(size);
    if (size > 11)
        s = 0;
    return x != x ? x : x < 0 ? 2 - s : s;
}

#undef WARPLOCK_FAST
#endif
