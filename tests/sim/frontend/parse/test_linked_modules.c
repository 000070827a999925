// SPDX-License-Identifier: BSD-3-Clause
// Modules of PTX behind each other, as nvlink would link them: functions and variables of another one, names that are a module's own,
// weak ones, and what cannot be linked.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/frontend/ptx_run.h"

#define HEAD ".version 6.3\n.target sm_35\n.address_size 64\n"
#define ENTRY(body) \
    ".visible .entry k(.param .u64 out, .param .u64 in) { .reg .b64 %rd<9>; .reg .b32 %r<9>; ld.param.u64 %rd1, [out];\n" body \
    "st.global.u32 [%rd1], %r1; st.global.u32 [%rd1+4], %r2; ret; }\n"
#define CALL(name, to) "{ .param .b32 v; call (v), " name "; ld.param.b32 " to ", [v]; }\n"
#define GIVES(linkage, name, number) \
    linkage " .func (.param .b32 v) " name "() { .reg .b32 %r<2>; mov.u32 %r1, " number "; st.param.b32 [v], %r1; ret; }\n"

static ptx_run_result r;

static void expect(const char *text, uint32_t first, uint32_t second)
{
    ptx_run(text, &(ptx_run_options){ .block = { 1 } }, &r);
    if (!r.good) {
        fail_msg("%s", r.error);
    }
    assert_int_equal((uint32_t)r.out[0], first);
    assert_int_equal((uint32_t)(r.out[0] >> 32), second);
}

static void expect_error(const char *text, const char *message)
{
    ptx_run(text, &(ptx_run_options){ .block = { 1 } }, &r);
    assert_false(r.good);
    if (strstr(r.error, message) == NULL) {
        fail_msg("%s, expected %s", r.error, message);
    }
}

static void test_functions_of_another(void **state)
{
    (void)state;
    expect(HEAD ".extern .func (.param .b32 v) seven();\n" ENTRY(CALL("seven", "%r1") "mov.u32 %r2, 1;") HEAD GIVES(".visible", "seven", "7"), 7, 1);
    expect(HEAD GIVES(".visible", "seven", "7") HEAD ".extern .func (.param .b32 v) seven();\n" ENTRY(CALL("seven", "%r1") "mov.u32 %r2, 1;"), 7, 1);
}

static void test_names_of_its_own(void **state)
{
    (void)state;
    expect(HEAD GIVES("", "helper", "1") GIVES(".visible", "other", "5") HEAD GIVES("", "helper", "2")
           ".extern .func (.param .b32 v) other();\n" ENTRY(CALL("helper", "%r1") CALL("other", "%r2")), 2, 5);
    expect(HEAD ".global .u32 own = 3;\n.visible .global .u64 first = generic(own);\n" HEAD ".global .u32 own = 4; .extern .global .u64 first;\n"
           ENTRY("ld.global.u32 %r2, [own]; ld.global.u64 %rd2, [first]; ld.u32 %r1, [%rd2];"), 3, 4);
    expect_error(HEAD GIVES("", "helper", "1") HEAD ENTRY(CALL("helper", "%r1")), "helper");
}

static void test_variables_of_another(void **state)
{
    (void)state;
    expect(HEAD ".extern .global .u32 far; .extern .const .u32 fixed;\n" ENTRY("ld.global.u32 %r1, [far]; ld.const.u32 %r2, [fixed];")
           HEAD ".visible .global .u32 far = 11; .visible .const .u32 fixed = 12;\n", 11, 12);
    expect(HEAD ".visible .global .u32 far = 11; .visible .const .u32 fixed = 12;\n" HEAD ".extern .global .u32 far; .extern .const .u32 fixed;\n"
           ENTRY("ld.global.u32 %r1, [far]; ld.const.u32 %r2, [fixed];"), 11, 12);
}

// The first of several stands.
static void test_weak_names(void **state)
{
    (void)state;
    expect(HEAD GIVES(".weak", "both", "7") ".weak .global .u32 one = 5;\n" HEAD GIVES(".weak", "both", "8") ".weak .global .u32 one = 6;\n"
           ENTRY(CALL("both", "%r1") "ld.global.u32 %r2, [one];"), 7, 5);
    expect(HEAD ".weak .entry k(.param .u64 out, .param .u64 in) { .reg .b64 %rd<3>; ld.param.u64 %rd1, [out]; st.global.u64 [%rd1], 9; { ret; } }\n"
           HEAD ".weak .entry k(.param .u64 out, .param .u64 in) { .reg .b64 %rd<3>; { trap; } }\n", 9, 0);
}

static void test_what_cannot_be_linked(void **state)
{
    (void)state;
    expect_error(HEAD GIVES(".visible", "two", "1") HEAD GIVES(".visible", "two", "2"), "two is declared a second time, first in line 4");
    expect_error(HEAD ".visible .global .u32 v = 1;\n" HEAD ".visible .global .u32 v = 2;\n", "v is declared a second time, first in line 4");
    expect_error(HEAD ".extern .func (.param .b32 v) far();\n" ENTRY(CALL("far", "%r1")) HEAD, "functions without a body");
    expect_error(HEAD GIVES(".weak", "both", "7") HEAD GIVES(".visible", "both", "2"), "both is declared a second time, first in line 4");
    expect_error(HEAD GIVES(".weak", "both", "7") HEAD ".weak .func (.param .b32 v) both() { { ", "the text ends, expected \"}\"");
    expect_error(HEAD GIVES(".weak", "both", "7") HEAD ".weak .func (.param .b32 v) both() 7", "expected \"{\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions_of_another), cmocka_unit_test(test_names_of_its_own), cmocka_unit_test(test_variables_of_another),
        cmocka_unit_test(test_weak_names), cmocka_unit_test(test_what_cannot_be_linked),
    };
    return cmocka_run_group_tests_name("linked modules", tests, NULL, NULL);
}
