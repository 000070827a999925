// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic of f16, bf16 and pairs of them: each half of a pair like a single one, each result rounded once to nearest
// (halves.h). ex2 and tanh are libm's double rounded to half. neg and abs change bits only; any other NaN is 0x7FFF.
#include "sim/frontend/halves.h"

#include <math.h>

enum { SIGN = 0x8000 };

// By the manual: if one operand is NaN the other one, or NaN with .NaN; -0 is below +0. .xorsign.abs compares magnitudes and
// gives the result the sign of the product.
static double one_of(double a, double b, bool larger, uint32_t flags)
{
    bool negative = signbit(a) != signbit(b), xors = (flags & HALF_XORS_SIGNS) != 0;
    a = xors ? fabs(a) : a;
    b = xors ? fabs(b) : b;
    double r = isnan(a) && ((flags & HALF_KEEPS_NAN) != 0 || isnan(b)) ? a : isnan(b) && (flags & HALF_KEEPS_NAN) != 0 ? b :
               isnan(a) ? b : isnan(b) ? a : a == b ? (signbit(a) == larger ? b : a) : (a < b) == larger ? b : a;
    return xors && !isnan(r) ? copysign(r, negative ? -1.0 : 1.0) : r;
}

static uint32_t result_of(double v, ptx_type type, uint32_t flags)
{
    uint32_t bits = half_in_range(half_of(v, type, ROUND_rn), type, flags);
    return (flags & HALF_FLUSHES) != 0 ? half_flushed(bits, type) : bits;
}

#define HALF(name, expression)                                                                      \
    static void half_##name(execution *x, const insn_code *code, uint32_t mask)                     \
    {                                                                                               \
        const uint32_t *ra = row32(x, code->src[0]), *rb = row32(x, code->src[1]), *rc = row32(x, code->src[2]); \
        const uint32_t flags = code->choice, bits = type_bytes((ptx_type)code->type) * 8;           \
        const ptx_type type = (ptx_type)code->type;                                                 \
        const bool flush = (flags & HALF_FLUSHES) != 0;                                             \
        uint32_t r[WARP_LANES] = { 0 };                                                             \
        for (uint32_t shift = 0; shift < bits; shift += 16) {                                       \
            for (uint32_t i = 0; i < WARP_LANES; i++) {                                             \
                double a = half_value(ra[i] >> shift, type, flush), b = half_value(rb[i] >> shift, type, flush); \
                double c = half_value(rc[i] >> shift, type, flush);                                 \
                (void)b, (void)c;                                                                   \
                r[i] |= result_of((expression), type, flags) << shift;                              \
            }                                                                                       \
        }                                                                                           \
        row_write32(row32(x, code->dst[0]), r, mask);                                               \
    }

HALF(add, half_sum(a, b))
HALF(sub, half_sum(a, -b))
HALF(mul, a * b)
HALF(fma, half_sum(a * b, c))
HALF(min, one_of(a, b, false, flags))
HALF(max, one_of(a, b, true, flags))
HALF(ex2, exp2(a))
HALF(tanh, tanh(a))

#define HALF_BITS(name, expression)                                                                 \
    static void half_##name(execution *x, const insn_code *code, uint32_t mask)                     \
    {                                                                                               \
        const uint32_t *ra = row32(x, code->src[0]), bits = type_bytes((ptx_type)code->type) * 8;   \
        uint32_t r[WARP_LANES] = { 0 };                                                             \
        for (uint32_t shift = 0; shift < bits; shift += 16) {                                       \
            for (uint32_t i = 0; i < WARP_LANES; i++) {                                             \
                uint32_t a = ra[i] >> shift & 0xFFFF, v = (expression);                             \
                r[i] |= ((code->choice & HALF_FLUSHES) != 0 ? half_flushed(v, (ptx_type)code->type) : v) << shift; \
            }                                                                                       \
        }                                                                                           \
        row_write32(row32(x, code->dst[0]), r, mask);                                               \
    }

HALF_BITS(neg, a ^ SIGN)
HALF_BITS(abs, a & ~(uint32_t)SIGN)

code_handler half_handler(operation op)
{
    static const code_handler handlers[OPERATION_COUNT] = {
        [OPERATION_add] = half_add, [OPERATION_sub] = half_sub, [OPERATION_mul_lo] = half_mul, [OPERATION_fma] = half_fma,
        [OPERATION_min] = half_min, [OPERATION_max] = half_max, [OPERATION_ex2] = half_ex2, [OPERATION_tanh] = half_tanh,
        [OPERATION_neg] = half_neg, [OPERATION_abs] = half_abs,
    };
    return handlers[op];
}
