// SPDX-License-Identifier: BSD-3-Clause
// Instructions of the matrix units: wmma.load, wmma.store, wmma.mma; mma.sync; ldmatrix. Their dotted words have a fixed order.
//
// The PTX manual says which registers of which lane hold which element for mma.sync and ldmatrix; it leaves that open for wmma,
// and exec_matrix.c chooses. Refused: sparse matrices, .f64 of 16 rows, roundings other than .rn.
#include "sim/frontend/decode/decode.h"

enum { LANES = 32, QUAD_LANES = 8, WORD_BITS = 32, PIECE_MAX = 16 };

typedef struct { decoder *d; uint32_t at; } words;

static bool take(words *w, ptx_matrix_word word)
{
    bool there = w->at < w->d->s->n_words && w->d->s->words[w->at] == word;
    w->at += there;
    return there;
}

_Noreturn static void fail(const words *w, const char *expected)
{
    const statement *s = w->d->s;
    if (w->at < s->n_words) {
        decode_fail(w->d, ".%s found, expected %s", matrix_word_name((ptx_matrix_word)s->words[w->at]), expected);
    }
    decode_fail(w->d, "expected %s behind", expected);
}

// One of several; WORD_COUNT ends them.
static ptx_matrix_word take_one(words *w, const ptx_matrix_word *of, const char *expected)
{
    for (; *of != WORD_COUNT; of++) {
        if (take(w, *of)) {
            return *of;
        }
    }
    fail(w, expected);
}
#define ONE_OF(w, expected, ...) take_one((w), (const ptx_matrix_word[]){ __VA_ARGS__, WORD_COUNT }, expected)

static void take_sync(words *w)
{
    ONE_OF(w, ".sync", WORD_sync);
    take(w, WORD_aligned);                      // which early PTX leaves out
}

static bool take_layout(words *w) { return ONE_OF(w, ".row or .col", WORD_row, WORD_col) == WORD_col; }

static void take_end(const words *w)
{
    if (w->at < w->d->s->n_words) {
        fail(w, "nothing more");
    }
}

// --- shapes

typedef struct { ptx_matrix_word shape; uint8_t m, n; uint16_t k; } shape_row;
static const shape_row shapes[] = {
    { WORD_m16n16k16, 16, 16, 16 }, { WORD_m32n8k16, 32, 8, 16 }, { WORD_m8n32k16, 8, 32, 16 }, { WORD_m16n16k8, 16, 16, 8 },
    { WORD_m8n8k4, 8, 8, 4 },       { WORD_m16n8k4, 16, 8, 4 },   { WORD_m16n8k8, 16, 8, 8 },   { WORD_m16n8k16, 16, 8, 16 },
    { WORD_m8n8k16, 8, 8, 16 },     { WORD_m8n8k32, 8, 8, 32 },   { WORD_m8n8k128, 8, 8, 128 },
    { WORD_m16n8k32, 16, 8, 32 },   { WORD_m16n8k64, 16, 8, 64 }, { WORD_m16n8k128, 16, 8, 128 }, { WORD_m16n8k256, 16, 8, 256 },
};

static const shape_row *row_of(ptx_matrix_word shape)
{
    const shape_row *row = shapes;
    while (row->shape != shape) {
        row++;
    }
    return row;
}

static uint8_t bits_of(ptx_matrix_word type)
{
    switch (type) {
    case WORD_f64:                return 64;
    case WORD_f16: case WORD_bf16: return 16;
    case WORD_s8: case WORD_u8:   return 8;
    case WORD_s4: case WORD_u4:   return 4;
    case WORD_b1:                 return 1;
    default:                      return 32;
    }
}

static bool is_integer(ptx_matrix_word type) { return bits_of(type) <= 8; }
static uint32_t register_bits(const matrix_fragment *f) { return f->bits > WORD_BITS ? f->bits : WORD_BITS; }

// Registers of a lane. wmma has f16 A and B in eight, whatever the shape: elements occur several times.
static uint32_t registers_of(const matrix_info *m, matrix_role role, const matrix_fragment *f)
{
    if (m->is_wmma && role <= MATRIX_B && f->type == WORD_f16) {
        return 8;
    }
    return (uint32_t)f->rows * f->columns * f->bits / (m->quads ? QUAD_LANES : LANES) / register_bits(f);
}

static void set_fragment(matrix_info *m, matrix_role role, ptx_matrix_word type, bool by_columns)
{
    const shape_row *shape = row_of((ptx_matrix_word)m->shape);
    matrix_fragment *f = &m->fragment[role];
    *f = (matrix_fragment){ .rows = role == MATRIX_B ? shape->k : shape->m, .columns = role == MATRIX_A ? shape->k : shape->n,
                            .type = (uint8_t)type, .bits = bits_of(type), .by_columns = by_columns };
    f->registers = (uint8_t)registers_of(m, role, f);
    m->depth = shape->k;
}

// --- types, which depend on the shape

static ptx_matrix_word wmma_shape(words *w)
{
    return ONE_OF(w, ".m16n16k16, .m32n8k16, .m8n32k16, .m16n16k8, .m8n8k4, .m8n8k32 or .m8n8k128", WORD_m16n16k16, WORD_m32n8k16,
                  WORD_m8n32k16, WORD_m16n16k8, WORD_m8n8k4, WORD_m8n8k32, WORD_m8n8k128);
}

static ptx_matrix_word wmma_factor(words *w, uint8_t shape)
{
    switch (shape) {
    case WORD_m16n16k8: return ONE_OF(w, ".tf32", WORD_tf32);
    case WORD_m8n8k4:   return ONE_OF(w, ".f64", WORD_f64);
    case WORD_m8n8k32:  return ONE_OF(w, ".s4 or .u4", WORD_s4, WORD_u4);
    case WORD_m8n8k128: return ONE_OF(w, ".b1", WORD_b1);
    default:            return ONE_OF(w, ".f16, .bf16, .s8 or .u8", WORD_f16, WORD_bf16, WORD_s8, WORD_u8);
    }
}

static ptx_matrix_word wmma_sum(words *w, uint8_t shape)
{
    switch (shape) {
    case WORD_m16n16k8: return ONE_OF(w, ".f32", WORD_f32);
    case WORD_m8n8k4:   return ONE_OF(w, ".f64", WORD_f64);
    case WORD_m8n8k32: case WORD_m8n8k128: return ONE_OF(w, ".s32", WORD_s32);
    default:            return ONE_OF(w, ".f16, .f32 or .s32", WORD_f16, WORD_f32, WORD_s32);
    }
}

static ptx_matrix_word mma_sum(words *w, uint8_t shape)
{
    switch (shape) {
    case WORD_m8n8k4:  return ONE_OF(w, ".f16, .f32 or .f64", WORD_f16, WORD_f32, WORD_f64);
    case WORD_m16n8k4: case WORD_m16n8k8: return ONE_OF(w, ".f16 or .f32", WORD_f16, WORD_f32);
    case WORD_m16n8k16: return ONE_OF(w, ".f16, .f32 or .s32", WORD_f16, WORD_f32, WORD_s32);
    default:           return ONE_OF(w, ".s32", WORD_s32);
    }
}

static ptx_matrix_word mma_factor(words *w, uint8_t shape, ptx_matrix_word sum)
{
    if (sum == WORD_f64) {
        return ONE_OF(w, ".f64", WORD_f64);
    }
    switch (shape) {
    case WORD_m8n8k4:   return ONE_OF(w, ".f16", WORD_f16);
    case WORD_m16n8k4:  return ONE_OF(w, ".tf32", WORD_tf32);
    case WORD_m16n8k8:  return ONE_OF(w, ".f16, .bf16 or .tf32", WORD_f16, WORD_bf16, WORD_tf32);
    case WORD_m8n8k16:  return ONE_OF(w, ".s8 or .u8", WORD_s8, WORD_u8);
    case WORD_m16n8k16: return sum == WORD_s32 ? ONE_OF(w, ".s8 or .u8", WORD_s8, WORD_u8) : ONE_OF(w, ".f16 or .bf16", WORD_f16, WORD_bf16);
    case WORD_m16n8k32: return ONE_OF(w, ".s8, .u8, .s4 or .u4", WORD_s8, WORD_u8, WORD_s4, WORD_u4);
    case WORD_m8n8k32: case WORD_m16n8k64: return ONE_OF(w, ".s4 or .u4", WORD_s4, WORD_u4);
    default:            return ONE_OF(w, ".b1", WORD_b1);
    }
}

// --- registers

// The registers of a fragment: a vector, or a single one.
static void decode_fragment(decoder *d, uint32_t index, matrix_fragment *f, bool is_destination)
{
    const operand *o = &d->s->operands[index], *elements = o->kind == OPERAND_VECTOR ? o->elements : o;
    uint32_t count = o->kind == OPERAND_VECTOR ? o->count : 1;
    insn_code *c = d->code;
    if (count != f->registers) {
        decode_fail(d, "operand %u has %u registers, expected %u", index + 1, count, f->registers);
    }
    f->first = (uint8_t)(is_destination ? c->n_dst : c->n_src);
    for (uint32_t i = 0; i < count; i++) {
        if (elements[i].kind != OPERAND_REGISTER || type_bytes(elements[i].symbol->type) * 8 != register_bits(f)) {
            decode_fail(d, "element %u of operand %u is no register of %u bits, expected one", i + 1, index + 1, register_bits(f));
        }
        operand_row row = decode_register(d, elements[i].symbol, is_destination);
        if (is_destination) {
            c->dst[c->n_dst++] = row;
        } else {
            c->src[c->n_src++] = row;
        }
    }
}

// --- wmma.load, wmma.store

// A lane's elements are in memory in pieces of up to 16 bytes, along the fragment's rows or columns where the matrix has the
// same order.
static void set_pieces(matrix_info *m)
{
    const matrix_fragment *f = &m->fragment[m->role];
    uint32_t elements = f->registers * register_bits(f) / f->bits;
    uint32_t line = f->by_columns ? f->rows : f->columns, run = elements < line ? elements : line;
    if (m->in_columns != f->by_columns) {
        run = 1;                                                // C and D, whose fragments go along the rows
    }
    uint32_t bytes = run * f->bits / 8;
    m->piece_bytes = (uint8_t)(bytes < PIECE_MAX ? bytes : PIECE_MAX);
    m->pieces = (uint8_t)(elements * f->bits / 8 / m->piece_bytes);
    m->strided = run == 1 || elements > line;
}

// Elements smaller than a byte have one layout: those of one sum are neighbours.
static void check_layout(const words *w, ptx_matrix_word type, matrix_role role, bool in_columns)
{
    if (bits_of(type) < 8 && in_columns != (role == MATRIX_B)) {
        decode_fail(w->d, ".%s found, expected .%s with .%s of %c", in_columns ? "col" : "row", in_columns ? "row" : "col",
                    matrix_word_name(type), "AB"[role]);
    }
}

static void decode_stride(decoder *d, uint32_t index, const matrix_info *m)
{
    const matrix_fragment *f = &m->fragment[m->role];
    d->code->n_src = 1;                                         // after the address
    if (index < d->s->n_operands) {
        decode_source(d, index, TYPE_b32, false);
    } else {
        d->code->src[d->code->n_src++] = (operand_row){ TABLE_CONSTANTS, constant_row32(d->program, m->in_columns ? f->rows : f->columns) };
    }
}

static void decode_move(words *w, matrix_info *m, bool is_load)
{
    decoder *d = w->d;
    m->role = MATRIX_D;
    if (is_load) {
        ptx_matrix_word which = ONE_OF(w, ".a, .b or .c", WORD_a, WORD_b, WORD_c);
        m->role = which == WORD_a ? MATRIX_A : which == WORD_b ? MATRIX_B : MATRIX_C;
    } else {
        ONE_OF(w, ".d", WORD_d);
    }
    take_sync(w);
    m->in_columns = take_layout(w);
    m->shape = (uint8_t)wmma_shape(w);
    uint8_t space = take(w, WORD_global) ? SPACE_GLOBAL : take(w, WORD_shared) ? SPACE_SHARED : SPACE_GENERIC;
    ptx_matrix_word type = m->role <= MATRIX_B ? wmma_factor(w, m->shape) : wmma_sum(w, m->shape);
    take_end(w);
    check_layout(w, type, (matrix_role)m->role, m->in_columns);
    set_fragment(m, (matrix_role)m->role, type, m->role <= MATRIX_B && m->in_columns);
    set_pieces(m);
    decode_operand_count(d, 2, 3);
    d->insn.memory = is_load ? MEMORY_LOAD : MEMORY_STORE;
    d->insn.width = d->insn.element = m->piece_bytes;
    decode_class(d, UNIT_MEM, LATENCY_SIMPLE);
    decode_stride(d, 2, m);
    decode_fragment(d, is_load ? 0 : 1, &m->fragment[m->role], is_load);
    decode_address(d, is_load ? 1 : 0, space);
    d->code->run = is_load ? run_matrix_load : run_matrix_store;
}

// --- products

static void decode_product(words *w, matrix_info *m)
{
    decoder *d = w->d;
    take_end(w);
    decode_operand_count(d, 4, 4);
    decode_class(d, UNIT_TENSOR, LATENCY_TENSOR);
    decode_fragment(d, 0, &m->fragment[MATRIX_D], true);
    for (uint32_t role = MATRIX_A; role <= MATRIX_C; role++) {
        decode_fragment(d, role + 1, &m->fragment[role], false);
    }
    d->code->run = run_matrix_multiply;
}

static void set_product(matrix_info *m, const ptx_matrix_word type[MATRIX_OPERANDS], bool a_columns, bool b_columns)
{
    set_fragment(m, MATRIX_A, type[MATRIX_A], a_columns);
    set_fragment(m, MATRIX_B, type[MATRIX_B], b_columns);
    set_fragment(m, MATRIX_C, type[MATRIX_C], false);
    set_fragment(m, MATRIX_D, type[MATRIX_D], false);
}

// How single bits are combined, before their ones are counted.
static void take_combination(words *w, matrix_info *m)
{
    m->combined = (uint8_t)ONE_OF(w, ".xor.popc or .and.popc", WORD_xor, WORD_and);
    ONE_OF(w, ".popc", WORD_popc);
}

// .dtype.ctype for f16; for all others .dtype.atype.btype.ctype, with A and B of one type.
static void take_wmma_types(words *w, uint8_t shape, ptx_matrix_word type[MATRIX_OPERANDS])
{
    ptx_matrix_word sum = wmma_sum(w, shape);
    type[MATRIX_A] = type[MATRIX_B] = WORD_f16;
    type[MATRIX_C] = type[MATRIX_D] = sum;
    if (sum == WORD_f16) {
        type[MATRIX_C] = ONE_OF(w, ".f16 or .f32", WORD_f16, WORD_f32);
        return;
    }
    if (sum == WORD_f32 && shape != WORD_m16n16k8) {
        ptx_matrix_word next = ONE_OF(w, ".f16, .f32 or .bf16", WORD_f16, WORD_f32, WORD_bf16);
        if (next != WORD_bf16) {
            type[MATRIX_C] = next;
            return;
        }
        type[MATRIX_A] = next;
    } else if (sum == WORD_s32 && row_of((ptx_matrix_word)shape)->k == 16) {
        type[MATRIX_A] = ONE_OF(w, ".s8 or .u8", WORD_s8, WORD_u8);
    } else {
        type[MATRIX_A] = wmma_factor(w, shape);
    }
    type[MATRIX_B] = ONE_OF(w, "the type of A for B", type[MATRIX_A]);
    ONE_OF(w, "the type of D for C", sum);
}

static void decode_wmma_product(words *w, matrix_info *m)
{
    bool counted = w->at < w->d->s->n_words && (w->d->s->words[w->at] == WORD_xor || w->d->s->words[w->at] == WORD_and);
    if (counted) {
        take_combination(w, m);
    }
    take_sync(w);
    bool a_columns = take_layout(w), b_columns = take_layout(w);
    m->shape = (uint8_t)wmma_shape(w);
    if (counted != (m->shape == WORD_m8n8k128)) {
        decode_fail(w->d, counted ? "shape .%s found, expected .m8n8k128 with .popc" : "shape .%s found, expected .xor.popc or .and.popc with it",
                    matrix_word_name((ptx_matrix_word)m->shape));
    }
    if (m->shape == WORD_m8n8k4) {
        take(w, WORD_rn);
    }
    ptx_matrix_word type[MATRIX_OPERANDS];
    take_wmma_types(w, m->shape, type);
    if (m->shape == WORD_m8n8k4) {
        take(w, WORD_rn);                                                   // where nvcc writes it
    }
    m->saturates = (type[MATRIX_A] == WORD_f16 || (is_integer(type[MATRIX_A]) && !counted)) && take(w, WORD_satfinite);
    check_layout(w, type[MATRIX_A], MATRIX_A, a_columns);
    check_layout(w, type[MATRIX_B], MATRIX_B, b_columns);
    set_product(m, type, a_columns, b_columns);
    decode_product(w, m);
}

// .dtype.atype.btype.ctype. Only four products of f16 have a choice of layouts.
static void decode_mma(words *w, matrix_info *m)
{
    take_sync(w);
    m->shape = (uint8_t)ONE_OF(w, ".m8n8k4, .m8n8k16, .m8n8k32, .m8n8k128, .m16n8k4, .m16n8k8, .m16n8k16, .m16n8k32, .m16n8k64, .m16n8k128 or "
                               ".m16n8k256", WORD_m8n8k4, WORD_m8n8k16, WORD_m8n8k32, WORD_m8n8k128, WORD_m16n8k4, WORD_m16n8k8, WORD_m16n8k16,
                               WORD_m16n8k32, WORD_m16n8k64, WORD_m16n8k128, WORD_m16n8k256);
    bool old = m->shape == WORD_m8n8k4;
    bool a_columns = old ? take_layout(w) : ONE_OF(w, ".row", WORD_row) == WORD_col;
    bool b_columns = old ? take_layout(w) : ONE_OF(w, ".col", WORD_col) == WORD_col;
    m->saturates = take(w, WORD_satfinite);
    ptx_matrix_word sum = mma_sum(w, m->shape), type[MATRIX_OPERANDS] = { 0, 0, sum, sum };
    type[MATRIX_A] = type[MATRIX_B] = mma_factor(w, m->shape, sum);
    if (is_integer(type[MATRIX_A]) && type[MATRIX_A] != WORD_b1) {
        bool bytes = bits_of(type[MATRIX_A]) == 8;                      // A and B each have their sign
        type[MATRIX_B] = bytes ? ONE_OF(w, ".s8 or .u8", WORD_s8, WORD_u8) : ONE_OF(w, ".s4 or .u4", WORD_s4, WORD_u4);
    } else {
        ONE_OF(w, "the type of A for B", type[MATRIX_A]);
    }
    type[MATRIX_C] = sum == WORD_s32 || sum == WORD_f64 ? ONE_OF(w, "the type of D for C", sum)
                                                        : ONE_OF(w, ".f16 or .f32", WORD_f16, WORD_f32);
    if ((type[MATRIX_A] == WORD_bf16 || type[MATRIX_A] == WORD_tf32) && (sum != WORD_f32 || type[MATRIX_C] != WORD_f32)) {
        decode_fail(w->d, "sums of .f16 found, expected .f32 with .%s", matrix_word_name(type[MATRIX_A]));
    }
    if (m->saturates && (sum != WORD_s32 || type[MATRIX_A] == WORD_b1)) {
        decode_fail(w->d, ".satfinite found with .%s, expected it with .s8, .u8, .s4 or .u4", matrix_word_name(type[MATRIX_A]));
    }
    if (sum == WORD_f64 && (a_columns || !b_columns)) {
        decode_fail(w->d, "another layout found, expected .row.col with .f64");
    }
    if (type[MATRIX_A] == WORD_b1) {
        take_combination(w, m);
    }
    m->quads = type[MATRIX_A] == WORD_f16 && old;
    set_product(m, type, a_columns, b_columns);
    decode_product(w, m);
}

// --- ldmatrix

static void decode_load_rows(words *w, matrix_info *m)
{
    decoder *d = w->d;
    take_sync(w);
    ONE_OF(w, ".m8n8", WORD_m8n8);
    ptx_matrix_word count = ONE_OF(w, ".x1, .x2 or .x4", WORD_x1, WORD_x2, WORD_x4);
    m->matrices = count == WORD_x1 ? 1 : count == WORD_x2 ? 2 : 4;
    m->transposed = take(w, WORD_trans);
    uint8_t space = take(w, WORD_shared) ? SPACE_SHARED : SPACE_GENERIC;
    ONE_OF(w, ".b16", WORD_b16);
    take_end(w);
    decode_operand_count(d, 2, 2);
    d->insn.memory = MEMORY_LOAD;
    d->insn.width = d->insn.element = PIECE_MAX;
    decode_class(d, UNIT_MEM, LATENCY_SIMPLE);
    m->fragment[MATRIX_D].registers = m->matrices;
    d->code->n_src = 1;
    decode_fragment(d, 0, &m->fragment[MATRIX_D], true);
    decode_address(d, 1, space);
    d->code->run = run_load_rows;
}

void decode_matrix(decoder *d)
{
    matrix_info *m = program_alloc(d->program, sizeof *m);
    words w = { d, 0 };
    d->code->matrix = m;
    if (d->s->mnemonic == PTX_ldmatrix) {
        decode_load_rows(&w, m);
    } else if (d->s->mnemonic == PTX_mma) {
        decode_mma(&w, m);
    } else {
        m->is_wmma = true;
        ptx_matrix_word what = ONE_OF(&w, ".load, .store or .mma", WORD_load, WORD_store, WORD_mma);
        if (what == WORD_mma) {
            decode_wmma_product(&w, m);
        } else {
            decode_move(&w, m, what == WORD_load);
        }
    }
}
