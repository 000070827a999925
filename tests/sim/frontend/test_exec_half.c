// SPDX-License-Identifier: BSD-3-Clause
// Half precision against exact whole numbers (half_reference.h): every number of both formats through what has one operand, random
// and chosen ones through the rest, alone and in pairs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/frontend/half_reference.h"
#include "tests/sim/frontend/ptx_run.h"

enum { MANY = PTX_RUN_SLOTS, ALL = 1 << 16 };
typedef uint64_t operands[3];
static operands in[MANY];
static ptx_run_result r;
static uint64_t seed = 7;

static uint32_t draw(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 32);
}

// Operands in %rd1..3, low bits in %rs1..3, %r1..3, %f1..2, %fd1; the result is in `result`, of which `store` makes %rd9.
static void run(const char *insn, const char *store)
{
    char body[2048];
    snprintf(body, sizeof body,
             ".reg .f16 %%h<5>; .reg .f16x2 %%hh<5>; mul.wide.u32 %%rd8, %%r31, 24; add.s64 %%rd8, %%rd8, %%rd31;"
             "ld.global.u64 %%rd1, [%%rd8]; ld.global.u64 %%rd2, [%%rd8+8]; ld.global.u64 %%rd3, [%%rd8+16];"
             "cvt.u16.u64 %%rs1, %%rd1; cvt.u16.u64 %%rs2, %%rd2; cvt.u16.u64 %%rs3, %%rd3; mov.b16 %%h1, %%rs1; mov.b16 %%h2, %%rs2;"
             "cvt.u32.u64 %%r1, %%rd1; cvt.u32.u64 %%r2, %%rd2; cvt.u32.u64 %%r3, %%rd3; mov.b32 %%f1, %%r1; mov.b32 %%f2, %%r2;"
             "mov.b64 %%fd1, %%rd1; mov.b32 %%hh1, %%r1; and.b32 %%r9, %%r3, 1; setp.ne.u32 %%p3, %%r9, 0;\n%s\n%s st.global.u64 [%%rd30], %%rd9;",
             insn, store);
    ptx_run_body("", body, &(ptx_run_options){ .grid = MANY / 1024, .block = { 1024 }, .input = in, .input_bytes = sizeof in }, &r);
    if (!r.good) {
        fail_msg("%s: %s", insn, r.error);
    }
}

static void check(const char *insn, size_t i, uint64_t want)
{
    if (r.out[i] != want) {
        fail_msg("%s a=%#lx b=%#lx c=%#lx: got %#lx, expected %#lx", insn, in[i][0], in[i][1], in[i][2], r.out[i], want);
    }
}

static const char of_16[] = "cvt.u64.u16 %rd9, %rs4;", of_32[] = "cvt.u64.u32 %rd9, %r4;", of_64[] = "mov.u64 %rd9, %rd4;",
    of_f32[] = "mov.b32 %r4, %f4; cvt.u64.u32 %rd9, %r4;", of_f64[] = "mov.b64 %rd9, %fd4;",
    of_p[] = "selp.b64 %rd9, 1, 0, %p4;", of_pq[] = "selp.b64 %rd9, 1, 0, %p4; selp.b64 %rd7, 2, 0, %p5; or.b64 %rd9, %rd9, %rd7;";

// Zeros, the least, the largest, infinity, NaN, ties, and whatever comes; exponents near each other more often than not.
static uint32_t draw_half(bool bfloat)
{
    static const uint16_t f16[] = { 0, 1, 0x3FF, 0x400, 0x401, 0x3C00, 0x3C01, 0x7BFF, 0x7C00, 0x7C01, 0x7FFF, 0x6C00, 0x1000 };
    static const uint16_t bf16[] = { 0, 1, 0x7F, 0x80, 0x81, 0x3F80, 0x3F81, 0x7F7F, 0x7F80, 0x7F81, 0x7FFF, 0x7A00, 0x0100 };
    uint32_t sign = draw() & 0x8000, how = draw() % 8;
    if (how == 0) {
        return sign | (bfloat ? bf16 : f16)[draw() % 13];
    }
    return how < 5 ? sign | (bfloat ? 0x3C00 + draw() % 0x700 : 0x3000 + draw() % 0x1800) : draw() & 0xFFFF;
}

static void draw_operands(bool bfloat)
{
    for (size_t i = 0; i < MANY; i++) {
        for (size_t k = 0; k < 3; k++) {
            in[i][k] = draw_half(bfloat) | draw_half(bfloat) << 16;
        }
    }
}

// --- arithmetic

typedef struct { const char *name; half_operation op; uint32_t sources; int flags; bool f16, bf16; } form;
static const form forms[] = {
    { "add", HALF_ADD, 2, 0, true, true },           { "add.rn", HALF_ADD, 2, 0, true, true },      { "add.ftz", HALF_ADD, 2, FLUSH, true, false },
    { "add.rn.ftz.sat", HALF_ADD, 2, FLUSH | SATURATE, true, false },                               { "sub.rn", HALF_SUB, 2, 0, true, true },
    { "sub.sat", HALF_SUB, 2, SATURATE, true, false },    { "mul.rn", HALF_MUL, 2, 0, true, true }, { "mul.ftz", HALF_MUL, 2, FLUSH, true, false },
    { "mul.ftz.sat", HALF_MUL, 2, FLUSH | SATURATE, true, false },                                  { "fma.rn", HALF_FMA, 3, 0, true, true },
    { "fma.rn.ftz", HALF_FMA, 3, FLUSH, true, false },    { "fma.rn.sat", HALF_FMA, 3, SATURATE, true, false },
    { "fma.rn.relu", HALF_FMA, 3, RELU, true, true },     { "fma.rn.ftz.relu", HALF_FMA, 3, FLUSH | RELU, true, false },
    { "min", HALF_MIN, 2, 0, true, true },                { "max", HALF_MAX, 2, 0, true, true },    { "min.ftz", HALF_MIN, 2, FLUSH, true, false },
    { "max.NaN", HALF_MAX, 2, KEEP_NAN, true, true },     { "min.NaN", HALF_MIN, 2, KEEP_NAN, true, true },
    { "min.xorsign.abs", HALF_MIN, 2, XOR_SIGNS, true, true },                                      { "max.NaN.xorsign.abs", HALF_MAX, 2, XOR_SIGNS | KEEP_NAN, true, true },
    { "max.ftz.NaN.xorsign.abs", HALF_MAX, 2, FLUSH | XOR_SIGNS | KEEP_NAN, true, false },
};

static uint64_t expected(const form *f, const operands o, bool bfloat, bool pair)
{
    uint64_t low = half_expected(f->op, (uint32_t)o[0], (uint32_t)o[1], (uint32_t)o[2], bfloat, f->flags);
    return !pair ? low : low | (uint64_t)half_expected(f->op, (uint32_t)(o[0] >> 16), (uint32_t)(o[1] >> 16), (uint32_t)(o[2] >> 16), bfloat, f->flags) << 16;
}

static void check_form(const form *f, bool bfloat, bool pair)
{
    char insn[128];
    const char *k = pair ? "r" : "rs", *c = f->sources < 3 ? "" : pair ? ", %r3" : ", %rs3";
    snprintf(insn, sizeof insn, "%s.%sf16%s %%%s4, %%%s1%s%s%s;", f->name, bfloat ? "b" : "", pair ? "x2" : "", k, k,
             f->sources > 1 ? ", %" : "", f->sources > 1 ? (pair ? "r2" : "rs2") : "", c);
    run(insn, pair ? of_32 : of_16);
    for (size_t i = 0; i < MANY; i++) {
        check(insn, i, expected(f, in[i], bfloat, pair));
    }
}

static void test_arithmetic(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        for (uint32_t k = 0; k < 8; k++) {
            bool bfloat = k & 1;
            if (bfloat ? forms[i].bf16 : forms[i].f16) {
                draw_operands(bfloat);
                check_form(&forms[i], bfloat, k & 2);
            }
        }
    }
}

static void test_every_number(void **state)
{
    (void)state;
    static const form unary[] = {
        { "neg", HALF_NEG, 1, 0, true, true },        { "neg.ftz", HALF_NEG, 1, FLUSH, true, false }, { "abs", HALF_ABS, 1, 0, true, true },
        { "abs.ftz", HALF_ABS, 1, FLUSH, true, false }, { "ex2.approx", HALF_EX2, 1, 0, true, false }, { "ex2.approx.ftz", HALF_EX2, 1, FLUSH, false, true },
        { "tanh.approx", HALF_TANH, 1, 0, true, true },
    };
    for (size_t k = 0; k < sizeof unary / sizeof *unary * 4; k++) {
        const form *f = &unary[k / 4];
        for (uint64_t from = 0; (k & 1 ? f->bf16 : f->f16) && from < ALL; from += MANY) {
            for (size_t i = 0; i < MANY; i++) {
                in[i][0] = (from + i) | (from + i) * 40503 << 16;
            }
            check_form(f, k & 1, k & 2);
        }
    }
}

// Where one rounding and two differ: a product that is a tie of the format, and next to it a number that a double loses.
static void test_rounded_once(void **state)
{
    (void)state;
    static const struct { bool bfloat; uint32_t a, b, c, want; } rows[] = {
        { false, 0x3C01, 0x3C01, 0x0001, 0x3C02 },         // (1 + 2^-10)^2 + 2^-24
        { false, 0x6400, 0x6801, 0x0001, 0x7C00 },         // beyond the largest
        { false, 0x7402, 0x3C03, 0x8001, 0x7405 },
        { true, 0x3F81, 0x3FC0, 0x0001, 0x3FC2 },          // 1.01000001b * 1.1b is 1.10000011 * 2^0 and a half: a tie, and above it
        { true, 0x3F81, 0x3FC0, 0x8001, 0x3FC1 },
        { true, 0x3F81, 0x3FC0, 0x0000, 0x3FC2 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char insn[64];
        snprintf(insn, sizeof insn, "fma.rn.%sf16 %%rs4, %%rs1, %%rs2, %%rs3;", rows[i].bfloat ? "b" : "");
        in[0][0] = rows[i].a, in[0][1] = rows[i].b, in[0][2] = rows[i].c;
        run(insn, of_16);
        check(insn, 0, half_expected(HALF_FMA, rows[i].a, rows[i].b, rows[i].c, rows[i].bfloat, 0));
        check(insn, 0, rows[i].want);
    }
}

// --- comparisons

static const char *const comparisons[] = { "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan" };

static bool holds(size_t comparison, double a, double b)
{
    bool nan = isnan(a) || isnan(b);
    const bool ordered[] = { a == b, a < b || a > b, a < b, a <= b, a > b, a >= b };
    return comparison < 6 ? ordered[comparison] : comparison < 12 ? nan || ordered[comparison - 6] : (comparison == 12) != nan;
}

static bool compared(size_t comparison, const operands o, uint32_t shift, bool bfloat, bool flush)
{
    double a = half_double((uint32_t)(o[0] >> shift) & 0xFFFF, bfloat), b = half_double((uint32_t)(o[1] >> shift) & 0xFFFF, bfloat);
    a = flush && fabs(a) < 0x1p-14 ? 0 : a, b = flush && fabs(b) < 0x1p-14 ? 0 : b;
    return holds(comparison, a, b);
}

static void test_setp(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 14 * 2 * 2 * 4 * 2; k++) {
        bool bfloat = k & 1, pair = k & 2, flush = (k & 4) && !bfloat;
        uint32_t combine = k >> 3 & 3;
        size_t comparison = k / 32;
        static const char *const combines[] = { "", ".and", ".or", ".xor" };
        char insn[128];
        snprintf(insn, sizeof insn, "setp.%s%s%s.%sf16%s %%p4%s, %%%s1, %%%s2%s;", comparisons[comparison], combines[combine], flush ? ".ftz" : "",
                 bfloat ? "b" : "", pair ? "x2" : "", pair ? "|%p5" : "", pair ? "r" : "rs", pair ? "r" : "rs", combine > 0 ? ", !%p3" : "");
        draw_operands(bfloat);
        run(insn, pair ? of_pq : of_p);
        for (size_t i = 0; i < MANY; i++) {
            bool c = !(in[i][2] & 1), t[2];
            for (uint32_t h = 0; h < 2; h++) {
                t[h] = compared(comparison, in[i], 16 * h, bfloat, flush);
                t[h] = combine == 1 ? t[h] && c : combine == 2 ? t[h] || c : combine == 3 ? t[h] != c : t[h];
            }
            check(insn, i, t[0] | (pair ? t[1] * 2u : 0));
        }
    }
}

static void test_set(void **state)
{
    (void)state;
    static const struct { const char *types, *registers, *store; bool bfloat, pair; uint64_t yes; } rows[] = {
        { "f16.f16", "rs", of_16, false, false, 0x3C00 },        { "bf16.bf16", "rs", of_16, true, false, 0x3F80 },
        { "u16.f16", "rs", of_16, false, false, 0xFFFF },        { "s16.bf16", "rs", of_16, true, false, 0xFFFF },
        { "f16x2.f16x2", "r", of_32, false, true, 0x3C00 },      { "bf16x2.bf16x2", "r", of_32, true, true, 0x3F80 },
        { "u32.f16x2", "r", of_32, false, true, 0xFFFF },        { "s32.bf16x2", "r", of_32, true, true, 0xFFFF },
        { "bf16.f16", "rs", of_16, false, false, 0x3F80 },
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows * 14; k++) {
        char insn[128];
        const char *kind = rows[k / 14].registers;
        bool flush = !rows[k / 14].bfloat && k % 3 == 0;
        snprintf(insn, sizeof insn, "set.%s%s.%s %%%s4, %%%s1, %%%s2;", comparisons[k % 14], flush ? ".ftz" : "", rows[k / 14].types, kind, kind, kind);
        draw_operands(rows[k / 14].bfloat);
        run(insn, rows[k / 14].store);
        for (size_t i = 0; i < MANY; i++) {
            uint64_t want = compared(k % 14, in[i], 0, rows[k / 14].bfloat, flush) ? rows[k / 14].yes : 0;
            check(insn, i, want | (rows[k / 14].pair && compared(k % 14, in[i], 16, rows[k / 14].bfloat, flush) ? rows[k / 14].yes << 16 : 0));
        }
    }
    in[0][0] = 5, in[0][1] = 4;
    run("set.gt.f16.u32 %rs4, %r1, %r2;", of_16);
    check("set.gt.f16.u32", 0, 0x3C00);
    run("set.lt.and.u32.f16 %r4, %rs1, %rs2, %p3;", of_32);
    check("set.lt.and.u32.f16", 0, 0);
}

// --- conversions

static const char *const roundings[] = { "rn", "rz", "rm", "rp" };

static void check_to_halves(const char *type, const char *source, half_exact (*exact)(uint64_t))
{
    for (uint32_t k = 0; k < 4 * 2 * 2; k++) {
        bool bfloat = k & 1, saturates = k & 2;
        char insn[128];
        snprintf(insn, sizeof insn, "cvt.%s%s.%sf16.%s %%rs4, %s;", roundings[k >> 2], saturates ? ".sat" : "", bfloat ? "b" : "", type, source);
        run(insn, of_16);
        for (size_t i = 0; i < MANY; i++) {
            check(insn, i, half_rounded(exact(in[i][0]), bfloat, (half_rounding)(k >> 2), saturates ? SATURATE : 0));
        }
    }
}

static half_exact of_f32_bits(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float v;
    memcpy(&v, &low, sizeof v);
    return half_of_double((double)v);
}

static half_exact of_f64_bits(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return half_of_double(v);
}

static half_exact of_u64(uint64_t v) { return half_of_integer(v, false); }
static half_exact of_s64(uint64_t v) { return half_of_integer(v, true); }
static half_exact of_u32(uint64_t v) { return half_of_integer((uint32_t)v, false); }
static half_exact of_s32(uint64_t v) { return half_of_integer((uint64_t)(int64_t)(int32_t)v, true); }
static half_exact of_s16(uint64_t v) { return half_of_integer((uint64_t)(int64_t)(int16_t)v, true); }
static half_exact of_u8(uint64_t v) { return half_of_integer((uint8_t)v, false); }
static uint64_t bits32(double v)
{
    float narrow = (float)v;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return isnan(v) ? 0x7FFFFFFF : bits;
}

static uint64_t bits64(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return isnan(v) ? 0x7FF8000000000000u : bits;
}

// Halves, what lies in the middle of two of them, and a little beside it.
static void test_from_floats(void **state)
{
    (void)state;
    for (uint32_t wide = 0; wide < 2; wide++) {
        for (uint32_t again = 0; again < 6; again++) {
            for (size_t i = 0; i < MANY; i++) {
                bool bfloat = draw() & 1;
                double v = half_double(draw_half(bfloat), bfloat), next = half_double(draw_half(bfloat), bfloat);
                v = draw() % 4 == 0 ? (v + next) / 2 : draw() % 3 == 0 ? v * (1 + ldexp(1, bfloat ? -8 : -11)) : v;
                in[i][0] = wide ? bits64(v) : bits32(v);
                in[i][0] += draw() % 3 - 1;
                in[i][0] = draw() % 8 == 0 ? (uint64_t)draw() << 32 | draw() : in[i][0];
            }
            wide ? check_to_halves("f64", "%fd1", of_f64_bits) : check_to_halves("f32", "%f1", of_f32_bits);
        }
    }
}

static void test_from_integers(void **state)
{
    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        in[i][0] = ((uint64_t)draw() << 32 | draw()) >> draw() % 64;
        uint64_t tie = UINT64_C(0x101) << draw() % 55;      // and one beside it: bf16 sees the last of 64 bits
        in[i][0] = draw() % 4 == 0 ? tie + draw() % 3 - 1 : draw() % 4 == 0 ? 0 - in[i][0] : in[i][0];
    }
    check_to_halves("u64", "%rd1", of_u64);
    check_to_halves("s64", "%rd1", of_s64);
    check_to_halves("u32", "%r1", of_u32);
    check_to_halves("s32", "%r1", of_s32);
    check_to_halves("s16", "%rs1", of_s16);
    check_to_halves("u8", "%rs1", of_u8);
}

static uint64_t integer_of(double v, uint32_t mode, uint32_t bits, bool is_signed)
{
    double whole = mode == 0 ? nearbyint(v) : mode == 1 ? trunc(v) : mode == 2 ? floor(v) : ceil(v);
    uint64_t ones = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1, most = is_signed ? ones >> 1 : ones;
    if (isnan(v)) {
        return bits == 64 ? UINT64_C(1) << 63 : 0;
    }
    uint64_t r = whole >= ldexp(1, (int)bits - is_signed) ? most : whole <= (is_signed ? -ldexp(1, (int)bits - 1) : 0) ? (is_signed ? most + 1 : 0) :
        is_signed ? (uint64_t)(int64_t)whole : (uint64_t)whole;
    return r & ones;
}

// Every number of a format to everything.
static void check_every_number(const char *insn, const char *store, uint64_t (*want)(double, uint32_t mode, uint32_t bits, bool is_signed), bool bfloat,
                               uint32_t mode, uint32_t bits, bool is_signed)
{
    for (uint64_t from = 0; from < ALL; from += MANY) {
        for (size_t i = 0; i < MANY; i++) {
            in[i][0] = from + i;
        }
        run(insn, store);
        for (size_t i = 0; i < MANY; i++) {
            check(insn, i, want(half_double((uint32_t)in[i][0], bfloat), mode, bits, is_signed));
        }
    }
}

static uint64_t as_f32(double v, uint32_t mode, uint32_t bits, bool is_signed) { (void)bits, (void)is_signed; return mode && fabs(v) < 0x1p-126 ? bits32(copysign(0, v)) : bits32(v); }
static uint64_t as_f64(double v, uint32_t mode, uint32_t bits, bool is_signed) { (void)mode, (void)bits, (void)is_signed; return bits64(v); }
static uint64_t as_half(double v, uint32_t mode, uint32_t bfloat, bool s) { (void)s; return half_rounded(half_of_double(v), bfloat, (half_rounding)mode, 0); }
static uint64_t as_whole(double v, uint32_t mode, uint32_t bfloat, bool s)
{
    (void)s;
    double whole = mode == 0 ? nearbyint(v) : mode == 1 ? trunc(v) : mode == 2 ? floor(v) : ceil(v);
    return half_rounded(half_of_double(whole), bfloat, NEAREST, 0);
}

static void test_from_every_number(void **state)
{
    (void)state;
    static const char *const whole[] = { "rni", "rzi", "rmi", "rpi" };
    char insn[128];
    for (uint32_t bfloat = 0; bfloat < 2; bfloat++) {
        const char *type = bfloat ? "bf16" : "f16";
        for (uint32_t k = 0; k < 4 * 4 * 2; k++) {
            uint32_t bits = 8u << (k >> 2 & 3);
            bool is_signed = k & 16;
            const char *store = bits == 64 ? of_64 : bits == 32 ? of_32 : of_16;
            snprintf(insn, sizeof insn, "cvt.%s.%s%u.%s %%%s4, %%rs1;%s", whole[k & 3], is_signed ? "s" : "u", bits, type,
                     bits == 64 ? "rd" : bits == 32 ? "r" : "rs", bits == 8 ? " and.b16 %rs4, %rs4, 255;" : "");
            check_every_number(insn, store, integer_of, bfloat, k & 3, bits, is_signed);
        }
        for (uint32_t mode = 0; mode < 4; mode++) {
            snprintf(insn, sizeof insn, "cvt.%s.%s.%s %%rs4, %%rs1;", roundings[mode], bfloat ? "f16" : "bf16", type);
            check_every_number(insn, of_16, as_half, bfloat, mode, !bfloat, false);
            snprintf(insn, sizeof insn, "cvt.%s.%s.%s %%rs4, %%rs1;", whole[mode], type, type);
            check_every_number(insn, of_16, as_whole, bfloat, mode, bfloat, false);
        }
        snprintf(insn, sizeof insn, "cvt.f32.%s %%f4, %%rs1;", type);
        check_every_number(insn, of_f32, as_f32, bfloat, 0, 0, false);
        snprintf(insn, sizeof insn, "cvt.ftz.f32.%s %%f4, %%rs1;", type);
        check_every_number(insn, of_f32, as_f32, bfloat, 1, 0, false);
        snprintf(insn, sizeof insn, "cvt.f64.%s %%fd4, %%rs1;", type);
        check_every_number(insn, of_f64, as_f64, bfloat, 0, 0, false);
    }
}

static void test_pairs_of_floats(void **state)
{
    (void)state;
    static const struct { const char *words; int flags; } ways[] = { { "", 0 }, { ".relu", RELU }, { ".satfinite", FINITE }, { ".relu.satfinite", RELU | FINITE } };
    for (uint32_t k = 0; k < 4 * 2 * 2 * 2; k++) {
        bool bfloat = k & 1, pair = k & 2, to_zero = k & 4;
        char insn[128];
        snprintf(insn, sizeof insn, "cvt.%s%s.%sf16%s.f32 %%%s4, %%f1%s;", to_zero ? "rz" : "rn", ways[k >> 3].words, bfloat ? "b" : "", pair ? "x2" : "",
                 pair ? "r" : "rs", pair ? ", %f2" : "");
        for (size_t i = 0; i < MANY; i++) {
            in[i][0] = draw() % 2 ? bits32(half_double(draw_half(bfloat), bfloat) * 1.125) : draw();
            in[i][1] = draw() % 2 ? bits32(half_double(draw_half(bfloat), bfloat)) : draw();
        }
        run(insn, pair ? of_32 : of_16);
        for (size_t i = 0; i < MANY; i++) {
            half_rounding rounding = to_zero ? TO_ZERO : NEAREST;
            uint32_t a = half_rounded(of_f32_bits(in[i][0]), bfloat, rounding, ways[k >> 3].flags);
            check(insn, i, pair ? a << 16 | half_rounded(of_f32_bits(in[i][1]), bfloat, rounding, ways[k >> 3].flags) : a);
        }
    }
}

// --- atomics, registers, mistakes

static void test_atomics(void **state)
{
    (void)state;
    static const uint32_t values[] = { 0x3C003C00, 0x3F803F80 };
    for (uint32_t k = 0; k < 4; k++) {
        bool bfloat = k & 1, pair = k & 2;
        char body[512];
        uint32_t value = values[bfloat];
        snprintf(body, sizeof body, "mov.b32 %%r1, %u; cvt.u16.u32 %%rs1, %%r1; atom.global.add.noftz.%sf16%s %%%s4, [%%rd31+%u], %%%s1;"
                 "red.relaxed.gpu.global.add.noftz.%sf16%s [%%rd31], %%%s1; bar.sync 0; ld.global.u32 %%r9, [%%rd31]; cvt.u64.u32 %%rd9, %%r9; %s"
                 "shl.b64 %%rd9, %%rd9, 32; or.b64 %%rd9, %%rd9, %%rd4; st.global.u64 [%%rd30], %%rd9;", value, bfloat ? "b" : "", pair ? "x2" : "", pair ? "r" : "rs",
                 pair ? 4u : 2u, pair ? "r" : "rs", bfloat ? "b" : "", pair ? "x2" : "", pair ? "r" : "rs", pair ? "cvt.u64.u32 %rd4, %r4;" : "cvt.u64.u16 %rd4, %rs4;");
        ptx_run_body("", body, &(ptx_run_options){ 0 }, &r);
        assert_true(r.good);
        uint32_t sum = 0;
        for (uint32_t lane = 0; lane < 32; lane++) {
            assert_int_equal((uint32_t)r.out[lane], pair ? sum | sum << 16 : sum);
            sum = half_expected(HALF_ADD, sum, value & 0xFFFF, 0, bfloat, 0);
        }
        assert_int_equal(r.out[0] >> 32, sum | sum << 16);                          // of one: its neighbour is the sum of atom
    }
}

// A half in 32 and in 64 bits: zeros above it.
static void test_wide_destinations(void **state)
{
    (void)state;
    static uint64_t want[MANY];
    run("cvt.rn.f16.f32 %rs4, %f1;", of_16);
    memcpy(want, r.out, sizeof want);
    run("mov.b64 %rd4, -1; cvt.rn.f16.f32 %rd4, %f1;", of_64);
    for (size_t i = 0; i < MANY; i++) {
        check("cvt.rn.f16.f32 to 64 bits", i, want[i]);
    }
    run("mov.b32 %r4, -1; cvt.rn.f16.f32 %r4, %f1;", of_32);
    for (size_t i = 0; i < MANY; i++) {
        check("cvt.rn.f16.f32 to 32 bits", i, want[i]);
    }
}

static void test_mistakes(void **state)
{
    (void)state;
    static const struct { const char *insn, *message; } rows[] = {
        { "add.f16 %rs1, %rs2, 5;", "add.f16: operand 3 is a number, expected a register: mov has numbers, as bits" },
        { "fma.f16 %rs1, %rs2, %rs2, %rs3;", "fma.f16: expected .rn" },
        { "add.rz.f16 %rs1, %rs2, %rs3;", "add.rz.f16: modifier .rz found, expected one that add has" },
        { "add.sat.bf16 %rs1, %rs2, %rs3;", "add.sat.bf16: modifier .sat found, expected one that add has" },
        { "fma.rn.sat.relu.f16 %rs1, %rs2, %rs3, %rs3;", "fma.rn.sat.relu.f16: modifier .relu found, expected one that fma has" },
        { "min.xorsign.f16 %rs1, %rs2, %rs3;", "min.xorsign.f16: expected .xorsign.abs" },
        { "ex2.approx.bf16 %rs1, %rs2;", "ex2.approx.bf16: expected .approx.ftz" },
        { "tanh.f16 %rs1, %rs2;", "tanh.f16: expected .approx" },
        { "div.rn.f16 %rs1, %rs2, %rs3;", "div.rn.f16: type .f16 found, expected .b16 for it" },
        { "mov.f16x2 %r1, %r2;", "mov.f16x2: type .f16x2 found, expected .b32 for it" },
        { "dp4a.u32.f16 %r1, %r2, %r3, %r4;", "dp4a.u32.f16: type .f16 found, expected .b16 for it" },
        { "ld.global.bf16 %rs1, [%rd1];", "ld.global.bf16: type .bf16 found, expected .b16 for it" },
        { "add.f16x2 %rs1, %rs2, %rs3;", "add.f16x2: register %rs1 is .b16, expected 32 bits" },
        { "cvt.f16.f32 %rs1, %f1;", "cvt.f16.f32: expected .rn, .rz, .rm or .rp" },
        { "cvt.rni.f16.f32 %rs1, %f1;", "cvt.rni.f16.f32: expected .rn, .rz, .rm or .rp" },
        { "cvt.u32.f16 %r1, %rs1;", "cvt.u32.f16: expected .rni, .rzi, .rmi or .rpi from a float to an integer" },
        { "cvt.rn.f32.f16 %f1, %rs1;", "cvt.rn.f32.f16: a rounding found, expected none" },
        { "cvt.rm.f16x2.f32 %r1, %f1, %f2;", "cvt.rm.f16x2.f32: expected .rn or .rz" },
        { "cvt.rn.f16x2.f32 %r1, %f1;", "cvt.rn.f16x2.f32: 2 operands found, expected 3" },
        { "cvt.rn.f16x2.u32 %r1, %r1, %r2;", "cvt.rn.f16x2.u32: types .f16x2.u32 found, expected a pair of two .f32" },
        { "cvt.rm.relu.f16.f32 %rs1, %f1;", "cvt.rm.relu.f16.f32: modifier .relu found, expected one that cvt has" },
        { "cvt.rs.f16x2.f32 %r1, %f1, %f2;", "\".rs\" found, expected a type or modifier that is supported" },
        { "setp.lt.f16x2 %p1, %r1, %r2;", "setp.lt.f16x2: expected two destinations, p|q" },
        { "setp.lt.f16 %p1|%p2, %rs1, %rs2;", "setp.lt.f16: expected one destination" },
        { "set.lt.f32.f16 %f1, %rs1, %rs2;", "set.lt.f32.f16: type .f32 found, expected a result that a comparison of .f16 has" },
        { "atom.global.add.f16 %rs1, [%rd1], %rs2;", "atom.global.add.f16: expected .noftz" },
        { "atom.global.exch.noftz.f16x2 %r1, [%rd1], %r2;",
          "atom.global.exch.noftz.f16x2: type .f16x2 found, expected one that this operation has" },
        { ".reg .bf16 %b1;", "\".bf16\" found, expected .b16 or .b32 to hold it" },
        { ".global .f16 x = 1;", "\"1\" found, expected no initial value of half precision: declare it .b16 or .b32" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptx_run_body("", rows[i].insn, NULL, &r);
        char *said = strchr(r.error, ' ');
        if (r.parsed || said == NULL || strcmp(said + 1, rows[i].message) != 0) {
            fail_msg("%s: said %s, expected %s", rows[i].insn, r.error, rows[i].message);
        }
    }
}

// Registers of the types themselves, and what moves 16 and 32 bits.
static void test_registers(void **state)
{
    (void)state;
    in[0][0] = 0x3C00, in[0][1] = 0x4000;
    run("add.rn.f16 %h3, %h1, %h2; mov.b32 %hh3, {%h3, %h1}; add.f16x2 %hh3, %hh3, %hh3; mov.b32 {%rs5, %rs6}, %hh3; mov.b32 %r4, {%rs6, %rs5};", of_32);
    check("pairs", 0, 0x46004000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),    cmocka_unit_test(test_every_number),      cmocka_unit_test(test_rounded_once),
        cmocka_unit_test(test_setp),          cmocka_unit_test(test_set),               cmocka_unit_test(test_from_floats),
        cmocka_unit_test(test_from_integers), cmocka_unit_test(test_from_every_number), cmocka_unit_test(test_pairs_of_floats),
        cmocka_unit_test(test_atomics),       cmocka_unit_test(test_registers),         cmocka_unit_test(test_wide_destinations), cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
