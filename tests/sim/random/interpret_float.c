// SPDX-License-Identifier: BSD-3-Clause
// What floating-point instructions and conversions compute (PTX ISA, "Floating Point Instructions", "cvt").
//
// IEEE 754 by the host's SSE unit with its rounding mode set per instruction, so every result is exact. The bits of a
// NaN are the host's: generated kernels replace every NaN before its bits can be seen. Approximate functions are the
// host's double-precision functions rounded to float, as sim/frontend documents them.
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "tests/sim/random/interpreter_internal.h"

static float float_of(uint64_t raw)
{
    uint32_t low = (uint32_t)raw;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
}

static uint64_t bits_of_float(float f)
{
    uint32_t low;
    memcpy(&low, &f, sizeof f);
    return low;
}

static double double_of(uint64_t raw)
{
    double d;
    memcpy(&d, &raw, sizeof d);
    return d;
}

static uint64_t bits_of_double(double d)
{
    uint64_t raw;
    memcpy(&raw, &d, sizeof d);
    return raw;
}

static int rounding_of(const instruction *in)
{
    if (has(in, MOD_rz) || has(in, MOD_rzi)) return FE_TOWARDZERO;
    if (has(in, MOD_rm) || has(in, MOD_rmi)) return FE_DOWNWARD;
    if (has(in, MOD_rp) || has(in, MOD_rpi)) return FE_UPWARD;
    return FE_TONEAREST;
}

static uint64_t flushed(const instruction *in, uint64_t raw)
{
    if (!has(in, MOD_ftz) || (raw & 0x7f800000)) return raw;
    return raw & 0x80000000;
}

// .ftz and .sat of a single-precision result.
static uint64_t finished(const instruction *in, float result)
{
    if (has(in, MOD_sat)) result = isnan(result) || result <= 0.0f ? 0.0f : result > 1.0f ? 1.0f : result;
    return flushed(in, bits_of_float(result));
}

typedef enum { ADD, SUB, MUL, DIV, FMA, SQRT, RCP } arithmetic;

static uint64_t computed(const instruction *in, const uint64_t *s, arithmetic what)
{
    int before = fegetround();
    if (in->type.bits == 64) {
        volatile double a = double_of(s[0]), b = double_of(s[1]), c = double_of(s[2]), r;
        fesetround(rounding_of(in));
        switch (what) {
        case ADD: r = a + b; break;
        case SUB: r = a - b; break;
        case MUL: r = a * b; break;
        case DIV: r = a / b; break;
        case FMA: r = fma(a, b, c); break;
        case SQRT: r = sqrt(a); break;
        default: r = 1.0 / a; break;
        }
        fesetround(before);
        return bits_of_double(r);
    }
    volatile float a = float_of(flushed(in, s[0])), b = float_of(flushed(in, s[1])), c = float_of(flushed(in, s[2])), r;
    fesetround(rounding_of(in));
    switch (what) {
    case ADD: r = a + b; break;
    case SUB: r = a - b; break;
    case MUL: r = a * b; break;
    case DIV: r = a / b; break;
    case FMA: r = fmaf(a, b, c); break;
    case SQRT: r = sqrtf(a); break;
    default: r = 1.0f / a; break;
    }
    fesetround(before);
    return finished(in, r);
}

static uint64_t float_add(thread *t, const instruction *in, const uint64_t *s) { (void)t; return computed(in, s, ADD); }
static uint64_t float_sub(thread *t, const instruction *in, const uint64_t *s) { (void)t; return computed(in, s, SUB); }
static uint64_t float_mul(thread *t, const instruction *in, const uint64_t *s) { (void)t; return computed(in, s, MUL); }
static uint64_t float_div(thread *t, const instruction *in, const uint64_t *s) { (void)t; return computed(in, s, DIV); }
static uint64_t float_fma(thread *t, const instruction *in, const uint64_t *s) { (void)t; return computed(in, s, FMA); }
static uint64_t float_sqrt(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return computed(in, s, SQRT);
}
// Reciprocals of doubles with .ftz: 21 bits of mantissa at either end. The mantissa with a bit more to round by:
// it is never a tie.
static uint64_t upper_reciprocal(uint64_t raw, bool root)
{
    uint64_t sign = raw & UINT64_C(1) << 63, mantissa = (raw >> 32 & 0xfffff) | 1 << 20;
    int exponent = (int)(raw >> 52 & 0x7ff), power;
    bool nan = (raw & ~sign) > UINT64_C(0x7ff) << 52;
    if (nan || (root && sign && exponent)) return UINT64_C(0x7ff8) << 48;
    if (exponent == 0) return sign | UINT64_C(0x7ff) << 52;
    if (exponent == 0x7ff) return sign;
    uint64_t quotient;
    exponent -= 1023;
    if (!root) {
        bool one = mantissa == 1 << 20;                     // the mantissas of all others have reciprocals below 1
        quotient = ((UINT64_C(1) << (one ? 41 : 42)) / mantissa + 1) >> 1;
        power = -exponent - !one;
    } else {
        bool odd = exponent & 1, one = mantissa == 1 << 20 && !odd;
        uint64_t square = mantissa << odd;                  // from 1 to below 4, 20 bits behind the point
        double from = sqrt(ldexp(1.0, 20) / (double)square) * ldexp(1.0, one ? 21 : 22);
        quotient = ((uint64_t)from + 1) >> 1;
        power = -((exponent - odd) / 2) - !one;
    }
    if (quotient >> 21) quotient >>= 1, power++;
    if (power < -1022) return sign;
    return sign | (uint64_t)(power + 1023) << 52 | (quotient & 0xfffff) << 32;
}

static uint64_t float_rcp(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return in->type.bits == 64 && has(in, MOD_ftz) ? upper_reciprocal(s[0], false) : computed(in, s, RCP);
}

static uint64_t sign_of(const instruction *in) { return UINT64_C(1) << (in->type.bits - 1); }

static bool is_nan(uint64_t raw, unsigned bits) { return bits == 64 ? isnan(double_of(raw)) : isnan(float_of(raw)); }

static uint64_t float_abs(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return flushed(in, s[0] & ~sign_of(in));
}

static uint64_t float_neg(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return flushed(in, s[0] ^ sign_of(in));
}

static uint64_t float_copysign(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return (s[0] & sign_of(in)) | (s[1] & ~sign_of(in));
}

// A NaN loses against a number; -0 is less than +0.
static uint64_t lesser(const instruction *in, uint64_t a, uint64_t b, bool greater)
{
    unsigned bits = in->type.bits;
    if (bits == 32) a = flushed(in, a), b = flushed(in, b);
    if (is_nan(a, bits)) return b;
    if (is_nan(b, bits)) return a;
    double x = bits == 64 ? double_of(a) : float_of(a), y = bits == 64 ? double_of(b) : float_of(b);
    bool a_first = x < y || (x == y && (a & sign_of(in)));
    return a_first != greater ? a : b;
}

static uint64_t float_min(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return lesser(in, s[0], s[1], false);
}

static uint64_t float_max(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return lesser(in, s[0], s[1], true);
}

static uint64_t approximate(const instruction *in, const uint64_t *s, double (*f)(double))
{
    return finished(in, (float)f((double)float_of(flushed(in, s[0]))));
}

static double reciprocal_root(double x) { return 1.0 / sqrt(x); }

static uint64_t float_sin(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return approximate(in, s, sin);
}
static uint64_t float_cos(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return approximate(in, s, cos);
}
static uint64_t float_ex2(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return approximate(in, s, exp2);
}
static uint64_t float_tanh(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return approximate(in, s, tanh);
}
static uint64_t float_lg2(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return approximate(in, s, log2);
}
static uint64_t float_rsqrt(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    if (in->type.bits == 64 && has(in, MOD_ftz)) return upper_reciprocal(s[0], true);
    if (in->type.bits == 64) return bits_of_double(reciprocal_root(double_of(s[0])));
    return approximate(in, s, reciprocal_root);
}

bool float_compare(const instruction *in, uint64_t raw_a, uint64_t raw_b, unsigned bits)
{
    if (bits == 32) raw_a = flushed(in, raw_a), raw_b = flushed(in, raw_b);
    double a = bits == 64 ? double_of(raw_a) : float_of(raw_a), b = bits == 64 ? double_of(raw_b) : float_of(raw_b);
    bool unordered = isnan(a) || isnan(b);
    if (has(in, MOD_num)) return !unordered;
    if (has(in, MOD_nan)) return unordered;
    if (unordered) {
        return has(in, MOD_equ) || has(in, MOD_neu) || has(in, MOD_ltu) || has(in, MOD_leu) || has(in, MOD_gtu) ||
               has(in, MOD_geu);
    }
    if (has(in, MOD_eq) || has(in, MOD_equ)) return a == b;
    if (has(in, MOD_ne) || has(in, MOD_neu)) return a != b;
    if (has(in, MOD_lt) || has(in, MOD_ltu)) return a < b;
    if (has(in, MOD_le) || has(in, MOD_leu)) return a <= b;
    if (has(in, MOD_gt) || has(in, MOD_gtu)) return a > b;
    return a >= b;
}

// cvt to an integer type: out-of-range values are clamped; a NaN gives 0, or the sign bit alone where either type has
// 64 bits.
static uint64_t integer_from_float(const instruction *in, double value)
{
    unsigned bits = in->type.bits;
    if (isnan(value)) return in->type2.bits == 64 || bits == 64 ? UINT64_C(1) << (bits - 1) : 0;
    int before = fegetround();
    volatile double v = value;
    fesetround(rounding_of(in));
    v = rint(v);
    fesetround(before);
    if (in->type.kind == 's') {
        double limit = ldexp(1.0, (int)bits - 1);
        if (v >= limit) return low_bits(UINT64_MAX, bits - 1);
        if (v < -limit) return UINT64_C(1) << (bits - 1);
        return (uint64_t)(int64_t)v;
    }
    if (v <= 0) return 0;
    return v >= ldexp(1.0, (int)bits) ? low_bits(UINT64_MAX, bits) : (uint64_t)v;
}

// Integer to float needs one rounding only, also for 64-bit sources.
static uint64_t float_from_integer(const instruction *in, uint64_t raw)
{
    int before = fegetround();
    bool is_signed = in->type2.kind == 's';
    volatile int64_t s = sign_extended(raw, in->type2.bits);
    volatile uint64_t u = low_bits(raw, in->type2.bits);
    volatile float f = 0;
    volatile double d = 0;
    fesetround(rounding_of(in));
    if (in->type.bits == 32) f = is_signed ? (float)s : (float)u;
    else d = is_signed ? (double)s : (double)u;
    fesetround(before);
    if (in->type.bits == 32) return finished(in, f);
    return bits_of_double(has(in, MOD_sat) ? (d <= 0 ? 0 : d > 1 ? 1 : d) : d);
}

static uint64_t float_from_float(const instruction *in, uint64_t raw)
{
    bool to_integral = has(in, MOD_rni) || has(in, MOD_rzi) || has(in, MOD_rmi) || has(in, MOD_rpi);
    int before = fegetround();
    volatile double d = in->type2.bits == 64 ? double_of(raw) : float_of(flushed(in, raw));
    fesetround(rounding_of(in));
    if (to_integral) d = rint(d);
    volatile float f = (float)d;
    fesetround(before);
    if (in->type.bits == 32) return finished(in, f);
    if (has(in, MOD_sat)) d = isnan(d) || d <= 0 ? 0 : d > 1 ? 1 : d;
    return bits_of_double(d);
}

static uint64_t integer_from_integer(const instruction *in, uint64_t raw)
{
    __extension__ typedef __int128 exact;
    exact v = in->type2.kind == 's' ? (exact)sign_extended(raw, in->type2.bits) : (exact)low_bits(raw, in->type2.bits);
    unsigned bits = in->type.bits;
    if (has(in, MOD_sat)) {
        exact top = in->type.kind == 's' ? ((exact)1 << (bits - 1)) - 1 : ((exact)1 << bits) - 1;
        exact bottom = in->type.kind == 's' ? -top - 1 : 0;
        v = v > top ? top : v < bottom ? bottom : v;
    }
    return (uint64_t)v;
}

// The destination register may be wider than the type: then the result is extended by the type's sign.
static uint64_t value_converted(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t result;
    if (in->type.kind == 'f') {
        return in->type2.kind == 'f' ? float_from_float(in, s[0]) : float_from_integer(in, s[0]);
    }
    if (in->type2.kind == 'f') {
        double v = in->type2.bits == 64 ? double_of(s[0]) : float_of(flushed(in, s[0]));
        result = integer_from_float(in, v);
    } else {
        result = integer_from_integer(in, s[0]);
    }
    return in->type.kind == 's' ? (uint64_t)sign_extended(result, in->type.bits) : low_bits(result, in->type.bits);
}

const mnemonic float_mnemonics[] = {
    {"add", float_add, NULL}, {"sub", float_sub, NULL}, {"mul", float_mul, NULL}, {"div", float_div, NULL},
    {"fma", float_fma, NULL}, {"mad", float_fma, NULL}, {"sqrt", float_sqrt, NULL}, {"rcp", float_rcp, NULL},
    {"abs", float_abs, NULL}, {"neg", float_neg, NULL}, {"copysign", float_copysign, NULL}, {"min", float_min, NULL},
    {"max", float_max, NULL}, {"sin", float_sin, NULL}, {"cos", float_cos, NULL}, {"ex2", float_ex2, NULL},
    {"lg2", float_lg2, NULL}, {"tanh", float_tanh, NULL}, {"rsqrt", float_rsqrt, NULL}, {"cvt", value_converted, NULL}, {NULL, NULL, NULL}
};
