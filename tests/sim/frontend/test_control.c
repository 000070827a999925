// SPDX-License-Identifier: BSD-3-Clause
// SIMT stack, reconvergence, calls, barriers: values per thread and the number of warp instructions, which shows where
// lanes meet again. A branch counts 1 warp instruction even when nobody takes it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#include "tests/sim/frontend/ptx_run.h"

static ptx_run_result r;

static void run(const char *module, const char *body, const ptx_run_options *o)
{
    ptx_run_body(module, body, o, &r);
    if (!r.good) {
        fail_msg("%s", r.error);
    }
}

enum { FRAME = 9 };      // warp instructions of ptx_run_body around the body, the ret included

// Without reconvergence at the join its two instructions would run twice: 2 more.
static void test_if_else(void **state)
{
    (void)state;
    run("", "setp.lt.u32 %p1, %r30, 10; @%p1 bra THEN; mov.u64 %rd1, 2; bra JOIN; THEN: mov.u64 %rd1, 1; JOIN: add.u64 %rd1, %rd1, 10; st.global.u64 [%rd30], %rd1;", NULL);
    for (int i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i < 10 ? 11 : 12);
    }
    assert_int_equal(r.warp_insns, FRAME + 2 + 3 + 2);
    assert_int_equal(r.thread_insns, 32 * (FRAME + 1 + 2) + 10 + 22 * 2 + 10);     // branches: only lanes whose guard holds
}

static void test_guards(void **state)
{
    (void)state;
    run("", "setp.lt.u32 %p1, %r30, 10; mov.u64 %rd1, 5; @%p1 mov.u64 %rd1, 7; @!%p1 add.u64 %rd1, %rd1, 1; setp.lt.u32 %p2, %r30, 0; @%p2 bra OUT;"
            "@%p1 st.global.u64 [%rd30], %rd1; @!%p1 st.global.u64 [%rd30], %rd1; OUT: mov.u32 %r1, 0;", NULL);
    for (int i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i < 10 ? 7 : 6);
    }
    assert_int_equal(r.warp_insns, FRAME + 9);
    assert_int_equal(r.thread_insns, 32 * (FRAME + 3 + 1) + 32 + 0 + 32);          // the branch that nobody takes: 0
}

// Trip count lane + 1, a break at 20: all meet behind the loop.
static void test_loop_with_break(void **state)
{
    (void)state;
    run("", "mov.u32 %r1, 0; LOOP: add.u32 %r1, %r1, 1; setp.eq.u32 %p1, %r1, 20; @%p1 bra DONE; setp.le.u32 %p2, %r1, %r30; @%p2 bra LOOP;"
            "DONE: cvt.u64.u32 %rd1, %r1; st.global.u64 [%rd30], %rd1;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i + 1 < 20 ? i + 1 : 20);
    }
    assert_int_equal(r.warp_insns, FRAME + 1 + 19 * 5 + 3 + 2);
}

static void test_nested_loops(void **state)
{
    (void)state;
    run("", "mov.u32 %r1, 0; mov.u32 %r3, 0; OUTER: mov.u32 %r2, 0;"
            "INNER: add.u32 %r3, %r3, 1; add.u32 %r2, %r2, 1; and.b32 %r4, %r30, 3; setp.le.u32 %p1, %r2, %r4; @%p1 bra INNER;"
            "add.u32 %r1, %r1, 1; shr.u32 %r5, %r30, 2; setp.le.u32 %p2, %r1, %r5; @%p2 bra OUTER;"
            "cvt.u64.u32 %rd1, %r3; st.global.u64 [%rd30], %rd1;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], (i / 4 + 1) * (i % 4 + 1));
    }
    assert_int_equal(r.warp_insns, FRAME + 2 + 8 * (1 + 4 * 5 + 4) + 2);
}

// The join lies before both sides in the text: the lowest pc would be the wrong one to wait at.
static void test_join_above(void **state)
{
    (void)state;
    run("", "bra START; JOIN: add.u64 %rd1, %rd1, 100; st.global.u64 [%rd30], %rd1; bra END; ODD: mov.u64 %rd1, 1; bra JOIN;"
            "START: and.b32 %r1, %r30, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra ODD; mov.u64 %rd1, 2; bra JOIN; END:", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i % 2 != 0 ? 101 : 102);
    }
    assert_int_equal(r.warp_insns, FRAME + 1 + 3 + 2 + 2 + 3);
}

// Two blocks that jump to each other, each also an entry of the loop.
static void test_irreducible(void **state)
{
    (void)state;
    run("", "mov.u32 %r1, 0; and.b32 %r2, %r30, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra B;"
            "A: add.u32 %r1, %r1, 1; setp.gt.u32 %p2, %r1, %r30; @%p2 bra OUT;"
            "B: add.u32 %r1, %r1, 16; setp.gt.u32 %p3, %r1, 40; @!%p3 bra A;"
            "OUT: cvt.u64.u32 %rd1, %r1; st.global.u64 [%rd30], %rd1;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        unsigned v = 0, at_b = i & 1;
        for (;;) {
            if (!at_b) {
                v++;
                if (v > i) {
                    break;
                }
            }
            v += 16;
            if (v > 40) {
                break;
            }
            at_b = 0;
        }
        assert_int_equal(r.out[i], v);
    }
}

static void test_return_inside_branches(void **state)
{
    (void)state;
    run("", "cvt.u64.u32 %rd1, %r30; setp.lt.u32 %p1, %r30, 8; @%p1 bra LOW; setp.lt.u32 %p2, %r30, 16; @%p2 ret; st.global.u64 [%rd30], %rd1; bra END;"
            "LOW: setp.eq.u32 %p3, %r30, 3; @%p3 exit; add.u64 %rd1, %rd1, 50; st.global.u64 [%rd30], %rd1; END: st.global.u64 [%rd30+256], %rd1;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        uint64_t want = i == 3 || (i >= 8 && i < 16) ? 0 : i < 8 ? i + 50 : i;
        assert_int_equal(r.out[i], want);
        assert_int_equal(r.out[32 + i], want);
    }
}

static const char *const functions =
    ".func (.param .b32 result) twice(.param .b32 x) { .reg .b32 %r<3>; ld.param.u32 %r1, [x]; add.u32 %r2, %r1, %r1; st.param.b32 [result+0], %r2; ret; }\n"
    ".func (.param .b64 result) pick(.param .b32 x, .param .b64 y) { .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %rd<3>; ld.param.u32 %r1, [x]; ld.param.u64 %rd1, [y];"
    " and.b32 %r2, %r1, 1; setp.eq.u32 %p, %r2, 0; @%p bra EVEN; st.param.b64 [result], %rd1; ret;"
    " EVEN: { .param .b32 p; st.param.b32 [p], %r1; .param .b32 q; call.uni (q), twice, (p); ld.param.b32 %r3, [q]; } cvt.u64.u32 %rd2, %r3; st.param.b64 [result], %rd2; ret; }\n";

// A call by some lanes only, which return at different places; behind it all go on together.
static void test_calls(void **state)
{
    (void)state;
    run(functions, "mov.u64 %rd1, 7; mov.u64 %rd2, 1000; setp.ge.u32 %p1, %r30, 4; @!%p1 bra SKIP;"
                   "{ .param .b32 a; st.param.b32 [a+0], %r30; .param .b64 b; st.param.b64 [b], %rd2; .param .b64 c; call (c), pick, (a, b); ld.param.b64 %rd1, [c+0]; }"
                   "SKIP: st.global.u64 [%rd30], %rd1; add.u64 %rd1, %rd1, 1;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i < 4 ? 7 : i % 2 != 0 ? 1000 : 2 * i);
    }
    assert_int_equal(r.warp_insns, FRAME + 4 + 3 + (5 + 2 + 2 + 4 + 1 + 3) + 1 + 2);
}

static void test_guarded_call_with_registers(void **state)
{
    (void)state;
    run(".func (.param .u64 s) sum(.param .u64 a, .param .u64 b) { .reg .b64 %rd<4>; ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; add.u64 %rd3, %rd1, %rd2; st.param.u64 [s], %rd3; ret.uni; }",
        "cvt.u64.u32 %rd1, %r30; mov.u64 %rd3, 1; setp.gt.u32 %p1, %r30, 29; { .param .u64 s; st.param.u64 [s], %rd3; @%p1 call (s), sum, (%rd1, 100); ld.param.u64 %rd3, [s]; }"
        "st.global.u64 [%rd30], %rd3;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i > 29 ? i + 100 : 1);
    }
}

// Each thread reads what a thread of another warp wrote; the last warp is not full.
static void test_barrier(void **state)
{
    (void)state;
    run(".shared .align 8 .b8 tile[800];",
        "mov.u32 %r1, tile; mad.lo.u32 %r2, %r30, 8, %r1; mul.wide.u32 %rd1, %r31, 3; st.shared.u64 [%r2], %rd1; bar.sync 0;"
        "sub.u32 %r3, 99, %r30; mad.lo.u32 %r4, %r3, 8, %r1; ld.shared.u64 %rd2, [%r4]; st.global.u64 [%rd30], %rd2;",
        &(ptx_run_options){ .grid = 3, .block = { 100, 1, 1 } });
    for (unsigned i = 0; i < 300; i++) {
        assert_int_equal(r.out[i], 3 * (i / 100 * 100 + 99 - i % 100));
    }
}

static void test_barrier_after_exit(void **state)
{
    (void)state;
    run("", "setp.ge.u32 %p1, %r30, 32; @%p1 ret; bar.sync 0; cvt.u64.u32 %rd1, %r30; st.global.u64 [%rd30], %rd1;",
        &(ptx_run_options){ .block = { 96, 1, 1 } });
    assert_int_equal(r.out[31], 31);
}

static void test_deadlock(void **state)
{
    (void)state;
    ptx_run_body("", "setp.ge.u32 %p1, %r30, 32; @%p1 bra SECOND; bar.sync 0; bra END; SECOND: bar.sync 1; END:",
                 &(ptx_run_options){ .block = { 64, 1, 1 } }, &r);
    assert_false(r.good);
    assert_string_equal(r.error, "t.ptx: kernel k: CTA (0,0,0): deadlock: warp 0 waits at barrier 0 before line 11, warp 1 waits at barrier 1 before line 12");
}

static void test_endless(void **state)
{
    (void)state;
    ptx_run_body("", "LOOP: bra LOOP;", &(ptx_run_options){ .max_steps = 500 }, &r);
    assert_false(r.good);
    assert_string_equal(r.error, "t.ptx:11: kernel k: stopped after 500 warp instructions");
    assert_int_equal(r.warp_insns, 500);
}

// Warps that wait for each other without a barrier.
static void test_turns(void **state)
{
    (void)state;
    run(".shared .b32 flag;", "setp.ge.u32 %p1, %r30, 32; @%p1 bra SECOND; FIRST: ld.volatile.shared.u32 %r1, [flag]; setp.ne.u32 %p2, %r1, 7; @%p2 bra FIRST; "
        "bra END; SECOND: st.volatile.shared.u32 [flag], 7; END: cvt.u64.u32 %rd1, %r1; st.global.u64 [%rd30], %rd1;",
        &(ptx_run_options){ .block = { 64, 1, 1 }, .max_steps = 1000000 });
    assert_int_equal(r.out[31], 7);
}

static void test_trap(void **state)
{
    (void)state;
    ptx_run_body("", "setp.eq.u32 %p1, %r30, 5; @%p1 trap;", NULL, &r);
    assert_string_equal(r.error, "t.ptx:11: kernel k: CTA (0,0,0) thread (5,0,0): trap executed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_if_else), cmocka_unit_test(test_guards), cmocka_unit_test(test_loop_with_break), cmocka_unit_test(test_nested_loops),
        cmocka_unit_test(test_join_above), cmocka_unit_test(test_irreducible), cmocka_unit_test(test_return_inside_branches), cmocka_unit_test(test_calls),
        cmocka_unit_test(test_guarded_call_with_registers), cmocka_unit_test(test_barrier), cmocka_unit_test(test_barrier_after_exit),
        cmocka_unit_test(test_deadlock), cmocka_unit_test(test_endless), cmocka_unit_test(test_turns), cmocka_unit_test(test_trap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
