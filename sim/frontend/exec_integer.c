// SPDX-License-Identifier: BSD-3-Clause
// Integer arithmetic, logic, shifts and moves, one function per operation and width, 32 lanes each. The loops compute
// all lanes into a local row, which the compiler vectorises; the mask only decides what is written.
#include "sim/frontend/code.h"

#include <string.h>

void row_write32(uint32_t *to, const uint32_t *from, uint32_t mask)
{
    if (mask == (uint32_t)FULL_MASK) {
        memcpy(to, from, ROW32);
        return;
    }
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        to[i] = (mask >> i & 1) != 0 ? from[i] : to[i];
    }
}

void row_write64(uint64_t *to, const uint64_t *from, uint32_t mask)
{
    if (mask == (uint32_t)FULL_MASK) {
        memcpy(to, from, ROW64);
        return;
    }
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        to[i] = (mask >> i & 1) != 0 ? from[i] : to[i];
    }
}

// A function over rows of `lane` (uint32_t or uint64_t, also the row's width in bits): type A of a, b and c, result R.
#define HANDLER(name, bits, result_bits, A, expression)                                          \
    static void name(execution *x, const insn_code *code, uint32_t mask)                        \
    {                                                                                           \
        const uint##bits##_t *ra = row##bits(x, code->src[0]), *rb = row##bits(x, code->src[1]);  \
        const uint##result_bits##_t *rc = row##result_bits(x, code->src[2]);                        \
        uint##result_bits##_t r[WARP_LANES];                                                      \
        for (uint32_t i = 0; i < WARP_LANES; i++) {                                               \
            A a = (A)ra[i], b = (A)rb[i];                                                         \
            uint##result_bits##_t c = rc[i];                                                      \
            (void)a, (void)b, (void)c;                                                            \
            r[i] = (uint##result_bits##_t)(expression);                                           \
        }                                                                                       \
        row_write##result_bits(row##result_bits(x, code->dst[0]), r, mask);                       \
    }

#define SAME(name, bits, A, expression) HANDLER(name, bits, bits, A, expression)

// Modular arithmetic does not see signs: one function per width. The unsigned forms avoid undefined overflow.
#define MODULAR(name, e16, e32, e64)          \
    SAME(name##_16, 32, uint16_t, e16)        \
    SAME(name##_32, 32, uint32_t, e32)        \
    SAME(name##_64, 64, uint64_t, e64)

MODULAR(add, a + b, a + b, a + b)
MODULAR(sub, a - b, a - b, a - b)
MODULAR(mul_lo, (uint32_t)a * b, a * b, a * b)
MODULAR(mad_lo, (uint32_t)a * b + (uint16_t)c, a * b + c, a * b + c)
MODULAR(neg, 0 - a, 0 - a, 0 - a)
MODULAR(cnot, a == 0, a == 0, a == 0)
SAME(and_32, 32, uint32_t, a & b)
SAME(and_64, 64, uint64_t, a & b)
SAME(or_32, 32, uint32_t, a | b)
SAME(or_64, 64, uint64_t, a | b)
SAME(xor_32, 32, uint32_t, a ^ b)
SAME(xor_64, 64, uint64_t, a ^ b)
SAME(not_32, 32, uint32_t, ~a)
SAME(not_64, 64, uint64_t, ~a)

#define SIGNED_AND_UNSIGNED(name, expression)       \
    SAME(name##_u16, 32, uint16_t, expression)      \
    SAME(name##_s16, 32, int16_t, expression)       \
    SAME(name##_u32, 32, uint32_t, expression)      \
    SAME(name##_s32, 32, int32_t, expression)       \
    SAME(name##_u64, 64, uint64_t, expression)      \
    SAME(name##_s64, 64, int64_t, expression)

SIGNED_AND_UNSIGNED(min, a < b ? a : b)
SIGNED_AND_UNSIGNED(max, a > b ? a : b)

SAME(abs_s16, 32, int16_t, a < 0 ? -a : a)
SAME(abs_s32, 32, int32_t, a < 0 ? 0 - (uint32_t)a : (uint32_t)a)
SAME(abs_s64, 64, int64_t, a < 0 ? 0 - (uint64_t)a : (uint64_t)a)

// Division by zero gives all ones, the remainder the dividend (what NVIDIA's expansion gives); INT_MIN / -1 wraps.
SAME(div_u16, 32, uint16_t, b == 0 ? 0xFFFF : a / b)
SAME(div_s16, 32, int16_t, b == 0 ? -1 : a / b)
SAME(div_u32, 32, uint32_t, b == 0 ? UINT32_MAX : a / b)
SAME(div_s32, 32, int32_t, b == 0 ? UINT32_MAX : b == -1 ? 0 - (uint32_t)a : (uint32_t)(a / b))
SAME(div_u64, 64, uint64_t, b == 0 ? UINT64_MAX : a / b)
SAME(div_s64, 64, int64_t, b == 0 ? UINT64_MAX : b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b))
SAME(rem_u16, 32, uint16_t, b == 0 ? a : a % b)
SAME(rem_s16, 32, int16_t, b == 0 ? a : a % b)
SAME(rem_u32, 32, uint32_t, b == 0 ? a : a % b)
SAME(rem_s32, 32, int32_t, b == 0 ? a : b == -1 ? 0 : a % b)
SAME(rem_u64, 64, uint64_t, b == 0 ? a : a % b)
SAME(rem_s64, 64, int64_t, b == 0 ? a : b == -1 ? 0 : a % b)

#define HIGH64(A, W) ((uint64_t)(((W)a * (W)b) >> 64))
__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

SAME(mul_hi_u16, 32, uint16_t, ((uint32_t)a * b) >> 16)
SAME(mul_hi_s16, 32, int16_t, ((int32_t)a * b) >> 16)
SAME(mul_hi_u32, 32, uint32_t, ((uint64_t)a * b) >> 32)
SAME(mul_hi_s32, 32, int32_t, ((int64_t)a * b) >> 32)
SAME(mul_hi_u64, 64, uint64_t, HIGH64(uint64_t, uint128))
SAME(mul_hi_s64, 64, int64_t, HIGH64(int64_t, int128))
SAME(mad_hi_u16, 32, uint16_t, (((uint32_t)a * b) >> 16) + (uint16_t)c)
SAME(mad_hi_s16, 32, int16_t, (uint32_t)(((int32_t)a * b) >> 16) + c)
SAME(mad_hi_u32, 32, uint32_t, (uint32_t)(((uint64_t)a * b) >> 32) + c)
SAME(mad_hi_s32, 32, int32_t, (uint32_t)(((int64_t)a * b) >> 32) + c)
SAME(mad_hi_u64, 64, uint64_t, HIGH64(uint64_t, uint128) + c)
SAME(mad_hi_s64, 64, int64_t, HIGH64(int64_t, int128) + c)

SAME(mul_wide_u16, 32, uint16_t, (uint32_t)a * b)
SAME(mul_wide_s16, 32, int16_t, (int32_t)a * b)
HANDLER(mul_wide_u32, 32, 64, uint32_t, (uint64_t)a * b)
HANDLER(mul_wide_s32, 32, 64, int32_t, (int64_t)a * b)
SAME(mad_wide_u16, 32, uint16_t, (uint32_t)a * b + c)
SAME(mad_wide_s16, 32, int16_t, (uint32_t)((int32_t)a * b) + c)
HANDLER(mad_wide_u32, 32, 64, uint32_t, (uint64_t)a * b + c)
HANDLER(mad_wide_s32, 32, 64, int32_t, (uint64_t)((int64_t)a * b) + c)

// The amount is always 32 bits wide and clamped to the width.
#define SHIFT(name, bits, A, expression)                                                          \
    static void name(execution *x, const insn_code *code, uint32_t mask)                          \
    {                                                                                             \
        const uint##bits##_t *ra = row##bits(x, code->src[0]);                                    \
        const uint32_t *rb = row32(x, code->src[1]);                                              \
        uint##bits##_t r[WARP_LANES];                                                             \
        for (uint32_t i = 0; i < WARP_LANES; i++) {                                               \
            A a = (A)ra[i];                                                                       \
            uint32_t b = rb[i];                                                                   \
            r[i] = (uint##bits##_t)(expression);                                                  \
        }                                                                                         \
        row_write##bits(row##bits(x, code->dst[0]), r, mask);                                     \
    }

SHIFT(shl_16, 32, uint16_t, b > 15 ? 0 : (uint32_t)a << b)
SHIFT(shl_32, 32, uint32_t, b > 31 ? 0 : a << b)
SHIFT(shl_64, 64, uint64_t, b > 63 ? 0 : a << b)
SHIFT(shr_u16, 32, uint16_t, b > 15 ? 0 : a >> b)
SHIFT(shr_s16, 32, int16_t, a >> (b > 15 ? 15 : b))
SHIFT(shr_u32, 32, uint32_t, b > 31 ? 0 : a >> b)
SHIFT(shr_s32, 32, int32_t, a >> (b > 31 ? 31 : b))
SHIFT(shr_u64, 64, uint64_t, b > 63 ? 0 : a >> b)
SHIFT(shr_s64, 64, int64_t, a >> (b > 63 ? 63 : b))

static void mov_32(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t r[WARP_LANES];
    memcpy(r, row32(x, code->src[0]), sizeof r);
    row_write32(row32(x, code->dst[0]), r, mask);
}

static void mov_64(execution *x, const insn_code *code, uint32_t mask)
{
    uint64_t r[WARP_LANES];
    memcpy(r, row64(x, code->src[0]), sizeof r);
    row_write64(row64(x, code->dst[0]), r, mask);
}

#define BY_WIDTH(name) \
    [OPERATION_##name] = { [TYPE_u16] = name##_16, [TYPE_s16] = name##_16, [TYPE_u32] = name##_32, [TYPE_s32] = name##_32, \
                           [TYPE_u64] = name##_64, [TYPE_s64] = name##_64 }
#define BY_SIGN(name) \
    [OPERATION_##name] = { [TYPE_u16] = name##_u16, [TYPE_s16] = name##_s16, [TYPE_u32] = name##_u32, [TYPE_s32] = name##_s32, \
                           [TYPE_u64] = name##_u64, [TYPE_s64] = name##_s64 }
#define OF_BITS(name, w16) \
    [OPERATION_##name] = { [TYPE_b16] = w16, [TYPE_b32] = name##_32, [TYPE_b64] = name##_64 }

static const code_handler handlers[OPERATION_COUNT][TYPE_COUNT] = {
    BY_WIDTH(add), BY_WIDTH(sub), BY_WIDTH(mul_lo), BY_WIDTH(mad_lo),
    [OPERATION_neg] = { [TYPE_s16] = neg_16, [TYPE_s32] = neg_32, [TYPE_s64] = neg_64 },
    BY_SIGN(min), BY_SIGN(max), BY_SIGN(div), BY_SIGN(rem), BY_SIGN(mul_hi), BY_SIGN(mad_hi),
    [OPERATION_abs] = { [TYPE_s16] = abs_s16, [TYPE_s32] = abs_s32, [TYPE_s64] = abs_s64 },
    [OPERATION_mul_wide] = { [TYPE_u16] = mul_wide_u16, [TYPE_s16] = mul_wide_s16, [TYPE_u32] = mul_wide_u32,
                             [TYPE_s32] = mul_wide_s32 },
    [OPERATION_mad_wide] = { [TYPE_u16] = mad_wide_u16, [TYPE_s16] = mad_wide_s16, [TYPE_u32] = mad_wide_u32,
                             [TYPE_s32] = mad_wide_s32 },
    OF_BITS(and, and_32), OF_BITS(or, or_32), OF_BITS(xor, xor_32), OF_BITS(not, not_32), OF_BITS(cnot, cnot_16),
        OF_BITS(shl, shl_16),
    [OPERATION_shr] = { [TYPE_u16] = shr_u16, [TYPE_b16] = shr_u16, [TYPE_s16] = shr_s16, [TYPE_u32] = shr_u32,
                        [TYPE_b32] = shr_u32,
                        [TYPE_s32] = shr_s32, [TYPE_u64] = shr_u64, [TYPE_b64] = shr_u64, [TYPE_s64] = shr_s64 },
    [OPERATION_mov] = { [TYPE_b16] = mov_32, [TYPE_u16] = mov_32, [TYPE_s16] = mov_32, [TYPE_b32] = mov_32,
                        [TYPE_u32] = mov_32,
                        [TYPE_s32] = mov_32, [TYPE_f32] = mov_32, [TYPE_b64] = mov_64, [TYPE_u64] = mov_64,
                        [TYPE_s64] = mov_64,
                        [TYPE_f64] = mov_64 },
};

code_handler integer_handler(operation op, ptx_type type)
{
    return handlers[op][type];
}
