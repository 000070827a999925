// SPDX-License-Identifier: BSD-3-Clause
// Arithmetic, logic, shifts and bit fields: which operation, which types, which operands, which unit and latency. Unit
// and latency follow GPGPU-Sim's opcode classes (set_opcode_and_latency): add, sub, min, max, mul, mad and fma by type;
// div, rem and the transcendentals in the SFU; fp64 in the DP unit, fp32 in the SP; mul24 and mad24 a cycle longer than the
// integers' mul and mad; everything else one cycle, and with the integers in the INT unit.
#include "sim/frontend/decode/decode.h"

#include <stdlib.h>

static round_mode take_rounding(decoder *d)
{
    return decode_take(d, MODIFIER_rn) ? ROUND_rn : decode_take(d, MODIFIER_rz) ? ROUND_rz :
           decode_take(d, MODIFIER_rm) ? ROUND_rm : decode_take(d, MODIFIER_rp) ? ROUND_rp : ROUND_none;
}

// Wraps the handler when it must not run in the default floating point environment.
static void wrap_float(decoder *d, round_mode round, bool ftz, bool sat)
{
    static const uint16_t control[] = { [ROUND_none] = 0, [ROUND_rn] = 0, [ROUND_rm] = CSR_DOWN, [ROUND_rp] = CSR_UP,
                                        [ROUND_rz] = CSR_ZERO };
    uint16_t csr = (uint16_t)(control[round] | (ftz ? CSR_FLUSH : 0));
    if (csr != 0 || sat) {
        d->code->inner = d->code->run;
        d->code->run = run_rounded;
        d->code->csr = csr;
        d->code->saturate = sat;
    }
}

static void classify(decoder *d, insn_latency integer, insn_latency single, insn_latency wide, bool sfu, ptx_type type)
{
    insn_latency latency = type == TYPE_f32 ? single : type == TYPE_f64 ? wide : integer;
    decode_class(d, sfu ? UNIT_SFU : type == TYPE_f32 ? UNIT_SP : type == TYPE_f64 ? UNIT_DP : UNIT_INT, latency);
}

static void operands(decoder *d, ptx_type result, uint32_t n, ptx_type a, ptx_type b, ptx_type c)
{
    const ptx_type types[] = { a, b, c };
    decode_operand_count(d, n + 1, n + 1);
    decode_destination(d, 0, result, false);
    for (uint32_t i = 0; i < n; i++) {
        decode_source(d, i + 1, types[i], false);
    }
}

static void set_handler(decoder *d, operation op, ptx_type type)
{
    code_handler handler = integer_handler(op, type);
    handler = handler != NULL ? handler : wide_handler(op, type);
    decode_handler(d, handler != NULL ? handler : float_handler(op, type), type);
    d->code->type = (uint8_t)type;
}

// add, sub, min, max, div, rem, abs, neg, … with all operands of the one type.
static void uniform(decoder *d, operation op, uint32_t n)
{
    ptx_type type = decode_type(d, 0);
    bool is_float = type_is_float(type);
    round_mode round = is_float ? take_rounding(d) : ROUND_none;
    bool ftz = type == TYPE_f32 && decode_take(d, MODIFIER_ftz);
    bool sat = type == TYPE_f32 && decode_take(d, MODIFIER_sat);
    if (is_float) {
        decode_take(d, MODIFIER_approx);
        decode_take(d, MODIFIER_full);
    }
    set_handler(d, op, type);
    operands(d, type, n, type, type, type);
    wrap_float(d, round, ftz, sat);
}

static void add_or_sub(decoder *d, bool subtract)
{
    bool carry_in = d->s->mnemonic == PTX_addc || d->s->mnemonic == PTX_subc;
    bool carry_out = decode_take(d, MODIFIER_cc);
    ptx_type type = decode_type(d, 0);
    operation op = subtract ? OPERATION_sub : OPERATION_add;
    if (carry_in) {
        op = subtract ? (carry_out ? OPERATION_subc_cc : OPERATION_subc) :
            (carry_out ? OPERATION_addc_cc : OPERATION_addc);
    } else if (carry_out) {
        op = subtract ? OPERATION_sub_cc : OPERATION_add_cc;
    } else if (type == TYPE_s32 && decode_take(d, MODIFIER_sat)) {
        op = subtract ? OPERATION_sub_sat : OPERATION_add_sat;
    }
    uniform(d, op, 2);
    classify(d, LATENCY_INT_ADD, LATENCY_FP_ADD, LATENCY_DP_ADD, false, type);
}

static ptx_type wide_type(decoder *d, ptx_type type)
{
    switch (type) {
    case TYPE_u16: return TYPE_u32;
    case TYPE_s16: return TYPE_s32;
    case TYPE_u32: return TYPE_u64;
    case TYPE_s32: return TYPE_s64;
    default:       decode_fail(d, "type .%s found, expected 16 or 32 bits for .wide", type_name(type));
    }
}

static void multiply(decoder *d, bool add)
{
    ptx_type type = decode_type(d, 0);
    if (type_is_float(type)) {
        uniform(d, add ? OPERATION_fma : OPERATION_mul_lo, add ? 3 : 2);
    } else if (decode_take(d, MODIFIER_wide)) {
        ptx_type wide = wide_type(d, type);
        set_handler(d, add ? OPERATION_mad_wide : OPERATION_mul_wide, type);
        operands(d, wide, add ? 3 : 2, type, type, wide);
    } else {
        bool hi = decode_take(d, MODIFIER_hi), carry_out = decode_take(d, MODIFIER_cc),
            carry_in = d->s->mnemonic == PTX_madc;
        operation op = add ? (hi ? OPERATION_mad_hi : OPERATION_mad_lo) : (hi ? OPERATION_mul_hi : OPERATION_mul_lo);
        if (carry_in) {
            op = hi ? (carry_out ? OPERATION_madc_hi_cc : OPERATION_madc_hi) :
                (carry_out ? OPERATION_madc_lo_cc : OPERATION_madc_lo);
        } else if (carry_out && add) {
            op = hi ? OPERATION_mad_hi_cc : OPERATION_mad_lo_cc;
        } else if (add && hi && type == TYPE_s32 && decode_take(d, MODIFIER_sat)) {
            op = OPERATION_mad_hi_sat;
        }
        if (!hi && !decode_take(d, MODIFIER_lo)) {
            decode_fail(d, "expected .lo, .hi or .wide");
        }
        uniform(d, op, add ? 3 : 2);
    }
    classify(d, add ? LATENCY_INT_MAD : LATENCY_INT_MUL, add ? LATENCY_FP_MAD : LATENCY_FP_MUL,
             add ? LATENCY_DP_MAD : LATENCY_DP_MUL, false, type);
}

static void multiply24(decoder *d, bool add)
{
    bool hi = decode_take(d, MODIFIER_hi);
    if (!hi && !decode_take(d, MODIFIER_lo)) {
        decode_fail(d, "expected .lo or .hi");
    }
    uniform(d, add ? (hi ? OPERATION_mad24_hi : OPERATION_mad24_lo) : (hi ? OPERATION_mul24_hi : OPERATION_mul24_lo),
            add ? 3 : 2);
    decode_class(d, UNIT_INT, add ? LATENCY_INT_MAD24 : LATENCY_INT_MUL24);
}

static void divide(decoder *d, operation op)
{
    uniform(d, op, 2);
    classify(d, LATENCY_INT_DIV, LATENCY_FP_DIV, LATENCY_DP_DIV, true, decode_type(d, 0));
}

static void transcendental(decoder *d, operation op)
{
    uniform(d, op, 1);
    decode_class(d, UNIT_SFU, LATENCY_SFU);
}

// It has no other form.
static void hyperbolic_tangent(decoder *d)
{
    if (decode_type(d, 0) != TYPE_f32 || !decode_take(d, MODIFIER_approx)) {
        decode_fail(d, "expected .approx.f32");
    }
    set_handler(d, OPERATION_tanh, TYPE_f32);
    operands(d, TYPE_f32, 1, TYPE_f32, TYPE_none, TYPE_none);
    decode_class(d, UNIT_SFU, LATENCY_SFU);
}

// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 compute with the upper 32 bits of their numbers.
static void reciprocal(decoder *d, operation op, operation upper)
{
    bool of_upper = decode_type(d, 0) == TYPE_f64 && decode_take(d, MODIFIER_ftz);
    if (of_upper && !decode_take(d, MODIFIER_approx)) {
        decode_fail(d, ".ftz without .approx found, expected .approx.ftz.f64");
    }
    transcendental(d, of_upper ? upper : op);
}

// and, or, xor, not: of bits or of predicates.
static void logic(decoder *d, operation op, uint32_t n)
{
    if (decode_type(d, 0) != TYPE_pred) {
        uniform(d, op, n);
        return;
    }
    decode_operand_count(d, n + 1, n + 1);
    decode_predicate_destination(d, &d->s->operands[0]);
    for (uint32_t i = 1; i <= n; i++) {
        decode_source(d, i, TYPE_pred, false);
    }
    decode_handler(d, predicate_handler(op), TYPE_pred);
}

static void shift(decoder *d, operation op)
{
    ptx_type type = decode_type(d, 0);
    set_handler(d, op, type);
    operands(d, type, 2, type, TYPE_u32, TYPE_none);
}

static void count_bits(decoder *d, operation op)
{
    ptx_type type = decode_type(d, 0);
    set_handler(d, op, type);
    operands(d, TYPE_u32, 1, type, TYPE_none, TYPE_none);
}

static void bit_field(decoder *d, bool insert)
{
    ptx_type type = decode_type(d, 0);
    set_handler(d, insert ? OPERATION_bfi : OPERATION_bfe, type);
    decode_operand_count(d, insert ? 5 : 4, insert ? 5 : 4);
    decode_destination(d, 0, type, false);
    decode_source(d, 1, type, false);
    if (insert) {
        decode_source(d, 2, type, false);
    }
    decode_source(d, insert ? 3 : 2, TYPE_u32, false);
    decode_source(d, insert ? 4 : 3, TYPE_u32, false);
}

static bool take_clamp(decoder *d)
{
    bool clamp = decode_take(d, MODIFIER_clamp);
    if (!clamp && !decode_take(d, MODIFIER_wrap)) {
        decode_fail(d, "expected .wrap or .clamp");
    }
    return clamp;
}

static void funnel_shift(decoder *d)
{
    bool left = decode_take(d, MODIFIER_l);
    if (!left && !decode_take(d, MODIFIER_r)) {
        decode_fail(d, "expected .l or .r");
    }
    d->code->choice = take_clamp(d);
    uniform(d, left ? OPERATION_shf_l : OPERATION_shf_r, 3);
}

static void bits_of_word(decoder *d, operation op)
{
    d->code->choice = take_clamp(d);
    uniform(d, op, 2);
}

static void dot_product(decoder *d, bool halves)
{
    ptx_type a = decode_type(d, 0), b = decode_type(d, 1);
    bool upper = halves && decode_take(d, MODIFIER_hi);
    if (halves && !upper && !decode_take(d, MODIFIER_lo)) {
        decode_fail(d, "expected .lo or .hi");
    }
    if ((a != TYPE_u32 && a != TYPE_s32) || (b != TYPE_u32 && b != TYPE_s32)) {
        decode_fail(d, "types .%s and .%s found, expected .u32 or .s32", type_name(a), type_name(b));
    }
    d->code->choice = (halves ? DOT_HALVES : 0) | (upper ? DOT_UPPER : 0) | (a == TYPE_s32 ? DOT_SIGNED_A : 0) |
        (b == TYPE_s32 ? DOT_SIGNED_B : 0);
    set_handler(d, OPERATION_dot, TYPE_b32);
    operands(d, TYPE_b32, 3, TYPE_b32, TYPE_b32, TYPE_b32);
}

static void sum_of_differences(decoder *d)
{
    ptx_type type = decode_type(d, 0);
    set_handler(d, OPERATION_sad, type);
    operands(d, type, 3, type, type, type_unsigned_of(type_bytes(type)));
}

// min and max of f32 may give NaN when one operand is NaN, and compare magnitudes and multiply signs.
static operation choice_of(decoder *d, operation plain, operation nan, operation xorsign, operation both)
{
    bool has = decode_type(d, 0) == TYPE_f32, keeps_nan = has && decode_take(d, MODIFIER_NaN);
    bool xors = has && decode_take(d, MODIFIER_xorsign);
    if (xors && !decode_take(d, MODIFIER_abs)) {
        decode_fail(d, "expected .xorsign.abs");
    }
    return keeps_nan ? (xors ? both : nan) : xors ? xorsign : plain;
}

// False for a mnemonic that is not plain arithmetic.
static bool decode_plain(decoder *d)
{
    switch (d->s->mnemonic) {
    case PTX_add: case PTX_addc: add_or_sub(d, false); return true;
    case PTX_sub: case PTX_subc: add_or_sub(d, true); return true;
    case PTX_mul:                multiply(d, false); return true;
    case PTX_mad: case PTX_madc: multiply(d, true); return true;
    case PTX_mul24:              multiply24(d, false); return true;
    case PTX_mad24:              multiply24(d, true); return true;
    case PTX_fma:
        uniform(d, OPERATION_fma, 3);
        classify(d, LATENCY_INT_MAD, LATENCY_FP_MAD, LATENCY_DP_MAD, false, decode_type(d, 0));
        return true;
    case PTX_min:
        uniform(d, choice_of(d, OPERATION_min, OPERATION_min_NaN, OPERATION_min_xorsign, OPERATION_min_NaN_xorsign), 2);
        classify(d, LATENCY_INT_MAX, LATENCY_FP_MAX, LATENCY_DP_MAX, false, decode_type(d, 0));
        return true;
    case PTX_max:
        uniform(d, choice_of(d, OPERATION_max, OPERATION_max_NaN, OPERATION_max_xorsign, OPERATION_max_NaN_xorsign), 2);
        classify(d, LATENCY_INT_MAX, LATENCY_FP_MAX, LATENCY_DP_MAX, false, decode_type(d, 0));
        return true;
    case PTX_div: divide(d, OPERATION_div); return true;
    case PTX_rem: divide(d, OPERATION_rem); return true;
    case PTX_abs: uniform(d, OPERATION_abs, 1); return true;
    case PTX_neg: uniform(d, OPERATION_neg, 1); return true;
    default:      return false;
    }
}

static bool decode_special_function(decoder *d)
{
    switch (d->s->mnemonic) {
    case PTX_rcp:   reciprocal(d, OPERATION_rcp, OPERATION_rcp_upper); return true;
    case PTX_sqrt:  transcendental(d, OPERATION_sqrt); return true;
    case PTX_rsqrt: reciprocal(d, OPERATION_rsqrt, OPERATION_rsqrt_upper); return true;
    case PTX_sin:   transcendental(d, OPERATION_sin); return true;
    case PTX_cos:   transcendental(d, OPERATION_cos); return true;
    case PTX_ex2:   transcendental(d, OPERATION_ex2); return true;
    case PTX_lg2:   transcendental(d, OPERATION_lg2); return true;
    case PTX_tanh:  hyperbolic_tangent(d); return true;
    default:        return false;
    }
}

static void decode_bits(decoder *d)
{
    switch (d->s->mnemonic) {
    case PTX_and:  logic(d, OPERATION_and, 2); break;
    case PTX_or:   logic(d, OPERATION_or, 2); break;
    case PTX_xor:  logic(d, OPERATION_xor, 2); break;
    case PTX_not:  logic(d, OPERATION_not, 1); break;
    case PTX_cnot: uniform(d, OPERATION_cnot, 1); break;
    case PTX_shl:  shift(d, OPERATION_shl); break;
    case PTX_shr:  shift(d, OPERATION_shr); break;
    case PTX_shf:  funnel_shift(d); break;
    case PTX_popc: count_bits(d, OPERATION_popc); break;
    case PTX_clz:  count_bits(d, OPERATION_clz); break;
    case PTX_bfind: count_bits(d, decode_take(d, MODIFIER_shiftamt) ? OPERATION_bfind_shift : OPERATION_bfind); break;
    case PTX_brev: uniform(d, OPERATION_brev, 1); break;
    case PTX_bfe:  bit_field(d, false); break;
    case PTX_bfi:  bit_field(d, true); break;
    case PTX_sad:  sum_of_differences(d); break;
    case PTX_dp4a: dot_product(d, false); break;
    case PTX_dp2a: dot_product(d, true); break;
    case PTX_bmsk: bits_of_word(d, OPERATION_bmsk); break;
    case PTX_szext: bits_of_word(d, OPERATION_szext); break;
    case PTX_copysign: uniform(d, OPERATION_copysign, 2); break;
    default:       abort();             // a mnemonic that nothing here decodes
    }
}

void decode_arithmetic(decoder *d)
{
    if (!decode_plain(d) && !decode_special_function(d)) {
        decode_bits(d);
    }
}
