// SPDX-License-Identifier: BSD-3-Clause
// Rarely called functions: roots, norms, error and gamma functions, Bessel functions, in double precision; single precision is
// computed in double and rounded once.
#ifndef WARPLOCK_CUDA_MATH_SPECIAL_H
#define WARPLOCK_CUDA_MATH_SPECIAL_H

#include "math_float.h"

// --- roots and norms
WARPLOCK_DEVICE double cbrt(double x)
{
    double size = fabs(x), scale = 1;
    if (!(size > 0 && size < WARPLOCK_INF))
        return x;
    if (size < 2.2250738585072014e-308) {
        size *= 18014398509481984.0;            // 2^54
        scale = 3.814697265625e-06;             // 2^-18
    }
    int e = (__double2hiint(size) >> 20) - 1023, third = __double2int_rd(e * 0.33333333333333331 + 0.1);
    double m = warplock_scale(size, -3 * third);            // from 1 to 8
    double r = warplock_ex2(warplock_lg2((float)m) * 0.333333343f), square = r * r;
    r -= fma(square, r, -m) / (3 * square);
    square = r * r;
    r -= fma(square, r, fma(fma(r, r, -square), r, -m)) / (3 * square);
    return copysign(warplock_scale(r, third) * scale, x);
}
WARPLOCK_DEVICE double rcbrt(double x)
{
    if (x == 0 || fabs(x) == WARPLOCK_INF || x != x)
        return 1 / x;
    double r = 1 / cbrt(x), square = __dmul_rn(r, r), t = __dmul_rn(r, x);
    double off = fma(-square, t, 1) - square * fma(r, x, -t) - fma(r, r, -square) * t;
    return fma(r * 0.33333333333333331, off, r);
}
// A vector's largest size as a power of 2, so that squares neither overflow nor vanish.
WARPLOCK_DEVICE double warplock_power_of(double largest)
{
    int high = __double2hiint(largest) & 0x7ff00000;
    return __hiloint2double(high < 0x00400000 ? 0x00400000 : high > 0x7fc00000 ? 0x7fc00000 : high, 0);
}
WARPLOCK_DEVICE double warplock_norm(int n, const double *v, bool reciprocal)
{
    double largest = 0, sum = 0, lost = 0;
    bool endless = false;
    for (int i = 0; i < n; i++) {
        largest = fabs(v[i]) > largest || v[i] != v[i] ? fabs(v[i]) : largest;
        endless = endless || fabs(v[i]) == WARPLOCK_INF;
    }
    if (endless)
        return reciprocal ? 0 : WARPLOCK_INF;
    double power = warplock_power_of(largest), inverse = 1 / power;
    for (int i = 0; i < n; i++) {
        double a = v[i] * inverse, square = __dmul_rn(a, a), next = sum + square, part = next - sum;
        lost += (sum - (next - part)) + (square - part) + fma(a, a, -square);
        sum = next;
    }
    double all = sum + lost, root = __dsqrt_rn(all);
    if (!reciprocal)
        return root * power;
    double r = 1 / root, off = fma(-root, root, all) + ((sum - all) + lost);       // of the square under the root
    return root > 0 ? fma(r, fma(-r, root, 1) - 0.5 * off * r * r, r) * inverse : r;
}
#define WARPLOCK_NORMS(prefix, reciprocal) \
    WARPLOCK_DEVICE double prefix##norm(int n, const double *v) { return warplock_norm(n, v, reciprocal); } \
    WARPLOCK_DEVICE double prefix##norm3d(double x, double y, double z) { \
        double v[3] = {x, y, z}; return warplock_norm(3, v, reciprocal); } \
    WARPLOCK_DEVICE double prefix##norm4d(double x, double y, double z, double w) { \
        double v[4] = {x, y, z, w}; return warplock_norm(4, v, reciprocal); } \
    WARPLOCK_DEVICE double prefix##hypot(double x, double y) { double v[2] = {x, y}; return warplock_norm(2, v, reciprocal); } \
    WARPLOCK_DEVICE float prefix##norm3df(float x, float y, float z) { \
        double s = __dsqrt_rn(__builtin_fma(x, x, __builtin_fma(y, y, (double)z * z))); \
        return warplock_normf_end(s, __builtin_isinf(x) || __builtin_isinf(y) || __builtin_isinf(z), reciprocal); } \
    WARPLOCK_DEVICE float prefix##norm4df(float x, float y, float z, float w) { \
        double s = __dsqrt_rn(__builtin_fma(x, x, __builtin_fma(y, y, __builtin_fma(z, z, (double)w * w)))); \
        return warplock_normf_end(s, __builtin_isinf(x) || __builtin_isinf(y) || __builtin_isinf(z) || __builtin_isinf(w), reciprocal); } \
    WARPLOCK_DEVICE float prefix##hypotf(float x, float y) { \
        double s = __dsqrt_rn(__builtin_fma(x, x, (double)y * y)); \
        return warplock_normf_end(s, __builtin_isinf(x) || __builtin_isinf(y), reciprocal); } \
    WARPLOCK_DEVICE float prefix##normf(int n, const float *v) { \
        double s = 0; \
        bool endless = false; \
        for (int i = 0; i < n; i++) { \
            s = __builtin_fma(v[i], v[i], s); \
            endless = endless || __builtin_isinf(v[i]); } \
        return warplock_normf_end(__dsqrt_rn(s), endless, reciprocal); }
WARPLOCK_DEVICE float warplock_normf_end(double s, bool endless, bool reciprocal)
{
    return (float)(endless ? reciprocal ? 0 : WARPLOCK_INF : reciprocal ? 1 / s : s);
}
WARPLOCK_NORMS(, false)
WARPLOCK_NORMS(r, true)
#undef WARPLOCK_NORMS

// --- error functions
WARPLOCK_DEVICE double warplock_erfcx_positive(double x)
{
    double t = (x - 2) / (x + 2), lost = x < 1e6 ? fma(-t, x + 2, x - 2) / (x + 2) : 0;
    double down = 1 + 2 * x;
    return x == WARPLOCK_INF ? 0 : x > 1e150 ? 0.56418958354775628 / x : warplock_erfcx_f64(t + lost) / down;
}
// exp(-x^2), the square in two parts
WARPLOCK_DEVICE double warplock_exp_of_square(double x, double sign)
{
    double z = __dmul_rn(x, x);
    return warplock_exp_scaled(sign * z, z < 1e4 ? sign * fma(x, x, -z) : 0, 0);
}
WARPLOCK_DEVICE double erfc(double x)
{
    double size = fabs(x);
    if (size < 0.5)
        return 1 - fma(x, warplock_erf_f64(x * x), x);
    double s = warplock_exp_of_square(size, -1) * warplock_erfcx_positive(size);
    if (size > 28)
        s = 0;
    return x != x ? x : x < 0 ? 2 - s : s;
}
WARPLOCK_DEVICE double erf(double x)
{
    double size = fabs(x);
    if (size < 1)
        return fma(x, warplock_erf_f64(x * x), x);
    return x != x ? x : copysign(1 - erfc(size), x);
}
WARPLOCK_DEVICE double erfcx(double x)
{
    if (x != x)
        return x;
    return x < 0 ? 2 * warplock_exp_of_square(x, 1) - warplock_erfcx_positive(-x) : warplock_erfcx_positive(x);
}
// y with erfc(y) = tail, tail at most 1: a first guess, then Newton's method, the second derivative with it (Halley).
WARPLOCK_DEVICE double warplock_erfc_inverse(double tail)
{
    double power = log(tail), w = -(power + log1p(1 - tail));
    float guess = w < 5 ? warplock_erfinv_f32((float)w) : warplock_erfinv_tail_f32((float)__dsqrt_rn(w));
    double y = guess * (1 - tail);
    for (int i = 0; i < 2; i++) {
        double z = __dmul_rn(y, y), sum = z + power, low = (power - sum + z) + fma(y, y, -z);       // tail exp(y^2)
        double step = (warplock_erfcx_positive(y) - warplock_exp_scaled(sum, low, 0)) * 0.88622692545275801;
        y += step / (1 - y * step);
    }
    return y;
}
WARPLOCK_DEVICE double erfinv(double x)
{
    double size = fabs(x);
    if (!(size < 1))
        return size == 1 ? copysign(WARPLOCK_INF, x) : WARPLOCK_NAN;
    if (size > 0.5)
        return copysign(warplock_erfc_inverse(1 - size), x);
    double w = -log1p(-x * x), y = warplock_erfinv_f32((float)w) * x;
    for (int i = 0; i < 2; i++) {
        double step = (fma(y, warplock_erf_f64(y * y), y) - x) * 0.88622692545275801 * warplock_exp_of_square(y, 1);
        y -= step / (1 + y * step);
    }
    return y;
}
WARPLOCK_DEVICE double erfcinv(double x)
{
    if (!(x > 0 && x < 2))
        return x == 0 ? WARPLOCK_INF : x == 2 ? -WARPLOCK_INF : WARPLOCK_NAN;
    return x > 0.5 && x < 1.5 ? erfinv(1 - x) : x > 1 ? -warplock_erfc_inverse(2 - x) : warplock_erfc_inverse(x);
}
WARPLOCK_DEVICE double normcdf(double x)
{
    // x / sqrt(2) in two parts: erfc is steep
    double h = __dmul_rn(x, -0.70710678118654757), lo = fma(x, -0.70710678118654757, -h) + x * 4.8336466567264567e-17;
    if (fabs(x) > 40)
        return x > 0 ? 1 : 0;
    double p = erfc(h);
    return 0.5 * (h > 0.5 ? p - 2 * h * lo * p : p - 1.1283791670955126 * lo * warplock_exp_of_square(h, -1));
}
WARPLOCK_DEVICE double normcdfinv(double x) { return -1.4142135623730951 * erfcinv(2 * x); }

// --- gamma functions
// The series of Stirling's formula, for x from 8 on: B(2k) / (2k (2k - 1) x^(2k - 1)).
WARPLOCK_DEVICE double warplock_stirling(double x)
{
    double z = 1 / (x * x), p = -3617.0 / 122400;
    p = fma(p, z, 1.0 / 156);
    p = fma(p, z, -691.0 / 360360);
    p = fma(p, z, 1.0 / 1188);
    p = fma(p, z, -1.0 / 1680);
    p = fma(p, z, 1.0 / 1260);
    p = fma(p, z, -1.0 / 360);
    return fma(p, z, 1.0 / 12) / x;
}
WARPLOCK_DEVICE double warplock_lgamma_positive(double x)
{
    if (x >= 8)
        return x > 1e300 && x > 2.5e305 ? WARPLOCK_INF
                                        : fma(x - 0.5, log(x) - 1, 0.41893853320467278) + (x < 1e9 ? warplock_stirling(x) : 0);
    if (x < 0.5)
        return x * warplock_lgamma_f64(x) - (log(x) + log1p(x));
    if (x < 1.25)
        return (x - 1) * warplock_lgamma_f64(x - 1) - log(x);
    double product = 1;
    while (x >= 2.5)
        product *= x -= 1;
    return (x - 2) * warplock_lgamma_f64(x - 2) + log(product);
}
WARPLOCK_DEVICE double lgamma(double x)
{
    if (x != x)
        return x;
    if (x > 0)
        return warplock_lgamma_positive(x);
    if (rint(x) == x)
        return WARPLOCK_INF;
    return x > -1e-19 ? -log(-x) : log(3.1415926535897931 / fabs(x * sinpi(x))) - warplock_lgamma_positive(-x);
}
// gamma(x) from 1/2 on: x^(x - 1/2) exp(-x) with the logarithm in two parts
WARPLOCK_DEVICE double warplock_gamma_positive(double x)
{
    if (x > 171.7)
        return WARPLOCK_INF;
    if (x >= 8) {
        double lo, hi = warplock_log_double(x, &lo), y = x - 0.5, p = __dmul_rn(hi, y), q = fma(hi, y, -p) + lo * y;
        double a = p - x, b = ((p - a) - x) + q, c = a + 0.91893853320467278;
        return warplock_exp_scaled(c, b + ((a - c) + 0.91893853320467278) + warplock_stirling(x), -8) * 256;
    }
    double product = 1;
    if (x < 1.5)
        return warplock_gamma_f64(x - 1) / x;
    while (x >= 2.5)
        product *= x -= 1;
    return warplock_gamma_f64(x - 2) * product;
}
WARPLOCK_DEVICE double tgamma(double x)
{
    if (x >= 0.5 || x != x)
        return x != x ? x : warplock_gamma_positive(x);
    if (x == 0)
        return copysign(WARPLOCK_INF, x);
    if (rint(x) == x)
        return WARPLOCK_NAN;
    if (fabs(x) < 0.5)
        return warplock_gamma_f64(x) / (x * (1 + x));
    if (x < -184)
        return copysign(0, sinpi(x));
    double s = sinpi(x) * x, half = warplock_gamma_positive(x < -160 ? -x - 16 : -x), product = 1;
    for (int i = 1; x < -160 && i <= 16; i++)
        product *= -x - i;
    return -3.1415926535897931 / s / half / product;
}

// --- Bessel functions: by zeros below 8, by phase and amplitude above
WARPLOCK_DEVICE double warplock_bessel_far(double x, double p, double q, int shift, double scale)
{
    // cos and sin of x - pi/4 (2 shift + 1)
    double s, c, root = scale * 0.79788456080286541 / __dsqrt_rn(x);
    sincos(x, &s, &c);
    double cosine = (c + s) * 0.70710678118654757, sine = (s - c) * 0.70710678118654757;
    for (int i = 0; i < shift; i++) {
        double turned = -cosine;
        cosine = sine;
        sine = turned;
    }
    return root * (p * cosine + q / x * sine);
}
#define WARPLOCK_BESSEL(n, odd, a_hi, a_lo, b_hi, b_lo) \
    WARPLOCK_DEVICE double j##n(double x) { \
        double size = fabs(x), z = x * x, sign = odd && x < 0 ? -1.0 : 1.0; \
        if (size > 8) { \
            double t = 64 / z; \
            return size == WARPLOCK_INF ? 0 : sign * warplock_bessel_far(size, warplock_p##n##_f64(t), -warplock_q##n##_f64(t), n, 1); } \
        double product = ((size - a_hi) - a_lo) * (size + a_hi) * ((size - b_hi) - b_lo) * (size + b_hi); \
        return product * warplock_j##n##_f64(z * 0.03125 - 1) * (odd ? x : 1.0); } \
    WARPLOCK_DEVICE double y##n(double x) { \
        double z = x * x; \
        if (!(x > 0)) \
            return x == 0 ? -WARPLOCK_INF : WARPLOCK_NAN; \
        if (x > 8) { \
            double t = 64 / z; \
            return x == WARPLOCK_INF ? 0 : warplock_bessel_far(x, warplock_q##n##_f64(t) / x, warplock_p##n##_f64(t) * x, n, 1); } \
        return odd ? fma(x, warplock_y##n##_f64(z * 0.03125 - 1), 0.63661977236758138 * (log(x) * j##n(x) - 1 / x)) \
                   : fma(0.63661977236758138 * log(x), j##n(x), warplock_y##n##_f64(z * 0.03125 - 1)); }
WARPLOCK_BESSEL(0, false, 2.4048255576957729, -1.176691651530894e-16, 5.5200781102863106, 8.0885971461467223e-17)
WARPLOCK_BESSEL(1, true, 3.8317059702075125, -1.5269184090088067e-16, 7.0155866698156188, -9.4141656534103889e-17)
#undef WARPLOCK_BESSEL
WARPLOCK_DEVICE double yn(int n, double x)
{
    double before = y0(x), now = y1(x);
    if (n < 0 || x != x)
        return WARPLOCK_NAN;
    if (n == 0 || !(x > 0) || x == WARPLOCK_INF)
        return before;
    for (int k = 1; k < n; k++) {
        double next = 2 * k / x * now - before;
        before = now;
        now = next;
    }
    return now;
}
WARPLOCK_DEVICE double jn(int n, double x)
{
    double size = fabs(x), sign = x < 0 && n & 1 ? -1.0 : 1.0;
    if (n < 0 || x != x)
        return WARPLOCK_NAN;
    if (n == 0)
        return j0(x);
    if (n == 1)
        return j1(x);
    if (size == 0 || size == WARPLOCK_INF)
        return 0;
    double before = j0(size), now = j1(size);
    if (size > n) {
        for (int k = 1; k < n; k++) {
            double next = 2 * k / size * now - before;
            before = now;
            now = next;
        }
        return sign * now;
    }
    // downwards from far above (Miller), then scaled by j0 or j1, whichever is larger
    double above = 0, here = 1e-280, wanted = 0, first = 0, second = 0;
    for (int k = n + 30 + (int)__dsqrt_rn(60.0 * n); k > 0; k--) {
        double below = 2 * k / size * here - above;
        above = here;
        here = below;
        if (fabs(here) > 1e200) {
            here *= 1e-250;
            above *= 1e-250;
            wanted *= 1e-250;
        }
        if (k - 1 == n)
            wanted = here;
    }
    first = here;
    second = above;
    return sign * (fabs(before) > fabs(now) ? wanted / first * before : wanted / second * now);
}
WARPLOCK_DEVICE double warplock_bessel_i(double size, double tail)
{
    // exp(x) in two factors: it overflows before the function does
    double half = warplock_exp_scaled(0.5 * size, 0, 0);
    return half * (tail / __dsqrt_rn(size)) * half;
}
WARPLOCK_DEVICE double cyl_bessel_i0(double x)
{
    double size = fabs(x);
    return size < 8 ? warplock_i0_f64(x * x) : size == WARPLOCK_INF || x != x ? size : warplock_bessel_i(size, warplock_i0_tail_f64(8 / size));
}
WARPLOCK_DEVICE double cyl_bessel_i1(double x)
{
    double size = fabs(x);
    return size < 8 ? x * warplock_i1_f64(x * x)
                    : size == WARPLOCK_INF || x != x ? x : copysign(warplock_bessel_i(size, warplock_i1_tail_f64(8 / size)), x);
}

// --- single precision by double
#define WARPLOCK_BY_DOUBLE(name) WARPLOCK_DEVICE float name##f(float x) { return (float)name((double)x); }
WARPLOCK_BY_DOUBLE(expm1)
WARPLOCK_BY_DOUBLE(asinh)
WARPLOCK_BY_DOUBLE(acosh)
WARPLOCK_BY_DOUBLE(atanh)
WARPLOCK_BY_DOUBLE(cbrt)
WARPLOCK_BY_DOUBLE(rcbrt)
WARPLOCK_BY_DOUBLE(erfcx)
WARPLOCK_BY_DOUBLE(erfinv)
WARPLOCK_BY_DOUBLE(erfcinv)
WARPLOCK_BY_DOUBLE(normcdf)
WARPLOCK_BY_DOUBLE(normcdfinv)
WARPLOCK_BY_DOUBLE(lgamma)
WARPLOCK_BY_DOUBLE(tgamma)
WARPLOCK_BY_DOUBLE(j0)
WARPLOCK_BY_DOUBLE(j1)
WARPLOCK_BY_DOUBLE(y0)
WARPLOCK_BY_DOUBLE(y1)
WARPLOCK_BY_DOUBLE(cyl_bessel_i0)
WARPLOCK_BY_DOUBLE(cyl_bessel_i1)
#undef WARPLOCK_BY_DOUBLE
WARPLOCK_DEVICE float jnf(int n, float x) { return (float)jn(n, (double)x); }
WARPLOCK_DEVICE float ynf(int n, float x) { return (float)yn(n, (double)x); }

#endif
