// SPDX-License-Identifier: BSD-3-Clause
// Floating point, 32 lanes each. add, sub, mul, fma, mad, div, sqrt and rcp round correctly (.approx and .full too, so
// they are better than the hardware's); sin, cos, ex2, lg2, tanh and rsqrt are libm's double result rounded to float. mad.f32
// is a fused fma, as on sm_20 and up. A NaN result is the one that NVIDIA documents (0x7fffffff; 64 bits:
// 0x7ff8000000000000), whatever the operands were, so results do not depend on the host's operand order. neg, abs,
// copysign change bits only.
#include "sim/frontend/code.h"

#include <math.h>
#include <string.h>
#include <xmmintrin.h>

#define NAN32 0x7FFFFFFFu
#define NAN64 0x7FF8000000000000u

typedef float  __attribute__((may_alias)) float32;
typedef double __attribute__((may_alias)) float64;

static void write_float32(execution *x, const insn_code *code, uint32_t mask, const float *value)
{
    uint32_t bits[WARP_LANES];
    memcpy(bits, value, sizeof bits);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        bits[i] = (bits[i] & 0x7FFFFFFF) > 0x7F800000 ? NAN32 : bits[i];
    }
    row_write32(row32(x, code->dst[0]), bits, mask);
}

static void write_float64(execution *x, const insn_code *code, uint32_t mask, const double *value)
{
    uint64_t bits[WARP_LANES];
    memcpy(bits, value, sizeof bits);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        bits[i] = (bits[i] & 0x7FFFFFFFFFFFFFFFu) > 0x7FF0000000000000u ? NAN64 : bits[i];
    }
    row_write64(row64(x, code->dst[0]), bits, mask);
}

#define FLOAT(name, bits, F, expression)                                                             \
    static void name(execution *x, const insn_code *code, uint32_t mask)                             \
    {                                                                                                \
        const float##bits *ra = (const float##bits *)row##bits(x, code->src[0]);                     \
        const float##bits *rb = (const float##bits *)row##bits(x, code->src[1]);                     \
        const float##bits *rc = (const float##bits *)row##bits(x, code->src[2]);                     \
        F r[WARP_LANES];                                                                             \
        for (uint32_t i = 0; i < WARP_LANES; i++) {                                                  \
            F a = ra[i], b = rb[i], c = rc[i];                                                       \
            (void)b, (void)c;                                                                        \
            r[i] = (expression);                                                                     \
        }                                                                                            \
        write_float##bits(x, code, mask, r);                                                         \
    }

FLOAT(add_f32, 32, float, a + b)
FLOAT(sub_f32, 32, float, a - b)
FLOAT(mul_f32, 32, float, a * b)
FLOAT(fma_f32, 32, float, __builtin_fmaf(a, b, c))
FLOAT(div_f32, 32, float, a / b)
FLOAT(rcp_f32, 32, float, 1.0f / a)
FLOAT(sqrt_f32, 32, float, sqrtf(a))
FLOAT(rsqrt_f32, 32, float, (float)(1.0 / sqrt((double)a)))
FLOAT(sin_f32, 32, float, (float)sin((double)a))
FLOAT(cos_f32, 32, float, (float)cos((double)a))
FLOAT(ex2_f32, 32, float, (float)exp2((double)a))
FLOAT(lg2_f32, 32, float, (float)log2((double)a))
FLOAT(tanh_f32, 32, float, (float)tanh((double)a))
FLOAT(add_f64, 64, double, a + b)
FLOAT(sub_f64, 64, double, a - b)
FLOAT(mul_f64, 64, double, a * b)
FLOAT(fma_f64, 64, double, __builtin_fma(a, b, c))
FLOAT(div_f64, 64, double, a / b)
FLOAT(rcp_f64, 64, double, 1.0 / a)
FLOAT(sqrt_f64, 64, double, sqrt(a))
FLOAT(rsqrt_f64, 64, double, 1.0 / sqrt(a))

// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64: the manual takes the upper 32 bits of the operand, gives 20 bits of
// mantissa and leaves the lower 32 bits zero; subnormal numbers are zero of their sign. Here the 20 bits are the
// nearest ones to the double's.
static double upper_bits(double value, uint64_t half)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t exponent = bits >> 52 & 0x7FF, even = half & bits >> 32;
    bits = exponent == 0 ? bits & UINT64_C(1) << 63 : exponent == 0x7FF ? bits :
           (bits + (half != 0 ? 0x7FFFFFFFu + even : 0)) & ~UINT64_C(0xFFFFFFFF);
    memcpy(&value, &bits, sizeof value);
    return value;
}

#define CUT(a)     upper_bits(a, 0)
#define NEAREST(a) upper_bits(a, 1)
FLOAT(rcp_upper_f64, 64, double, NEAREST(1.0 / CUT(a)))
FLOAT(rsqrt_upper_f64, 64, double, NEAREST(1.0 / sqrt(CUT(a))))

// The number when one operand is NaN; -0 is below +0.
#define SMALLER(a, b) ((a) != (a) ? (b) : (b) != (b) ? (a) : (a) < (b) ? (a) : (b) < (a) ? (b) : signbit(a) ? (a) : (b))
#define LARGER(a, b)  ((a) != (a) ? (b) : (b) != (b) ? (a) : (a) > (b) ? (a) : (b) > (a) ? (b) : signbit(a) ? (b) : (a))
FLOAT(min_f32, 32, float, SMALLER(a, b))
FLOAT(max_f32, 32, float, LARGER(a, b))
FLOAT(min_f64, 64, double, SMALLER(a, b))
FLOAT(max_f64, 64, double, LARGER(a, b))

// NaN when one operand is NaN; the magnitudes compared, with the sign of the product.
#define NAN_OR(a, b, r)  ((a) != (a) || (b) != (b) ? NAN : (r))
#define SIGNED(a, b, r)  copysignf(r, signbit(a) == signbit(b) ? 1.0f : -1.0f)
FLOAT(min_NaN_f32, 32, float, NAN_OR(a, b, SMALLER(a, b)))
FLOAT(max_NaN_f32, 32, float, NAN_OR(a, b, LARGER(a, b)))
FLOAT(min_xorsign_f32, 32, float, SIGNED(a, b, SMALLER(fabsf(a), fabsf(b))))
FLOAT(max_xorsign_f32, 32, float, SIGNED(a, b, LARGER(fabsf(a), fabsf(b))))
FLOAT(min_NaN_xorsign_f32, 32, float, NAN_OR(a, b, SIGNED(a, b, SMALLER(fabsf(a), fabsf(b)))))
FLOAT(max_NaN_xorsign_f32, 32, float, NAN_OR(a, b, SIGNED(a, b, LARGER(fabsf(a), fabsf(b)))))

#define SIGN_BITS(name, bits, expression)                                                          \
    static void name(execution *x, const insn_code *code, uint32_t mask)                           \
    {                                                                                              \
        const uint##bits##_t *ra = row##bits(x, code->src[0]), *rb = row##bits(x, code->src[1]);   \
        const uint##bits##_t sign = (uint##bits##_t)1 << (bits - 1);                               \
        uint##bits##_t r[WARP_LANES];                                                              \
        for (uint32_t i = 0; i < WARP_LANES; i++) {                                                \
            uint##bits##_t a = ra[i], b = rb[i];                                                   \
            (void)b;                                                                               \
            r[i] = (expression);                                                                   \
        }                                                                                          \
        row_write##bits(row##bits(x, code->dst[0]), r, mask);                                      \
    }

SIGN_BITS(neg_f32, 32, a ^ sign)
SIGN_BITS(neg_f64, 64, a ^ sign)
SIGN_BITS(abs_f32, 32, a & ~sign)
SIGN_BITS(abs_f64, 64, a & ~sign)
SIGN_BITS(copysign_f32, 32, (a & sign) | (b & ~sign))
SIGN_BITS(copysign_f64, 64, (a & sign) | (b & ~sign))

#define BOTH(name) [OPERATION_##name] = { [TYPE_f32] = name##_f32, [TYPE_f64] = name##_f64 }
#define SINGLE(name) [OPERATION_##name] = { [TYPE_f32] = name##_f32 }
#define DOUBLE(name) [OPERATION_##name] = { [TYPE_f64] = name##_f64 }

static const code_handler handlers[OPERATION_COUNT][TYPE_COUNT] = {
    BOTH(add), BOTH(sub), BOTH(fma), BOTH(div), BOTH(rcp), BOTH(sqrt), BOTH(rsqrt), BOTH(min), BOTH(max), BOTH(neg),
        BOTH(abs),
    BOTH(copysign), SINGLE(sin), SINGLE(cos), SINGLE(ex2), SINGLE(lg2), SINGLE(tanh), DOUBLE(rcp_upper), DOUBLE(rsqrt_upper),
    SINGLE(min_NaN), SINGLE(max_NaN), SINGLE(min_xorsign), SINGLE(max_xorsign), SINGLE(min_NaN_xorsign), SINGLE(max_NaN_xorsign),
    [OPERATION_mul_lo] = { [TYPE_f32] = mul_f32, [TYPE_f64] = mul_f64 },
};

code_handler float_handler(operation op, ptx_type type)
{
    return handlers[op][type];
}

static uint32_t finish(uint32_t bits, bool flush, bool saturate)
{
    float value;
    bits = flush && (bits & 0x7F800000) == 0 ? bits & 0x80000000 : bits;
    if (saturate) {
        memcpy(&value, &bits, sizeof value);
        value = value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;      // NaN gives +0
        memcpy(&bits, &value, sizeof bits);
    }
    return bits;
}

// Sets the host's rounding mode and flush to zero for one instruction. Then saturates the result, and flushes it again,
// as it may be an operand (min, abs, …).
void run_rounded(execution *x, const insn_code *code, uint32_t mask)
{
    bool flush = (code->csr & CSR_FLUSH) == CSR_FLUSH;
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | code->csr);
    code->inner(x, code, mask);
    _mm_setcsr(before);
    if (!code->saturate && !flush) {
        return;
    }
    uint32_t *r = row32(x, code->dst[0]);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = (mask >> i & 1) != 0 ? finish(r[i], flush, code->saturate) : r[i];
    }
}
