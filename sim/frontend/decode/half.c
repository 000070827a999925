// SPDX-License-Identifier: BSD-3-Clause
// Half precision: f16, bf16 and pairs of them. Operands are registers of 16 bits, of a pair 32; these types have no literals.
// Units and latencies are those of f32, as in SASS: GPGPU-Sim's classes of PTX know no f16 and take it for an integer.
#include "sim/frontend/decode/decode.h"

typedef struct { ptx_mnemonic mnemonic; operation operation; uint8_t sources; insn_unit unit; insn_latency latency; } half_row;
static const half_row rows[] = {
    { PTX_add, OPERATION_add, 2, UNIT_SP, LATENCY_FP_ADD },     { PTX_sub, OPERATION_sub, 2, UNIT_SP, LATENCY_FP_ADD },
    { PTX_mul, OPERATION_mul_lo, 2, UNIT_SP, LATENCY_FP_MUL },  { PTX_fma, OPERATION_fma, 3, UNIT_SP, LATENCY_FP_MAD },
    { PTX_min, OPERATION_min, 2, UNIT_SP, LATENCY_FP_MAX },     { PTX_max, OPERATION_max, 2, UNIT_SP, LATENCY_FP_MAX },
    { PTX_neg, OPERATION_neg, 1, UNIT_INT, LATENCY_SIMPLE },    { PTX_abs, OPERATION_abs, 1, UNIT_INT, LATENCY_SIMPLE },
    { PTX_ex2, OPERATION_ex2, 1, UNIT_SFU, LATENCY_SFU },       { PTX_tanh, OPERATION_tanh, 1, UNIT_SFU, LATENCY_SFU },
};

static uint32_t take_flag(decoder *d, bool has, ptx_modifier modifier, uint32_t flag)
{
    return has && decode_take(d, modifier) ? flag : 0;
}

static void expect(decoder *d, bool is, const char *what)
{
    if (!is) {
        decode_fail(d, "expected %s", what);
    }
}

static uint32_t take_flags(decoder *d, operation op, ptx_type type)
{
    bool bfloat = type_is_bfloat(type), sums = op == OPERATION_add || op == OPERATION_sub || op == OPERATION_mul_lo;
    bool fma = op == OPERATION_fma, compares = op == OPERATION_min || op == OPERATION_max;
    bool approximates = op == OPERATION_ex2 || op == OPERATION_tanh;
    if (approximates) {
        expect(d, decode_take(d, MODIFIER_approx), op == OPERATION_ex2 && bfloat ? ".approx.ftz" : ".approx");
    }
    bool rounds = (sums || fma) && decode_take(d, MODIFIER_rn);
    expect(d, rounds || !fma, ".rn");
    uint32_t flags = take_flag(d, (!bfloat && !approximates) || (bfloat && op == OPERATION_ex2), MODIFIER_ftz, HALF_FLUSHES);
    expect(d, !bfloat || op != OPERATION_ex2 || flags != 0, ".approx.ftz");
    flags |= take_flag(d, !bfloat && (sums || fma), MODIFIER_sat, HALF_SATURATES);
    flags |= take_flag(d, fma && (flags & HALF_SATURATES) == 0, MODIFIER_relu, HALF_RELU);
    flags |= take_flag(d, compares, MODIFIER_NaN, HALF_KEEPS_NAN);
    flags |= take_flag(d, compares, MODIFIER_xorsign, HALF_XORS_SIGNS);
    expect(d, (flags & HALF_XORS_SIGNS) == 0 || decode_take(d, MODIFIER_abs), ".xorsign.abs");
    return flags;
}

// When the last type, that of the sources, is half precision.
static void check_registers(decoder *d)
{
    if (!type_is_half((ptx_type)d->s->types[d->s->n_types - 1])) {
        return;
    }
    for (uint32_t i = 1; i < d->s->n_operands; i++) {
        if (d->s->operands[i].kind == OPERAND_INTEGER || d->s->operands[i].kind == OPERAND_FLOAT) {
            decode_fail(d, "operand %u is a number, expected a register: mov has numbers, as bits", i + 1);
        }
    }
}

static void decode_arithmetic_of_half(decoder *d)
{
    ptx_type type = decode_type(d, 0);
    const half_row *row = rows, *end = rows + sizeof rows / sizeof *rows;
    while (row < end && row->mnemonic != d->s->mnemonic) {
        row++;
    }
    if (row == end || !type_is_half(type)) {                // mov, ld, …
        ptx_type half = type;
        for (uint32_t i = 0; !type_is_half(half); i++) {
            half = decode_type(d, i);
        }
        decode_fail(d, "type .%s found, expected .b%u for it", type_name(half), type_bytes(half) * 8);
    }
    d->code->type = (uint8_t)type;
    d->code->choice = take_flags(d, row->operation, type);
    d->code->run = half_handler(row->operation);
    decode_operand_count(d, row->sources + 1u, row->sources + 1u);
    decode_destination(d, 0, type, false);
    for (uint32_t i = 1; i <= row->sources; i++) {
        decode_source(d, i, type, false);
    }
    decode_class(d, row->unit, row->latency);
}

void decode_half(decoder *d)
{
    check_registers(d);
    switch (d->s->mnemonic) {
    case PTX_cvt: case PTX_setp: case PTX_set:
        decode_data(d);
        break;
    case PTX_atom: case PTX_red:
        decode_memory(d);
        break;
    default:
        decode_arithmetic_of_half(d);
    }
}
