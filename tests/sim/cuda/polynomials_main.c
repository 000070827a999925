// SPDX-License-Identifier: BSD-3-Clause
// Prints sim/cuda/warplock/polynomials.h: interpolation at Chebyshev's nodes in quadruple precision, as Horner chains.
// tests/sim/cuda/test_polynomials.sh compares.
#include <quadmath.h>
#include <stdbool.h>
#include <stdio.h>

enum { DEGREE_MAX = 32 };

typedef struct {
    const char *name, *words;
    __float128 (*of)(__float128);
    double      low, high;
    unsigned    degree;
    bool        is_float;
} row;

// --- what is approximated: a function without the first terms of its series

static __float128 sine(__float128 z) { return (sinq(sqrtq(z)) / sqrtq(z) - 1) / z; }
static __float128 cosine(__float128 z) { return (cosq(sqrtq(z)) - 1 + z / 2) / (z * z); }
static __float128 exponential(__float128 r) { return (expm1q(r) - r) / (r * r); }
static __float128 logarithm(__float128 f) { return (log1pq(f) - f) / (f * f); }
static __float128 logarithm_2(__float128 f) { return (log1pq(f) - f + f * f / 2) / (f * f * f); }
static __float128 area(__float128 z) { return (atanhq(sqrtq(z)) / sqrtq(z) - 1) / z; }
static __float128 area_2(__float128 z) { return (area(z) - 1 / 3.0Q) / z; }
static __float128 arc_tangent(__float128 z) { return (atanq(sqrtq(z)) / sqrtq(z) - 1) / z; }
static __float128 arc_sine(__float128 z) { return (asinq(sqrtq(z)) / sqrtq(z) - 1) / z; }
static __float128 hyperbolic_sine(__float128 z) { return (sinhq(sqrtq(z)) / sqrtq(z) - 1) / z; }
static __float128 hyperbolic_tangent(__float128 z) { return (tanhq(sqrtq(z)) / sqrtq(z) - 1) / z; }
static __float128 error(__float128 z) { return erfq(sqrtq(z)) / sqrtq(z) - 1; }
static __float128 error_tail(__float128 x) { return -log2q(erfcq(x)) / x; }

// (1 + 2 x) exp(x^2) erfc(x), x = 2 (1 + t) / (1 - t)
static __float128 scaled_error(__float128 t)
{
    __float128 x = 2 * (1 + t) / (1 - t), sum = 1, term = 1;

    if (x < 50)
        return (1 + 2 * x) * expq(x * x) * erfcq(x);
    for (int k = 1; k < 24; k++)
        sum += term *= -(2 * k - 1) / (2 * x * x);
    return (1 / x + 2) * sum / sqrtq(M_PIq);
}
static __float128 log_gamma(__float128 y) { return lgammaq(2 + y) / y; }
static __float128 gamma_2(__float128 y) { return tgammaq(2 + y); }
// erfinv(x) / x, x^2 = 1 - exp(-w), and the same for s^2 = w: by Newton on log(erfc)
static __float128 inverse_error(__float128 w)
{
    __float128 tail = -expm1q(-w) > 0.5Q ? expq(-w) / (1 + sqrtq(-expm1q(-w))) : 1 - sqrtq(-expm1q(-w)), y = sqrtq(w) * 0.9Q;

    for (int i = 0; i < 60; i++)
        y += (logq(erfcq(y)) - logq(tail)) * erfcq(y) * sqrtq(M_PIq) / 2 * expq(y * y);
    return y / sqrtq(-expm1q(-w));
}
static __float128 inverse_error_tail(__float128 s) { return inverse_error(s * s); }

// Bessel functions by their first zeros, and by amplitude and phase behind 8.
static __float128 first_of_j0(__float128 t)
{
    __float128 z = 32 + 32 * t, a = 2.404825557695772768621631879326454643Q, b = 5.520078110286310649596604112813027425Q, x = sqrtq(z);
    return j0q(x) / ((z - a * a) * (z - b * b));
}
static __float128 first_of_j1(__float128 t)
{
    __float128 z = 32 + 32 * t, a = 3.831705970207512315614435886308160767Q, b = 7.015586669815618753537049981476524744Q, x = sqrtq(z);
    return j1q(x) / x / ((z - a * a) * (z - b * b));
}
static __float128 first_of_y0(__float128 t) { __float128 x = sqrtq(32 + 32 * t); return y0q(x) - M_2_PIq * logq(x) * j0q(x); }
static __float128 first_of_y1(__float128 t)
{
    __float128 x = sqrtq(32 + 32 * t);
    return (y1q(x) - M_2_PIq * (logq(x) * j1q(x) - 1 / x)) / x;
}
static __float128 in_phase(__float128 z, __float128 (*j)(__float128), __float128 (*y)(__float128), __float128 angle)
{
    __float128 x = 8 / sqrtq(z), s = x - angle;
    return sqrtq(M_PIq * x / 2) * (j(x) * cosq(s) + y(x) * sinq(s));
}
static __float128 in_quadrature(__float128 z, __float128 (*j)(__float128), __float128 (*y)(__float128), __float128 angle)
{
    __float128 x = 8 / sqrtq(z), s = x - angle;
    return sqrtq(M_PIq * x / 2) * (y(x) * cosq(s) - j(x) * sinq(s)) * x;
}
static __float128 phase_0(__float128 z) { return in_phase(z, j0q, y0q, M_PI_4q); }
static __float128 phase_1(__float128 z) { return in_phase(z, j1q, y1q, 3 * M_PI_4q); }
static __float128 quadrature_0(__float128 z) { return in_quadrature(z, j0q, y0q, M_PI_4q); }
static __float128 quadrature_1(__float128 z) { return in_quadrature(z, j1q, y1q, 3 * M_PI_4q); }
static __float128 modified(__float128 x, unsigned order)
{
    __float128 term = order ? x / 2 : 1, sum = term;

    for (unsigned k = 1; term > sum * 1e-36Q; k++)
        sum += term *= x * x / 4 / k / (k + order);
    return sum;
}
static __float128 first_of_i0(__float128 z) { return modified(sqrtq(z), 0); }
static __float128 first_of_i1(__float128 z) { return modified(sqrtq(z), 1) / sqrtq(z); }
// exp(-x) sqrt(x) I(x), t = 8 / x
static __float128 scaled(__float128 t, unsigned order)
{
    __float128 x = 8 / t, sum = 1, term = 1, mu = 4 * order;

    if (x < 60)
        return modified(x, order) * expq(-x) * sqrtq(x);
    for (int k = 1; k < 50; k++) {
        term *= -(mu - (2 * k - 1) * (2 * k - 1)) / (8 * x * k);
        sum += term;
    }
    return sum / sqrtq(2 * M_PIq);
}
static __float128 scaled_i0(__float128 t) { return scaled(t, 0); }
static __float128 scaled_i1(__float128 t) { return scaled(t, 1); }

static const row rows[] = {
    { "sin_f32", "(sin(x) / x - 1) / z, z = x^2", sine, 0, 0.617, 2, true },
    { "cos_f32", "(cos(x) - 1 + z / 2) / z^2, z = x^2", cosine, 0, 0.617, 2, true },
    { "log_f32", "(log(1 + f) - f) / f^2", logarithm, -0.3334, 0.3334, 9, true },
    { "log3_f32", "(log(1 + f) - f + f^2 / 2) / f^3", logarithm_2, -0.3334, 0.3334, 9, true },
    { "tanh_f32", "(tanh(x) / x - 1) / z, z = x^2", hyperbolic_tangent, 0, 0.31, 4, true },
    { "sinh_f32", "(sinh(x) / x - 1) / z, z = x^2", hyperbolic_sine, 0, 1, 3, true },
    { "atan_f32", "(atan(x) / x - 1) / z, z = x^2", arc_tangent, 0, 1, 9, true },
    { "asin_f32", "(asin(x) / x - 1) / z, z = x^2", arc_sine, 0, 0.3165, 5, true },
    { "erf_f32", "erf(x) / x - 1, z = x^2", error, 0, 1, 6, true },
    { "erf_tail_f32", "-log2(erfc(x)) / x", error_tail, 1, 4, 7, true },
    { "erfcx_f32", "(1 + 2 x) exp(x^2) erfc(x), t = (x - 2) / (x + 2)", scaled_error, -1, 1, 11, true },
    { "sin_f64", "(sin(x) / x - 1) / z, z = x^2", sine, 0, 0.617, 6, false },
    { "cos_f64", "(cos(x) - 1 + z / 2) / z^2, z = x^2", cosine, 0, 0.617, 6, false },
    { "exp_f64", "(exp(r) - 1 - r) / r^2", exponential, -0.3467, 0.3467, 11, false },
    { "atanh_f64", "(atanh(s) / s - 1) / z, z = s^2", area, 0, 0.0295, 8, false },
    { "atanh5_f64", "((atanh(s) / s - 1) / z - 1/3) / z, z = s^2", area_2, 0, 0.0295, 7, false },
    { "atan_f64", "(atan(x) / x - 1) / z, z = x^2", arc_tangent, 0, 1, 22, false },
    { "asin_f64", "(asin(x) / x - 1) / z, z = x^2", arc_sine, 0, 0.2501, 14, false },
    { "tanh_f64", "(tanh(x) / x - 1) / z, z = x^2", hyperbolic_tangent, 0, 0.31, 11, false },
    { "erf_f64", "erf(x) / x - 1, z = x^2", error, 0, 1, 14, false },
    { "erfcx_f64", "(1 + 2 x) exp(x^2) erfc(x), t = (x - 2) / (x + 2)", scaled_error, -1, 1, 26, false },
    { "lgamma_f64", "log(gamma(2 + y)) / y", log_gamma, -0.75, 0.5, 25, false },
    { "gamma_f64", "gamma(2 + y)", gamma_2, -0.5, 0.5, 21, false },
    { "erfinv_f32", "erfinv(x) / x, w = -log(1 - x^2)", inverse_error, 0, 5, 8, true },
    { "erfinv_tail_f32", "erfinv(x) / x, s = sqrt(-log(1 - x^2))", inverse_error_tail, 2.2, 28, 8, true },
    { "j0_f64", "J0(x) by its first two zeros, t = x^2 / 32 - 1", first_of_j0, -1, 1, 17, false },
    { "j1_f64", "J1(x) / x by its first two zeros, t = x^2 / 32 - 1", first_of_j1, -1, 1, 17, false },
    { "y0_f64", "Y0(x) - 2/pi log(x) J0(x), t = x^2 / 32 - 1", first_of_y0, -1, 1, 21, false },
    { "y1_f64", "(Y1(x) - 2/pi (log(x) J1(x) - 1 / x)) / x, t = x^2 / 32 - 1", first_of_y1, -1, 1, 21, false },
    { "p0_f64", "sqrt(pi x / 2) (J0 cos + Y0 sin)(x - pi/4), z = (8 / x)^2", phase_0, 0, 1, 16, false },
    { "q0_f64", "sqrt(pi x / 2) (Y0 cos - J0 sin)(x - pi/4) x, z = (8 / x)^2", quadrature_0, 0, 1, 16, false },
    { "p1_f64", "sqrt(pi x / 2) (J1 cos + Y1 sin)(x - 3 pi/4), z = (8 / x)^2", phase_1, 0, 1, 16, false },
    { "q1_f64", "sqrt(pi x / 2) (Y1 cos - J1 sin)(x - 3 pi/4) x, z = (8 / x)^2", quadrature_1, 0, 1, 16, false },
    { "i0_f64", "I0(x), z = x^2", first_of_i0, 0, 64, 18, false },
    { "i1_f64", "I1(x) / x, z = x^2", first_of_i1, 0, 64, 18, false },
    { "i0_tail_f64", "exp(-x) sqrt(x) I0(x), t = 8 / x", scaled_i0, 0, 1, 22, false },
    { "i1_tail_f64", "exp(-x) sqrt(x) I1(x), t = 8 / x", scaled_i1, 0, 1, 22, false },
};

// The coefficients of t^k: Chebyshev's series on [-1, 1], its polynomials written out, then u moved to t.
static void interpolate(const row *r, __float128 monomial[static DEGREE_MAX])
{
    unsigned n = r->degree + 1;
    __float128 middle = (r->low + (__float128)r->high) / 2, half = (r->high - (__float128)r->low) / 2, value[DEGREE_MAX];
    __float128 in_u[DEGREE_MAX] = {0}, before[DEGREE_MAX] = {1}, now[DEGREE_MAX] = {0, 1}, power[DEGREE_MAX] = {1};

    for (unsigned j = 0; j < n; j++)
        value[j] = r->of(middle + half * cosq(M_PIq * (j + 0.5Q) / n));
    for (unsigned k = 0; k < n; k++) {
        __float128 sum = 0, next[DEGREE_MAX] = {0};
        for (unsigned j = 0; j < n; j++)
            sum += value[j] * cosq(M_PIq * k * (j + 0.5Q) / n);
        sum *= (k ? 2.0Q : 1.0Q) / n;
        for (unsigned i = 0; i < n; i++)
            in_u[i] += sum * before[i];
        for (unsigned i = 0; i < n; i++)
            next[i] = (i ? 2 * now[i - 1] : 0) - before[i];
        for (unsigned i = 0; i < n; i++) {
            before[i] = now[i];
            now[i] = next[i];
        }
    }
    // u = (t - middle) / half
    for (unsigned i = 0; i < DEGREE_MAX; i++)
        monomial[i] = 0;
    for (unsigned k = 0; k < n; k++) {
        for (unsigned i = 0; i <= k; i++)
            monomial[i] += in_u[k] * power[i];
        for (unsigned i = k + 2; i-- > 0;)
            power[i] = ((i ? power[i - 1] : 0) - middle * power[i]) / half;
    }
}

static void print_row(const row *r)
{
    enum { IN_A_LINE = 3 };
    __float128 c[DEGREE_MAX];
    const char *type = r->is_float ? "float" : "double";

    interpolate(r, c);
    printf("\n// %s, from %g to %g\nWARPLOCK_DEVICE %s warplock_%s(%s t)\n{\n    %s p = ", r->words, r->low, r->high, type, r->name,
           type, type);
    for (unsigned k = r->degree + 1, at = 0; k-- > 0; at++) {
        if (at % IN_A_LINE == 1)
            printf("\n   ");
        printf(r->is_float ? "%s%.9gf%s" : "%s%.17g%s", at ? r->is_float ? " STEP_F(" : " STEP(" : "", (double)c[k], at ? ")" : ";");
    }
    puts("\n    return p;\n}");
}

int main(void)
{
    puts("// SPDX-License-Identifier: BSD-3-Clause");
    puts("// Polynomials of the functions in math_*.h. Made by tests/sim/cuda/polynomials_main.c: change that.");
    puts("#ifndef WARPLOCK_CUDA_POLYNOMIALS_H\n#define WARPLOCK_CUDA_POLYNOMIALS_H");
    puts("\n#define STEP_F(c) p = __builtin_fmaf(p, t, c);\n#define STEP(c) p = __builtin_fma(p, t, c);");
    for (const row *r = rows; r < rows + sizeof rows / sizeof rows[0]; r++)
        print_row(r);
    puts("\n#undef STEP_F\n#undef STEP\n#endif");
    return 0;
}
