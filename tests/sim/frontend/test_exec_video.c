// SPDX-License-Identifier: BSD-3-Clause
// Every form of the video instructions against a reference that reads the form's name: all operations, types, parts, masks,
// second operations, with random operands and those at the edges of bytes, halves and words.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/frontend/ptx_run.h"

enum { LANES = 32, AT_ONCE = PTX_RUN_SLOTS / LANES };
__extension__ typedef __int128 wide;

// A form as it is written: "" for what it leaves out.
typedef struct {
    const char *op, *d_type, *a_type, *b_type;
    const char *words;                      // .sat, .clamp, …
    const char *second, *compare;
    const char *d_part, *a_part, *b_part, *minus;
    bool        has_c;
} form;

static uint32_t inputs[LANES][3];
static struct { form form; char text[120]; } waiting[AT_ONCE];
static uint32_t n_waiting;
static uint64_t seed = 1;

static uint32_t draw(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 32);
}

static uint32_t draw_operand(void)
{
    static const uint32_t edges[] = { 0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7F80FF01, 31, 32, 33 };
    return draw() % 3 == 0 ? edges[draw() % (sizeof edges / sizeof *edges)] : draw() % 5 == 0 ? draw() % 40 : draw();
}

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

// --- the reference

static int64_t extended(uint32_t value, uint32_t bits, bool is_signed)
{
    int64_t low = value & ((UINT64_C(1) << bits) - 1);
    return is_signed && low >> (bits - 1) != 0 ? low - (INT64_C(1) << bits) : low;
}

// ".b2" of a word; "" is all of it.
static int64_t part_of(uint32_t word, const char *part, bool is_signed)
{
    uint32_t bits = part[0] == '\0' ? 32 : part[1] == 'b' ? 8 : 16;
    return extended(bits == 32 ? word : word >> (uint32_t)(part[2] - '0') * bits, bits, is_signed);
}

static wide clamped(wide v, uint32_t bits, bool is_signed)
{
    wide most = is_signed ? ((wide)1 << (bits - 1)) - 1 : ((wide)1 << bits) - 1, least = is_signed ? -most - 1 : 0;
    return v > most ? most : v < least ? least : v;
}

static bool holds(const char *compare, wide a, wide b)
{
    return is(compare, ".eq") ? a == b : is(compare, ".ne") ? a != b : is(compare, ".lt") ? a < b : is(compare, ".le") ? a <= b :
           is(compare, ".gt") ? a > b : a >= b;
}

static wide computed(const form *f, const char *op, wide a, wide b)
{
    if (is(op, "shl") || is(op, "shr")) {
        wide by = strstr(f->words, ".wrap") ? b % 32 : b > 32 ? 32 : b, power = (wide)1 << by;
        return is(op, "shl") ? a * power : (a - ((a % power) + power) % power) / power;
    }
    if (is(op, "avrg")) {
        wide sum = a + b;
        return sum >= 0 ? (sum + 1) / 2 : -((1 - sum) / 2);
    }
    return is(op, "add") ? a + b : is(op, "sub") ? a - b : is(op, "absdiff") ? (a > b ? a - b : b - a) : is(op, "min") ? (a < b ? a : b) :
           is(op, "max") ? (a > b ? a : b) : (wide)holds(f->compare, a, b);
}

static uint32_t merged(const form *f, wide t, uint32_t c)
{
    bool is_byte = f->d_part[1] == 'b';
    uint32_t shift = (uint32_t)(f->d_part[2] - '0') * (is_byte ? 8 : 16), ones = (is_byte ? 0xFFu : 0xFFFFu) << shift;
    return (((uint32_t)(uint64_t)t << shift) & ones) | (c & ~ones);
}

static uint32_t scalar(const form *f, uint32_t a, uint32_t b, uint32_t c)
{
    bool is_signed = is(f->d_type, ".s32");
    wide t = computed(f, f->op + 1, part_of(a, f->a_part, is(f->a_type, ".s32")), part_of(b, f->b_part, is(f->b_type, ".s32")));
    if (strstr(f->words, ".sat")) {
        t = clamped(t, f->d_part[0] == '\0' ? 32 : f->d_part[1] == 'b' ? 8 : 16, is_signed);
    }
    if (f->d_part[0] != '\0') {
        return merged(f, t, c);
    }
    wide third = extended(c, 32, is_signed), period = (wide)1 << 33;
    t = ((t % period) + period) % period;
    t = t >= period / 2 ? t - period : t;                                            // .s33
    t = is(f->second, ".add") ? t + third : is(f->second, ".min") ? (t < third ? t : third) : is(f->second, ".max") ? (t > third ? t : third) : t;
    return (uint32_t)(uint64_t)t;
}

static uint32_t product(const form *f, uint32_t a, uint32_t b, uint32_t c)
{
    bool minus_a = strchr(f->minus, 'a'), minus_b = strchr(f->minus, 'b'), minus_c = strchr(f->minus, 'c');
    bool is_signed = is(f->a_type, ".s32") || is(f->b_type, ".s32") || minus_a != minus_b || minus_c;
    wide t = (wide)part_of(a, f->a_part, is(f->a_type, ".s32")) * part_of(b, f->b_part, is(f->b_type, ".s32"));
    wide third = minus_c ? -(wide)extended(c, 32, true) : (wide)extended(c, 32, is_signed);
    t = (minus_a != minus_b ? -t : t) + third + (strstr(f->words, ".po") != NULL);
    wide by = strstr(f->words, ".shr7") ? 128 : strstr(f->words, ".shr15") ? 32768 : 1;
    t = (t - ((t % by) + by) % by) / by;
    t = strstr(f->words, ".sat") ? clamped(t, 32, is_signed) : t;
    return (uint32_t)(uint64_t)t;
}

// Of the names of elements, ".b3210" or ".h10", the e-th from the end.
static int64_t element_of(uint32_t a, uint32_t b, const char *part, uint32_t e, bool is_signed)
{
    uint32_t n = part[1] == 'b' ? 4 : 2, bits = 32 / n, which = (uint32_t)(part[strlen(part) - 1 - e] - '0');
    return extended((which < n ? a : b) >> which % n * bits, bits, is_signed);
}

static uint32_t vector(const form *f, uint32_t a, uint32_t b, uint32_t c)
{
    size_t length = strlen(f->op);
    uint32_t n = (uint32_t)(f->op[length - 1] - '0'), bits = 32 / n, result = c;
    char op[16];
    snprintf(op, sizeof op, "%.*s", (int)length - 2, f->op + 1);
    const char *whole = n == 4 ? ".b3210" : ".h10", *other = n == 4 ? ".b7654" : ".h32", *mask = f->d_part[0] ? f->d_part : whole;
    for (uint32_t e = 0; e < n; e++) {
        wide t = computed(f, op, element_of(a, b, f->a_part[0] ? f->a_part : whole, e, is(f->a_type, ".s32")),
                          element_of(a, b, f->b_part[0] ? f->b_part : other, e, is(f->b_type, ".s32")));
        t = strstr(f->words, ".sat") ? clamped(t, bits, is(f->d_type, ".s32")) : t;
        if (!strchr(mask + 2, (int)('0' + e))) {
            continue;
        }
        uint32_t ones = (uint32_t)((UINT64_C(1) << bits) - 1) << e * bits;
        result = is(f->second, ".add") ? result + (uint32_t)(uint64_t)t : (result & ~ones) | ((uint32_t)(uint64_t)t << e * bits & ones);
    }
    return result;
}

static uint32_t expected(const form *f, const uint32_t in[3])
{
    char last = f->op[strlen(f->op) - 1];
    return is(f->op, "vmad") ? product(f, in[0], in[1], in[2]) : last == '2' || last == '4' ? vector(f, in[0], in[1], in[2]) :
           scalar(f, in[0], in[1], in[2]);
}

// --- what is run

static void check_waiting(void)
{
    static char body[60000];
    static ptx_run_result r;
    int n = snprintf(body, sizeof body, "mul.wide.u32 %%rd1, %%r30, 12; add.s64 %%rd1, %%rd1, %%rd31; ld.global.u32 %%r1, [%%rd1];"
                     "ld.global.u32 %%r2, [%%rd1+4]; ld.global.u32 %%r3, [%%rd1+8];\n");
    for (uint32_t k = 0; k < n_waiting; k++) {
        n += snprintf(body + n, sizeof body - (size_t)n, "mov.u32 %%r4, 0; %s st.global.u32 [%%rd30+%u], %%r4;\n", waiting[k].text, k * LANES * 8);
    }
    for (uint32_t i = 0; i < LANES * 3; i++) {
        inputs[i / 3][i % 3] = draw_operand();
    }
    ptx_run_body("", body, &(ptx_run_options){ .input = inputs, .input_bytes = sizeof inputs }, &r);
    if (!r.good) {
        fail_msg("%s", r.error);
    }
    for (uint32_t k = 0; k < n_waiting; k++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            uint32_t want = expected(&waiting[k].form, inputs[lane]), got = (uint32_t)r.out[k * LANES + lane];
            if (got != want) {
                fail_msg("%s a=%#x b=%#x c=%#x: lane %u: got %#x, expected %#x", waiting[k].text, inputs[lane][0], inputs[lane][1],
                         inputs[lane][2], lane, got, want);
            }
        }
    }
    n_waiting = 0;
}

static void check(form f)
{
    bool compares = f.compare[0] != '\0';
    const char *minus[3] = { strchr(f.minus, 'a') ? "-" : "", strchr(f.minus, 'b') ? "-" : "", strchr(f.minus, 'c') ? "-" : "" };
    waiting[n_waiting].form = f;
    snprintf(waiting[n_waiting].text, sizeof waiting->text, "%s%s%s%s%s%s%s %%r4%s, %s%%r1%s, %s%%r2%s%s%s%s;", f.op, compares ? "" : f.d_type,
             f.a_type, f.b_type, f.words, f.compare, f.second, f.d_part, minus[0], f.a_part, minus[1], f.b_part, f.has_c ? ", " : "",
             f.has_c ? minus[2] : "", f.has_c ? "%r3" : "");
    if (++n_waiting == AT_ONCE) {
        check_waiting();
    }
}

static const char *const types[] = { ".u32", ".s32" };
static const char *const parts[] = { "", ".b0", ".b1", ".b2", ".b3", ".h0", ".h1" };
static const char *const seconds[] = { "", ".add", ".min", ".max" };
static const char *const compares[] = { ".eq", ".ne", ".lt", ".le", ".gt", ".ge" };
#define COUNT(a) (sizeof (a) / sizeof *(a))
#define EACH(i, a) for (size_t i = 0; i < COUNT(a); i++)

// Alone, with a second operation, into a part of the destination.
static void check_results(form f)
{
    EACH(s, seconds) {
        f.second = seconds[s], f.has_c = s > 0;
        check(f);
    }
    f.second = "", f.has_c = true;
    for (size_t p = 1; p < COUNT(parts); p++) {
        f.d_part = parts[p];
        check(f);
    }
}

static void check_parts(form f)
{
    EACH(a, parts) {
        EACH(b, parts) {
            f.a_part = parts[a], f.b_part = parts[b];
            check_results(f);
        }
    }
}

static const form nothing = { "", ".u32", "", "", "", "", "", "", "", "", "", false };

static void test_scalar(void **state)
{
    (void)state;
    static const char *const ops[] = { "vadd", "vsub", "vabsdiff", "vmin", "vmax" }, *const words[] = { "", ".sat" };
    EACH(o, ops) {
        for (size_t t = 0; t < 8; t++) {
            EACH(w, words) {
                form f = nothing;
                f.op = ops[o], f.d_type = types[t & 1], f.a_type = types[t >> 1 & 1], f.b_type = types[t >> 2 & 1], f.words = words[w];
                check_parts(f);
            }
        }
    }
    check_waiting();
}

static void test_shifts(void **state)
{
    (void)state;
    static const char *const ops[] = { "vshl", "vshr" }, *const words[] = { ".clamp", ".wrap", ".sat.clamp", ".sat.wrap" };
    EACH(o, ops) {
        for (size_t t = 0; t < 4; t++) {
            EACH(w, words) {
                form f = nothing;
                f.op = ops[o], f.d_type = types[t & 1], f.a_type = types[t >> 1], f.b_type = ".u32", f.words = words[w];
                check_parts(f);
            }
        }
    }
    check_waiting();
}

static void test_comparisons(void **state)
{
    (void)state;
    for (size_t t = 0; t < 4; t++) {
        EACH(k, compares) {
            form f = nothing;
            f.op = "vset", f.a_type = types[t & 1], f.b_type = types[t >> 1], f.compare = compares[k];
            check_parts(f);
        }
    }
    check_waiting();
}

static void test_products(void **state)
{
    (void)state;
    static const char *const words[] = { "", ".sat", ".shr7", ".shr15", ".sat.shr7", ".sat.shr15" }, *const minus[] = { "", "a", "b", "ab", "c" },
        *const plus_one[] = { ".po", ".po.sat", ".po.shr7", ".po.sat.shr15" };
    for (size_t t = 0; t < 8 * COUNT(parts) * COUNT(parts); t++) {
        form f = nothing;
        f.op = "vmad", f.d_type = types[t & 1], f.a_type = types[t >> 1 & 1], f.b_type = types[t >> 2 & 1], f.has_c = true;
        f.a_part = parts[t / 8 % COUNT(parts)], f.b_part = parts[t / 8 / COUNT(parts)];
        EACH(w, words) {
            EACH(m, minus) {
                f.words = words[w], f.minus = minus[m];
                check(f);
            }
        }
        EACH(w, plus_one) {
            f.words = plus_one[w], f.minus = "";
            check(f);
        }
    }
    check_waiting();
}

// The name of elements chosen at random: of two .h and two digits to 3, of four .b and four digits to 7; "" now and then.
static const char *draw_elements(uint32_t n, char name[8])
{
    snprintf(name, 8, n == 2 ? ".h%u%u" : ".b%u%u%u%u", draw() % (2 * n), draw() % (2 * n), draw() % (2 * n), draw() % (2 * n));
    return draw() % 8 == 0 ? "" : name;
}

static const char *mask_name(uint32_t mask, uint32_t n, char name[8])
{
    int at = snprintf(name, 8, n == 2 ? ".h" : ".b");
    for (uint32_t e = n; e-- > 0;) {
        at += mask >> e & 1 ? snprintf(name + at, 8 - (size_t)at, "%u", e) : 0;
    }
    return mask == 0 ? "" : name;
}

static void check_vector(form f, uint32_t n)
{
    static char names[AT_ONCE][3][8];
    for (uint32_t mask = 0; mask < 1u << n; mask++) {
        for (uint32_t again = 0; again < 4; again++) {
            f.d_part = mask_name(mask, n, names[n_waiting][0]), f.has_c = true;
            f.a_part = draw_elements(n, names[n_waiting][1]), f.b_part = draw_elements(n, names[n_waiting][2]);
            check(f);
        }
    }
}

static void test_vectors(void **state)
{
    (void)state;
    static const char *const ops[] = { "vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset" };
    static const struct { const char *words, *second; } ways[] = { { "", "" }, { ".sat", "" }, { "", ".add" } };
    static char name[16];
    for (uint32_t k = 0; k < COUNT(ops) * 2 * 8 * COUNT(ways) * COUNT(compares); k++) {
        uint32_t n = k & 1 ? 4 : 2, t = k >> 1 & 7, way = (k >> 4) % COUNT(ways), compare = (k >> 4) / COUNT(ways) % COUNT(compares);
        const char *op = ops[(k >> 4) / COUNT(ways) / COUNT(compares)];
        bool compares_them = is(op, "vset");
        if (compares_them ? t & 1 || way == 1 : compare > 0) {
            continue;
        }
        form f = nothing;
        snprintf(name, sizeof name, "%s%u", op, n);
        f.op = name, f.d_type = types[t & 1], f.a_type = types[t >> 1 & 1], f.b_type = types[t >> 2 & 1];
        f.words = ways[way].words, f.second = ways[way].second, f.compare = compares_them ? compares[compare] : "";
        check_vector(f, n);
        check_waiting();
    }
}

// What the manual's examples and cuda-samples write, with numbers worked out by hand.
static void test_by_hand(void **state)
{
    (void)state;
    static const struct { const char *insn; uint32_t a, b, c, want; } rows[] = {
        { "vabsdiff4.u32.u32.u32.add %r4, %r1, %r2, %r3;", 0x01FF0510, 0x02010A00, 1000, 1000 + 1 + 254 + 5 + 16 },
        { "vadd.s32.u32.s32.sat %r4, %r1.b0, %r2.h0;", 0xFF, 0x8000, 0, (uint32_t)(255 - 32768) },
        { "vsub.s32.s32.u32.sat %r4, %r1.h1, %r2.h1;", 0x80000000, 0xFFFF0000, 0, (uint32_t)(-32768 - 65535) },
        { "vabsdiff.s32.s32.s32.sat %r4.h0, %r1.b0, %r2.b2, %r3;", 0x80, 0x7F0000, 0x12345678, 0x123400FF },
        { "vmin.s32.s32.s32.sat.add %r4, %r1, %r2, %r3;", 0xFFFFFFF0, 5, 20, 4 },
        { "vadd.u32.u32.u32.sat %r4, %r1, 7;", 0xFFFFFFFF, 0, 0, 0xFFFFFFFF },
        { "vset.s32.u32.lt %r4, %r1, %r2;", 0xFFFFFFFF, 0, 0, 1 },
        { "vset4.u32.u32.ge %r4, %r1, %r2, %r3;", 0x01020304, 0x02020202, 0, 0x00010101 },
        { "vshr.s32.s32.u32.clamp %r4, %r1, %r2;", 0x80000000, 99, 0, 0xFFFFFFFF },
        { "vshl.u32.u32.u32.sat.clamp %r4, %r1, %r2;", 1, 32, 0, 0xFFFFFFFF },
        { "vmad.s32.s32.u32.sat %r4, %r1, %r2, -%r3;", 0x7FFFFFFF, 2, 1, 0x7FFFFFFF },
        { "vmad.u32.u32.u32.shr15 %r4, %r1.h0, %r2.h0, %r3;", 0xFFFF8000, 0x3, 0, 3 },
        { "vavrg2.s32.s32.s32 %r4, %r1, %r2, %r3;", 0xFFFF0003, 0xFFFE0004, 0, 0xFFFE0004 },
        { "vadd2.u32.u32.u32.sat %r4.h1, %r1.h00, %r2.h33, %r3;", 0x0000FFFF, 0x00010000, 0x11112222, 0xFFFF2222 },
        { "vmax4.s32.s32.s32 %r4.b20, %r1, %r2, %r3;", 0x80017F05, 0x7F02F006, 0xAABBCCDD, 0xAA02CC06 },
    };
    static ptx_run_result r;
    EACH(i, rows) {
        char body[400];
        snprintf(body, sizeof body, "mov.u32 %%r1, %u; mov.u32 %%r2, %u; mov.u32 %%r3, %u; %s st.global.u32 [%%rd30], %%r4;", rows[i].a, rows[i].b,
                 rows[i].c, rows[i].insn);
        ptx_run_body("", body, NULL, &r);
        if (!r.good || (uint32_t)r.out[3] != rows[i].want) {
            fail_msg("%s got %#x, expected %#x: %s", rows[i].insn, (uint32_t)r.out[3], rows[i].want, r.error);
        }
    }
}

static void test_mistakes(void **state)
{
    (void)state;
    static const struct { const char *insn, *message; } rows[] = {
        { "vadd.u32.u32.u32 %r4, %r1.b4, %r2;", "vadd.u32.u32.u32: part .b4 of a register found, expected .b0 to .b3, .h0 or .h1" },
        { "vadd.u32.u32.u32 %r4, %r1.h10, %r2;", "vadd.u32.u32.u32: part .h10 of a register found, expected .b0 to .b3, .h0 or .h1" },
        { "vadd.u32.u32.u32.add %r4.b0, %r1, %r2, %r3;",
          "vadd.u32.u32.u32.add: a part of the destination and a second operation found, expected one of them" },
        { "vadd.u32.u32.u32 %r4.b0, %r1, %r2;", "vadd.u32.u32.u32: 3 operands found, expected 4" },
        { "vadd.u32.u32.u32 %r4, %r1, %r2, %r3;", "vadd.u32.u32.u32: 4 operands found, expected 3" },
        { "vadd.u32.u32 %r4, %r1, %r2;", "vadd.u32.u32: a type is missing, expected 3" },
        { "vadd.u32.u32.u16 %r4, %r1, %r2;", "vadd.u32.u32.u16: type .u16 found, expected .u32 or .s32" },
        { "vadd.u32.u32.u32.u32 %r4, %r1, %r2;", "vadd.u32.u32.u32.u32: type .u32 found, expected 3 types" },
        { "vadd.u32.u32.u32.add %r4, %r1, %r2, %r3.b0;", "vadd.u32.u32.u32.add: part .b0 of a register found, expected the whole of it" },
        { "vadd2.u32.u32.u32 %r4.h01, %r1, %r2, %r3;", "vadd2.u32.u32.u32: part .h01 of a register found, expected .h0, .h1 or .h10" },
        { "vadd2.u32.u32.u32 %r4.b1, %r1, %r2, %r3;", "vadd2.u32.u32.u32: part .b1 of a register found, expected .h0, .h1 or .h10" },
        { "vadd4.u32.u32.u32 %r4.h1, %r1, %r2, %r3;", "vadd4.u32.u32.u32: part .h1 of a register found, expected .b and digits from 3 to 0 that fall" },
        { "vadd2.u32.u32.u32 %r4, %r1.b14, %r2, %r3;", "vadd2.u32.u32.u32: part .b14 of a register found, expected .h and two digits from 0 to 3" },
        { "vadd4.u32.u32.u32 %r4, %r1, %r2.h3210, %r3;", "vadd4.u32.u32.u32: part .h3210 of a register found, expected .b and four digits from 0 to 7" },
        { "vadd2.u32.u32.u32 %r4, %r1.h14, %r2, %r3;", "vadd2.u32.u32.u32: part .h14 of a register found, expected .h and two digits from 0 to 3" },
        { "vadd2.u32.u32.u32 %r4, %r1, %r2;", "vadd2.u32.u32.u32: 3 operands found, expected 4" },
        { "vadd2.u32.u32.u32.min %r4, %r1, %r2, %r3;", "vadd2.u32.u32.u32.min: modifier .min found, expected one that vadd2 has" },
        { "vadd4.u32.u32.u32.sat.add %r4, %r1, %r2, %r3;", "vadd4.u32.u32.u32.sat.add: .sat and .add found, expected one of them" },
        { "vadd4.u32.u32.u32 %r4.b33, %r1, %r2, %r3;", "vadd4.u32.u32.u32: part .b33 of a register found, expected .b and digits from 3 to 0 that fall" },
        { "vadd4.u32.u32.u32 %r4, %r1, %r2.b8000, %r3;", "vadd4.u32.u32.u32: part .b8000 of a register found, expected .b and four digits from 0 to 7" },
        { "vset.u32.u32.num %r4, %r1, %r2;", "vset.u32.u32.num: expected .eq, .ne, .lt, .le, .gt or .ge" },
        { "vshl.u32.u32.u32 %r4, %r1, %r2;", "vshl.u32.u32.u32: expected .clamp or .wrap" },
        { "vshl.u32.u32.s32.wrap %r4, %r1, %r2;", "vshl.u32.u32.s32.wrap: type .s32 found, expected .u32 for the amount" },
        { "vmad.u32.u32.u32 %r4, -%r1, %r2, -%r3;", "vmad.u32.u32.u32: a minus found, expected one of a product or of c, and none with .po" },
        { "vmad.u32.u32.u32.po %r4, %r1, %r2, -%r3;", "vmad.u32.u32.u32.po: a minus found, expected one of a product or of c, and none with .po" },
        { "vmad.u32.u32.u32 %r4.b0, %r1, %r2, %r3;", "vmad.u32.u32.u32: operand 1 is no plain register, expected a destination" },
        { "vadd.u32.u32.u32 %r4, -%r1, %r2;", "\"%r1\" found, expected a number" },
    };
    static ptx_run_result r;
    EACH(i, rows) {
        ptx_run_body("", rows[i].insn, NULL, &r);
        char *said = strchr(r.error, ' ');
        if (r.parsed || said == NULL || strcmp(said + 1, rows[i].message) != 0) {
            fail_msg("%s: said %s, expected %s", rows[i].insn, r.error, rows[i].message);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),  cmocka_unit_test(test_scalar),  cmocka_unit_test(test_shifts),  cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_products), cmocka_unit_test(test_vectors), cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
