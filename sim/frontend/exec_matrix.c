// SPDX-License-Identifier: BSD-3-Clause
// Matrix units: fragments in the registers of a warp, products of them, and matrices in memory.
//
// The PTX manual says which element a register of a lane holds for mma.sync and ldmatrix. It leaves that open for wmma; here
// element e of lane l is number (l * n + e) modulo their count, along the rows of the matrix, or down its columns for A and B
// that are stored so; n is the number of elements in a lane. Products of f16, bf16 and tf32 are exact in fp32. They are added to
// the element of C in fp32, to nearest, in the order of k; f16 results are rounded at the end. The low 13 bits of a tf32 do not
// count. Sums of f64 are fused multiply-adds in the order of k. Integer sums are exact, then wrap or saturate once.
#include "sim/frontend/exec_memory.h"

#include <float.h>
#include <string.h>

enum { SIDE = 32, DEPTH_MOST = 256, GROUPS = 4, ROW_BYTES = 16, HALVES = 8 };
enum { TF32_BITS = -(1 << 13) };

// Integers and f64 have one product; in A and B elements follow each other along k.
typedef struct { float at[SIDE][SIDE]; } matrix;
typedef struct { int16_t at[SIDE][DEPTH_MOST]; } integer_factor;
typedef struct { double at[SIDE][SIDE]; } double_matrix;

// --- numbers

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of_half(uint32_t half)
{
    uint32_t sign = (half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 0x3ff;
    if (exponent == 31) {
        return float_of_bits(sign | 0x7f800000 | fraction << 13);
    }
    if (exponent != 0) {
        return float_of_bits(sign | (exponent + 112) << 23 | fraction << 13);
    }
    float small = (float)fraction * 0x1p-24f;
    return sign != 0 ? -small : small;
}

// To nearest, ties to even.
static uint32_t half_of_float(float value)
{
    uint32_t bits = bits_of_float(value), sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
    if (rest > 0x7f800000) {
        return 0x7fff;
    }
    if (rest >= 0x477ff000) {                                   // 65520 and more
        return sign | 0x7c00;
    }
    if (rest < 0x38800000) {                                    // below 2^-14: units of 2^-24
        float scaled = float_of_bits(rest) * 0x1p24f;
        uint32_t whole = (uint32_t)scaled;
        float over = scaled - (float)whole;
        return sign | (whole + (over > 0.5f || (over == 0.5f && (whole & 1) != 0)));
    }
    uint32_t kept = (rest - 0x38000000) >> 13, cut = rest & 0x1fff;
    return sign | (kept + (cut > 0x1000 || (cut == 0x1000 && (kept & 1) != 0)));
}

// Elements in a register, which has 64 bits for f64.
static uint32_t packed(const matrix_fragment *f) { return f->bits < 32 ? 32u / f->bits : 1; }

// The bits of the e-th element of a lane, whose registers are `words`.
static uint32_t bits_of(const matrix_fragment *f, const uint32_t *words, uint32_t e)
{
    uint32_t n = packed(f);
    return n == 1 ? words[e] : words[e / n] >> e % n * f->bits & ((1u << f->bits) - 1);
}

static float element_of(const matrix_fragment *f, const uint32_t *words, uint32_t e)
{
    uint32_t bits = bits_of(f, words, e);
    switch (f->type) {
    case WORD_f16:  return float_of_half(bits);
    case WORD_bf16: return float_of_bits(bits << 16);
    case WORD_tf32: return float_of_bits(bits & (uint32_t)TF32_BITS);
    default:        return float_of_bits(bits);
    }
}

static int32_t integer_of(const matrix_fragment *f, const uint32_t *words, uint32_t e)
{
    uint32_t bits = bits_of(f, words, e), sign = f->type == WORD_s8 ? 0x80 : f->type == WORD_s4 ? 8 : 0;
    return (int32_t)((bits ^ sign) - sign);
}

// --- where elements are

typedef struct { uint32_t group, row, column; } place;

static place place_in_wmma(const matrix_fragment *f, uint32_t n, uint32_t lane, uint32_t e)
{
    uint32_t at = (lane * n + e) % ((uint32_t)f->rows * f->columns);
    return f->by_columns ? (place){ 0, at % f->rows, at / f->rows } : (place){ 0, at / f->columns, at % f->columns };
}

// Four products, each by the eight lanes 4q to 4q + 3 and 16 + 4q to 16 + 4q + 3.
static place place_in_quads(const matrix_fragment *f, matrix_role role, uint32_t lane, uint32_t e)
{
    uint32_t group = lane / 4 % GROUPS, in = lane % 4, upper = lane < 16 ? 0 : 4;
    if (role == MATRIX_A) {
        return f->by_columns ? (place){ group, e + upper, in } : (place){ group, in + upper, e };
    }
    if (role == MATRIX_B) {
        return f->by_columns ? (place){ group, e, in + upper } : (place){ group, in, e + upper };
    }
    if (f->type == WORD_f16) {
        return (place){ group, in + upper, e };
    }
    return (place){ group, (lane & 1) + (e & 2) + upper, (e & 4) + (lane & 2) + (e & 1) };
}

// mma of 8 and 16 rows: a register has neighbours along k; the next one, with 16 rows, those eight rows below.
static place place_in_mma(const matrix_fragment *f, matrix_role role, uint32_t lane, uint32_t e)
{
    uint32_t group = lane / 4, in = lane % 4, n = packed(f), r = e / n, along = in * n + e % n;
    if (role >= MATRIX_C) {
        return (place){ 0, group + 8 * (e / 2), 2 * in + e % 2 };
    }
    if (role == MATRIX_B) {
        return (place){ 0, along + 4 * n * r, group };
    }
    return f->rows == 8 ? (place){ 0, group, along } : (place){ 0, group + 8 * (r % 2), along + 4 * n * (r / 2) };
}

static uint32_t elements_of(const matrix_fragment *f) { return f->registers * packed(f); }

static place place_of(const matrix_info *m, matrix_role role, uint32_t lane, uint32_t e)
{
    const matrix_fragment *f = &m->fragment[role];
    return m->is_wmma ? place_in_wmma(f, elements_of(f), lane, e) :
        m->quads ? place_in_quads(f, role, lane, e) : place_in_mma(f, role, lane, e);
}

// --- products

// False, with a fault, unless the whole warp takes part.
static bool is_whole(execution *x, const insn_code *code, uint32_t mask)
{
    if (mask == (uint32_t)FULL_MASK) {
        return true;
    }
    launch_fail(x, (uint32_t)__builtin_ctz(mask), FAULT_OTHER, "%.*s: %d lanes execute it, expected all 32 of the warp",
                (int)(code->text_length > 60 ? 60 : code->text_length), code->text, __builtin_popcount(mask));
    return false;
}

static void words_of(const execution *x, const insn_code *code, matrix_role role, uint32_t lane, uint32_t words[FRAGMENT_MAX])
{
    const matrix_fragment *f = &code->matrix->fragment[role];
    for (uint32_t r = 0; r < f->registers; r++) {
        words[r] = row32(x, code->src[f->first + r])[lane];
    }
}

static void gather(const execution *x, const insn_code *code, matrix_role role, matrix out[GROUPS])
{
    const matrix_info *m = code->matrix;
    const matrix_fragment *f = &m->fragment[role];
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint32_t words[FRAGMENT_MAX];
        words_of(x, code, role, lane, words);
        for (uint32_t e = 0; e < elements_of(f); e++) {
            place p = place_of(m, role, lane, e);
            out[p.group].at[p.row][p.column] = element_of(f, words, e);
        }
    }
}

// .satfinite: infinities become the largest number, NaN becomes 0.
static float finite(float value, float most) { return value != value ? 0 : value > most ? most : value < -most ? -most : value; }

static void scatter(const execution *x, const insn_code *code, matrix sum[GROUPS])
{
    const matrix_info *m = code->matrix;
    const matrix_fragment *f = &m->fragment[MATRIX_D];
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint32_t words[FRAGMENT_MAX] = { 0 };
        for (uint32_t e = 0; e < elements_of(f); e++) {
            place p = place_of(m, MATRIX_D, lane, e);
            float value = sum[p.group].at[p.row][p.column];
            if (m->saturates) {
                value = finite(value, f->type == WORD_f16 ? 65504.f : FLT_MAX);
            }
            if (f->type == WORD_f16) {
                words[e / 2] |= half_of_float(value) << e % 2 * 16;
            } else {
                words[e] = bits_of_float(value);
            }
        }
        for (uint32_t r = 0; r < f->registers; r++) {
            row32(x, code->dst[f->first + r])[lane] = words[r];
        }
    }
}

static void multiply_floats(execution *x, const insn_code *code)
{
    const matrix_info *m = code->matrix;
    const matrix_fragment *d = &m->fragment[MATRIX_D];
    matrix a[GROUPS], b[GROUPS], c[GROUPS];
    gather(x, code, MATRIX_A, a);
    gather(x, code, MATRIX_B, b);
    gather(x, code, MATRIX_C, c);
    for (uint32_t g = 0; g < (m->quads ? GROUPS : 1); g++) {
        for (uint32_t row = 0; row < d->rows; row++) {
            for (uint32_t column = 0; column < d->columns; column++) {
                for (uint32_t k = 0; k < m->depth; k++) {
                    c[g].at[row][column] += a[g].at[row][k] * b[g].at[k][column];
                }
            }
        }
    }
    scatter(x, code, c);
}

static void gather_integers(const execution *x, const insn_code *code, matrix_role role, integer_factor *out)
{
    const matrix_fragment *f = &code->matrix->fragment[role];
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint32_t words[FRAGMENT_MAX];
        words_of(x, code, role, lane, words);
        for (uint32_t e = 0; e < elements_of(f); e++) {
            place p = place_of(code->matrix, role, lane, e);
            *(role == MATRIX_A ? &out->at[p.row][p.column] : &out->at[p.column][p.row]) = (int16_t)integer_of(f, words, e);
        }
    }
}

// Single bits: counts those that both have, or that differ.
static int64_t inner_product(const matrix_info *m, const int16_t *a, const int16_t *b)
{
    int64_t sum = 0;
    for (uint32_t k = 0; k < m->depth; k++) {
        sum += m->combined == WORD_xor ? a[k] ^ b[k] : a[k] * b[k];
    }
    return sum;
}

static void multiply_integers(execution *x, const insn_code *code)
{
    const matrix_info *m = code->matrix;
    const matrix_fragment *c = &m->fragment[MATRIX_C], *d = &m->fragment[MATRIX_D];
    integer_factor a, b;
    gather_integers(x, code, MATRIX_A, &a);
    gather_integers(x, code, MATRIX_B, &b);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        uint32_t words[FRAGMENT_MAX];
        words_of(x, code, MATRIX_C, lane, words);
        for (uint32_t e = 0; e < elements_of(c); e++) {
            place p = place_of(m, MATRIX_C, lane, e);
            int64_t sum = (int32_t)words[e] + inner_product(m, a.at[p.row], b.at[p.column]);
            if (m->saturates) {
                sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
            }
            row32(x, code->dst[d->first + e])[lane] = (uint32_t)sum;
        }
    }
}

static void gather_doubles(const execution *x, const insn_code *code, matrix_role role, double_matrix *out)
{
    const matrix_fragment *f = &code->matrix->fragment[role];
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        for (uint32_t e = 0; e < f->registers; e++) {
            place p = place_of(code->matrix, role, lane, e);
            memcpy(&out->at[p.row][p.column], &row64(x, code->src[f->first + e])[lane], sizeof(double));
        }
    }
}

static void multiply_doubles(execution *x, const insn_code *code)
{
    const matrix_info *m = code->matrix;
    const matrix_fragment *d = &m->fragment[MATRIX_D];
    double_matrix a, b, c;
    gather_doubles(x, code, MATRIX_A, &a);
    gather_doubles(x, code, MATRIX_B, &b);
    gather_doubles(x, code, MATRIX_C, &c);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        for (uint32_t e = 0; e < d->registers; e++) {
            place p = place_of(m, MATRIX_D, lane, e);
            double sum = c.at[p.row][p.column];
            for (uint32_t k = 0; k < m->depth; k++) {
                sum = __builtin_fma(a.at[p.row][k], b.at[k][p.column], sum);
            }
            memcpy(&row64(x, code->dst[d->first + e])[lane], &sum, sizeof sum);
        }
    }
}

void run_matrix_multiply(execution *x, const insn_code *code, uint32_t mask)
{
    const uint8_t sum = code->matrix->fragment[MATRIX_D].type;
    if (!is_whole(x, code, mask)) {
        return;
    }
    if (sum == WORD_s32) {
        multiply_integers(x, code);
    } else if (sum == WORD_f64) {
        multiply_doubles(x, code);
    } else {
        multiply_floats(x, code);
    }
}

// --- matrices in memory

// A byte of the current piece. A lane's registers hold its bytes in memory order.
static uint8_t *byte_of(const execution *x, const insn_code *code, uint32_t lane, uint32_t byte)
{
    const matrix_fragment *f = &code->matrix->fragment[code->matrix->role];
    uint32_t at = x->piece * code->matrix->piece_bytes + byte, bytes = f->bits == 64 ? 8 : 4, i = f->first + at / bytes;
    operand_row row = code->matrix->role == MATRIX_D ? code->src[i] : code->dst[i];
    return (bytes == 8 ? (uint8_t *)&row64(x, row)[lane] : (uint8_t *)&row32(x, row)[lane]) + at % bytes;
}

static void move_in(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t byte = 0; byte < code->matrix->piece_bytes; byte += 2) {
            memcpy(byte_of(x, code, lane, byte), host + offset[lane] + byte, 2);
        }
    }
}

static void move_out(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t byte = 0; byte < code->matrix->piece_bytes; byte += 2) {
            memcpy(host + offset[lane] + byte, byte_of(x, code, lane, byte), 2);
        }
    }
}

static uint64_t base_of(const execution *x, const insn_code *code, uint32_t lane)
{
    uint64_t base = code->address_is_wide ? row64(x, code->src[0])[lane] : row32(x, code->src[0])[lane];
    return code->address_is_wide ? base + (uint64_t)code->offset : (uint32_t)(base + (uint64_t)code->offset);
}

// Lanes must agree on the address and the stride, in elements.
static bool is_one_matrix(execution *x, const insn_code *code)
{
    const uint32_t *stride = row32(x, code->src[1]);
    for (uint32_t lane = 1; lane < WARP_LANES; lane++) {
        if (base_of(x, code, lane) != base_of(x, code, 0) || stride[lane] != stride[0]) {
            launch_fail(x, lane, FAULT_OTHER, "%.*s: the lanes have different addresses or strides, expected the same in all",
                        (int)(code->text_length > 60 ? 60 : code->text_length), code->text);
            return false;
        }
    }
    return true;
}

static void move(execution *x, const insn_code *code, uint32_t mask, access_mover mover)
{
    const matrix_info *m = code->matrix;
    const matrix_fragment *f = &m->fragment[m->role];
    if (!is_whole(x, code, mask) || !is_one_matrix(x, code)) {
        return;
    }
    const uint64_t base = base_of(x, code, 0), line = (uint64_t)row32(x, code->src[1])[0] * f->bits / 8, step = m->strided ? line : m->piece_bytes;
    for (uint32_t piece = 0; piece < m->pieces && !x->failed; piece++) {
        uint64_t address[WARP_LANES];
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            place p = place_of(m, (matrix_role)m->role, lane, 0);
            address[lane] = base + piece * step + (m->in_columns ? p.column * line + p.row * f->bits / 8 : p.row * line + p.column * f->bits / 8);
        }
        x->piece = piece;
        access_addresses(x, code, address, mask, mover, piece == 0);
    }
    x->step->pieces = m->pieces;
    x->step->piece_stride = step;
}

void run_matrix_load(execution *x, const insn_code *code, uint32_t mask) { move(x, code, mask, move_in); }
void run_matrix_store(execution *x, const insn_code *code, uint32_t mask) { move(x, code, mask, move_out); }

// --- ldmatrix: rows of eight halves; eight lanes have the addresses of each matrix

static void move_row(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    const matrix_info *m = code->matrix;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t from = (uint32_t)__builtin_ctz(left), row = from % HALVES;
        uint16_t halves[HALVES];
        memcpy(halves, host + offset[from], sizeof halves);
        uint32_t *words = row32(x, code->dst[m->fragment[MATRIX_D].first + from / HALVES]);
        for (uint32_t column = 0; column < HALVES; column++) {
            uint32_t r = m->transposed ? column : row, c = m->transposed ? row : column, shift = c % 2 * 16;
            uint32_t *word = &words[r * 4 + c / 2];
            *word = (*word & ~(0xffffu << shift)) | (uint32_t)halves[column] << shift;
        }
    }
}

void run_load_rows(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t lanes = code->matrix->matrices * HALVES, named = lanes == WARP_LANES ? UINT32_MAX : (1u << lanes) - 1;
    uint64_t address[WARP_LANES];
    if (!is_whole(x, code, mask)) {
        return;
    }
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        address[lane] = base_of(x, code, lane);
    }
    access_addresses(x, code, address, named, move_row, true);
}
