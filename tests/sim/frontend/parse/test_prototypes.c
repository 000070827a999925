// SPDX-License-Identifier: BSD-3-Clause
// Prototypes of functions: with ';', without it as compilers before CUDA 4 wrote them, and bodies that come later.
#include "tests/sim/frontend/ptx_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define HEAD ".version 1.4\n.target sm_13\n.address_size 64\n"
#define ENTRY(name, body) ".entry " name "(.param .u64 out, .param .u64 in)\n{ .reg .b64 %rd<3>; .reg .b32 %r<3>;" \
                          " ld.param.u64 %rd1, [out]; " body " st.global.u64 [%rd1], %rd2; ret; }\n"
#define STORE_7 "mov.u64 %rd2, 7;"
#define CALL_F  "{ .param .b32 a; st.param.b32 [a], 20; .param .b32 b; call (b), f, (a); ld.param.b32 %r1, [b];" \
                " cvt.u64.u32 %rd2, %r1; }"
#define F_HEAD  ".func (.param .b32 r) f(.param .b32 x)"
#define F_BODY  "{ .reg .b32 %r<3>; ld.param.b32 %r1, [x]; add.s32 %r2, %r1, 22; st.param.b32 [r], %r2; ret; }\n"
#define PRINTF  ".extern .func (.param .s32 __cudaretf_vprintf) vprintf (.param .u64 p1, .param .u64 p2)\n"

static void expect(const char *text, uint64_t out)
{
    ptx_run_result r;
    ptx_run(text, NULL, &r);
    assert_string_equal(r.error, "");
    assert_int_equal(r.out[0], out);
}

static void test_what_follows_is_kept(void **state)
{
    (void)state;
    static const char *const follows[] = { "", "\n", ".visible ", ".global .u32 g;\n", ".const .f32 c[2] = { 1.0, 2.0 };\n",
                                           ".file 1 \"a.cu\"\n", ".func h() { ret; }\n", PRINTF, "// words\n", ";\n",
                                           ".section .debug_info { .b8 1 }\n" };
    char text[2048];
    for (size_t i = 0; i < sizeof follows / sizeof *follows; i++) {
        snprintf(text, sizeof text, "%s.extern .func q (.param .b32 a)\n%s%s", HEAD, follows[i], ENTRY("k", STORE_7));
        expect(text, 7);
        snprintf(text, sizeof text, "%s.extern .func q (.param .b32 a) ;%s%s", HEAD, follows[i], ENTRY("k", STORE_7));
        expect(text, 7);
    }
    ptx_error error;
    const char *alone = HEAD ".entry k() { ret; }\n.extern .func q (.param .b32 a)";
    program *p = program_parse("t.ptx", alone, strlen(alone), &error);
    assert_non_null(p);
    assert_int_equal(program_kernels(p), 1);
    program_free(p);
}

static void test_body_later(void **state)
{
    (void)state;
    expect(HEAD F_HEAD ";\n" ENTRY("k", CALL_F) F_HEAD F_BODY, 42);
    expect(HEAD F_HEAD "\n" ENTRY("k", CALL_F) F_HEAD F_BODY, 42);
    expect(HEAD ".visible " F_HEAD "\n.visible " F_HEAD F_BODY ENTRY("k", CALL_F), 42);
    expect(HEAD F_HEAD "\n" F_HEAD ";\n" F_HEAD "\n" ENTRY("k", CALL_F) F_HEAD "\n.noreturn\n" F_BODY, 42);
}

static void test_pragma_before_a_body(void **state)
{
    (void)state;
    expect(HEAD ".entry k(.param .u64 out, .param .u64 in) .maxntid 64, 1, 1 .pragma \"nounroll\", \"b\";\n"
           "{ .reg .b64 %rd<3>; ld.param.u64 %rd1, [out]; st.global.u64 [%rd1], 5; ret; }\n", 5);
}

static void expect_refused(const char *text, const char *message)
{
    ptx_error error;
    assert_null(program_parse("t.ptx", text, strlen(text), &error));
    assert_string_equal(error.text, message);
}

static void test_refused(void **state)
{
    (void)state;
    expect_refused(HEAD ".entry k()\n.entry l() { ret; }", "t.ptx:5: \".entry\" found, expected \"{\"");
    expect_refused(HEAD ".func f() 7 { ret; }", "t.ptx:4: \"7\" found, expected \"{\"");
    expect_refused(HEAD ".func f()\n.swallowed .entry k() { ret; }",
                   "t.ptx:5: \".swallowed\" found, expected a directive such as .entry, .func, .global or .const");
    expect_refused(HEAD ".entry k() .pragma \"a\" { ret; }", "t.ptx:4: \"{\" found, expected \";\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_follows_is_kept), cmocka_unit_test(test_body_later),
        cmocka_unit_test(test_pragma_before_a_body), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
