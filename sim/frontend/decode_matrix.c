// SPDX-License-Identifier: BSD-3-Clause
// Instructions of the matrix units: wmma.load, wmma.store, wmma.mma; mma.sync; ldmatrix. Their dotted words have a fixed order.
//
// Which registers of which lane hold which element the PTX manual says of mma.sync and ldmatrix; of wmma it leaves it open, and
// exec_matrix.c has its own. Not here, and refused: integers, fp64, single bits, sparse matrices, .satfinite.
#include "sim/frontend/decode.h"

enum { LANES = 32, REGISTER_BYTES = 4, PIECE_MAX = 16 };

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

// One of several, WORD_COUNT at their end.
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

typedef struct { ptx_matrix_word shape; uint8_t m, n, k; } shape_row;
static const shape_row shapes[] = {
    { WORD_m16n16k16, 16, 16, 16 }, { WORD_m32n8k16, 32, 8, 16 }, { WORD_m8n32k16, 8, 32, 16 }, { WORD_m16n16k8, 16, 16, 8 },
    { WORD_m8n8k4, 8, 8, 4 },       { WORD_m16n8k4, 16, 8, 4 },   { WORD_m16n8k8, 16, 8, 8 },   { WORD_m16n8k16, 16, 8, 16 },
};

static const shape_row *row_of(ptx_matrix_word shape)
{
    const shape_row *row = shapes;
    while (row->shape != shape) {
        row++;
    }
    return row;
}

static uint32_t bytes_of(ptx_matrix_word type) { return type == WORD_f16 || type == WORD_bf16 ? 2 : 4; }

// Registers of a lane. wmma has f16 A and B in eight, whatever the shape: elements are there several times. mma.m8n8k4 is four
// matrices, of eight lanes each.
static uint32_t registers_of(const matrix_info *m, matrix_role role, const matrix_fragment *f)
{
    uint32_t elements = (uint32_t)f->rows * f->columns, lanes = m->shape == WORD_m8n8k4 ? 8 : LANES;
    if (m->is_wmma && role <= MATRIX_B && f->type == WORD_f16) {
        return 8;
    }
    return elements * bytes_of((ptx_matrix_word)f->type) / lanes / REGISTER_BYTES;
}

static void set_fragment(matrix_info *m, matrix_role role, ptx_matrix_word type, bool by_columns)
{
    const shape_row *shape = row_of((ptx_matrix_word)m->shape);
    matrix_fragment *f = &m->fragment[role];
    *f = (matrix_fragment){ .rows = role == MATRIX_B ? shape->k : shape->m, .columns = role == MATRIX_A ? shape->k : shape->n,
                            .type = (uint8_t)type, .by_columns = by_columns };
    f->registers = (uint8_t)registers_of(m, role, f);
    m->depth = shape->k;
}

static ptx_matrix_word wmma_shape(words *w)
{
    return ONE_OF(w, ".m16n16k16, .m32n8k16, .m8n32k16 or .m16n16k8", WORD_m16n16k16, WORD_m32n8k16, WORD_m8n32k16, WORD_m16n16k8);
}

// --- registers

// The registers of a fragment: a vector, or one that stands alone.
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
        if (elements[i].kind != OPERAND_REGISTER || type_bytes(elements[i].symbol->type) != REGISTER_BYTES) {
            decode_fail(d, "element %u of operand %u is no register of 32 bits, expected one", i + 1, index + 1);
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

// What a lane holds lies in memory in pieces of up to 16 bytes: along its rows or columns as far as those of the fragment go.
static void set_pieces(matrix_info *m)
{
    const matrix_fragment *f = &m->fragment[m->role];
    uint32_t bytes = bytes_of((ptx_matrix_word)f->type), elements = f->registers * REGISTER_BYTES / bytes;
    uint32_t line = f->by_columns ? f->rows : f->columns, run = elements < line ? elements : line;
    if (m->in_columns != f->by_columns) {
        run = 1;                                                // C and D, whose fragments go along the rows
    }
    m->piece_bytes = (uint8_t)(run * bytes < PIECE_MAX ? run * bytes : PIECE_MAX);
    m->pieces = (uint8_t)(elements * bytes / m->piece_bytes);
    m->strided = run == 1 || elements > line;
}

static ptx_matrix_word memory_type(words *w, const matrix_info *m)
{
    bool factor = m->role <= MATRIX_B, tf32 = m->shape == WORD_m16n16k8;
    if (!factor) {
        return tf32 ? ONE_OF(w, ".f32", WORD_f32) : ONE_OF(w, ".f16 or .f32", WORD_f16, WORD_f32);
    }
    return tf32 ? ONE_OF(w, ".tf32", WORD_tf32) : ONE_OF(w, ".f16 or .bf16", WORD_f16, WORD_bf16);
}

static void decode_stride(decoder *d, uint32_t index, const matrix_info *m)
{
    const matrix_fragment *f = &m->fragment[m->role];
    d->code->n_src = 1;                                         // behind the address
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
    ptx_matrix_word type = memory_type(w, m);
    take_end(w);
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

static void set_product(matrix_info *m, ptx_matrix_word d, ptx_matrix_word a, ptx_matrix_word c, bool a_columns, bool b_columns)
{
    set_fragment(m, MATRIX_A, a, a_columns);
    set_fragment(m, MATRIX_B, a, b_columns);
    set_fragment(m, MATRIX_C, c, false);
    set_fragment(m, MATRIX_D, d, false);
}

static ptx_matrix_word take_sum_type(words *w) { return ONE_OF(w, ".f16 or .f32", WORD_f16, WORD_f32); }

// .dtype.ctype of f16; .f32.atype.btype.f32 of bf16 and tf32.
static void decode_wmma_product(words *w, matrix_info *m)
{
    take_sync(w);
    bool a_columns = take_layout(w), b_columns = take_layout(w);
    m->shape = (uint8_t)wmma_shape(w);
    ptx_matrix_word sum = take_sum_type(w), factor = m->shape == WORD_m16n16k8 ? WORD_tf32 : WORD_bf16;
    if (sum == WORD_f32 && take(w, factor)) {
        ONE_OF(w, "the type of A for B", factor);
        ONE_OF(w, ".f32", WORD_f32);
        set_product(m, sum, factor, WORD_f32, a_columns, b_columns);
    } else if (m->shape == WORD_m16n16k8) {
        fail(w, ".f32.tf32.tf32.f32");
    } else {
        set_product(m, sum, WORD_f16, take_sum_type(w), a_columns, b_columns);
    }
    decode_product(w, m);
}

static ptx_matrix_word take_factor(words *w, ptx_matrix_word shape)
{
    switch (shape) {
    case WORD_m8n8k4:   return ONE_OF(w, ".f16", WORD_f16);
    case WORD_m16n8k4:  return ONE_OF(w, ".tf32", WORD_tf32);
    case WORD_m16n8k8:  return ONE_OF(w, ".f16, .bf16 or .tf32", WORD_f16, WORD_bf16, WORD_tf32);
    default:            return ONE_OF(w, ".f16 or .bf16", WORD_f16, WORD_bf16);
    }
}

// .dtype.atype.btype.ctype. Layouts are a choice of m8n8k4 alone.
static void decode_mma(words *w, matrix_info *m)
{
    take_sync(w);
    m->shape = (uint8_t)ONE_OF(w, ".m8n8k4, .m16n8k4, .m16n8k8 or .m16n8k16", WORD_m8n8k4, WORD_m16n8k4, WORD_m16n8k8, WORD_m16n8k16);
    bool old = m->shape == WORD_m8n8k4;
    bool a_columns = old ? take_layout(w) : ONE_OF(w, ".row", WORD_row) == WORD_col;
    bool b_columns = old ? take_layout(w) : ONE_OF(w, ".col", WORD_col) == WORD_col;
    ptx_matrix_word sum = take_sum_type(w), factor = take_factor(w, (ptx_matrix_word)m->shape);
    ONE_OF(w, "the type of A for B", factor);
    ptx_matrix_word with = take_sum_type(w);
    if (factor != WORD_f16 && (sum != WORD_f32 || with != WORD_f32)) {
        decode_fail(w->d, "sums of .f16 found, expected .f32 with .%s", matrix_word_name(factor));
    }
    set_product(m, sum, factor, with, a_columns, b_columns);
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
