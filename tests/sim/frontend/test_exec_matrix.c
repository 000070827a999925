// SPDX-License-Identifier: BSD-3-Clause
// Matrix units against plain products: wmma in every shape, type and layout through memory; mma.sync and ldmatrix by the fragments that
// the PTX manual draws, derived here once more; rounding; what is refused, and what stops a run.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/sim/frontend/ptx_run.h"

enum { SIDE = 32, BYTES = 16384, AT_A = 0, AT_B = 4096, AT_C = 8192, LANES = 32 };
typedef enum { F16, BF16, TF32, F32 } number;
static const char *const names[] = {"f16", "bf16", "tf32", "f32"};
static const unsigned sizes[] = {2, 2, 4, 4};

static uint8_t input[BYTES];
static ptx_run_result result;

// --- numbers: independent of the simulator's

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double half_value(uint32_t half)
{
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const double magnitude = exponent == 31 ? (fraction ? NAN : INFINITY) : exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return half & 0x8000 ? -magnitude : magnitude;
}

// To nearest even by the C library's rounding.
static uint32_t half_of(double value)
{
    const uint32_t sign = signbit(value) ? 0x8000 : 0;
    const double magnitude = fabs(value);
    if (magnitude >= 65520)
        return sign | 0x7c00;
    if (magnitude < ldexp(1, -14))
        return sign | (uint32_t)rint(ldexp(magnitude, 24));
    const int exponent = ilogb(magnitude);
    return sign | (uint32_t)((exponent + 14) * 1024 + (int)rint(ldexp(magnitude, 10 - exponent)));
}

static uint32_t encode(number type, float value)
{
    return type == F16 ? half_of((double)value) : type == BF16 ? bits_of(value) >> 16 : bits_of(value);
}

static float decoded(number type, uint32_t bits)
{
    return type == F16 ? (float)half_value(bits) : type == BF16 ? of_bits(bits << 16) : of_bits(type == TF32 ? bits & 0xffffe000 : bits);
}

// --- random matrices

typedef struct { unsigned rows, columns; number type; uint32_t at[SIDE][SIDE]; } matrix;     // bits
static uint32_t state = 1;
static uint32_t random_bits(void) { return (state = state * 1664525 + 1013904223) >> 8; }

// Small whole numbers, whose sums are exact, or numbers of every fraction bit.
static matrix random_matrix(unsigned rows, unsigned columns, number type, bool whole)
{
    matrix m = {.rows = rows, .columns = columns, .type = type};
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++)
            m.at[r][c] = encode(type, whole ? (float)(int)(random_bits() % 17) - 8 : (float)((int)(random_bits() % 20001) - 10000) / 1777);
    return m;
}

static float value_at(const matrix *m, unsigned r, unsigned c) { return decoded(m->type, m->at[r][c]); }

// In fp32, in the order of k, beginning with C.
static matrix product(const matrix *a, const matrix *b, const matrix *c, number type)
{
    matrix d = {.rows = a->rows, .columns = b->columns, .type = type};
    for (unsigned row = 0; row < d.rows; row++)
        for (unsigned column = 0; column < d.columns; column++) {
            float sum = value_at(c, row, column);
            for (unsigned k = 0; k < a->columns; k++) {
                const float term = value_at(a, row, k) * value_at(b, k, column);
                sum = sum + term;
            }
            d.at[row][column] = encode(type, sum);
        }
    return d;
}

static void expect_equal(const matrix *seen, const matrix *wanted, const char *what)
{
    for (unsigned r = 0; r < wanted->rows; r++)
        for (unsigned c = 0; c < wanted->columns; c++)
            if (seen->at[r][c] != wanted->at[r][c])
                fail_msg("%s: element %u, %u is 0x%x, expected 0x%x", what, r, c, seen->at[r][c], wanted->at[r][c]);
}

// --- wmma, through memory

static void put(const matrix *m, unsigned at, bool by_columns, unsigned stride)
{
    for (unsigned r = 0; r < m->rows; r++)
        for (unsigned c = 0; c < m->columns; c++)
            memcpy(input + at + (by_columns ? c * stride + r : r * stride + c) * sizes[m->type], &m->at[r][c], sizes[m->type]);
}

static matrix get(unsigned rows, unsigned columns, number type, bool by_columns, unsigned stride)
{
    matrix m = {.rows = rows, .columns = columns, .type = type};
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++)
            memcpy(&m.at[r][c], (uint8_t *)result.out + (by_columns ? c * stride + r : r * stride + c) * sizes[type], sizes[type]);
    return m;
}

static const char *fragment(const char *letter, unsigned registers)
{
    static char text[4][160];
    static unsigned next;
    char *to = text[next++ % 4];
    size_t n = (size_t)sprintf(to, "{");
    for (unsigned i = 0; i < registers; i++)
        n += (size_t)sprintf(to + n, "%s%%%s%u", i ? ", " : "", letter, i);
    sprintf(to + n, "}");
    return to;
}

#define HEAD ".version 7.8\n.target sm_86\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
    ".reg .pred %%p<4>; .reg .b32 %%a<8>; .reg .b32 %%b<8>; .reg .b32 %%c<8>; .reg .b32 %%d<8>; .reg .b32 %%r<16>; .reg .b64 %%rd<8>;\n" \
    ".shared .align 32 .b8 words[16384];\nld.param.u64 %%rd1, [out]; ld.param.u64 %%rd2, [in]; mov.u32 %%r1, %%tid.x;\n"

static void run(const char *text)
{
    ptx_run(text, &(ptx_run_options){.input = input, .input_bytes = sizeof input}, &result);
    if (!result.parsed || !result.good)
        fail_msg("%s", result.error);
}

typedef struct { const char *shape; unsigned m, n, k; number factor; unsigned a, b; } wmma_row;     // registers of A and B
static const wmma_row wmmas[] = {
    {"m16n16k16", 16, 16, 16, F16, 8, 8},  {"m32n8k16", 32, 8, 16, F16, 8, 8},  {"m8n32k16", 8, 32, 16, F16, 8, 8},
    {"m16n16k16", 16, 16, 16, BF16, 4, 4}, {"m32n8k16", 32, 8, 16, BF16, 8, 2}, {"m8n32k16", 8, 32, 16, BF16, 2, 8},
    {"m16n16k8", 16, 16, 8, TF32, 4, 4}};

// `layouts`: a bit each for A, B, C, D down the columns. Strides of one and a half times what is needed, or none given.
static void try_wmma(const wmma_row *row, number c_type, number d_type, unsigned layouts, bool strided, bool whole)
{
    static const char *const words[] = {"row", "col"};
    const matrix a = random_matrix(row->m, row->k, row->factor, whole), b = random_matrix(row->k, row->n, row->factor, whole);
    const matrix c = random_matrix(row->m, row->n, c_type, whole), wanted = product(&a, &b, &c, d_type);
    const bool down[4] = {layouts & 1, layouts >> 1 & 1, layouts >> 2 & 1, layouts >> 3 & 1};
    const unsigned lines[4] = {down[0] ? row->m : row->k, down[1] ? row->k : row->n, down[2] ? row->m : row->n, down[3] ? row->m : row->n};
    const unsigned stride[4] = {strided ? lines[0] + 8 : lines[0], strided ? lines[1] + 8 : lines[1], strided ? lines[2] + 8 : lines[2],
                                strided ? lines[3] + 8 : lines[3]};
    const unsigned c_registers = c_type == F16 ? 4 : 8, d_registers = d_type == F16 ? 4 : 8;
    char text[4096], what[200], types[40], last[4][16] = {"", "", "", ""};
    size_t n;
    memset(input, 0xaa, sizeof input);
    put(&a, AT_A, down[0], stride[0]);
    put(&b, AT_B, down[1], stride[1]);
    put(&c, AT_C, down[2], stride[2]);
    for (unsigned i = 0; strided && i < 3; i++)
        snprintf(last[i], sizeof last[i], ", %u", stride[i]);
    if (row->factor == F16)
        snprintf(types, sizeof types, ".%s.%s", names[d_type], names[c_type]);
    else
        snprintf(types, sizeof types, ".f32.%s.%s.f32", names[row->factor], names[row->factor]);
    n = (size_t)snprintf(text, sizeof text, HEAD "mov.u32 %%r4, %u;\n", stride[3]);
    n += (size_t)sprintf(text + n, "wmma.load.a.sync.aligned.%s.%s.global.%s %s, [%%rd2]%s;\n", words[down[0]], row->shape, names[row->factor],
                         fragment("a", row->a), last[0]);
    n += (size_t)sprintf(text + n, "wmma.load.b.sync.aligned.%s.%s.%s %s, [%%rd2+%d]%s;\n", words[down[1]], row->shape, names[row->factor],
                         fragment("b", row->b), AT_B, last[1]);
    n += (size_t)sprintf(text + n, "wmma.load.c.sync.aligned.%s.%s.global.%s %s, [%%rd2+%d]%s;\n", words[down[2]], row->shape, names[c_type],
                         fragment("c", c_registers), AT_C, last[2]);
    n += (size_t)sprintf(text + n, "wmma.mma.sync.aligned.%s.%s.%s%s %s, %s, %s, %s;\n", words[down[0]], words[down[1]], row->shape, types,
                         fragment("d", d_registers), fragment("a", row->a), fragment("b", row->b), fragment("c", c_registers));
    sprintf(text + n, "wmma.store.d.sync.aligned.%s.%s.global.%s [%%rd1], %s%s;\nret;\n}\n", words[down[3]], row->shape, names[d_type],
            fragment("d", d_registers), strided ? ", %r4" : "");
    run(text);
    const matrix seen = get(row->m, row->n, d_type, down[3], stride[3]);
    snprintf(what, sizeof what, "%s of %s, C %s, D %s, layouts %u", row->shape, names[row->factor], names[c_type], names[d_type], layouts);
    expect_equal(&seen, &wanted, what);
}

static void wmma_multiplies_matrices_in_memory(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < sizeof wmmas / sizeof *wmmas; i++)
        for (unsigned layouts = 0; layouts < 16; layouts++)
            for (unsigned sums = 0; sums < (wmmas[i].factor == F16 ? 4 : 1); sums++)
                try_wmma(&wmmas[i], sums & 1 ? F16 : F32, sums & 2 ? F16 : F32, layouts, (layouts + sums + i) % 2, (layouts + i) % 3 != 0);
}

// --- mma.sync, by the manual's fragments: in registers that are read from memory lane by lane

typedef struct { unsigned row, column; } place;

// groupID and threadID_in_group of the manual.
static place in_a(const char *shape, number type, unsigned lane, unsigned i)
{
    const unsigned group = lane >> 2, thread = lane % 4;
    if (type == TF32)                                           // a0 (g, t), a1 (g + 8, t), a2 (g, t + 4), a3 (g + 8, t + 4)
        return (place){i == 0 || i == 2 ? group : group + 8, i < 2 ? thread : thread + 4};
    if (strcmp(shape, "m16n8k8") == 0)
        return (place){i < 2 ? group : group + 8, thread * 2 + (i & 1)};
    return (place){i < 2 || (i >= 4 && i < 6) ? group : group + 8, i < 4 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8};
}

static place in_b(number type, unsigned lane, unsigned i)
{
    const unsigned group = lane >> 2, thread = lane % 4;
    if (type == TF32)
        return (place){i == 0 ? thread : thread + 4, group};
    return (place){i < 2 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8, group};
}

static place in_c(unsigned lane, unsigned i) { return (place){i < 2 ? lane >> 2 : (lane >> 2) + 8, lane % 4 * 2 + (i & 1)}; }

// The words of lane `lane` from input + at + 32 * lane on.
static void put_element(unsigned at, number type, unsigned lane, unsigned i, uint32_t bits)
{
    memcpy(input + at + 32 * lane + i * sizes[type], &bits, sizes[type]);
}

static uint32_t get_element(number type, unsigned lane, unsigned i)
{
    uint32_t bits = 0;
    memcpy(&bits, (uint8_t *)result.out + 32 * lane + i * sizes[type], sizes[type]);
    return bits;
}

// Loads the registers of a letter, or stores those of d.
static size_t registers_text(char *to, const char *letter, unsigned count, const char *base, unsigned at)
{
    size_t n = (size_t)sprintf(to, "cvt.u64.u32 %%rd4, %%r1; shl.b64 %%rd4, %%rd4, 5; add.u64 %%rd4, %s, %%rd4;\n", base);
    for (unsigned i = 0; i < count; i++)
        n += (size_t)(letter[0] == 'd' ? sprintf(to + n, "st.global.b32 [%%rd4+%u], %%d%u;\n", at + 4 * i, i)
                                       : sprintf(to + n, "ld.global.b32 %%%s%u, [%%rd4+%u];\n", letter, i, at + 4 * i));
    return n;
}

static void run_mma(const char *opcode, unsigned a, unsigned b, unsigned c, unsigned d)
{
    char text[8192];
    size_t n = (size_t)snprintf(text, sizeof text, HEAD);
    n += registers_text(text + n, "a", a, "%rd2", AT_A);
    n += registers_text(text + n, "b", b, "%rd2", AT_B);
    n += registers_text(text + n, "c", c, "%rd2", AT_C);
    n += (size_t)sprintf(text + n, "%s %s, %s, %s, %s;\n", opcode, fragment("d", d), fragment("a", a), b == 1 ? "%b0" : fragment("b", b), fragment("c", c));
    n += registers_text(text + n, "d", d, "%rd1", 0);
    sprintf(text + n, "ret;\n}\n");
    run(text);
}

typedef struct { const char *shape; unsigned k; number factor; unsigned a, b; } mma_row;
static const mma_row mmas[] = {{"m16n8k16", 16, F16, 4, 2}, {"m16n8k16", 16, BF16, 4, 2}, {"m16n8k8", 8, F16, 2, 1},
                               {"m16n8k8", 8, BF16, 2, 1},  {"m16n8k8", 8, TF32, 4, 2},   {"m16n8k4", 4, TF32, 2, 1}};

static void try_mma(const mma_row *row, number c_type, number d_type, bool whole)
{
    const matrix a = random_matrix(16, row->k, row->factor, whole), b = random_matrix(row->k, 8, row->factor, whole);
    const matrix c = random_matrix(16, 8, c_type, whole), wanted = product(&a, &b, &c, d_type);
    const unsigned a_elements = row->a * 4 / sizes[row->factor], b_elements = row->b * 4 / sizes[row->factor];
    matrix seen = {.rows = 16, .columns = 8, .type = d_type};
    char opcode[100];
    for (unsigned lane = 0; lane < LANES; lane++) {
        for (unsigned i = 0; i < a_elements; i++) {
            const place p = in_a(row->shape, row->factor, lane, i);
            put_element(AT_A, row->factor, lane, i, a.at[p.row][p.column]);
        }
        for (unsigned i = 0; i < b_elements; i++) {
            const place p = in_b(row->factor, lane, i);
            put_element(AT_B, row->factor, lane, i, b.at[p.row][p.column]);
        }
        for (unsigned i = 0; i < 4; i++)
            put_element(AT_C, c_type, lane, i, c.at[in_c(lane, i).row][in_c(lane, i).column]);
    }
    snprintf(opcode, sizeof opcode, "mma.sync.aligned.%s.row.col.%s.%s.%s.%s", row->shape, names[d_type], names[row->factor], names[row->factor], names[c_type]);
    run_mma(opcode, row->a, row->b, c_type == F16 ? 2 : 4, d_type == F16 ? 2 : 4);
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < 4; i++)
            seen.at[in_c(lane, i).row][in_c(lane, i).column] = get_element(d_type, lane, i);
    expect_equal(&seen, &wanted, opcode);
}

static void mma_multiplies_fragments_of_the_manual(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < sizeof mmas / sizeof *mmas; i++)
        for (unsigned sums = 0; sums < (mmas[i].factor == F16 ? 4 : 1); sums++)
            for (unsigned whole = 0; whole < 2; whole++)
                try_mma(&mmas[i], sums & 1 ? F16 : F32, sums & 2 ? F16 : F32, whole);
}

// m8n8k4: four products, each of eight lanes.
static place in_old_a(bool down, unsigned lane, unsigned i)
{
    return down ? (place){i % 4 + (lane < 16 ? 0 : 4), lane % 4} : (place){lane % 4 + (lane < 16 ? 0 : 4), i};
}

static place in_old_b(bool down, unsigned lane, unsigned i)
{
    return down ? (place){i, lane % 4 + (lane < 16 ? 0 : 4)} : (place){lane % 4, i % 4 + (lane < 16 ? 0 : 4)};
}

static place in_old_c(number type, unsigned lane, unsigned i)
{
    if (type == F16)
        return (place){lane % 4 + (lane < 16 ? 0 : 4), i};
    return (place){(lane & 1) + (i & 2) + (lane < 16 ? 0 : 4), (i & 4) + (lane & 2) + (i & 1)};
}

static void four_products_of_eight_lanes(void **unused)
{
    (void)unused;
    for (unsigned kind = 0; kind < 16; kind++) {
        const bool a_down = kind & 1, b_down = kind & 2;
        const number c_type = kind & 4 ? F16 : F32, d_type = kind & 8 ? F16 : F32;
        matrix a[4], b[4], c[4];
        char opcode[100];
        for (unsigned q = 0; q < 4; q++) {
            a[q] = random_matrix(8, 4, F16, false);
            b[q] = random_matrix(4, 8, F16, false);
            c[q] = random_matrix(8, 8, c_type, false);
        }
        for (unsigned lane = 0; lane < LANES; lane++) {
            const unsigned q = lane % 16 / 4;
            for (unsigned i = 0; i < 4; i++) {
                put_element(AT_A, F16, lane, i, a[q].at[in_old_a(a_down, lane, i).row][in_old_a(a_down, lane, i).column]);
                put_element(AT_B, F16, lane, i, b[q].at[in_old_b(b_down, lane, i).row][in_old_b(b_down, lane, i).column]);
            }
            for (unsigned i = 0; i < 8; i++)
                put_element(AT_C, c_type, lane, i, c[q].at[in_old_c(c_type, lane, i).row][in_old_c(c_type, lane, i).column]);
        }
        snprintf(opcode, sizeof opcode, "mma.sync.aligned.m8n8k4.%s.%s.%s.f16.f16.%s", a_down ? "col" : "row", b_down ? "col" : "row", names[d_type],
                 names[c_type]);
        run_mma(opcode, 2, 2, c_type == F16 ? 4 : 8, d_type == F16 ? 4 : 8);
        for (unsigned q = 0; q < 4; q++) {
            const matrix wanted = product(&a[q], &b[q], &c[q], d_type);
            matrix seen = {.rows = 8, .columns = 8, .type = d_type};
            for (unsigned lane = 0; lane < LANES; lane++)
                for (unsigned i = 0; i < 8 && lane % 16 / 4 == q; i++)
                    seen.at[in_old_c(d_type, lane, i).row][in_old_c(d_type, lane, i).column] = get_element(d_type, lane, i);
            expect_equal(&seen, &wanted, opcode);
        }
    }
}

// --- ldmatrix: lane 4r + c / 2 gets elements c and c + 1 of row r, or of column r

static void rows_of_shared_memory_are_loaded(void **unused)
{
    (void)unused;
    static const char *const counts[] = {"x1", "x2", "x4"};
    for (unsigned kind = 0; kind < 6; kind++) {
        const unsigned matrices = 1u << kind / 2, transposed = kind % 2;
        uint16_t at[4][8][8];
        char text[4096];
        size_t n;
        for (unsigned m = 0; m < 4; m++)
            for (unsigned r = 0; r < 8; r++) {
                for (unsigned c = 0; c < 8; c++)
                    at[m][r][c] = (uint16_t)random_bits();
                memcpy(input + (8 * m + r) * 16, at[m][r], 16);
            }
        // Row i of all goes to the place (5 i mod 32); the lane i has its address.
        n = (size_t)snprintf(text, sizeof text, HEAD "mul.lo.u32 %%r2, %%r1, 5; and.b32 %%r2, %%r2, 31; shl.b32 %%r2, %%r2, 4; mov.u32 %%r3, words; add.u32 %%r2, %%r3, %%r2;\n"
                             "mul.wide.u32 %%rd3, %%r1, 16; add.u64 %%rd3, %%rd2, %%rd3; ld.global.v4.b32 {%%a0, %%a1, %%a2, %%a3}, [%%rd3]; st.shared.v4.b32 [%%r2], {%%a0, %%a1, %%a2, %%a3};\n"
                             "ldmatrix.sync.aligned.m8n8.%s%s.shared%s.b16 %s, [%%r2];\n", counts[kind / 2], transposed ? ".trans" : "", kind == 1 ? "::cta" : "",
                             fragment("d", matrices));
        n += registers_text(text + n, "d", matrices, "%rd1", 0);
        sprintf(text + n, "ret;\n}\n");
        run(text);
        for (unsigned m = 0; m < matrices; m++)
            for (unsigned r = 0; r < 8; r++)
                for (unsigned c = 0; c < 8; c++)
                    assert_int_equal(get_element(F16, 4 * r + c / 2, 2 * m + c % 2), transposed ? at[m][c][r] : at[m][r][c]);
    }
}

// --- rounding

// The text of D = 0 * 0 + C, which a half holds.
static const char *to_halves(void)
{
    static char text[4096];
    snprintf(text, sizeof text, HEAD "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 %s, [%%rd2];\nwmma.load.b.sync.aligned.row.m16n16k16.global.f16 %s, [%%rd2];\n",
             fragment("a", 8), fragment("b", 8));
    snprintf(text + strlen(text), sizeof text - strlen(text), "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 %s, [%%rd2+%d];\n", fragment("c", 8), AT_C);
    snprintf(text + strlen(text), sizeof text - strlen(text), "wmma.mma.sync.aligned.row.row.m16n16k16.f16.f32 %s, %s, %s, %s;\n", fragment("d", 4),
             fragment("a", 8), fragment("b", 8), fragment("c", 8));
    snprintf(text + strlen(text), sizeof text - strlen(text), "wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%%rd1], %s;\nret;\n}\n", fragment("d", 4));
    return text;
}

// D = 0 * 0 + C: every half as it is; floats at, above and below every middle between two halves as the nearest.
static void halves_are_rounded_to_nearest(void **unused)
{
    (void)unused;
    memset(input, 0, sizeof input);
    for (unsigned first = 0; first < 0x10000; first += 64) {
        for (unsigned i = 0; i < 128; i++) {
            const uint32_t half = first + i / 2;
            const float value = (float)half_value(half), next = (float)half_value((half & 0x7fff) == 0x7bff ? half : half + 1);
            const float middle = (half & 0x7fff) == 0x7bff ? copysignf(65520, value) : (float)(((double)value + (double)next) / 2);
            const uint32_t bits = (half & 0x7c00) == 0x7c00 ? bits_of(copysignf(half & 1 ? 1e30f : 3e-8f, value)) : bits_of(middle);
            const uint32_t shifted = i % 2 ? (bits & 1 ? bits - 1 : bits + 1) : bits;
            memcpy(input + AT_C + 4 * i, &shifted, 4);
        }
        run(to_halves());
        for (unsigned i = 0; i < 128; i++) {
            uint32_t bits;
            uint16_t seen;
            memcpy(&bits, input + AT_C + 4 * i, 4);
            memcpy(&seen, (uint8_t *)result.out + 2 * i, 2);
            if (seen != half_of((double)of_bits(bits)) && !(of_bits(bits) == 0 && (seen & 0x7fff) == 0))
                fail_msg("%a becomes 0x%x, expected 0x%x", (double)of_bits(bits), seen, half_of((double)of_bits(bits)));
        }
    }
}

// The one NaN that a product of matrices gives.
static void a_nan_is_one_half(void **unused)
{
    (void)unused;
    static const uint32_t nans[] = {0x7f800001, 0x7fc00000, 0x7fffffff, 0xff800001, 0xffc12345};
    memset(input, 0, sizeof input);
    memcpy(input + AT_C, nans, sizeof nans);
    run(to_halves());
    for (unsigned i = 0; i < sizeof nans / sizeof *nans; i++) {
        uint16_t seen;
        memcpy(&seen, (uint8_t *)result.out + 2 * i, 2);
        assert_int_equal(seen, 0x7fff);
    }
}

// --- what is refused, and what stops a run

static void what_is_not_there_is_refused(void **unused)
{
    (void)unused;
    static const struct { const char *text, *error; } rows[] = {
        {"wmma.load.a.sync.aligned.row.m16n16k16.s16 {%a0, %a1}, [%rd2];", "\".s16\" found, expected a shape, a type or a modifier of matrix units that is supported"},
        {"wmma.load.a.sync.aligned.row.m16n16k16.f16 {%a0, %a1}, [%rd2];", "operand 1 has 2 registers, expected 8"},
        {"wmma.load.a.sync.aligned.row.m16n16k16.f32 {%a0, %a1}, [%rd2];", ".f32 found, expected .f16, .bf16, .s8 or .u8"},
        {"wmma.load.d.sync.aligned.row.m16n16k16.f16 {%a0, %a1}, [%rd2];", ".d found, expected .a, .b or .c"},
        {"wmma.load.a.sync.aligned.m16n16k16.f16 {%a0, %a1}, [%rd2];", ".m16n16k16 found, expected .row or .col"},
        {"wmma.load.a.aligned.row.m16n16k16.f16 {%a0, %a1}, [%rd2];", ".aligned found, expected .sync"},
        {"wmma.load.a.sync.aligned.row.m16n8k16.f16 {%a0, %a1}, [%rd2];", ".m16n8k16 found, expected .m16n16k16, .m32n8k16, .m8n32k16, .m16n16k8, .m8n8k4,"},
        {"wmma.load.a.sync.aligned.row.m16n16k16.f16.f16 {%a0}, [%rd2];", ".f16 found, expected nothing more"},
        {"wmma.load.a.sync.aligned.row.m16n16k16 {%a0}, [%rd2];", "expected .f16, .bf16, .s8 or .u8 behind"},
        {"wmma.mma.sync.aligned.row.col.m16n16k8.f32.f32 {%d0}, {%a0}, {%b0}, {%c0};", ".f32 found, expected .tf32"},
        {"mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {%d0}, {%a0}, {%b0}, {%c0};", ".row found, expected .col"},
        {"mma.sync.aligned.m16n8k16.row.col.f16.bf16.bf16.f16 {%d0}, {%a0}, {%b0}, {%c0};", "sums of .f16 found, expected .f32 with .bf16"},
        {"mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32 {%d0}, {%a0}, {%b0}, {%c0};", ".bf16 found, expected the type of A for B"},
        {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %rd1}, {%a0, %a1}, {%b0}, {%c0, %c1, %c2, %c3};",
         "element 4 of operand 1 is no register of 32 bits, expected one"},
        {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %d3}, {%a0, %a1}, {%b0};", "3 operands found, expected 4"},
        {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%d0, %d1}, [%r2];", "operand 1 has 2 registers, expected 4"},
        {"ldmatrix.sync.aligned.m8n8.x8.shared.b16 {%d0, %d1}, [%r2];", "\".x8\" found, expected a shape, a type or a modifier of matrix units that is supported"},
        {"ld.global.v4.b32 {%d0, %d1, %d2, %d3, %d4}, [%rd2];", "expected at most four elements of a vector"},
        {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%d0, %d1, %d2, %d3, %d4, %d5, %d6, %d7, %d0}, {%a0, %a1}, {%b0}, {%c0};",
         "expected at most eight registers of a fragment"}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        snprintf(text, sizeof text, HEAD "%s\nret;\n}\n", rows[i].text);
        ptx_run(text, &(ptx_run_options){.input = input, .input_bytes = sizeof input}, &result);
        assert_false(result.parsed);
        if (!strstr(result.error, rows[i].error) || !strstr(result.error, ":9: "))
            fail_msg("%s\n%s\nexpected: %s", rows[i].text, result.error, rows[i].error);
    }
}

static void what_cannot_be_done_stops_the_run(void **unused)
{
    (void)unused;
    static const struct { const char *text, *error; } rows[] = {
        {"setp.lt.u32 %p1, %r1, 31; @%p1 wmma.load.c.sync.aligned.row.m16n16k16.f16 {%c0, %c1, %c2, %c3}, [%rd2];",
         "wmma.load.c.sync.aligned.row.m16n16k16.f16: 31 lanes execute it, expected all 32 of the warp"},
        {"setp.lt.u32 %p1, %r1, 1; @%p1 mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%d0, %d1}, {%a0, %a1}, {%b0}, {%c0, %c1};",
         "1 lanes execute it, expected all 32 of the warp"},
        {"mul.wide.u32 %rd3, %r1, 32; add.u64 %rd3, %rd2, %rd3; wmma.load.c.sync.aligned.row.m16n16k16.f16 {%c0, %c1, %c2, %c3}, [%rd3];",
         "the lanes have different addresses or strides, expected the same in all"},
        {"wmma.load.c.sync.aligned.row.m16n16k16.f16 {%c0, %c1, %c2, %c3}, [%rd2+8];", "misaligned"},
        {"wmma.load.c.sync.aligned.row.m16n16k16.f16 {%c0, %c1, %c2, %c3}, [%rd2], 12;", "misaligned"},
        {"wmma.load.c.sync.aligned.row.m16n16k16.f16 {%c0, %c1, %c2, %c3}, [%rd2+16256];", "outside every buffer"},
        {"mov.u32 %r2, words; ldmatrix.sync.aligned.m8n8.x1.shared.b16 %d0, [%r2+16384];", "out of bounds"},
        {"mov.u32 %r2, words; ldmatrix.sync.aligned.m8n8.x1.shared.b16 %d0, [%r2+8];", "misaligned"},
        {"mov.u32 %r2, words; setp.lt.u32 %p1, %r1, 16; @%p1 ldmatrix.sync.aligned.m8n8.x1.shared.b16 %d0, [%r2];",
         "16 lanes execute it, expected all 32 of the warp"},
        {"{ .local .align 32 .b8 own[2048]; mov.u64 %rd3, own; cvta.local.u64 %rd3, %rd3;\n"
         "wmma.load.c.sync.aligned.row.m16n16k16.f16 {%c0, %c1, %c2, %c3}, [%rd3]; }",
         "expected global or shared memory, one of them for all lanes"}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        snprintf(text, sizeof text, HEAD "%s\nret;\n}\n", rows[i].text);
        ptx_run(text, &(ptx_run_options){.input = input, .input_bytes = sizeof input}, &result);
        assert_true(result.parsed);
        assert_false(result.good);
        if (!strstr(result.error, rows[i].error))
            fail_msg("%s\n%s\nexpected: %s", rows[i].text, result.error, rows[i].error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wmma_multiplies_matrices_in_memory),
        cmocka_unit_test(mma_multiplies_fragments_of_the_manual),
        cmocka_unit_test(four_products_of_eight_lanes),
        cmocka_unit_test(rows_of_shared_memory_are_loaded),
        cmocka_unit_test(halves_are_rounded_to_nearest),
        cmocka_unit_test(a_nan_is_one_half),
        cmocka_unit_test(what_is_not_there_is_refused),
        cmocka_unit_test(what_cannot_be_done_stops_the_run),
    };
    return cmocka_run_group_tests_name("matrix units", tests, NULL, NULL);
}
