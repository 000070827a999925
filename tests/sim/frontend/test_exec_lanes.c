// SPDX-License-Identifier: BSD-3-Clause
// What looks across the lanes of a warp with a membermask (match, redux, elect, vote), against the manual's words; nanosleep
// and brkpt.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/frontend/ptx_run.h"

static ptx_run_result r;

static void run(const char *body, const ptx_run_options *o)
{
    ptx_run_body("", body, o, &r);
    if (!r.good) {
        fail_msg("%s", r.error);
    }
}

// Values lane % 5; the wide ones differ in their upper half only.
static void test_match_any(void **state)
{
    (void)state;
    run("rem.u32 %r1, %r30, 5; match.any.sync.b32 %r2, %r1, 0xffffffff; mov.b64 %rd1, {7, %r1}; match.any.sync.b64 %r3, %rd1, -1;"
        "mov.b64 %rd2, {%r2, %r3}; st.global.u64 [%rd30], %rd2;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        uint64_t want = 0;
        for (unsigned k = i % 5; k < 32; k += 5) {
            want |= UINT64_C(1) << k;
        }
        assert_int_equal(r.out[i], want << 32 | want);
    }
}

// Two groups by membermask: the lower half has one value, the upper has not.
static void test_match_all(void **state)
{
    (void)state;
    run("setp.lt.u32 %p1, %r30, 16; selp.b32 %r1, 0xffff, 0xffff0000, %p1; max.u32 %r2, %r30, 16; match.all.sync.b32 %r3|%p2, %r2, %r1;"
        "match.all.sync.b64 _|%p3, 5, -1; match.all.sync.b32 %r6, 9, %r1; selp.b32 %r4, 1, 0, %p2; selp.b32 %r5, 2, 0, %p3; or.b32 %r4, %r4, %r5;"
        "mov.b64 %rd1, {%r3, %r4}; st.global.u64 [%rd30], %rd1; st.global.u32 [%rd30+256], %r6;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i < 16 ? 3ull << 32 | 0xffff : 2ull << 32);
        assert_int_equal(r.out[32 + i], i < 16 ? 0xffff : 0xffff0000);
    }
}

// Only lanes that run together and stand in the membermask count; the others keep their registers.
static void test_members(void **state)
{
    (void)state;
    run("mov.u32 %r2, 99; setp.lt.u32 %p1, %r30, 8; @%p1 match.any.sync.b32 %r2, 3, 0xf00f; @!%p1 redux.sync.add.u32 %r2, %r30, 0x300;"
        "cvt.u64.u32 %rd1, %r2; st.global.u64 [%rd30], %rd1;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i < 8 ? 0xf : 17);
    }
}

// Lanes that stand together with different membermasks see the votes of their own.
static void test_votes_of_groups(void **state)
{
    (void)state;
    run("setp.lt.u32 %p1, %r30, 20; selp.b32 %r1, 0xfffff, 0xfff00000, %p1; setp.gt.u32 %p2, %r30, 3; vote.sync.ballot.b32 %r2, %p2, %r1;"
        "vote.sync.all.pred %p3, %p2, %r1; vote.sync.any.pred %p4, !%p2, %r1; vote.sync.uni.pred %p2, %p1, %r1; selp.b32 %r3, 1, 0, %p3;"
        "selp.b32 %r4, 2, 0, %p4; selp.b32 %r5, 4, 0, %p2; or.b32 %r3, %r3, %r4; or.b32 %r3, %r3, %r5; mov.b64 %rd1, {%r2, %r3}; st.global.u64 [%rd30], %rd1;",
        NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i < 20 ? 6ull << 32 | 0xffff0 : 5ull << 32 | 0xfff00000);
    }
}

static void test_redux(void **state)
{
    (void)state;
    static const struct { const char *operation; uint32_t want; } rows[] = {
        { "add.s32", 32 * 31 / 2 - 32 * 7 }, { "add.u32", 32 * 31 / 2 - 32 * 7 }, { "min.s32", (uint32_t)-7 }, { "max.s32", 24 },
        { "min.u32", 0 }, { "max.u32", UINT32_MAX }, { "and.b32", 0 }, { "or.b32", UINT32_MAX }, { "xor.b32", 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[300];
        snprintf(body, sizeof body, "sub.s32 %%r1, %%r30, 7; redux.sync.%s %%r2, %%r1, -1; cvt.u64.u32 %%rd1, %%r2; st.global.u64 [%%rd30], %%rd1;",
                 rows[i].operation);
        run(body, NULL);
        uint32_t xored = 0;
        for (uint32_t lane = 0; lane < 32; lane++) {
            xored ^= lane - 7;
        }
        for (unsigned lane = 0; lane < 32; lane++) {
            assert_int_equal(r.out[lane], strcmp(rows[i].operation, "xor.b32") == 0 ? xored : rows[i].want);
        }
    }
}

static void test_elect(void **state)
{
    (void)state;
    run("setp.ge.u32 %p1, %r30, 3; mov.u32 %r1, 77; @%p1 elect.sync %r1|%p2, 0xfffffff8; elect.sync _|%p3, 0xffffffff; selp.b32 %r2, 100, 0, %p2;"
        "selp.b32 %r3, 1000, 0, %p3; add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3; cvt.u64.u32 %rd1, %r1; st.global.u64 [%rd30], %rd1;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], (i < 3 ? 77 : 3) + (i == 3 ? 100 : 0) + (i == 0 ? 1000 : 0));
    }
}

static void test_sleep_and_breakpoint(void **state)
{
    (void)state;
    run("nanosleep.u32 100; nanosleep.u32 %r30; setp.gt.u32 %p1, %r30, 31; @%p1 brkpt; cvt.u64.u32 %rd1, %r30; st.global.u64 [%rd30], %rd1;", NULL);
    assert_int_equal(r.out[31], 31);
    ptx_run_body("", "setp.eq.u32 %p1, %r30, 5; @%p1 brkpt;", NULL, &r);
    assert_false(r.good);
    assert_string_equal(r.error, "t.ptx:11: kernel k: CTA (0,0,0) thread (5,0,0): brkpt executed, and no debugger that could go on from there");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match_any), cmocka_unit_test(test_match_all), cmocka_unit_test(test_members), cmocka_unit_test(test_redux),
        cmocka_unit_test(test_votes_of_groups),
        cmocka_unit_test(test_elect), cmocka_unit_test(test_sleep_and_breakpoint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
