// SPDX-License-Identifier: BSD-3-Clause
// Calls through addresses, and functions that call themselves: who is called by which lane, what each call has of its own, how
// many warp instructions it takes, and what ends a launch or is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "tests/sim/frontend/ptx_run.h"

static ptx_run_result r;

#define POINTED \
    ".func (.param .b64 o) add1(.param .b64 a) { .reg .b64 %x; ld.param.b64 %x, [a]; add.u64 %x, %x, 1; st.param.b64 [o], %x; ret; }\n" \
    ".func (.param .b64 o) add10(.param .b64 a) { .reg .b64 %x; ld.param.b64 %x, [a]; add.u64 %x, %x, 10; st.param.b64 [o], %x; ret; }\n" \
    ".func (.param .b64 o) leave(.param .b64 a) { exit; }\n" \
    ".func (.param .b32 o) narrow(.param .b64 a) { ret; }\n" \
    ".func (.param .b64 o) narrow_too(.param .b32 a) { ret; }\n" \
    ".func (.param .b64 o) two(.param .b64 a, .param .b64 b) { ret; }\n" \
    ".func nothing(.param .b64 a) { ret; }\n"
#define CALL(guard) \
    "{ .param .b64 a; st.param.b64 [a], %rd1; .param .b64 b; p: .callprototype (.param .b64 _) _ (.param .b64 _); " \
    guard "call (b), %rd2, (a), p; ld.param.b64 %rd3, [b]; }\n"

// Lanes of one address go together: two calls of 4 instructions each and the call once for each address.
static void by_address(void **state)
{
    (void)state;
    ptx_run_body(POINTED,
        "cvt.u64.u32 %rd1, %r30; and.b32 %r1, %r30, 1; setp.eq.u32 %p1, %r1, 0; mov.u64 %rd4, add1; mov.u64 %rd5, add10; selp.b64 %rd2, %rd4, %rd5, %p1;"
        CALL("") "st.global.u64 [%rd30], %rd3;", NULL, &r);
    assert_true(r.good);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(r.out[i], i + (i % 2 ? 10 : 1));
    uint64_t both = r.warp_insns;
    ptx_run_body(POINTED,
        "cvt.u64.u32 %rd1, %r30; and.b32 %r1, %r30, 1; setp.eq.u32 %p1, %r1, 0; mov.u64 %rd4, add1; mov.u64 %rd5, add1; selp.b64 %rd2, %rd4, %rd5, %p1;"
        CALL("") "st.global.u64 [%rd30], %rd3;", NULL, &r);
    assert_true(r.good);
    assert_int_equal(both - r.warp_insns, 5);
}

// Under a guard, in a table of 64 bits, and where some lanes end within the callee.
static void guarded_and_ending(void **state)
{
    (void)state;
    ptx_run_body(POINTED ".global .align 8 .u64 table[3] = {leave, generic(add1), add10};\n",
        "cvt.u64.u32 %rd1, %r30; mov.u64 %rd3, 7; rem.u32 %r1, %r30, 3; mul.wide.u32 %rd6, %r1, 8; mov.u64 %rd7, table; add.u64 %rd7, %rd7, %rd6;"
        "ld.global.u64 %rd2, [%rd7]; setp.lt.u32 %p1, %r30, 20; st.global.u64 [%rd30], %rd3;" CALL("@%p1 ") "st.global.u64 [%rd30], %rd3;", NULL, &r);
    assert_true(r.good);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(r.out[i], i >= 20 ? 0 : i % 3 == 0 ? 7 : i + (i % 3 == 1 ? 1 : 10));
}

static void fails(const char *module, const char *body, const char *words)
{
    ptx_run_body(module, body, NULL, &r);
    if (r.good)
        fail_msg("no error, expected `%s'", words);
    if (strstr(r.error, words) == NULL)
        fail_msg("seen `%s', expected `%s'", r.error, words);
}

// Sizes of parameters and results make a candidate, nothing else does.
static void of_no_function(void **state)
{
    static const char *const names[] = { "narrow", "narrow_too", "two", "nothing" };
    char body[600];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(body, sizeof body, "%s%s%s", "mov.u64 %rd2, add1; mov.u64 %rd2, ", names[i], ";" CALL(""));
        fails(POINTED, body, "which is no function with these parameters");
    }
    fails(POINTED, "mov.u64 %rd2, 0;" CALL(""), "thread (0,0,0): call of address 0x0, which is no function");
    fails(POINTED, "mov.u64 %rd4, add1; setp.eq.u32 %p1, %r30, 9; selp.b64 %rd2, 0, %rd4, %p1;" CALL(""), "thread (9,0,0): call of address 0x0");
}

// Not taken: a register for an argument, whose size nobody says.
static void refused(void **state)
{
    (void)state;
    fails(POINTED, "{ .param .b64 b; call (b), %rd2, (%rd1), p; }", "argument 1 is a register or number, expected a .param variable");
    fails(POINTED, "call %rs1, ();", "expected the address of a function, of 32 or 64 bits");
    fails(".func f() { .local .b32 mine; .reg .b32 %r; ld.local.b32 %r, [mine]; call f; }\n", "call f;",
          "with the address of a local variable of f, which calls itself, expected mov");
    fails("", "mov.u64 %rd1, k;", "expected");
}

// Each call has its registers of every width, its predicates, its parameters and its array. sum(n) = n + sum(n - 1), in many ways.
static const char down[] =
    ".func (.param .b64 o) down(.param .b64 a)\n{\n .local .align 8 .b8 mine[16]; .reg .pred %p, %q; .reg .b16 %h; .reg .b32 %w; .reg .b64 %x, %y, %m, %z; .reg .f32 %f;\n"
    " ld.param.b64 %x, [a]; cvt.u32.u64 %w, %x; cvt.u16.u64 %h, %x; cvt.rn.f32.u64 %f, %x; and.b64 %y, %x, 1; setp.eq.u64 %q, %y, 1;\n"
    " mov.u64 %m, mine; st.local.u64 [%m+8], %x; setp.eq.u64 %p, %x, 0; mov.u64 %y, 0; @%p bra END;\n"
    " sub.u64 %y, %x, 1; { .param .b64 v; st.param.b64 [v], %y; .param .b64 s; call.uni (s), down, (v); ld.param.b64 %y, [s]; }\n"
    "END: ld.local.u64 %z, [%m+8]; add.u64 %y, %y, %z;\n"
    " cvt.u64.u32 %z, %w; add.u64 %y, %y, %z; cvt.u64.u16 %z, %h; add.u64 %y, %y, %z; cvt.rzi.u64.f32 %z, %f; add.u64 %y, %y, %z; ld.param.b64 %z, [a]; add.u64 %y, %y, %z;\n"
    " @%q add.u64 %y, %y, 1000; st.param.b64 [o], %y; ret;\n}\n";

static void own_of_each_call(void **state)
{
    (void)state;
    ptx_run_body(down, "cvt.u64.u32 %rd1, %r30; { .param .b64 v; st.param.b64 [v], %rd1; .param .b64 s; call.uni (s), down, (v); ld.param.b64 %rd2, [s]; } st.global.u64 [%rd30], %rd2;", NULL, &r);
    assert_true(r.good);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(r.out[i], 5 * (i * (i + 1) / 2) + (i + 1) / 2 * 1000);
}

// 1,024 levels of recursion beyond those of the module, and 4,096 bytes of arrays.
static void depth(void **state)
{
    static const char level[] = ".func (.param .b32 o) f(.param .b32 a) { .reg .b32 %x, %y; .reg .pred %p; ld.param.b32 %x, [a]; mov.u32 %y, 0; setp.eq.u32 %p, %x, 0; @%p bra END; sub.u32 %x, %x, 1;"
        " { .param .b32 v; st.param.b32 [v], %x; .param .b32 s; call (s), f, (v); ld.param.b32 %y, [s]; } END: add.u32 %y, %y, 1; st.param.b32 [o], %y; ret; }\n";
    static const char before[] = "mov.u32 %r1, ", behind[] = "; { .param .b32 v; st.param.b32 [v], %r1; .param .b32 s; call (s), f, (v); ld.param.b32 %r2, [s]; } cvt.u64.u32 %rd1, %r2; st.global.u64 [%rd30], %rd1;";
    char text[600];

    (void)state;
    snprintf(text, sizeof text, "%s1024%s", before, behind);
    ptx_run_body(level, text, NULL, &r);
    assert_true(r.good);
    assert_int_equal(r.out[31], 1025);
    snprintf(text, sizeof text, "%s1025%s", before, behind);
    fails(level, text, "calls of f nested deeper than 1024 levels");
    ptx_run_body(down, "mov.u64 %rd1, 127; { .param .b64 v; st.param.b64 [v], %rd1; .param .b64 s; call.uni (s), down, (v); ld.param.b64 %rd2, [s]; } st.global.u64 [%rd30], %rd2;", NULL, &r);
    assert_false(r.good);
    assert_non_null(strstr(r.error, "call of down, whose local variables have no room on the call stack of 4096 bytes"));
}

// An address of 32 bits, of each call's own variable.
static void narrow_addresses(void **state)
{
    static const char f[] =
        ".func (.param .b32 o) f(.param .b32 a)\n{\n .local .align 4 .b8 mine[8]; .reg .pred %p; .reg .b32 %x, %y, %m;\n"
        " ld.param.b32 %x, [a]; mov.u32 %m, mine; st.local.u32 [%m+4], %x; mov.u32 %y, 0; setp.eq.u32 %p, %x, 0; @%p bra END;\n"
        " sub.u32 %x, %x, 1; { .param .b32 v; st.param.b32 [v], %x; .param .b32 s; call.uni (s), f, (v); ld.param.b32 %y, [s]; }\n"
        "END: ld.local.u32 %x, [%m+4]; add.u32 %y, %y, %x; st.param.b32 [o], %y; ret;\n}\n";

    (void)state;
    ptx_run_body(f, "{ .param .b32 v; st.param.b32 [v], %r30; .param .b32 s; call.uni (s), f, (v); ld.param.b32 %r1, [s]; } cvt.u64.u32 %rd1, %r1; st.global.u64 [%rd30], %rd1;", NULL, &r);
    if (!r.good)
        fail_msg("%s", r.error);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(r.out[i], i * (i + 1) / 2);
}

// A frame is given back with its call.
static void again_and_again(void **state)
{
    (void)state;
    ptx_run_body(down, "mov.u32 %r1, 100; MORE: mov.u64 %rd1, 9; { .param .b64 v; st.param.b64 [v], %rd1; .param .b64 s; call.uni (s), down, (v); ld.param.b64 %rd2, [s]; }"
                       "sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra MORE; st.global.u64 [%rd30], %rd2;", NULL, &r);
    assert_true(r.good);
    assert_int_equal(r.out[0], 5 * 45 + 5000);
}

// Lanes that go down to different depths and return at different times meet again behind the first call.
static void together_again(void **state)
{
    uint64_t alike, apart;

    (void)state;
    ptx_run_body(down, "mov.u64 %rd1, 31; { .param .b64 v; st.param.b64 [v], %rd1; .param .b64 s; call.uni (s), down, (v); ld.param.b64 %rd2, [s]; } st.global.u64 [%rd30], %rd2;", NULL, &r);
    assert_true(r.good);
    alike = r.warp_insns;
    ptx_run_body(down, "cvt.u64.u32 %rd1, %r30; { .param .b64 v; st.param.b64 [v], %rd1; .param .b64 s; call.uni (s), down, (v); ld.param.b64 %rd2, [s]; } st.global.u64 [%rd30], %rd2;", NULL, &r);
    apart = r.warp_insns;
    assert_int_equal(apart, alike);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_address), cmocka_unit_test(guarded_and_ending), cmocka_unit_test(of_no_function), cmocka_unit_test(refused),
        cmocka_unit_test(own_of_each_call), cmocka_unit_test(depth), cmocka_unit_test(narrow_addresses), cmocka_unit_test(again_and_again), cmocka_unit_test(together_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
