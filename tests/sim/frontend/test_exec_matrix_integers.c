// SPDX-License-Identifier: BSD-3-Clause
// Matrix units of integers, single bits and doubles against plain sums: wmma in every shape, type and layout through memory; mma.sync
// by the fragments that the PTX manual draws, derived here once more; .satfinite; what is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/sim/frontend/ptx_run.h"

enum { BYTES = 16384, AT_A = 0, AT_B = 4096, AT_C = 8192, LANES = 32, DEPTH = 256 };
typedef enum { S8, U8, S4, U4, B1, S32, F64 } number;
static const char *const names[] = {"s8", "u8", "s4", "u4", "b1", "s32", "f64"};
static const unsigned bits[] = {8, 8, 4, 4, 1, 32, 64};

static uint8_t input[BYTES];
static ptx_run_result result;

// --- random matrices: a number is what 64 bits hold, a double its bits

typedef struct { unsigned rows, columns; number type; int64_t at[DEPTH][DEPTH]; } matrix;
static matrix a, b, c, wanted;
static uint32_t state = 7;
static uint32_t random_bits(void) { return (state = state * 1664525 + 1013904223) >> 8; }

static int64_t cut(number type, uint32_t value)
{
    switch (type) {
    case S8: return (int8_t)value;
    case U8: return (uint8_t)value;
    case S4: return (int8_t)(value << 4) >> 4;
    case U4: return value & 15;
    case B1: return value & 1;
    default: return (int32_t)value;
    }
}

static int64_t bits_of(double value)
{
    int64_t of;
    memcpy(&of, &value, sizeof of);
    return of;
}

static double of_bits(int64_t of)
{
    double value;
    memcpy(&value, &of, sizeof value);
    return value;
}

// Often the largest and the smallest, so that sums go beyond 32 bits.
static void fill(matrix *m, unsigned rows, unsigned columns, number type)
{
    static const uint32_t extremes[] = {0x80000080, 0x7fffff7f, 0xffffffff, 0x88888888, 0x77777777};
    m->rows = rows, m->columns = columns, m->type = type;
    for (unsigned i = 0; i < rows; i++)
        for (unsigned j = 0; j < columns; j++)
            m->at[i][j] = type == F64 ? bits_of(((int)(random_bits() % 20001) - 10000) / 1777.0)
                                      : cut(type, random_bits() % 3 ? extremes[random_bits() % 5] : random_bits() << 12 ^ random_bits());
}

typedef enum { PRODUCTS, CLAMPED, DIFFERENCES } how;

static void multiply(how kind)
{
    wanted = c;
    for (unsigned i = 0; i < c.rows; i++)
        for (unsigned j = 0; j < c.columns; j++) {
            int64_t sum = c.at[i][j];
            double real = of_bits(c.at[i][j]);
            for (unsigned k = 0; k < a.columns; k++) {
                const int64_t x = a.at[i][k], y = b.at[k][j];
                if (c.type == F64)
                    real = fma(of_bits(x), of_bits(y), real);
                else
                    sum += kind == DIFFERENCES ? x != y : x * y;
            }
            if (kind == CLAMPED)
                sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
            wanted.at[i][j] = c.type == F64 ? bits_of(real) : (int32_t)(uint32_t)sum;
        }
}

// --- elements in memory, of less than a byte, too

static void put_bits(uint8_t *at, unsigned n, number type, int64_t value)
{
    for (unsigned i = 0; i < bits[type]; i++) {
        const unsigned bit = n * bits[type] + i;
        at[bit / 8] = (uint8_t)((at[bit / 8] & ~(1u << bit % 8)) | (unsigned)((uint64_t)value >> i & 1) << bit % 8);
    }
}

static int64_t get_bits(const uint8_t *at, unsigned n, number type)
{
    if (type == F64) {
        int64_t wide;
        memcpy(&wide, at + 8 * n, sizeof wide);
        return wide;
    }
    int32_t word;
    memcpy(&word, at + 4 * n, sizeof word);
    return word;
}

static void put(const matrix *m, unsigned at, bool down, unsigned stride)
{
    for (unsigned i = 0; i < m->rows; i++)
        for (unsigned j = 0; j < m->columns; j++)
            put_bits(input + at, down ? j * stride + i : i * stride + j, m->type, m->at[i][j]);
}

#define HEAD ".version 7.8\n.target sm_86\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
    ".reg .b32 %%a<8>; .reg .b32 %%b<8>; .reg .b32 %%c<8>; .reg .b32 %%d<8>; .reg .b32 %%r<16>; .reg .b64 %%rd<8>;\n" \
    ".reg .f64 %%xa<2>; .reg .f64 %%xb<2>; .reg .f64 %%xc<4>; .reg .f64 %%xd<4>;\n" \
    "ld.param.u64 %%rd1, [out]; ld.param.u64 %%rd2, [in]; mov.u32 %%r1, %%tid.x;\n"

static void run(const char *text)
{
    ptx_run(text, &(ptx_run_options){.input = input, .input_bytes = sizeof input}, &result);
    if (!result.parsed || !result.good)
        fail_msg("%s\n%s", text, result.error);
}

static const char *registers(const char *letter, number type, unsigned count)
{
    static char text[8][160];
    static unsigned next;
    char *to = text[next++ % 8];
    size_t n = (size_t)sprintf(to, "{");
    for (unsigned i = 0; i < count; i++)
        n += (size_t)sprintf(to + n, "%s%%%s%s%u", i ? ", " : "", type == F64 ? "x" : "", letter, i);
    sprintf(to + n, "}");
    return to;
}

// --- wmma

typedef struct { const char *shape; unsigned m, n, k, a, b, c; } shape_row;          // registers of A, B and of C and D
static const shape_row bytes_shapes[] = {{"m16n16k16", 16, 16, 16, 2, 2, 8}, {"m32n8k16", 32, 8, 16, 4, 1, 8}, {"m8n32k16", 8, 32, 16, 1, 4, 8}};
static const shape_row of_four = {"m8n8k32", 8, 8, 32, 1, 1, 2}, of_one = {"m8n8k128", 8, 8, 128, 1, 1, 2}, of_doubles = {"m8n8k4", 8, 8, 4, 1, 1, 2};

// `layouts`: a bit each for A, B, C, D down the columns.
static void try_wmma(const shape_row *s, number type, unsigned layouts, how kind, const char *before, const char *behind)
{
    static const char *const words[] = {"row", "col"};
    const number sum = type == F64 ? F64 : S32;
    const bool down[4] = {layouts & 1, layouts >> 1 & 1, layouts >> 2 & 1, layouts >> 3 & 1};
    const unsigned more = type == B1 ? 128 : type == S4 || type == U4 ? 32 : type == F64 ? 4 : 16;
    const unsigned stride[4] = {(down[0] ? s->m : s->k) + more, (down[1] ? s->k : s->n) + more, (down[2] ? s->m : s->n) + 8, (down[3] ? s->m : s->n) + 8};
    char text[4096], types[40];
    memset(input, 0xaa, sizeof input);
    fill(&a, s->m, s->k, type), fill(&b, s->k, s->n, type), fill(&c, s->m, s->n, sum);
    multiply(kind);
    put(&a, AT_A, down[0], stride[0]), put(&b, AT_B, down[1], stride[1]), put(&c, AT_C, down[2], stride[2]);
    size_t n = (size_t)snprintf(text, sizeof text, HEAD);
    snprintf(types, sizeof types, "%s.%s.%s.%s", names[sum], names[type], names[type], names[sum]);
    n += (size_t)sprintf(text + n, "wmma.load.a.sync.aligned.%s.%s.global.%s %s, [%%rd2+%d], %u;\n", words[down[0]], s->shape, names[type],
                         registers("a", type, s->a), AT_A, stride[0]);
    n += (size_t)sprintf(text + n, "wmma.load.b.sync.aligned.%s.%s.%s %s, [%%rd2+%d], %u;\n", words[down[1]], s->shape, names[type],
                         registers("b", type, s->b), AT_B, stride[1]);
    n += (size_t)sprintf(text + n, "wmma.load.c.sync.aligned.%s.%s.global.%s %s, [%%rd2+%d], %u;\n", words[down[2]], s->shape, names[sum],
                         registers("c", sum, s->c), AT_C, stride[2]);
    n += (size_t)sprintf(text + n, "wmma.mma%s.sync.aligned.%s.%s.%s.%s%s %s, %s, %s, %s;\n", before, words[down[0]], words[down[1]],
                         s->shape, types, behind, registers("d", sum, s->c), registers("a", type, s->a), registers("b", type, s->b), registers("c", sum, s->c));
    sprintf(text + n, "wmma.store.d.sync.aligned.%s.%s.global.%s [%%rd1], %s, %u;\nret;\n}\n", words[down[3]], s->shape, names[sum],
            registers("d", sum, s->c), stride[3]);
    run(text);
    for (unsigned i = 0; i < s->m; i++)
        for (unsigned j = 0; j < s->n; j++) {
            const int64_t seen = get_bits((uint8_t *)result.out, down[3] ? j * stride[3] + i : i * stride[3] + j, sum);
            if (seen != wanted.at[i][j])
                fail_msg("%s of %s%s%s, layouts %u: element %u, %u is 0x%llx, expected 0x%llx", s->shape, names[type], before, behind,
                         layouts, i, j, (unsigned long long)seen, (unsigned long long)wanted.at[i][j]);
        }
}

static void wmma_multiplies_bytes(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < sizeof bytes_shapes / sizeof *bytes_shapes; i++)
        for (unsigned layouts = 0; layouts < 16; layouts++) {
            try_wmma(&bytes_shapes[i], layouts % 3 ? S8 : U8, layouts, PRODUCTS, "", "");
            try_wmma(&bytes_shapes[i], layouts % 3 ? U8 : S8, layouts, CLAMPED, "", ".satfinite");
        }
}

static void wmma_multiplies_less_than_bytes(void **unused)
{
    (void)unused;
    for (unsigned layouts = 2; layouts < 16; layouts += 4) {            // A along the rows, B down the columns
        try_wmma(&of_four, S4, layouts, PRODUCTS, "", "");
        try_wmma(&of_four, U4, layouts, CLAMPED, "", ".satfinite");
        try_wmma(&of_one, B1, layouts, DIFFERENCES, ".xor.popc", "");
        try_wmma(&of_one, B1, layouts, PRODUCTS, ".and.popc", "");
    }
}

static void wmma_multiplies_doubles(void **unused)
{
    (void)unused;
    for (unsigned layouts = 0; layouts < 16; layouts++)
        try_wmma(&of_doubles, F64, layouts, PRODUCTS, "", layouts % 2 ? ".rn" : "");     // as nvcc writes it
}

// --- mma.sync, by the manual's fragments

typedef struct { unsigned row, column; } place;

// groupID and threadID_in_group of the manual; `i` of the elements a0, a1, ... of a lane.
static place in_a(number type, unsigned rows, unsigned lane, unsigned i)
{
    const unsigned group = lane >> 2, thread = lane % 4;
    switch (type) {
    case S8: case U8:       // row: groupID for i < 4 and 8 <= i < 12, else + 8; column: threadID * 4 + (i & 3), + 16 from a8 on
        return (place){rows == 8 || i < 4 || (i >= 8 && i < 12) ? group : group + 8, thread * 4 + (i & 3) + (i < 8 ? 0 : 16)};
    case S4: case U4:       // groupID for i < 8 and 16 <= i < 24; threadID * 8 + (i & 7), + 32 from a16 on
        return (place){rows == 8 || i < 8 || (i >= 16 && i < 24) ? group : group + 8, thread * 8 + (i & 7) + (i < 16 ? 0 : 32)};
    case B1:                // groupID for i < 32 and 64 <= i < 96; threadID * 32 + (i & 31), + 128 from a64 on
        return (place){rows == 8 || i < 32 || (i >= 64 && i < 96) ? group : group + 8, thread * 32 + (i & 31) + (i < 64 ? 0 : 128)};
    default:
        return (place){group, thread};
    }
}

static place in_b(number type, unsigned lane, unsigned i)
{
    const unsigned group = lane >> 2, thread = lane % 4;
    switch (type) {
    case S8: case U8: return (place){thread * 4 + (i & 3) + (i < 4 ? 0 : 16), group};
    case S4: case U4: return (place){thread * 8 + (i & 7) + (i < 8 ? 0 : 32), group};
    case B1:          return (place){thread * 32 + (i & 31) + (i < 32 ? 0 : 128), group};
    default:          return (place){thread, group};
    }
}

static place in_c(unsigned lane, unsigned i) { return (place){(lane >> 2) + (i < 2 ? 0 : 8), lane % 4 * 2 + (i & 1)}; }

// Loads the registers of a letter, or stores those of d: 32 bytes of memory a lane.
static size_t moved(char *to, const char *letter, number type, unsigned count, const char *base, unsigned at)
{
    const unsigned bytes = type == F64 ? 8 : 4;
    size_t n = (size_t)sprintf(to, "cvt.u64.u32 %%rd4, %%r1; shl.b64 %%rd4, %%rd4, 5; add.u64 %%rd4, %s, %%rd4;\n", base);
    for (unsigned i = 0; i < count; i++)
        if (letter[0] == 'd')
            n += (size_t)sprintf(to + n, "st.global.b%u [%%rd4+%u], %%%s%s%u;\n", 8 * bytes, at + bytes * i, type == F64 ? "x" : "", letter, i);
        else
            n += (size_t)sprintf(to + n, "ld.global.b%u %%%s%s%u, [%%rd4+%u];\n", 8 * bytes, type == F64 ? "x" : "", letter, i, at + bytes * i);
    return n;
}

static void try_mma(const shape_row *s, number of_a, number of_b, how kind, const char *saturation, const char *behind)
{
    const number sum = of_a == F64 ? F64 : S32;
    const unsigned wide = sum == F64 ? 64 : 32;
    char text[8192], opcode[120];
    fill(&a, s->m, s->k, of_a), fill(&b, s->k, s->n, of_b), fill(&c, s->m, s->n, sum);
    multiply(kind);
    memset(input, 0x55, sizeof input);
    for (unsigned lane = 0; lane < LANES; lane++) {
        for (unsigned i = 0; i < s->a * wide / bits[of_a]; i++) {
            const place p = in_a(of_a, s->m, lane, i);
            put_bits(input + AT_A + 32 * lane, i, of_a, a.at[p.row][p.column]);
        }
        for (unsigned i = 0; i < s->b * wide / bits[of_b]; i++) {
            const place p = in_b(of_b, lane, i);
            put_bits(input + AT_B + 32 * lane, i, of_b, b.at[p.row][p.column]);
        }
        for (unsigned i = 0; i < s->c; i++)
            put_bits(input + AT_C + 32 * lane, i, sum, c.at[in_c(lane, i).row][in_c(lane, i).column]);
    }
    snprintf(opcode, sizeof opcode, "mma.sync.aligned.%s.row.col%s.%s.%s.%s.%s%s", s->shape, saturation, names[sum], names[of_a],
             names[of_b], names[sum], behind);
    size_t n = (size_t)snprintf(text, sizeof text, HEAD);
    n += moved(text + n, "a", of_a, s->a, "%rd2", AT_A), n += moved(text + n, "b", of_b, s->b, "%rd2", AT_B);
    n += moved(text + n, "c", sum, s->c, "%rd2", AT_C);
    n += (size_t)sprintf(text + n, "%s %s, %s, %s, %s;\n", opcode, registers("d", sum, s->c), registers("a", of_a, s->a), registers("b", of_b, s->b),
                         registers("c", sum, s->c));
    n += moved(text + n, "d", sum, s->c, "%rd1", 0);
    sprintf(text + n, "ret;\n}\n");
    run(text);
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < s->c; i++) {
            const place p = in_c(lane, i);
            const int64_t seen = get_bits((uint8_t *)result.out + 32 * lane, i, sum);
            if (seen != wanted.at[p.row][p.column])
                fail_msg("%s: element %u, %u is 0x%llx, expected 0x%llx", opcode, p.row, p.column, (unsigned long long)seen,
                         (unsigned long long)wanted.at[p.row][p.column]);
        }
}

static void mma_multiplies_fragments_of_the_manual(void **unused)
{
    (void)unused;
    static const shape_row bytes[] = {{"m8n8k16", 8, 8, 16, 1, 1, 2}, {"m16n8k16", 16, 8, 16, 2, 1, 4}, {"m16n8k32", 16, 8, 32, 4, 2, 4}};
    static const shape_row fours[] = {{"m8n8k32", 8, 8, 32, 1, 1, 2}, {"m16n8k32", 16, 8, 32, 2, 1, 4}, {"m16n8k64", 16, 8, 64, 4, 2, 4}};
    static const shape_row ones[] = {{"m8n8k128", 8, 8, 128, 1, 1, 2}, {"m16n8k128", 16, 8, 128, 2, 1, 4}, {"m16n8k256", 16, 8, 256, 4, 2, 4}};
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned signs = 0; signs < 4; signs++) {
            try_mma(&bytes[i], signs & 1 ? S8 : U8, signs & 2 ? S8 : U8, PRODUCTS, "", "");
            try_mma(&bytes[i], signs & 1 ? S8 : U8, signs & 2 ? S8 : U8, CLAMPED, ".satfinite", "");
            try_mma(&fours[i], signs & 1 ? S4 : U4, signs & 2 ? S4 : U4, PRODUCTS, "", "");
            try_mma(&fours[i], signs & 1 ? S4 : U4, signs & 2 ? S4 : U4, CLAMPED, ".satfinite", "");
        }
        try_mma(&ones[i], B1, B1, DIFFERENCES, "", ".xor.popc");
        try_mma(&ones[i], B1, B1, PRODUCTS, "", ".and.popc");
    }
    try_mma(&of_doubles, F64, F64, PRODUCTS, "", "");
}

// --- .satfinite of half precision: 200 times -200 sixteen times, or NaN, added to zero

static void infinities_become_finite(void **unused)
{
    (void)unused;
    static const struct { const char *factor, *types; uint32_t want; } rows[] = {
        {"0x5a405a40", ".f16.f16", 0xfc00fc00}, {"0x5a405a40", ".f16.f16.satfinite", 0xfbfffbff}, {"0x7fff7fff", ".f16.f16.satfinite", 0},
        {"0x7c007c00", ".f32.f32.satfinite", 0xff7fffff}, {"0x7c007c00", ".f32.f32", 0xff800000}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        const bool half = strncmp(rows[i].types, ".f16", 4) == 0;
        size_t n = (size_t)snprintf(text, sizeof text, HEAD);
        for (unsigned r = 0; r < 8; r++)
            n += (size_t)sprintf(text + n, "mov.b32 %%a%u, %s; mov.b32 %%b%u, 0xda40da40; mov.b32 %%c%u, 0;\n", r, rows[i].factor, r, r);
        n += (size_t)sprintf(text + n, "wmma.mma.sync.aligned.row.col.m16n16k16%s %s, %s, %s, %s;\n", rows[i].types, registers("d", S32, half ? 4 : 8),
                             registers("a", S32, 8), registers("b", S32, 8), registers("c", S32, half ? 4 : 8));
        sprintf(text + n, "mul.wide.u32 %%rd3, %%r1, 4; add.u64 %%rd3, %%rd1, %%rd3; st.global.b32 [%%rd3], %%d1;\nret;\n}\n");
        run(text);
        for (unsigned lane = 0; lane < LANES; lane++)
            if (((uint32_t *)result.out)[lane] != rows[i].want)
                fail_msg("%s: 0x%x, expected 0x%x", rows[i].types, ((uint32_t *)result.out)[lane], rows[i].want);
    }
}

// --- what is refused

static void what_is_not_there_is_refused(void **unused)
{
    (void)unused;
    static const struct { const char *text, *error; } rows[] = {
        {"wmma.load.a.sync.aligned.col.m8n8k32.s4 {%a0}, [%rd2];", ".col found, expected .row with .s4 of A"},
        {"wmma.load.b.sync.aligned.row.m8n8k128.b1 {%b0}, [%rd2];", ".row found, expected .col with .b1 of B"},
        {"wmma.load.a.sync.aligned.row.m8n8k4.f64 {%a0}, [%rd2];", "element 1 of operand 1 is no register of 64 bits, expected one"},
        {"wmma.load.a.sync.aligned.row.m8n8k4.f16 {%a0}, [%rd2];", ".f16 found, expected .f64"},
        {"wmma.load.a.sync.aligned.row.m16n16k16.s4 {%a0}, [%rd2];", ".s4 found, expected .f16, .bf16, .s8 or .u8"},
        {"wmma.load.a.sync.aligned.row.m16n16k16.s8 {%a0}, [%rd2];", "operand 1 has 1 registers, expected 2"},
        {"wmma.mma.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%d0}, {%a0}, {%b0}, {%c0};", "shape .m8n8k128 found, expected .xor.popc or .and.popc with it"},
        {"wmma.mma.xor.popc.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32 {%d0}, {%a0}, {%b0}, {%c0};", "shape .m8n8k32 found, expected .m8n8k128 with .popc"},
        {"wmma.mma.xor.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%d0}, {%a0}, {%b0}, {%c0};", ".sync found, expected .popc"},
        {"wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.u8.s32 {%d0}, {%a0}, {%b0}, {%c0};", ".u8 found, expected the type of A for B"},
        {"wmma.mma.sync.aligned.row.col.m16n16k16.s32.f16.f16.s32 {%d0}, {%a0}, {%b0}, {%c0};", ".f16 found, expected .s8 or .u8"},
        {"wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.f32 {%d0}, {%a0}, {%b0}, {%c0};", ".f32 found, expected the type of D for C"},
        {"wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.satfinite {%xd0}, {%xa0}, {%xb0}, {%xc0};", ".satfinite found, expected nothing more"},
        {"wmma.mma.sync.aligned.col.col.m8n8k32.s32.s4.s4.s32 {%d0}, {%a0}, {%b0}, {%c0};", ".col found, expected .row with .s4 of A"},
        {"mma.sync.aligned.m16n8k32.row.col.s32.s8.s4.s32 {%d0}, {%a0}, {%b0}, {%c0};", ".s4 found, expected .s8 or .u8"},
        {"mma.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 {%d0}, {%a0}, {%b0}, {%c0};", ".s8 found, expected .s4 or .u4"},
        {"mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32 {%d0}, {%a0}, {%b0}, {%c0};", ".satfinite found with .f16, expected it with .s8, .u8, .s4 or .u4"},
        {"mma.sync.aligned.m16n8k128.row.col.satfinite.s32.b1.b1.s32.xor.popc {%d0}, {%a0}, {%b0}, {%c0};", ".satfinite found with .b1, expected it with"},
        {"mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32 {%d0}, {%a0}, {%b0}, {%c0};", "expected .xor.popc or .and.popc behind"},
        {"mma.sync.aligned.m8n8k4.col.col.f64.f64.f64.f64 {%xd0}, {%xa0}, {%xb0}, {%xc0};", "another layout found, expected .row.col with .f64"},
        {"mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%xd0}, {%xa0}, {%xb0}, {%xc0};", ".f64 found, expected .f16, .f32 or .s32"}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        size_t n = (size_t)snprintf(text, sizeof text, HEAD);
        snprintf(text + n, sizeof text - n, "%s\nret;\n}\n", rows[i].text);
        ptx_run(text, &(ptx_run_options){.input = input, .input_bytes = sizeof input}, &result);
        assert_false(result.parsed);
        if (!strstr(result.error, rows[i].error))
            fail_msg("%s\n%s\nexpected: %s", rows[i].text, result.error, rows[i].error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wmma_multiplies_bytes),
        cmocka_unit_test(wmma_multiplies_less_than_bytes),
        cmocka_unit_test(wmma_multiplies_doubles),
        cmocka_unit_test(mma_multiplies_fragments_of_the_manual),
        cmocka_unit_test(infinities_become_finite),
        cmocka_unit_test(what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests_name("matrix units of integers", tests, NULL, NULL);
}
