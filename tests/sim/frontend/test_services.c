// SPDX-License-Identifier: BSD-3-Clause
// vprintf and __assertfail: every conversion, the order of lanes, results, and pointers and formats that lead nowhere.
#include "tests/sim/frontend/ptx_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/sim/frontend/service_ptx.h"

static ptx_run_result r;

typedef struct { uint8_t bytes[512]; size_t n; } packed;

static void pack(packed *p, const void *value, size_t size)
{
    p->n = (p->n + size - 1) / size * size;
    memcpy(p->bytes + p->n, value, size);
    p->n += size;
}

// d: int, l: long long, f: double, s: address of the text "text", S: of one that ends nowhere
static packed pack_list(const char *kinds, va_list list)
{
    packed p = { .n = 0 };
    for (; *kinds != '\0'; kinds++) {
        int word;
        long long wide;
        double real;
        switch (*kinds) {
        case 'd': word = va_arg(list, int), pack(&p, &word, sizeof word); break;
        case 'f': real = va_arg(list, double), pack(&p, &real, sizeof real); break;
        default:  wide = va_arg(list, long long), pack(&p, &wide, sizeof wide);
        }
    }
    return p;
}

// One thread prints; what it printed stands in r.
static void print(const char *format, const char *kinds, ...)
{
    static char text[64 * 1024];
    va_list list;
    va_start(list, kinds);
    packed p = pack_list(kinds, list);
    va_end(list);
    service_ptx(text, sizeof text, (const uint8_t *)format, strlen(format) + 1, p.bytes, p.n);
    ptx_run(text, &(ptx_run_options){ .block = { 1 } }, &r);
}

#define EXPECT(expected, ...)                                                                               \
    do {                                                                                                    \
        print(__VA_ARGS__);                                                                                 \
        assert_string_equal(r.error, "");                                                                   \
        assert_string_equal(r.printed, expected);                                                           \
    } while (0)

static void test_integers(void **state)
{
    (void)state;
    EXPECT("-5", "%d", "d", -5);
    EXPECT("[   -5][-5   ][-0005][+5][ 5]", "[%5d][%-5d][%05d][%+d][% d]", "ddddd", -5, -5, -5, 5, 5);
    EXPECT("4294967295 37777777777 ffffffff FFFFFFFF 0xff 0377", "%u %o %x %X %#x %#o", "dddddd", -1, -1, -1, -1, 255,
           255);
    EXPECT("-2 254 -2 65534", "%hhd %hhu %hd %hu", "dddd", 0xFFFE, 0xFFFE, 0x1FFFE, 0x1FFFE);
    EXPECT("1 -9223372036854775808 2 18446744073709551615 ffffffffffffffff", "%d %lld %i %lu %llx", "dldll", 1,
           (long long)INT64_MIN, 2, -1LL, -1LL);
    EXPECT("7 8 9", "%zd %jd %td", "lll", 7LL, 8LL, 9LL);
    EXPECT("    7|7    |00007|007", "%*d|%*d|%.5d|%.*d", "ddddddd", 5, 7, -5, 7, 7, 3, 7);
    EXPECT("12", "%.*d", "dd", -3, 12);
}

static void test_reals(void **state)
{
    (void)state;
    EXPECT("1.500000 1.50 2", "%f %.2f %.0f", "fff", 1.5, 1.5, 1.5);
    EXPECT("1.500000e+00 1.5E+00 1.5 1E-10 0x1.8p+0 0X1.8P+0", "%e %.1E %g %G %a %A", "ffffff", 1.5, 1.5, 1.5, 1e-10,
           1.5, 1.5);
    EXPECT("      -2.5|-2.5      |-00000002.5", "%10.1f|%-10.1f|%011.1f", "fff", -2.5, -2.5, -2.5);
    EXPECT("inf -inf nan", "%f %f %f", "fff", (double)INFINITY, -(double)INFINITY, (double)NAN);
    EXPECT("3 0.5", "%d %lg", "df", 3, 0.5);
}

static void test_text(void **state)
{
    (void)state;
    EXPECT("x|    x|x    |%|100%", "%c|%5c|%-5c|%%|100%%", "ddd", 'x', 'x', 'x');
    EXPECT("text|  text|text  |te|", "%s|%6s|%-6s|%.2s|%.0s", "lllll", SERVICE_TEXT, SERVICE_TEXT, SERVICE_TEXT,
           SERVICE_TEXT, SERVICE_TEXT);
    EXPECT("(null) 0x10 (nil)", "%s %p %p", "lll", 0LL, 16LL, 0LL);
    EXPECT("0x10|0x10  |  0x10", "%+#p|%-6p|%06p", "lll", 16LL, 16LL, 16LL);
    EXPECT("\xff\xff", "%.2s", "l", SERVICE_ENDLESS + 254);          // cut before its end is asked for
    EXPECT("", "", "");
    print("%c", "d", 0);
    assert_int_equal(r.n_printed, 1);
}

// No conversion: as it stands, nothing taken.
static void test_malformed(void **state)
{
    (void)state;
    EXPECT("%", "%", "");
    EXPECT("%q 1", "%q %d", "d", 1);
    EXPECT("%-+5.3ll 2%", "%-+5.3ll %d%", "d", 2);
    EXPECT("%n %Lf %5", "%n %Lf %5", "");
    EXPECT("+1", "%++++++++++++d", "d", 1);
    EXPECT("%\xff%\x01", "%\xff%\x01", "");
}

static void expect_error(const char *message, const char *format, const char *kinds, ...)
{
    static char text[64 * 1024];
    va_list list;
    va_start(list, kinds);
    packed p = pack_list(kinds, list);
    va_end(list);
    service_ptx(text, sizeof text, (const uint8_t *)format, strlen(format) + 1, p.bytes, p.n);
    ptx_run(text, &(ptx_run_options){ .block = { 1 } }, &r);
    assert_false(r.good);
    assert_string_equal(strstr(r.error, "vprintf: "), message);
    ptx_run(text, &(ptx_run_options){ .block = { 1 }, .out_of_bounds = OUT_OF_BOUNDS_ZERO }, &r);
    if (strstr(message, "outside") != NULL) {
        assert_string_equal(r.error, "");
    }
}

static void test_wild_pointers(void **state)
{
    (void)state;
    expect_error("vprintf: a string at generic address 0x1000: outside every buffer", "%s", "l", 0x1000LL);
    expect_error("vprintf: a string at generic address 0xffffffffffffffff: outside every buffer", "%s", "l", -1LL);
    expect_error("vprintf: the end of a string at generic address 0xc0009200: outside every buffer", "%s", "l",
                 SERVICE_ENDLESS);
    expect_error("vprintf: an argument at generic address 0xc0009304: outside every buffer", "%d %d", "d", 1);
    expect_error("vprintf: an argument at generic address 0xc0009300: outside every buffer", "%d", "");
    expect_error("vprintf: a width or precision of 9999..., expected at most 4095", "%9999999999d", "d", 1);
    expect_error("vprintf: a width or precision of -2147483648, expected at most 4095", "%*d", "dd", INT32_MIN, 1);
    expect_error("vprintf: a width or precision of 5000, expected at most 4095", "%.5000f", "f", 1.0);
}

static void test_widest(void **state)
{
    (void)state;
    print("%4095.4095f|%-4095s|%4095s", "fll", 1e308, SERVICE_TEXT, SERVICE_TEXT);       // more than is kept before it is handed on
    assert_string_equal(r.error, "");
    assert_int_equal(r.n_printed, 309 + 1 + 4095 + 1 + 4095 + 1 + 4095);
    assert_memory_equal(r.printed + 309 + 1 + 4095, "|text ", 6);
    assert_memory_equal(r.printed + 309 + 1 + 4095 + 1 + 4095 + 1 + 4090, " text", 5);
}

// Guards, both paths of a branch, a device function: lanes in ascending order, results only of those that call.
static void test_lanes(void **state)
{
    (void)state;
    ptx_run_body(SERVICE_DECLARATIONS
                 ".global .align 1 .b8 f[4] = { 37, 100, 10, 0 };\n.global .align 1 .b8 g[3] = { 111, 10, 0 };\n"
                 ".func (.param .b32 n) say(.param .b32 x)\n{ .reg .b32 %r<3>; .reg .b64 %rd<4>; .local .align 8 .b8 a[8];\n"
                 "ld.param.b32 %r1, [x]; mov.u64 %rd1, a; st.local.u32 [%rd1], %r1; cvta.local.u64 %rd2, %rd1;\n"
                 "mov.u64 %rd3, f; .param .b32 m; .param .b64 p0; .param .b64 p1; st.param.b64 [p0], %rd3; st.param.b64 [p1], %rd2;\n"
                 "call.uni (m), vprintf, (p0, p1); ld.param.b32 %r2, [m]; st.param.b32 [n], %r2; ret; }\n",
                 "setp.lt.u32 %p1, %r30, 3; mov.b32 %r3, 9; { .param .b32 n; .param .b32 x; st.param.b32 [x], %r31;\n"
                 "@%p1 call (n), say, (x); @%p1 ld.param.b32 %r3, [n]; }\n"
                 "{ .param .b64 p0; .param .b64 p1; .param .b32 n; mov.u64 %rd1, g; st.param.b64 [p0], %rd1; st.param.b64 [p1], 0;\n"
                 "setp.eq.u32 %p2, %r30, 3; @%p2 call (n), vprintf, (p0, p1); @%p2 ld.param.b32 %r3, [n]; }\n"
                 "cvt.s64.s32 %rd1, %r3; st.global.u64 [%rd30], %rd1;",
                 &(ptx_run_options){ .block = { 5 }, .grid = 2 }, &r);
    assert_string_equal(r.error, "");
    assert_string_equal(r.printed, "0\n1\n2\no\n5\n6\n7\no\n");
    assert_int_equal(r.out[0], 1);
    assert_int_equal(r.out[2], 1);
    assert_int_equal(r.out[3], 0);
    assert_int_equal(r.out[4], 9);
}

// The result without a format is -1; a call with addresses of 32 bits in registers; one warp instruction a call.
static void test_forms(void **state)
{
    (void)state;
    ptx_run_body(SERVICE_DECLARATIONS, "{ .param .b64 p0; .param .b64 p1; .param .b32 n; st.param.b64 [p0], 0;\n"
                 "st.param.b64 [p1], 0; call (n), vprintf, (p0, p1); ld.param.s32 %rd1, [n]; st.global.u64 [%rd30], %rd1; }",
                 NULL, &r);
    assert_string_equal(r.error, "");
    assert_int_equal(r.out[0], -1);
    uint64_t with = r.warp_insns;
    ptx_run_body(SERVICE_DECLARATIONS, "{ .param .b64 p0; .param .b64 p1; .param .b32 n; st.param.b64 [p0], 0;\n"
                 "st.param.b64 [p1], 0; ld.param.s32 %rd1, [n]; st.global.u64 [%rd30], %rd1; }", NULL, &r);
    assert_int_equal(with, r.warp_insns + 1);
    ptx_run_body(".extern .func (.param .s32 n) vprintf(.param .u32 f, .param .u32 a)\n.global .align 1 .b8 f[4] = { 37, 120, 10, 0 };\n"
                 ".global .align 8 .b32 a = 0xAB;\n",
                 "{ .param .b32 n; mov.u32 %r1, f; mov.u32 %r2, a; call (n), vprintf, (%r1, %r2); }",
                 &(ptx_run_options){ .block = { 1 } }, &r);
    assert_string_equal(r.error, "");
    assert_string_equal(r.printed, "ab\n");
}

// Pointers and longs of 4 bytes.
static void test_32_bit_addresses(void **state)
{
    (void)state;
    ptx_run_body(".extern .func (.param .b32 n) vprintf(.param .b32 f, .param .b32 a);\n.global .align 1 .b8 t[3] = { 104, 105, 0 };\n"
                 ".global .align 1 .b8 f[19] = { 37,115, 32, 37,108,100, 32, 37,108,108,100, 32, 37,112, 32, 37,122,117, 0 };\n"
                 ".global .align 8 .b32 a[6] = { t, 4294967295, 5, 0, 16, 7 };\n",
                 "{ .param .b32 n; mov.u32 %r1, f; mov.u32 %r2, a; call (n), vprintf, (%r1, %r2); }",
                 &(ptx_run_options){ .block = { 1 } }, &r);
    assert_string_equal(r.error, "");
    assert_string_equal(r.printed, "hi -1 5 0x10 7");
}

static void expect_refused(const char *module, const char *body, const char *message)
{
    ptx_run_body(module, body, NULL, &r);
    assert_false(r.parsed);
    assert_string_equal(r.error, message);
}

static void test_declared_otherwise(void **state)
{
    (void)state;
    expect_refused(".extern .func vprintf(.param .b64 f);", "{ .param .b64 p; call vprintf, (p); }",
                   "t.ptx:11: call of vprintf, expected its parameters as CUDA declares them");
    expect_refused(".extern .func (.param .b64 n) vprintf(.param .b64 f, .param .b64 a);",
                   "{ .param .b64 n; .param .b64 p; call (n), vprintf, (p, p); }",
                   "t.ptx:11: call of vprintf, expected its parameters as CUDA declares them");
    expect_refused(".extern .func (.param .b32 n) vprintf(.param .align 8 .b8 f[16], .param .b64 a);",
                   "{ .param .b32 n; .param .b64 p; .param .align 8 .b8 q[16]; call (n), vprintf, (q, p); }",
                   "t.ptx:11: call of vprintf, expected its parameters as CUDA declares them");
    // A body of the file's own is what is called.
    ptx_run_body(".func (.param .b32 n) vprintf(.param .b32 f) { .reg .b32 %r<2>; ld.param.b32 %r1, [f]; st.param.b32 [n], %r1; ret; }\n",
                 "{ .param .b32 n; .param .b32 p; st.param.b32 [p], 77; call (n), vprintf, (p); ld.param.u32 %rd1, [n];"
                 " st.global.u64 [%rd30], %rd1; }", NULL, &r);
    assert_string_equal(r.error, "");
    assert_int_equal(r.out[0], 77);
}

static void test_assert(void **state)
{
    (void)state;
    static const char module[] = SERVICE_DECLARATIONS ".global .align 1 .b8 m[6] = { 120, 32, 62, 10, 48, 0 };\n"
                                 ".global .align 1 .b8 f[5] = { 97, 46, 99, 117, 0 };\n.global .align 1 .b8 n[2] = { 107, 0 };\n";
    static const char body[] = "setp.lt.u32 %%p1, %%r30, 33; @%%p1 bra good; { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;\n"
                               "mov.u64 %%rd1, m; st.param.b64 [a], %%rd1; mov.u64 %%rd1, f; st.param.b64 [b], %s; st.param.b32 [c], 12;\n"
                               "mov.u64 %%rd1, n; st.param.b64 [d], %%rd1; st.param.b64 [e], 1; call.uni __assertfail, (a, b, c, d, e); }\n"
                               "good: st.global.u64 [%%rd30], 1;";
    char text[1024];
    snprintf(text, sizeof text, body, "%rd1");
    ptx_run_body(module, text, &(ptx_run_options){ .block = { 7, 5 } }, &r);
    assert_true(r.good);
    ptx_run_body(module, text, &(ptx_run_options){ .block = { 35 }, .grid = 2 }, &r);
    assert_false(r.good);
    assert_string_equal(r.printed, "a.cu:12: k: block: [0,0,0], thread: [33,0,0] Assertion `x >?0` failed.\n"
                                   "a.cu:12: k: block: [0,0,0], thread: [34,0,0] Assertion `x >?0` failed.\n");
    assert_string_equal(r.error, "t.ptx:18: kernel k: CTA (0,0,0) thread (33,0,0): a.cu:12: k: assertion `x >?0` failed");
    snprintf(text, sizeof text, body, "64");
    ptx_run_body(module, text, &(ptx_run_options){ .block = { 34 } }, &r);
    assert_string_equal(r.printed, "?:12: k: block: [0,0,0], thread: [33,0,0] Assertion `x >?0` failed.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers), cmocka_unit_test(test_reals), cmocka_unit_test(test_text),
        cmocka_unit_test(test_malformed), cmocka_unit_test(test_wild_pointers), cmocka_unit_test(test_widest),
        cmocka_unit_test(test_lanes), cmocka_unit_test(test_forms), cmocka_unit_test(test_32_bit_addresses),
        cmocka_unit_test(test_declared_otherwise),
        cmocka_unit_test(test_assert),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
