// SPDX-License-Identifier: BSD-3-Clause
// Integer operations with a carry flag, saturation, 24-bit multiplies, bit counts, bit fields, byte and funnel shifts.
// The carry flag (CC.CF) is one bit a lane, kept across instructions as on hardware; nothing else reads it.
#include "sim/frontend/code.h"

__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

static uint32_t *carries(const execution *x)
{
    return predicate_of(x, (operand_row){ TABLE_WARP, CARRY_ROW });
}

// `wide` is computed in twice the width; its bits above the result are the carry (of a subtraction: the borrow).
#define CARRY(name, bits, W, sets_carry, expression)                                              \
    static void name(execution *x, const insn_code *code, uint32_t mask)                          \
    {                                                                                             \
        const uint##bits##_t *ra = row##bits(x, code->src[0]), *rb = row##bits(x, code->src[1]);  \
        const uint##bits##_t *rc = row##bits(x, code->src[2]);                                    \
        uint##bits##_t r[WARP_LANES];                                                             \
        uint32_t old = *carries(x), new = 0;                                                      \
        for (uint32_t i = 0; i < WARP_LANES; i++) {                                               \
            W a = ra[i], b = rb[i], c = rc[i], carry = old >> i & 1;                              \
            (void)c, (void)carry;                                                                 \
            W wide = (expression);                                                                \
            r[i] = (uint##bits##_t)wide;                                                          \
            new |= (uint32_t)(wide >> bits != 0) << i;                                            \
        }                                                                                         \
        row_write##bits(row##bits(x, code->dst[0]), r, mask);                                     \
        if (sets_carry) {                                                                         \
            predicate_write(carries(x), new, mask);                                               \
        }                                                                                         \
    }

#define CARRY_WIDTHS(name, sets_carry, expression)            \
    CARRY(name##_32, 32, uint64_t, sets_carry, expression)    \
    CARRY(name##_64, 64, uint128, sets_carry, expression)

#define LOW32(v) ((uint32_t)(v))
CARRY_WIDTHS(add_cc, true, a + b)
CARRY_WIDTHS(addc, false, a + b + carry)
CARRY_WIDTHS(addc_cc, true, a + b + carry)
CARRY_WIDTHS(sub_cc, true, a - b)
CARRY_WIDTHS(subc, false, a - b - carry)
CARRY_WIDTHS(subc_cc, true, a - b - carry)
CARRY(mad_lo_cc_32, 32, uint64_t, true, LOW32(a * b) + c)
CARRY(madc_lo_32, 32, uint64_t, false, LOW32(a * b) + c + carry)
CARRY(madc_lo_cc_32, 32, uint64_t, true, LOW32(a * b) + c + carry)
CARRY(mad_hi_cc_u32, 32, uint64_t, true, (a * b >> 32) + c)
CARRY(madc_hi_u32, 32, uint64_t, false, (a * b >> 32) + c + carry)
CARRY(madc_hi_cc_u32, 32, uint64_t, true, (a * b >> 32) + c + carry)
#define SIGNED_HIGH ((uint64_t)LOW32(((int64_t)(int32_t)a * (int32_t)b) >> 32))
CARRY(mad_hi_cc_s32, 32, uint64_t, true, SIGNED_HIGH + c)
CARRY(madc_hi_s32, 32, uint64_t, false, SIGNED_HIGH + c + carry)
CARRY(madc_hi_cc_s32, 32, uint64_t, true, SIGNED_HIGH + c + carry)
CARRY(mad_lo_cc_64, 64, uint128, true, (uint128)(uint64_t)(a * b) + c)
CARRY(madc_lo_64, 64, uint128, false, (uint128)(uint64_t)(a * b) + c + carry)
CARRY(madc_lo_cc_64, 64, uint128, true, (uint128)(uint64_t)(a * b) + c + carry)
CARRY(mad_hi_cc_u64, 64, uint128, true, (a * b >> 64) + c)
CARRY(madc_hi_u64, 64, uint128, false, (a * b >> 64) + c + carry)
CARRY(madc_hi_cc_u64, 64, uint128, true, (a * b >> 64) + c + carry)
#define SIGNED_HIGH64 ((uint128)(uint64_t)(((int128)(int64_t)a * (int64_t)b) >> 64))
CARRY(mad_hi_cc_s64, 64, uint128, true, SIGNED_HIGH64 + c)
CARRY(madc_hi_s64, 64, uint128, false, SIGNED_HIGH64 + c + carry)
CARRY(madc_hi_cc_s64, 64, uint128, true, SIGNED_HIGH64 + c + carry)

// Operands a and b of one width, c and d always 32 bits; result of `result_bits`.
#define LANES(name, bits, result_bits, A, expression)                                             \
    static void name(execution *x, const insn_code *code, uint32_t mask)                          \
    {                                                                                             \
        const uint##bits##_t *ra = row##bits(x, code->src[0]), *rb = row##bits(x, code->src[1]);  \
        const uint32_t *rb32 = row32(x, code->src[1]), *rc = row32(x, code->src[2]), *rd = row32(x, code->src[3]); \
        uint##result_bits##_t r[WARP_LANES];                                                      \
        (void)rb32, (void)rb, (void)rc, (void)rd;                                                 \
        for (uint32_t i = 0; i < WARP_LANES; i++) {                                               \
            A a = (A)ra[i];                                                                       \
            r[i] = (uint##result_bits##_t)(expression);                                           \
        }                                                                                         \
        row_write##result_bits(row##result_bits(x, code->dst[0]), r, mask);                       \
    }

static int32_t clamp32(int64_t v)
{
    return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (int32_t)v;
}

LANES(add_sat_s32, 32, 32, int32_t, clamp32((int64_t)a + (int32_t)rb[i]))
LANES(sub_sat_s32, 32, 32, int32_t, clamp32((int64_t)a - (int32_t)rb[i]))
LANES(mad_hi_sat_s32, 32, 32, int32_t, clamp32((((int64_t)a * (int32_t)rb[i]) >> 32) + (int32_t)rc[i]))

#define U24(v) ((uint64_t)((v) & 0xFFFFFF))
#define S24(v) ((int64_t)((int32_t)((v) << 8) >> 8))
LANES(mul24_lo_u32, 32, 32, uint32_t, U24(a) * U24(rb[i]))
LANES(mul24_lo_s32, 32, 32, uint32_t, S24(a) * S24(rb[i]))
LANES(mul24_hi_u32, 32, 32, uint32_t, U24(a) * U24(rb[i]) >> 16)
LANES(mul24_hi_s32, 32, 32, uint32_t, (S24(a) * S24(rb[i])) >> 16)
LANES(mad24_lo_u32, 32, 32, uint32_t, U24(a) * U24(rb[i]) + rc[i])
LANES(mad24_lo_s32, 32, 32, uint32_t, (uint64_t)(S24(a) * S24(rb[i])) + rc[i])
LANES(mad24_hi_u32, 32, 32, uint32_t, (U24(a) * U24(rb[i]) >> 16) + rc[i])
LANES(mad24_hi_s32, 32, 32, uint32_t, (uint64_t)((S24(a) * S24(rb[i])) >> 16) + rc[i])

LANES(popc_b32, 32, 32, uint32_t, __builtin_popcount(a))
LANES(popc_b64, 64, 32, uint64_t, __builtin_popcountll(a))
LANES(clz_b32, 32, 32, uint32_t, a == 0 ? 32 : __builtin_clz(a))
LANES(clz_b64, 64, 32, uint64_t, a == 0 ? 64 : __builtin_clzll(a))

// The most significant bit that differs from the sign; all ones when there is none.
static uint32_t find_bit(uint64_t value, uint32_t bits, bool is_signed, bool shift)
{
    uint64_t all = bits == 64 ? UINT64_MAX : UINT32_MAX;
    value = is_signed && (value >> (bits - 1) & 1) != 0 ? ~value & all : value;
    if (value == 0) {
        return UINT32_MAX;
    }
    uint32_t at = 63 - (uint32_t)__builtin_clzll(value);
    return shift ? bits - 1 - at : at;
}

LANES(bfind_u32, 32, 32, uint32_t, find_bit(a, 32, false, false))
LANES(bfind_s32, 32, 32, uint32_t, find_bit(a, 32, true, false))
LANES(bfind_u64, 64, 32, uint64_t, find_bit(a, 64, false, false))
LANES(bfind_s64, 64, 32, uint64_t, find_bit(a, 64, true, false))
LANES(bfind_shift_u32, 32, 32, uint32_t, find_bit(a, 32, false, true))
LANES(bfind_shift_s32, 32, 32, uint32_t, find_bit(a, 32, true, true))
LANES(bfind_shift_u64, 64, 32, uint64_t, find_bit(a, 64, false, true))
LANES(bfind_shift_s64, 64, 32, uint64_t, find_bit(a, 64, true, true))

static uint64_t reverse(uint64_t v)
{
    v = (v >> 1 & 0x5555555555555555u) | (v & 0x5555555555555555u) << 1;
    v = (v >> 2 & 0x3333333333333333u) | (v & 0x3333333333333333u) << 2;
    v = (v >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (v & 0x0F0F0F0F0F0F0F0Fu) << 4;
    return __builtin_bswap64(v);
}

LANES(brev_b32, 32, 32, uint32_t, reverse(a) >> 32)
LANES(brev_b64, 64, 64, uint64_t, reverse(a))

// Bits position … position+length-1 of value; beyond the value's end its sign (or zero) continues.
static uint64_t extract(uint64_t value, uint32_t position, uint32_t length, uint32_t bits, bool is_signed)
{
    position &= 0xFF;
    length &= 0xFF;
    if (length == 0) {
        return 0;
    }
    uint32_t last = position + length - 1 < bits - 1 ? position + length - 1 : bits - 1;
    uint64_t sign = is_signed && (value >> last & 1) != 0 ? UINT64_MAX : 0;
    if (position >= bits) {
        return sign;
    }
    uint32_t kept = last - position + 1;
    uint64_t field = kept >= 64 ? UINT64_MAX : (1ull << kept) - 1;
    return (value >> position & field) | (sign & ~field);
}

LANES(bfe_u32, 32, 32, uint32_t, extract(a, rb32[i], rc[i], 32, false))
LANES(bfe_s32, 32, 32, uint32_t, extract(a, rb32[i], rc[i], 32, true))
LANES(bfe_u64, 64, 64, uint64_t, extract(a, rb32[i], rc[i], 64, false))
LANES(bfe_s64, 64, 64, uint64_t, extract(a, rb32[i], rc[i], 64, true))

static uint64_t insert(uint64_t from, uint64_t into, uint32_t position, uint32_t length, uint32_t bits)
{
    position &= 0xFF;
    length &= 0xFF;
    if (position >= bits || length == 0) {
        return into;
    }
    uint32_t kept = length < bits - position ? length : bits - position;
    uint64_t field = (kept >= 64 ? UINT64_MAX : (1ull << kept) - 1) << position;
    return (into & ~field) | (from << position & field);
}

LANES(bfi_b32, 32, 32, uint32_t, insert(a, rb[i], rc[i], rd[i], 32))
LANES(bfi_b64, 64, 64, uint64_t, insert(a, rb[i], rc[i], rd[i], 64))

// Four bytes of {b, a}, chosen by four nibbles; bit 3 of a nibble replicates the byte's sign. The other modes are
// tables of nibbles by the low two bits of c.
static uint32_t permute(uint32_t a, uint32_t b, uint32_t c, uint32_t mode)
{
    static const uint16_t choices[6][4] = {
        { 0x3210, 0x4321, 0x5432, 0x6543 }, { 0x5670, 0x6701, 0x7012, 0x0123 }, { 0x0000, 0x1111, 0x2222, 0x3333 },
        { 0x3210, 0x3211, 0x3222, 0x3333 }, { 0x0000, 0x1110, 0x2210, 0x3210 }, { 0x1010, 0x3232, 0x1010, 0x3232 }
    };
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t select = mode == 0 ? c : choices[mode - 1][c & 3], result = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t nibble = select >> 4 * i & 0xF;
        uint32_t byte = (uint32_t)(bytes >> 8 * (nibble & 7)) & 0xFF;
        byte = (nibble & 8) != 0 ? ((byte & 0x80) != 0 ? 0xFF : 0) : byte;
        result |= byte << 8 * i;
    }
    return result;
}

LANES(prmt_b32, 32, 32, uint32_t, permute(a, rb[i], rc[i], code->choice))

static uint32_t funnel(uint32_t a, uint32_t b, uint32_t amount, bool left, bool clamp)
{
    amount = clamp ? (amount > 32 ? 32 : amount) : amount & 31;
    uint64_t both = (uint64_t)b << 32 | a;
    return left ? (uint32_t)(both << amount >> 32) : (uint32_t)(both >> amount);
}

LANES(shf_l_b32, 32, 32, uint32_t, funnel(a, rb[i], rc[i], true, code->choice != 0))
LANES(shf_r_b32, 32, 32, uint32_t, funnel(a, rb[i], rc[i], false, code->choice != 0))

static uint32_t truth_table(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    for (uint32_t row = 0; row < 8; row++) {
        uint32_t term = ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
        result |= (table >> row & 1) != 0 ? term : 0;
    }
    return result;
}

LANES(lop3_b32, 32, 32, uint32_t, truth_table(a, rb[i], rc[i], code->choice))

// dp4a: four bytes by four; dp2a: two halves by the lower or the upper two bytes.
static uint32_t dot(uint32_t a, uint32_t b, uint32_t sum, uint32_t choice)
{
    uint32_t bits = (choice & DOT_HALVES) != 0 ? 16 : 8, from = (choice & DOT_UPPER) != 0 ? 2 : 0;
    for (uint32_t i = 0; i < 32 / bits; i++) {
        uint32_t x = a << (32 - bits - i * bits), y = b << (24 - (from + i) * 8);
        x = (choice & DOT_SIGNED_A) != 0 ? (uint32_t)((int32_t)x >> (32 - bits)) : x >> (32 - bits);
        y = (choice & DOT_SIGNED_B) != 0 ? (uint32_t)((int32_t)y >> 24) : y >> 24;
        sum += x * y;
    }
    return sum;
}

LANES(dot_b32, 32, 32, uint32_t, dot(a, rb[i], rc[i], code->choice))

// `width` ones from a position on. clamp: none from position 32 on, and for a width of 32 or more all above.
static uint32_t bit_mask(uint32_t position, uint32_t width, bool clamp)
{
    uint32_t from = clamp && position >= 32 ? 0 : UINT32_MAX << (position & 31), end = (position & 31) + (width & 31);
    bool beyond = end >= 32 || (clamp && (position >= 32 || width >= 32));
    return from & ~(beyond ? 0 : UINT32_MAX << end);
}

LANES(bmsk_b32, 32, 32, uint32_t, bit_mask(a, rb[i], code->choice != 0))

// Extends the lower bits of a number to 32.
static uint32_t extend(uint32_t a, uint32_t bits, uint32_t choice, bool is_signed)
{
    if (choice != 0 && bits >= 32) {
        return a;
    }
    bits &= 31;
    uint32_t above = UINT32_MAX << bits;
    bool negative = is_signed && bits != 0 && (a >> (bits - 1) & 1) != 0;
    return negative ? a | above : a & ~above;
}

LANES(szext_u32, 32, 32, uint32_t, extend(a, rb[i], code->choice, false))
LANES(szext_s32, 32, 32, uint32_t, extend(a, rb[i], code->choice, true))

#define SAD(name, bits, A, U)                                                                     \
    static void name(execution *x, const insn_code *code, uint32_t mask)                          \
    {                                                                                             \
        const uint##bits##_t *ra = row##bits(x, code->src[0]), *rb = row##bits(x, code->src[1]);  \
        const uint##bits##_t *rc = row##bits(x, code->src[2]);                                    \
        uint##bits##_t r[WARP_LANES];                                                             \
        for (uint32_t i = 0; i < WARP_LANES; i++) {                                               \
            A a = (A)ra[i], b = (A)rb[i];                                                         \
            r[i] = (U)rc[i] + (a < b ? (U)b - (U)a : (U)a - (U)b);                                \
        }                                                                                         \
        row_write##bits(row##bits(x, code->dst[0]), r, mask);                                     \
    }

SAD(sad_u16, 32, uint16_t, uint32_t)
SAD(sad_s16, 32, int16_t, uint32_t)
SAD(sad_u32, 32, uint32_t, uint32_t)
SAD(sad_s32, 32, int32_t, uint32_t)
SAD(sad_u64, 64, uint64_t, uint64_t)
SAD(sad_s64, 64, int64_t, uint64_t)

#define WIDTHS(name) \
    [OPERATION_##name] = { [TYPE_u32] = name##_32, [TYPE_s32] = name##_32, [TYPE_u64] = name##_64, [TYPE_s64] = name##_64 }
#define SIGNS(name) \
    [OPERATION_##name] = { [TYPE_u32] = name##_u32, [TYPE_s32] = name##_s32, [TYPE_u64] = name##_u64, [TYPE_s64] = name##_s64 }
#define WORDS(name) [OPERATION_##name] = { [TYPE_u32] = name##_u32, [TYPE_s32] = name##_s32 }
#define BITS(name) [OPERATION_##name] = { [TYPE_b32] = name##_b32, [TYPE_b64] = name##_b64 }
#define BITS32(name) [OPERATION_##name] = { [TYPE_b32] = name##_b32 }

static const code_handler handlers[OPERATION_COUNT][TYPE_COUNT] = {
    WIDTHS(add_cc), WIDTHS(addc), WIDTHS(addc_cc), WIDTHS(sub_cc), WIDTHS(subc), WIDTHS(subc_cc),
    WIDTHS(mad_lo_cc), WIDTHS(madc_lo), WIDTHS(madc_lo_cc), SIGNS(mad_hi_cc), SIGNS(madc_hi), SIGNS(madc_hi_cc),
    [OPERATION_add_sat] = { [TYPE_s32] = add_sat_s32 }, [OPERATION_sub_sat] = { [TYPE_s32] = sub_sat_s32 },
    [OPERATION_mad_hi_sat] = { [TYPE_s32] = mad_hi_sat_s32 },
    WORDS(mul24_lo), WORDS(mul24_hi), WORDS(mad24_lo), WORDS(mad24_hi),
    BITS(popc), BITS(clz), SIGNS(bfind), SIGNS(bfind_shift), BITS(brev), SIGNS(bfe), BITS(bfi),
    BITS32(prmt), BITS32(shf_l), BITS32(shf_r), BITS32(lop3), BITS32(dot), BITS32(bmsk), WORDS(szext),
    [OPERATION_sad] = { [TYPE_u16] = sad_u16, [TYPE_s16] = sad_s16, [TYPE_u32] = sad_u32, [TYPE_s32] = sad_s32,
                        [TYPE_u64] = sad_u64, [TYPE_s64] = sad_s64 },
};

code_handler wide_handler(operation op, ptx_type type)
{
    return handlers[op][type];
}
