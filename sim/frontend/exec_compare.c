// SPDX-License-Identifier: BSD-3-Clause
// Comparisons (setp, set), selections (selp, slct) and operations on predicates. A comparison of two rows gives a mask.
#include "sim/frontend/halves.h"

#include <string.h>
#include <xmmintrin.h>

typedef float  __attribute__((may_alias)) float32;
typedef double __attribute__((may_alias)) float64;

#define COMPARE(name, row_type, A, expression)                              \
    static uint32_t name(const void *left, const void *right)               \
    {                                                                       \
        const row_type *ra = left, *rb = right;                             \
        uint32_t result = 0;                                                \
        for (uint32_t i = 0; i < WARP_LANES; i++) {                         \
            A a = (A)ra[i], b = (A)rb[i];                                   \
            result |= (uint32_t)(expression) << i;                          \
        }                                                                   \
        return result;                                                      \
    }

#define ORDERED(type, row_type, A)                  \
    COMPARE(eq_##type, row_type, A, a == b)         \
    COMPARE(ne_##type, row_type, A, a != b)         \
    COMPARE(lt_##type, row_type, A, a < b)          \
    COMPARE(le_##type, row_type, A, a <= b)         \
    COMPARE(gt_##type, row_type, A, a > b)          \
    COMPARE(ge_##type, row_type, A, a >= b)

ORDERED(u16, uint32_t, uint16_t)
ORDERED(s16, uint32_t, int16_t)
ORDERED(u32, uint32_t, uint32_t)
ORDERED(s32, uint32_t, int32_t)
ORDERED(u64, uint64_t, uint64_t)
ORDERED(s64, uint64_t, int64_t)
ORDERED(f32, float32, float)
ORDERED(f64, float64, double)

#define IS_NAN (a != a || b != b)
#define UNORDERED(type, row_type, A)                        \
    COMPARE(ordered_ne_##type, row_type, A, a < b || a > b) \
    COMPARE(equ_##type, row_type, A, a == b || IS_NAN)      \
    COMPARE(ltu_##type, row_type, A, !(a >= b))             \
    COMPARE(leu_##type, row_type, A, !(a > b))              \
    COMPARE(gtu_##type, row_type, A, !(a <= b))             \
    COMPARE(geu_##type, row_type, A, !(a < b))              \
    COMPARE(num_##type, row_type, A, !IS_NAN)               \
    COMPARE(nan_##type, row_type, A, IS_NAN)

UNORDERED(f32, float32, float)
UNORDERED(f64, float64, double)

#define INTEGERS(name) \
    [COMPARE_##name] = { [TYPE_u16] = name##_u16, [TYPE_s16] = name##_s16, [TYPE_u32] = name##_u32, [TYPE_s32] = name##_s32, \
                         [TYPE_u64] = name##_u64, [TYPE_s64] = name##_s64, [TYPE_f32] = name##_f32, [TYPE_f64] = name##_f64 }
#define FLOATS(name) [COMPARE_##name] = { [TYPE_f32] = name##_f32, [TYPE_f64] = name##_f64 }

static const compare_handler compares[COMPARE_COUNT][TYPE_COUNT] = {
    [COMPARE_eq] = { [TYPE_b16] = eq_u16, [TYPE_u16] = eq_u16, [TYPE_s16] = eq_s16, [TYPE_b32] = eq_u32,
                     [TYPE_u32] = eq_u32,
                     [TYPE_s32] = eq_s32, [TYPE_b64] = eq_u64, [TYPE_u64] = eq_u64, [TYPE_s64] = eq_s64,
                     [TYPE_f32] = eq_f32,
                     [TYPE_f64] = eq_f64 },
    [COMPARE_ne] = { [TYPE_b16] = ne_u16, [TYPE_u16] = ne_u16, [TYPE_s16] = ne_s16, [TYPE_b32] = ne_u32,
                     [TYPE_u32] = ne_u32,
                     [TYPE_s32] = ne_s32, [TYPE_b64] = ne_u64, [TYPE_u64] = ne_u64, [TYPE_s64] = ne_s64,
                     [TYPE_f32] = ordered_ne_f32, [TYPE_f64] = ordered_ne_f64 },
    INTEGERS(lt), INTEGERS(le), INTEGERS(gt), INTEGERS(ge),
    [COMPARE_neu] = { [TYPE_f32] = ne_f32, [TYPE_f64] = ne_f64 },
    FLOATS(equ), FLOATS(ltu), FLOATS(leu), FLOATS(gtu), FLOATS(geu), FLOATS(num), FLOATS(nan),
};

compare_handler compare_find(comparison compare, ptx_type type)
{
    return compares[compare][type];
}

// Compares each lane's half at bit `shift`, as doubles.
static uint32_t compare_halves(execution *x, const insn_code *code, uint32_t shift)
{
    double a[WARP_LANES], b[WARP_LANES];
    const uint32_t *ra = row32(x, code->src[0]), *rb = row32(x, code->src[1]);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        a[i] = half_value(ra[i] >> shift, (ptx_type)code->source_type, code->csr != 0);
        b[i] = half_value(rb[i] >> shift, (ptx_type)code->source_type, code->csr != 0);
    }
    return code->compare(a, b);
}

static uint32_t compare_rows(execution *x, const insn_code *code)
{
    if (type_is_half((ptx_type)code->source_type)) {
        return compare_halves(x, code, 0);
    }
    const void *a = x->table[code->src[0].table] + code->src[0].offset,
        *b = x->table[code->src[1].table] + code->src[1].offset;
    if (code->csr == 0) {
        return code->compare(a, b);
    }
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | code->csr);
    uint32_t result = code->compare(a, b);
    _mm_setcsr(before);
    return result;
}

static uint32_t combine(execution *x, const insn_code *code, uint32_t result)
{
    uint32_t by = 0;
    if (code->choice != COMBINE_none) {
        by = *predicate_of(x, code->src[2]);
        by = code->source_negated ? ~by : by;
    }
    switch (code->choice) {
    case COMBINE_and: return result & by;
    case COMBINE_or:  return result | by;
    case COMBINE_xor: return result ^ by;
    default:          return result;
    }
}

void run_setp(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t result = compare_rows(x, code);
    uint32_t other = type_is_pair((ptx_type)code->source_type) ? compare_halves(x, code, 16) : ~result;
    uint32_t first = combine(x, code, result), second = combine(x, code, other);
    predicate_write(predicate_of(x, code->dst[0]), first, mask);
    if (code->n_dst == 2) {
        predicate_write(predicate_of(x, code->dst[1]), second, mask);
    }
}

// True: 1 for a float, all bits for an integer.
static uint32_t yes_of(ptx_type type)
{
    switch (type) {
    case TYPE_f32:                    return 0x3F800000;
    case TYPE_f16: case TYPE_f16x2:   return 0x3C00;
    case TYPE_bf16: case TYPE_bf16x2: return 0x3F80;
    case TYPE_u16: case TYPE_s16:     return 0xFFFF;
    default:                          return UINT32_MAX;
    }
}

void run_set(execution *x, const insn_code *code, uint32_t mask)
{
    bool pairs = type_is_pair((ptx_type)code->source_type);
    uint32_t result = combine(x, code, compare_rows(x, code)), upper = pairs ? combine(x, code, compare_halves(x, code, 16)) : 0;
    uint32_t yes = yes_of((ptx_type)code->type) & (pairs ? 0xFFFF : UINT32_MAX), r[WARP_LANES];
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = ((result >> i & 1) != 0 ? yes : 0) | ((upper >> i & 1) != 0 ? yes << 16 : 0);
    }
    row_write32(row32(x, code->dst[0]), r, mask);
}

// `bits` has no sign. Zeros are normal, as in the manual.
static bool is_kind(number_kind kind, uint64_t bits, uint64_t infinity, uint64_t least)
{
    switch (kind) {
    case KIND_finite:     return bits < infinity;
    case KIND_infinite:   return bits == infinity;
    case KIND_number:     return bits <= infinity;
    case KIND_notanumber: return bits > infinity;
    case KIND_normal:     return bits == 0 || (bits >= least && bits < infinity);
    default:              return bits != 0 && bits < least;
    }
}

void run_testp(execution *x, const insn_code *code, uint32_t mask)
{
    bool wide = code->type == TYPE_f64;
    uint64_t infinity = wide ? UINT64_C(0x7FF) << 52 : 0x7F800000, least = wide ? UINT64_C(1) << 52 : 1 << 23;
    uint32_t result = 0;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        uint64_t bits = wide ? row64(x, code->src[0])[i] & ~(UINT64_C(1) << 63) : row32(x, code->src[0])[i] & 0x7FFFFFFF;
        result |= (uint32_t)is_kind((number_kind)code->choice, bits, infinity, least) << i;
    }
    predicate_write(predicate_of(x, code->dst[0]), result, mask);
}

// Lane i of a where bit i of `choose` is set, else of b.
static void select_rows(execution *x, const insn_code *code, uint32_t choose, uint32_t mask)
{
    if (type_bytes((ptx_type)code->type) == 8) {
        const uint64_t *a = row64(x, code->src[0]), *b = row64(x, code->src[1]);
        uint64_t r[WARP_LANES];
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            r[i] = (choose >> i & 1) != 0 ? a[i] : b[i];
        }
        row_write64(row64(x, code->dst[0]), r, mask);
    } else {
        const uint32_t *a = row32(x, code->src[0]), *b = row32(x, code->src[1]);
        uint32_t r[WARP_LANES];
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            r[i] = (choose >> i & 1) != 0 ? a[i] : b[i];
        }
        row_write32(row32(x, code->dst[0]), r, mask);
    }
}

void run_selp(execution *x, const insn_code *code, uint32_t mask)
{
    select_rows(x, code, *predicate_of(x, code->src[2]), mask);
}

void run_slct(execution *x, const insn_code *code, uint32_t mask)
{
    static const uint32_t zero[WARP_LANES];
    const void *by = row32(x, code->src[2]);
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | code->csr);                     // .ftz: a subnormal selector is 0 of its sign, and -0 >= 0
    uint32_t chosen = code->compare(by, zero);
    _mm_setcsr(before);
    select_rows(x, code, chosen, mask);
}

#define PREDICATES(name, expression)                                                   \
    static void predicate_##name(execution *x, const insn_code *code, uint32_t mask)   \
    {                                                                                  \
        uint32_t a = *predicate_of(x, code->src[0]);                                   \
        predicate_write(predicate_of(x, code->dst[0]), (expression), mask);            \
    }

PREDICATES(mov, a)
PREDICATES(not, ~a)
PREDICATES(and, a & *predicate_of(x, code->src[1]))
PREDICATES(or, a | *predicate_of(x, code->src[1]))
PREDICATES(xor, a ^ *predicate_of(x, code->src[1]))

code_handler predicate_handler(operation op)
{
    static const code_handler handlers[OPERATION_COUNT] = {
        [OPERATION_mov] = predicate_mov, [OPERATION_not] = predicate_not, [OPERATION_and] = predicate_and,
        [OPERATION_or] = predicate_or, [OPERATION_xor] = predicate_xor
    };
    return handlers[op];
}
