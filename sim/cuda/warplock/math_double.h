// SPDX-License-Identifier: BSD-3-Clause
// Double precision: exponentials, logarithms, powers, trigonometric and hyperbolic functions and their inverses. Errors stay
// within the Programming Guide's bounds ("Mathematical Functions", maximum ulp error); tests/sim/cuda/test_math.sh checks them.
// hi is the double nearest to a value, lo the remainder.
#ifndef WARPLOCK_CUDA_MATH_DOUBLE_H
#define WARPLOCK_CUDA_MATH_DOUBLE_H

#include "polynomials.h"

#define WARPLOCK_NAN __longlong_as_double(0x7ff8000000000000)
#define WARPLOCK_INF __longlong_as_double(0x7ff0000000000000)

WARPLOCK_DEVICE double fabs(double x) { return __builtin_fabs(x); }
WARPLOCK_DEVICE double sqrt(double x) { return __dsqrt_rn(x); }
WARPLOCK_DEVICE double rsqrt(double x) { return 1.0 / __dsqrt_rn(x); }
WARPLOCK_DEVICE double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
WARPLOCK_DEVICE double copysign(double x, double y) { return __builtin_copysign(x, y); }
WARPLOCK_DEVICE double rint(double x) { return __builtin_rint(x); }

// x times 2 to the nth, in two steps, so that a subnormal result is rounded once.
WARPLOCK_DEVICE double warplock_scale(double x, int n)
{
    int half = n >> 1;
    return x * __hiloint2double((half + 1023) << 20, 0) * __hiloint2double((n - half + 1023) << 20, 0);
}

// --- exponentials: x = n log 2 + r

// exp(r + lo) - 1, |r| at most log 2 / 2
WARPLOCK_DEVICE double warplock_expm1_reduced(double r, double lo) { return r + fma(r * r, warplock_exp_f64(r), lo); }
WARPLOCK_DEVICE double warplock_reduce_log2(double x, double n)
{
    return fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, x));
}
// exp(x + lo) times 2 to the kth
WARPLOCK_DEVICE double warplock_exp_scaled(double x, double lo, int k)
{
    if (!(x < 710.5))
        return x + (x > 0 ? WARPLOCK_INF : 0);
    if (x < -746)
        return 0;
    double n = rint(x * 1.4426950408889634), near = warplock_reduce_log2(x, n), r = near + lo;
    return warplock_scale(1 + warplock_expm1_reduced(r, (near - r) + lo), (int)n + k);
}
WARPLOCK_DEVICE double exp(double x) { return warplock_exp_scaled(x, 0, 0); }
WARPLOCK_DEVICE double exp2(double x)
{
    if (!(x < 1025))
        return x + (x > 0 ? WARPLOCK_INF : 0);
    if (x < -1080)
        return 0;
    double n = rint(x), f = x - n, r = __dmul_rn(f, 0.6931471805599453);
    double lo = fma(f, 2.3190468138462996e-17, fma(f, 0.6931471805599453, -r));
    return warplock_scale(1 + warplock_expm1_reduced(r, lo), (int)n);
}
WARPLOCK_DEVICE double exp10(double x)
{
    if (!(x < 309))
        return x + (x > 0 ? WARPLOCK_INF : 0);
    if (x < -325)
        return 0;
    double n = rint(x * 3.3219280948873622), f = fma(n, 2.8037281277851704e-18, fma(n, -0.30102999566398120, x));
    double r = __dmul_rn(f, 2.3025850929940459), lo = fma(f, -2.1707562233822494e-16, fma(f, 2.3025850929940459, -r));
    return warplock_scale(1 + warplock_expm1_reduced(r, lo), (int)n);
}
WARPLOCK_DEVICE double expm1(double x)
{
    if (!(fabs(x) < 40))
        return x < 0 ? -1.0 : exp(x);
    double n = rint(x * 1.4426950408889634), near = fma(n, -0.6931471805599453, x), far = __dmul_rn(n, 2.3190468138462996e-17);
    double r = near - far, lo = (near - r) - far, square = fma(r * r, warplock_exp_f64(r), lo), part = r + square;
    if (n == 0)
        return x == 0 ? x : part;
    double power = __hiloint2double(((int)n + 1023) << 20, 0);
    return fma(power, part, power - 1) + power * ((r - part) + square);
}

// --- logarithms: x = 2^e m, m = 1 + f from sqrt(1/2) to sqrt(2), s = f / (2 + f), log m = 2 atanh(s)

// m of a positive finite x; e apart
WARPLOCK_DEVICE double warplock_split(double x, int *e)
{
    int below = 0;
    if (x < 2.2250738585072014e-308) {
        x *= 18014398509481984.0;               // 2^54
        below = 54;
    }
    int high = __double2hiint(x), up = (high & 0xfffff) >= 0x6a09f;
    *e = (high >> 20) - 1023 + up - below;
    return __hiloint2double((high & 0xfffff) | (1023 - up) << 20, __double2loint(x));
}
// log(1 + f + c) = f - (f^2/2 - s (f^2/2 + R)) + c / (1 + f): the part after f
WARPLOCK_DEVICE double warplock_log_rest(double f)
{
    double s = f / (2 + f), z = s * s, R = 2 * z * warplock_atanh_f64(z), half = 0.5 * f * f;
    return half - s * (half + R);
}
WARPLOCK_DEVICE bool warplock_log_is_special(double x) { return !(x > 0 && x < WARPLOCK_INF); }
WARPLOCK_DEVICE double warplock_log_special(double x) { return x == 0 ? -WARPLOCK_INF : x > 0 ? x : x < 0 ? WARPLOCK_NAN : x; }
WARPLOCK_DEVICE double warplock_log_parts(double f, double correction, int e)
{
    return e * 0.69314718036912382 - ((warplock_log_rest(f) - fma((double)e, 1.9082149292705877e-10, correction)) - f);
}
WARPLOCK_DEVICE double log(double x)
{
    int e;
    if (warplock_log_is_special(x))
        return warplock_log_special(x);
    double f = warplock_split(x, &e) - 1;
    return warplock_log_parts(f, 0, e);
}
WARPLOCK_DEVICE double log1p(double x)
{
    int e;
    if (!(x > -1 && x < WARPLOCK_INF))
        return x == -1 ? -WARPLOCK_INF : x < -1 ? WARPLOCK_NAN : x;
    if (x > -0.29 && x < 0.41)
        return x == 0 ? x : x - warplock_log_rest(x);
    double u = 1 + x, lost = x > 1 ? 1 - (u - x) : x - (u - 1);
    double f = warplock_split(u, &e) - 1;
    return warplock_log_parts(f, lost / u, e);
}
// e whole + log(1 + f) (hi + lo), the logarithm to another base
WARPLOCK_DEVICE double warplock_log_base(double x, double whole, double whole_lo, double hi, double lo)
{
    int e;
    if (warplock_log_is_special(x))
        return warplock_log_special(x);
    double f = warplock_split(x, &e) - 1, rest = warplock_log_rest(f), a = f - rest, b = (f - a) - rest;
    double p = __dmul_rn(a, hi), q = fma(a, hi, -p) + fma(a, lo, b * hi), w = e * whole, sum = w + p;
    return sum + (((e ? w - sum + p : p - sum) + q) + e * whole_lo);
}
WARPLOCK_DEVICE double log2(double x) { return warplock_log_base(x, 1, 0, 1.4426950408889634, 2.0355273740931033e-17); }
WARPLOCK_DEVICE double log10(double x)
{
    return warplock_log_base(x, 0.30102999566406652, -8.5323443170571066e-14, 0.43429448190325182, 1.0983196502167651e-17);
}
// log x = hi + lo to 2^-64
WARPLOCK_DEVICE double warplock_log_double(double x, double *rest)
{
    int e;
    double f = warplock_split(x, &e) - 1, t = 2 + f, t_lo = f - (t - 2);
    double s = f / t, s_lo = (fma(-s, t, f) - s * t_lo) / t, z = __dmul_rn(s, s), z_lo = fma(s, s, -z) + 2 * s * s_lo;
    double k = __dmul_rn(z, 0.33333333333333331), k_lo = fma(z, 0.33333333333333331, -k) + fma(z, 1.8503717077085941e-17, z_lo * 0.33333333333333331);
    k_lo += z * z * warplock_atanh5_f64(z);
    double p = __dmul_rn(s, k), p_lo = fma(s, k, -p) + fma(s, k_lo, s_lo * k);
    double hi = s + p, lo = (s - hi + p) + (p_lo + s_lo);
    hi *= 2;
    lo *= 2;
    double w = e * 0.69314718036912382, sum = w + hi, low = (e ? w - sum + hi : hi - sum) + lo;
    // log 2 without its first 33 bits
    double v = __dmul_rn(e, 1.9082149292705877e-10), v_lo = fma((double)e, 1.9082149292705877e-10, -v), all = sum + v;
    low += (sum - all + v) + v_lo;
    *rest = low;
    return all;
}
WARPLOCK_DEVICE double warplock_pow_positive(double x, double y)
{
    double lo, hi = warplock_log_double(x, &lo), p = __dmul_rn(hi, y), q = fma(hi, y, -p) + lo * y;
    if (!(fabs(p) < 800))
        return p > 0 ? WARPLOCK_INF : 0;
    return warplock_exp_scaled(p, q, 0);
}
WARPLOCK_DEVICE double pow(double x, double y)
{
    double size = fabs(x);
    bool whole = rint(y) == y, odd = whole && fabs(y) < 9007199254740992.0 && rint(y * 0.5) != y * 0.5;
    if (x == 1 || y == 0)
        return 1;
    if (x != x || y != y)
        return x + y;
    if (fabs(y) == WARPLOCK_INF)
        return size == 1 ? 1 : (size > 1) == (y > 0) ? WARPLOCK_INF : 0;
    if (size == 0 || size == WARPLOCK_INF)
        return copysign((size == 0) == (y > 0) ? 0 : WARPLOCK_INF, odd ? x : 1.0);
    if (x < 0 && !whole)
        return WARPLOCK_NAN;
    double power = warplock_pow_positive(size, y);
    return x < 0 && odd ? -power : power;
}

// --- trigonometric functions: x = n pi/2 + r + lo

// The same for large x: the bits of 2/pi that count times x, modulo 8 quarters (Payne and Hanek).
static __device__ __attribute__((noinline)) int warplock_reduce_large(double x, double *r, double *lo)
{
    // 2/pi without the point, 1216 bits
    static const __device__ unsigned long long two_over_pi[19] = {
        0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
        0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
        0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full,
        0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull,
        0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
    };
    unsigned long long bits = (unsigned long long)__double_as_longlong(fabs(x)), m = (bits & 0xfffffffffffff) | 1ull << 52;
    // x = m 2^e; the window begins 3 bits before the unit: bit e + ... of 2/pi
    int e = (int)(bits >> 52) - 1075, first = e - 3, word = first >> 6, shift = first & 63;
    unsigned long long window[3];
    for (int i = 0; i < 3; i++) {
        int at = word + i;
        unsigned long long high = at >= 0 ? two_over_pi[at] : 0, low = at + 1 >= 0 ? two_over_pi[at + 1] : 0;
        window[i] = shift ? high << shift | low >> (64 - shift) : high;
    }
    unsigned long long p2 = window[2] * m, p1 = window[1] * m, carry = __umul64hi(window[2], m);
    p1 += carry;
    unsigned long long p0 = window[0] * m + __umul64hi(window[1], m) + (p1 < carry);
    // 3 bits of quarters, then the fraction; to the nearest quarter
    int n = (int)(p0 >> 61);
    p0 = p0 << 3 | p1 >> 61;
    p1 = p1 << 3 | p2 >> 61;
    p2 <<= 3;
    bool above = p0 >> 63;
    if (above) {
        n++;
        p2 = 0 - p2;
        p1 = ~p1 + (p2 == 0);
        p0 = ~p0 + (p2 == 0 && p1 == 0);
    }
    int zeros = p0 ? __clzll((long long)p0) : 64 + __clzll((long long)p1);
    if (zeros >= 64) {
        p0 = p1;
        p1 = p2;
        p2 = 0;
        zeros -= 64;
        if (zeros) {
            p0 = p0 << zeros | p1 >> (64 - zeros);
            p1 <<= zeros;
        }
        zeros += 64;
    } else if (zeros) {
        p0 = p0 << zeros | p1 >> (64 - zeros);
        p1 = p1 << zeros | p2 >> (64 - zeros);
    }
    double hi = (double)(p0 & ~0x7ffull), rest = (double)((p0 & 0x7ff) << 53 | p1 >> 11) * 1.1102230246251565e-16;     // 2^-53
    double scale = warplock_scale(1, -64 - zeros), sign = (above != (x < 0)) ? -1.0 : 1.0;
    hi *= scale * sign;
    rest *= scale * sign;
    double product = __dmul_rn(hi, 1.5707963267948966);
    double low = fma(hi, 1.5707963267948966, -product) + fma(hi, 6.123233995736766e-17, rest * 1.5707963267948966);
    *r = product + low;
    *lo = product - *r + low;
    return x < 0 ? -n : n;
}
WARPLOCK_DEVICE int warplock_reduce(double x, double *r, double *lo)
{
    if (!(fabs(x) < 105615.0)) {
        if (!(fabs(x) < WARPLOCK_INF)) {
            *r = *lo = WARPLOCK_NAN;
            return 0;
        }
        return warplock_reduce_large(x, r, lo);
    }
    double n = rint(x * 0.63661977236758138), a = fma(n, -1.5707963267948966, x);
    double t = __dmul_rn(n, 6.123233995736766e-17), t_lo = fma(n, 6.123233995736766e-17, -t);
    double b = a - t, v = a - b, low = (v - t) + (a - (b + v));
    low -= t_lo + n * -1.4973849048591833e-33;
    *r = b + low;
    *lo = b - *r + low;
    return (int)n;
}
WARPLOCK_DEVICE double warplock_sin_reduced(double r, double lo)
{
    double z = r * r;
    return r + fma(r * z, warplock_sin_f64(z), lo * (1 - 0.5 * z));
}
WARPLOCK_DEVICE double warplock_cos_reduced(double r, double lo)
{
    double z = r * r, half = 0.5 * z, w = 1 - half;
    return w + (((1 - w) - half) + fma(z * z, warplock_cos_f64(z), -r * lo));
}
WARPLOCK_DEVICE double warplock_quarter(int n, double r, double lo)
{
    double s = n & 1 ? warplock_cos_reduced(r, lo) : warplock_sin_reduced(r, lo);
    return n & 2 ? -s : s;
}
WARPLOCK_DEVICE double sin(double x)
{
    double r, lo;
    int n = warplock_reduce(x, &r, &lo);
    return x == 0 ? x : warplock_quarter(n, r, lo);
}
WARPLOCK_DEVICE double cos(double x)
{
    double r, lo;
    int n = warplock_reduce(x, &r, &lo);
    return warplock_quarter(n + 1, r, lo);
}
WARPLOCK_DEVICE void sincos(double x, double *sine, double *cosine)
{
    double r, lo;
    int n = warplock_reduce(x, &r, &lo);
    *sine = x == 0 ? x : warplock_quarter(n, r, lo);
    *cosine = warplock_quarter(n + 1, r, lo);
}
WARPLOCK_DEVICE double tan(double x)
{
    double r, lo;
    int n = warplock_reduce(x, &r, &lo);
    double z = r * r, t = fma(r * z, warplock_sin_f64(z), lo * (1 - 0.5 * z)), s = r + t, s_lo = (r - s) + t;
    double half = 0.5 * z, w = 1 - half, v = ((1 - w) - half) + fma(z * z, warplock_cos_f64(z), -0.5 * fma(r, r, -z) - r * lo);
    double c = w + v, c_lo = (w - c) + v, a = n & 1 ? -c : s, a_lo = n & 1 ? -c_lo : s_lo, b = n & 1 ? s : c, b_lo = n & 1 ? s_lo : c_lo;
    double q = a / b;
    return x == 0 ? x : q + (fma(-q, b, a) + (a_lo - q * b_lo)) / b;
}
// Of pi x: the reduction is exact.
WARPLOCK_DEVICE int warplock_reduce_pi(double x, double *r, double *lo)
{
    if (!(fabs(x) < 4503599627370496.0))
        x = fabs(x) < WARPLOCK_INF ? fabs(x) < 9007199254740992.0 ? fabs(x) - 4503599627370496.0 : 0 : WARPLOCK_NAN;
    double n = rint(x * 2), f = fma(n, -0.5, x), p = __dmul_rn(f, 3.1415926535897931);
    double low = fma(f, 1.2246467991473532e-16, fma(f, 3.1415926535897931, -p));
    *r = p;
    *lo = low;
    return (int)(long long)(n - 4 * __builtin_floor(n * 0.25));
}
WARPLOCK_DEVICE double sinpi(double x)
{
    double r, lo;
    int n = warplock_reduce_pi(x, &r, &lo);
    return rint(x) == x && fabs(x) < WARPLOCK_INF ? copysign(0, x) : warplock_quarter(n, r, lo);
}
WARPLOCK_DEVICE double cospi(double x)
{
    double r, lo;
    int n = warplock_reduce_pi(x, &r, &lo);
    return fabs(x - rint(x)) == 0.5 ? 0 : warplock_quarter(n + 1, r, lo);
}
WARPLOCK_DEVICE void sincospi(double x, double *sine, double *cosine) { *sine = sinpi(x); *cosine = cospi(x); }

// --- their inverses
WARPLOCK_DEVICE double warplock_atan_unit(double x) { double z = x * x; return fma(x * z, warplock_atan_f64(z), x); }
WARPLOCK_DEVICE double atan(double x)
{
    double size = fabs(x), a = warplock_atan_unit(size > 1 ? 1 / size : size);
    return copysign(size > 1 ? 1.5707963267948966 - (a - 6.123233995736766e-17) : a, x);
}
WARPLOCK_DEVICE double atan2(double y, double x)
{
    double a = fabs(y), b = fabs(x), large = a > b ? a : b, small = a > b ? b : a;
    if (x != x || y != y)
        return x + y;
    double q = large == 0 || small == WARPLOCK_INF ? small == 0 ? 0.0 : 1.0 : small / large, r = warplock_atan_unit(q);
    if (a > b)
        r = 1.5707963267948966 - (r - 6.123233995736766e-17);
    if (__double2hiint(x) < 0)
        r = 3.1415926535897931 - (r - 1.2246467991473532e-16);
    return copysign(r, y);
}
// asin of x from 0 to 1/2, and what is left of pi/2 above
WARPLOCK_DEVICE double warplock_asin_half(double x) { double z = x * x; return fma(x * z, warplock_asin_f64(z), x); }
WARPLOCK_DEVICE double warplock_acos_upper(double x)
{
    double z = 0.5 * (1 - x), s = __dsqrt_rn(z), lo = s > 0 ? fma(-s, s, z) / (2 * s) : 0;
    return 2 * (s + fma(s * z, warplock_asin_f64(z), lo));
}
WARPLOCK_DEVICE double asin(double x)
{
    double size = fabs(x);
    if (!(size <= 1))
        return WARPLOCK_NAN;
    return copysign(size <= 0.5 ? warplock_asin_half(size) : 1.5707963267948966 - (warplock_acos_upper(size) - 6.123233995736766e-17), x);
}
WARPLOCK_DEVICE double acos(double x)
{
    if (!(fabs(x) <= 1))
        return WARPLOCK_NAN;
    if (fabs(x) <= 0.5)
        return 1.5707963267948966 - (copysign(warplock_asin_half(fabs(x)), x) - 6.123233995736766e-17);
    double a = warplock_acos_upper(fabs(x));
    return x > 0 ? a : 3.1415926535897931 - (a - 1.2246467991473532e-16);
}

// --- hyperbolic functions and their inverses
WARPLOCK_DEVICE double sinh(double x)
{
    double size = fabs(x), s;
    if (size < 1) {
        double t = expm1(size);
        s = 0.5 * (t + t / (t + 1));
    } else {
        double e = warplock_exp_scaled(size, 0, -1);
        s = e - 0.25 / e;
    }
    return copysign(s, x);
}
WARPLOCK_DEVICE double cosh(double x)
{
    double e = warplock_exp_scaled(fabs(x), 0, -1);
    return e + 0.25 / e;
}
WARPLOCK_DEVICE double tanh(double x)
{
    double size = fabs(x), z = x * x;
    if (size < 0.55)
        return fma(x * z, warplock_tanh_f64(z), x);
    return size != size ? x : copysign(1 - 2 / (exp(2 * size) + 1), x);
}
WARPLOCK_DEVICE double asinh(double x)
{
    double size = fabs(x), z = size * size;
    return copysign(size > 1e9 ? log(size) + 0.69314718055994529 : log1p(size + z / (1 + __dsqrt_rn(z + 1))), x);
}
WARPLOCK_DEVICE double acosh(double x)
{
    double t = x - 1;
    return !(x >= 1) ? WARPLOCK_NAN : x > 1e9 ? log(x) + 0.69314718055994529 : log1p(t + __dsqrt_rn(2 * t + t * t));
}
WARPLOCK_DEVICE double atanh(double x)
{
    double size = fabs(x), z = x * x;
    if (size < 0.17)
        return fma(x * z, warplock_atanh_f64(z), x);
    return copysign(size > 1 ? WARPLOCK_NAN : 0.5 * log1p(2 * size / (1 - size)), x);
}

#endif
