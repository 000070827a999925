// SPDX-License-Identifier: BSD-3-Clause
// Moves, conversions, selections and comparisons.
#include "sim/frontend/decode/decode.h"

static void decode_pack(decoder *d, ptx_type type)
{
    const operand *o = &d->s->operands[1];
    uint32_t part = type_bytes(type) / o->count;
    if (part * o->count != type_bytes(type) || part < 2) {
        decode_fail(d, "%u elements found, expected parts of 16 or 32 bits that make .%s", o->count, type_name(type));
    }
    decode_destination(d, 0, type, false);
    for (uint32_t i = 0; i < o->count; i++) {
        decode_source_operand(d, &o->elements[i], type_unsigned_of(part), false);
    }
    d->code->run = run_pack;
}

static void decode_unpack(decoder *d, ptx_type type)
{
    const operand *o = &d->s->operands[0];
    uint32_t part = type_bytes(type) / o->count;
    if (part * o->count != type_bytes(type) || part < 2) {
        decode_fail(d, "%u elements found, expected parts of 16 or 32 bits that make .%s", o->count, type_name(type));
    }
    for (uint32_t i = 0; i < o->count; i++) {
        decode_optional_destination(d, &o->elements[i], type_unsigned_of(part));
    }
    decode_source(d, 1, type, false);
    d->code->run = run_unpack;
}

static void decode_mov(decoder *d)
{
    ptx_type type = decode_type(d, 0);
    d->code->type = (uint8_t)type;
    decode_operand_count(d, 2, 2);
    if (type == TYPE_pred) {
        decode_predicate_destination(d, &d->s->operands[0]);
        decode_source(d, 1, TYPE_pred, false);
        d->code->run = predicate_handler(OPERATION_mov);
    } else if (d->s->operands[1].kind == OPERAND_VECTOR) {
        decode_pack(d, type);
    } else if (d->s->operands[0].kind == OPERAND_VECTOR) {
        decode_unpack(d, type);
    } else {
        decode_destination(d, 0, type, false);
        decode_source(d, 1, type, false);
        decode_handler(d, integer_handler(OPERATION_mov, type), type);
    }
}

static round_mode take_any_rounding(decoder *d)
{
    static const struct { ptx_modifier name; round_mode mode; } modes[] = {
        { MODIFIER_rn, ROUND_rn }, { MODIFIER_rz, ROUND_rz }, { MODIFIER_rm, ROUND_rm }, { MODIFIER_rp, ROUND_rp },
        { MODIFIER_rni, ROUND_rni }, { MODIFIER_rzi, ROUND_rzi }, { MODIFIER_rmi, ROUND_rmi },
        { MODIFIER_rpi, ROUND_rpi }
    };
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (decode_take(d, modes[i].name)) {
            return modes[i].mode;
        }
    }
    return ROUND_none;
}

// Where a rounding must be written, and which: a conversion that loses no bits needs none.
static void check_half_conversion(decoder *d, ptx_type to, ptx_type from, round_mode round)
{
    bool whole = round >= ROUND_rni, widens = type_is_half(from) && type_is_float(to);
    bool narrows = type_is_half(to) && !type_is_half(from);
    if (type_is_pair(from) || (type_is_pair(to) && from != TYPE_f32)) {
        decode_fail(d, "types .%s.%s found, expected a pair of two .f32", type_name(to), type_name(from));
    }
    if (type_is_pair(to) && round != ROUND_rn && round != ROUND_rz) {
        decode_fail(d, "expected .rn or .rz");
    }
    if (narrows && (whole || round == ROUND_none)) {
        decode_fail(d, "expected .rn, .rz, .rm or .rp");
    }
    if ((widens && round != ROUND_none) || (whole && type_is_half(to) && to != from)) {
        decode_fail(d, "a rounding found, expected none");
    }
}

// .relu and .satfinite of conversions of f32, to nearest or to zero.
static void take_half_range(decoder *d, ptx_type from, round_mode round)
{
    insn_code *c = d->code;
    uint8_t range = c->saturate ? HALF_SATURATES : 0;
    if (from == TYPE_f32 && !c->saturate && (round == ROUND_rn || round == ROUND_rz)) {
        range |= decode_take(d, MODIFIER_relu) ? HALF_RELU : 0;
        range |= decode_take(d, MODIFIER_satfinite) ? HALF_FINITE : 0;
    }
    c->saturate = range;
}

// Of an f32, whose bits below a tf32's become 0. The register is one of bits, as in the manual.
static void decode_cvt_tf32(decoder *d)
{
    if (!d->s->rounds_away || !d->s->to_tf32 || decode_type(d, 0) != TYPE_f32) {
        decode_fail(d, "expected .rna.tf32.f32");
    }
    decode_operand_count(d, 2, 2);
    decode_destination(d, 0, TYPE_b32, false);
    decode_source(d, 1, TYPE_f32, false);
    d->code->run = run_convert_to_tf32;
}

static void decode_cvt(decoder *d)
{
    if (d->s->rounds_away || d->s->to_tf32) {
        decode_cvt_tf32(d);
        return;
    }
    ptx_type to = decode_type(d, 0), from = decode_type(d, 1);
    round_mode round = take_any_rounding(d);
    insn_code *c = d->code;
    if (to == TYPE_pred || from == TYPE_pred) {
        decode_fail(d, "type .pred found, expected a number");
    }
    bool from_float = type_is_float(from) || type_is_half(from), to_float = type_is_float(to) || type_is_half(to);
    if (from_float && !to_float && round < ROUND_rni) {
        decode_fail(d, "expected .rni, .rzi, .rmi or .rpi from a float to an integer");
    }
    bool of_half = type_is_half(from) || type_is_half(to);
    if (of_half) {
        check_half_conversion(d, to, from, round);
    }
    uint32_t sources = type_is_pair(to) ? 2 : 1;
    decode_operand_count(d, 1 + sources, 1 + sources);
    decode_destination(d, 0, to, true);
    decode_source(d, 1, from, true);
    if (sources == 2) {
        decode_source(d, 2, from, false);
    }
    c->type = (uint8_t)to;
    c->source_type = (uint8_t)from;
    c->choice = round;
    c->saturate = decode_take(d, MODIFIER_sat);
    bool ftz = (!of_half || to == TYPE_f32 || from == TYPE_f32) && decode_take(d, MODIFIER_ftz);
    c->csr = (uint16_t)(ftz ? CSR_FLUSH : 0);
    const operand *result = &d->s->operands[0], *source = &d->s->operands[1];
    c->data_bytes = type_bytes(result->symbol->type) == 8 ? 8 : 4;
    uint32_t source_bytes = source->kind == OPERAND_REGISTER ? type_bytes(source->symbol->type) : type_bytes(from);
    c->vector = source_bytes == 8 ? 8 : 4;
    c->run = type_is_half(to) ? run_convert_to_half : run_convert;
    if (type_is_half(to)) {
        take_half_range(d, from, round);
    }
}

static void decode_cvta(decoder *d)
{
    bool to = decode_take(d, MODIFIER_to);
    ptx_type type = decode_type(d, 0);
    insn_code *c = d->code;
    c->space = decode_space(d);
    if (c->space == SPACE_GENERIC || (type != TYPE_u64 && type != TYPE_u32)) {
        decode_fail(d, "expected a space and .u32 or .u64");
    }
    decode_operand_count(d, 2, 2);
    decode_destination(d, 0, type, false);
    decode_source(d, 1, type, false);
    c->type = (uint8_t)type;
    c->choice = !to;
    c->run = c->space == SPACE_GLOBAL ? integer_handler(OPERATION_mov, type) : run_cvta;
}

// Whether a generic address lies in a space. The width of the address is that of its register.
static void decode_isspacep(decoder *d)
{
    insn_code *c = d->code;
    c->space = decode_space(d);
    if (c->space == SPACE_GENERIC) {
        decode_fail(d, "expected .const, .global, .local, .shared or .param");
    }
    decode_operand_count(d, 2, 2);
    decode_predicate_destination(d, &d->s->operands[0]);
    const operand *o = &d->s->operands[1];
    c->address_is_wide = o->kind != OPERAND_REGISTER || type_bytes(o->symbol->type) == 8;
    decode_source(d, 1, c->address_is_wide ? TYPE_u64 : TYPE_u32, false);
    c->run = run_isspacep;
}

static void decode_selp(decoder *d)
{
    ptx_type type = decode_type(d, 0);
    decode_operand_count(d, 4, 4);
    if (type == TYPE_pred) {
        decode_fail(d, "type .pred found, expected 16, 32 or 64 bits");
    }
    decode_destination(d, 0, type, false);
    decode_source(d, 1, type, false);
    decode_source(d, 2, type, false);
    decode_source(d, 3, TYPE_pred, false);
    d->code->type = (uint8_t)type;
    d->code->run = run_selp;
}

static void decode_slct(decoder *d)
{
    ptx_type type = decode_type(d, 0), by = decode_type(d, 1);
    bool flush = decode_take(d, MODIFIER_ftz);
    decode_operand_count(d, 4, 4);
    if (flush && by == TYPE_f32) {
        d->code->csr = CSR_FLUSH;
    }
    if ((by != TYPE_s32 && by != TYPE_f32) || type_bytes(type) < 2) {
        decode_fail(d, "types .%s.%s found, expected a selection by .s32 or .f32", type_name(type), type_name(by));
    }
    decode_destination(d, 0, type, false);
    decode_source(d, 1, type, false);
    decode_source(d, 2, type, false);
    decode_source(d, 3, by, false);
    d->code->type = (uint8_t)type;
    d->code->compare = compare_find(COMPARE_ge, by);
    d->code->run = run_slct;
}

comparison decode_comparison_word(decoder *d, ptx_type type)
{
    static const struct { ptx_modifier name; comparison compare; } names[] = {
        { MODIFIER_eq, COMPARE_eq }, { MODIFIER_ne, COMPARE_ne }, { MODIFIER_lt, COMPARE_lt },
        { MODIFIER_le, COMPARE_le }, { MODIFIER_gt, COMPARE_gt }, { MODIFIER_ge, COMPARE_ge },
        { MODIFIER_lo, COMPARE_lt }, { MODIFIER_ls, COMPARE_le }, { MODIFIER_hi, COMPARE_gt },
        { MODIFIER_hs, COMPARE_ge }, { MODIFIER_equ, COMPARE_equ }, { MODIFIER_neu, COMPARE_neu },
        { MODIFIER_ltu, COMPARE_ltu }, { MODIFIER_leu, COMPARE_leu }, { MODIFIER_gtu, COMPARE_gtu },
        { MODIFIER_geu, COMPARE_geu }, { MODIFIER_num, COMPARE_num }, { MODIFIER_nan, COMPARE_nan }
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool unsigned_name = names[i].name == MODIFIER_lo || names[i].name == MODIFIER_ls ||
            names[i].name == MODIFIER_hi ||
                             names[i].name == MODIFIER_hs;
        if ((!unsigned_name || type_letter(type) == 'u') && decode_take(d, names[i].name)) {
            return names[i].compare;
        }
    }
    decode_fail(d, "expected a comparison that type .%s has, such as .eq or .lt", type_name(type));
}

// The comparison, its combination with a predicate, and the sources a, b and c.
static void decode_comparison(decoder *d, ptx_type type)
{
    insn_code *c = d->code;
    comparison compare = decode_comparison_word(d, type);
    c->choice = decode_take(d, MODIFIER_and) ? COMBINE_and : decode_take(d, MODIFIER_or) ? COMBINE_or :
                decode_take(d, MODIFIER_xor) ? COMBINE_xor : COMBINE_none;
    bool combined = c->choice != COMBINE_none;
    decode_operand_count(d, 3 + combined, 3 + combined);
    c->source_type = type_is_half(type) ? (uint8_t)type : TYPE_none;
    c->compare = compare_find(compare, type_is_half(type) ? TYPE_f64 : type);
    if (c->compare == NULL) {
        decode_fail(d, "type .%s found, expected one that has this comparison", type_name(type));
    }
    if ((type == TYPE_f32 || (type_is_half(type) && !type_is_bfloat(type))) && decode_take(d, MODIFIER_ftz)) {
        c->csr = CSR_FLUSH;
    }
    decode_source(d, 1, type, false);
    decode_source(d, 2, type, false);
    if (combined) {
        operand by = d->s->operands[3];
        c->source_negated = by.negated;
        by.negated = false;
        decode_source_operand(d, &by, TYPE_pred, false);
    }
}

static void decode_setp(decoder *d)
{
    ptx_type type = decode_type(d, 0);
    decode_operand_count(d, 3, 4);
    decode_predicate_destination(d, &d->s->operands[0]);
    if (type_is_half(type) && d->s->has_second != type_is_pair(type)) {
        decode_fail(d, "expected %s", type_is_pair(type) ? "two destinations, p|q" : "one destination");
    }
    if (d->s->has_second) {
        decode_predicate_destination(d, &d->s->second);
    }
    decode_comparison(d, type);
    d->code->run = run_setp;
}

// Result types of a comparison when it, or its result, is half precision.
static bool set_gives(ptx_type to, ptx_type type)
{
    if (type_is_pair(type)) {
        return to == type || to == TYPE_u32 || to == TYPE_s32;
    }
    return to == TYPE_f16 || to == TYPE_bf16 || (type_is_half(type) && (to == TYPE_u16 || to == TYPE_s16 || to == TYPE_u32 || to == TYPE_s32));
}

static void decode_set(decoder *d)
{
    ptx_type to = decode_type(d, 0), type = decode_type(d, 1);
    decode_operand_count(d, 3, 4);
    if (type_is_half(to) || type_is_half(type)) {
        if (!set_gives(to, type)) {
            decode_fail(d, "type .%s found, expected a result that a comparison of .%s has", type_name(to), type_name(type));
        }
    } else if (type_bytes(to) != 4 || to == TYPE_b32) {
        decode_fail(d, "type .%s found, expected .u32, .s32 or .f32 as result", type_name(to));
    }
    decode_destination(d, 0, to, false);
    decode_comparison(d, type);
    d->code->type = (uint8_t)to;
    d->code->run = run_set;
}

static void decode_testp(decoder *d)
{
    static const ptx_modifier kinds[] = {
        [KIND_finite] = MODIFIER_finite, [KIND_infinite] = MODIFIER_infinite, [KIND_number] = MODIFIER_number,
        [KIND_notanumber] = MODIFIER_notanumber, [KIND_normal] = MODIFIER_normal, [KIND_subnormal] = MODIFIER_subnormal
    };
    uint32_t n = sizeof kinds / sizeof *kinds, kind = 0;
    ptx_type type = decode_type(d, 0);
    while (kind < n && !decode_take(d, kinds[kind])) {
        kind++;
    }
    if (kind == n || !type_is_float(type)) {
        decode_fail(d, "expected .finite, .infinite, .number, .notanumber, .normal or .subnormal of .f32 or .f64");
    }
    decode_operand_count(d, 2, 2);
    decode_predicate_destination(d, &d->s->operands[0]);
    decode_source(d, 1, type, false);
    d->code->type = (uint8_t)type;
    d->code->choice = kind;
    d->code->run = run_testp;
}

static void decode_prmt(decoder *d)
{
    static const ptx_modifier modes[] = { MODIFIER_f4e, MODIFIER_b4e, MODIFIER_rc8, MODIFIER_ecl, MODIFIER_ecr,
                                          MODIFIER_rc16 };
    if (decode_type(d, 0) != TYPE_b32) {
        decode_fail(d, "type .%s found, expected .b32", type_name(decode_type(d, 0)));
    }
    for (uint32_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (decode_take(d, modes[i])) {
            d->code->choice = i + 1;
        }
    }
    decode_operand_count(d, 4, 4);
    decode_destination(d, 0, TYPE_b32, false);
    for (uint32_t i = 1; i <= 3; i++) {
        decode_source(d, i, TYPE_b32, false);
    }
    d->code->run = wide_handler(OPERATION_prmt, TYPE_b32);
}

static void decode_lop3(decoder *d)
{
    decode_operand_count(d, 5, 5);
    const operand *table = &d->s->operands[4];
    if (decode_type(d, 0) != TYPE_b32 || table->kind != OPERAND_INTEGER || table->value > 255) {
        decode_fail(d, "expected .b32 and a table from 0 to 255");
    }
    decode_destination(d, 0, TYPE_b32, false);
    for (uint32_t i = 1; i <= 3; i++) {
        decode_source(d, i, TYPE_b32, false);
    }
    d->code->choice = (uint32_t)table->value;
    d->code->run = wide_handler(OPERATION_lop3, TYPE_b32);
}

void decode_data(decoder *d)
{
    switch (d->s->mnemonic) {
    case PTX_mov:  decode_mov(d); break;
    case PTX_cvt:  decode_cvt(d); break;
    case PTX_cvta: decode_cvta(d); break;
    case PTX_selp: decode_selp(d); break;
    case PTX_slct: decode_slct(d); break;
    case PTX_setp: decode_setp(d); break;
    case PTX_set:  decode_set(d); break;
    case PTX_testp: decode_testp(d); break;
    case PTX_prmt: decode_prmt(d); break;
    case PTX_isspacep: decode_isspacep(d); break;
    default:       decode_lop3(d);
    }
}
