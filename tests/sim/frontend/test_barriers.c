// SPDX-License-Identifier: BSD-3-Clause
// Barriers of all threads and of some, that wait and that do not, that count and reduce; numbers in registers; what is
// said of those that cannot be met. Each row gives the threads of four warps a part each, by %r2, the warp in the CTA.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/frontend/ptx_run.h"

static ptx_run_result r;
static const ptx_run_options four_warps = { .block = { 128, 1, 1 } };

#define BODY(text) "shr.u32 %r2, %r30, 5; and.b32 %r3, %r30, 31; setp.eq.u32 %p1, %r2, 0; setp.ge.u32 %p2, %r2, 2; mov.u32 %r20, tile;\n" text
#define STORE "st.global.u64 [%rd30], %rd1;"

static void run(const char *body, const ptx_run_options *o)
{
    ptx_run_body(".shared .align 8 .b8 tile[1024];", body, o, &r);
    if (!r.good) {
        fail_msg("%s", r.error);
    }
}

static void refuse(const char *body, const ptx_run_options *o, const char *message)
{
    ptx_run_body(".shared .align 8 .b8 tile[1024];", body, o, &r);
    assert_false(r.good);
    assert_string_equal(r.error, message);
}

// Number of threads whose predicate holds, in every thread; the last warp has 4 lanes, one warp has ended.
static void test_reductions(void **state)
{
    (void)state;
    run(BODY("setp.eq.u32 %p3, %r2, 1; @%p3 ret; rem.u32 %r4, %r30, 3; setp.eq.u32 %p4, %r4, 0; bar.red.popc.u32 %r5, 0, %p4; barrier.cta.red.popc.aligned.u32 %r6, 1, !%p4;"
             "setp.lt.u32 %p5, %r30, 999; bar.red.and.pred %p6, 2, %p5; bar.red.and.pred %p7, 2, %p4; barrier.red.or.pred %p8, 3, %p4; bar.cta.red.or.pred %p9, 3, !%p5;"
             "selp.u32 %r7, 1, 0, %p6; selp.u32 %r8, 2, 0, %p7; or.b32 %r7, %r7, %r8; selp.u32 %r8, 4, 0, %p8; or.b32 %r7, %r7, %r8; selp.u32 %r8, 8, 0, %p9; or.b32 %r7, %r7, %r8;"
             "shl.b32 %r6, %r6, 8; or.b32 %r5, %r5, %r6; mov.b64 %rd1, {%r5, %r7};" STORE), &(ptx_run_options){ .block = { 100, 1, 1 } });
    unsigned held = 0, took = 0;
    for (unsigned i = 0; i < 100; i++) {
        held += i / 32 != 1 && i % 3 == 0;
        took += i / 32 != 1;
    }
    for (unsigned i = 0; i < 100; i++) {
        assert_int_equal(r.out[i], i / 32 == 1 ? 0 : 5ull << 32 | (took - held) << 8 | held);
    }
}

// Only lanes that run take part and get the result; the warps that have not come to it wait elsewhere.
static void test_reduction_of_some(void **state)
{
    (void)state;
    run(BODY("mov.u32 %r5, 77; mov.u32 %r4, 4; mov.u32 %r6, 64; setp.lt.u32 %p3, %r3, 10; setp.gt.u32 %p4, %r3, 3; @%p1 bra OTHER; setp.eq.u32 %p5, %r2, 3; @%p5 bra OTHER;"
             "@%p3 bar.red.popc.u32 %r5, %r4, %r6, %p4; OTHER: cvt.u64.u32 %rd1, %r5;" STORE), &four_warps);
    for (unsigned i = 0; i < 128; i++) {
        bool takes_part = i / 32 != 0 && i / 32 != 3 && i % 32 < 10;
        assert_int_equal(r.out[i], takes_part ? 12 : 77);
    }
}

// Warps 0 and 1 produce and do not wait; 2 and 3 wait for both before they read, twice, at a barrier whose number is in
// a register.
static void test_producers_and_consumers(void **state)
{
    (void)state;
    run(BODY("mov.u32 %r10, 0; mov.u32 %r11, 0; TURN: add.u32 %r12, %r10, 5; and.b32 %r13, %r30, 63; mad.lo.u32 %r14, %r13, 8, %r20; @%p2 bra CONSUME;"
             "add.u32 %r15, %r30, %r10; st.shared.u32 [%r14], %r15; bar.arrive %r12, 128; bar.sync 1, 128; bra NEXT;"
             "CONSUME: bar.sync %r12, 128; ld.shared.u32 %r15, [%r14]; mad.lo.u32 %r11, %r11, 1000, %r15; bar.arrive 1, 128;"
             "NEXT: add.u32 %r10, %r10, 1; setp.lt.u32 %p3, %r10, 2; @%p3 bra TURN; cvt.u64.u32 %rd1, %r11;" STORE), &four_warps);
    for (unsigned i = 0; i < 128; i++) {
        assert_int_equal(r.out[i], i < 64 ? 0 : (i - 64) * 1001 + 1);
    }
}

// Two pairs of warps, a barrier each, as often as they like; a warp that has ended does not count.
static void test_pairs(void **state)
{
    (void)state;
    run(BODY("shr.u32 %r4, %r30, 6; add.u32 %r5, %r4, 14; mad.lo.u32 %r6, %r30, 4, %r20; st.shared.u32 [%r6], %r30; setp.eq.u32 %p3, %r4, 0; @%p3 bar.sync %r5, 64; @!%p3 barrier.sync %r5, 64;"
             "xor.b32 %r7, %r30, 32; mad.lo.u32 %r8, %r7, 4, %r20; ld.shared.u32 %r9, [%r8]; cvt.u64.u32 %rd1, %r9;" STORE), &four_warps);
    for (unsigned i = 0; i < 128; i++) {
        assert_int_equal(r.out[i], i ^ 32);
    }
    refuse(BODY("@%p1 ret; bar.sync 3, 96; bar.sync 3, 96; setp.eq.u32 %p3, %r2, 1; @%p3 ret; bar.sync 3, 96;"), &four_warps,
           "t.ptx: kernel k: CTA (0,0,0): deadlock: warp 2 waits at barrier 3 before line 13 for 1 of 3 warps, warp 3 waits at barrier 3 before line 13 for 1 of 3 warps");
}

// The whole CTA's threads are all that have not ended; so are none.
static void test_counts_of_all(void **state)
{
    (void)state;
    run(BODY("@%p1 ret; bar.sync 0, 128; bar.sync 0, 0; @%p2 bra WAIT; bar.arrive 7, 128; bra END; WAIT: bar.sync 7; END: cvt.u64.u32 %rd1, %r30;" STORE), &four_warps);
    assert_int_equal(r.out[0], 0);
    assert_int_equal(r.out[127], 127);
}

// Paths of a warp that part for good come to a barrier together, whether it waits or not; what does not wait goes
// first.
static void test_divergent_arrivals(void **state)
{
    (void)state;
    run(BODY("setp.eq.u32 %p3, %r2, 4; @%p3 ret; setp.lt.u32 %p3, %r30, 7; @%p3 bra SHORT; mov.u32 %r4, 1; setp.gt.u32 %p4, %r3, 40; @%p4 ret; SHORT: setp.gt.u32 %p5, %r3, 50; @%p5 ret; @%p2 bra WAITS;"
             "bar.arrive 2, 128; bra END; WAITS: bar.sync 2, 128; END: cvt.u64.u32 %rd1, %r30;" STORE), &(ptx_run_options){ .block = { 160, 1, 1 } });
    assert_int_equal(r.out[127], 127);
    // Upper lanes, whose path is taken first, would wait at 2 for a warp that waits at 1 for the lower ones.
    run(BODY("@!%p1 bra SECOND; setp.ge.u32 %p3, %r3, 16; @%p3 bra WAITS; bar.arrive 1, 64; bra END; SECOND: bar.sync 1, 64; WAITS: bar.sync 2, 64; END: cvt.u64.u32 %rd1, %r30;" STORE),
        &(ptx_run_options){ .block = { 64, 1, 1 } });
    assert_int_equal(r.out[63], 63);
    run(BODY("@!%p1 bra SECOND; setp.ge.u32 %p3, %r3, 16; @%p3 bra WAITS; bar.arrive 1, 64; bra END; SECOND: bar.sync 1, 64; WAITS: mov.u32 %r4, 0; bar.sync 2, 64; END: cvt.u64.u32 %rd1, %r30;" STORE),
        &(ptx_run_options){ .block = { 64, 1, 1 } });
    assert_int_equal(r.out[63], 63);
}

static void test_refusals(void **state)
{
    (void)state;
    refuse(BODY("add.u32 %r4, %r2, 14; bar.sync %r4;"), &four_warps,
           "t.ptx:12: kernel k: CTA (0,0,0) thread (64,0,0): bar.sync: barrier 16 found, expected 0 to 15");
    refuse(BODY("bar.sync %r3;"), &four_warps,
           "t.ptx:12: kernel k: CTA (0,0,0) thread (0,0,0): bar.sync: lanes of a warp name different barriers or numbers of threads");
    refuse(BODY("mov.u32 %r4, 33; bar.arrive 1, %r4;"), &four_warps,
           "t.ptx:12: kernel k: CTA (0,0,0) thread (0,0,0): bar.arrive: barrier 1: 33 threads found, expected a multiple of 32 up to the CTA's 128");
    refuse(BODY("bar.sync 1, 160;"), &four_warps,
           "t.ptx:12: kernel k: CTA (0,0,0) thread (0,0,0): bar.sync: barrier 1: 160 threads found, expected a multiple of 32 up to the CTA's 128");
    refuse(BODY("mov.u32 %r4, 0; bar.arrive 1, %r4;"), &four_warps,
           "t.ptx:12: kernel k: CTA (0,0,0) thread (0,0,0): bar.arrive: barrier 1: 0 threads found, expected a multiple of 32 up to the CTA's 128");
    refuse(BODY("@%p1 bar.arrive 1, 64; @!%p1 bar.sync 1, 96;"), &four_warps,
           "t.ptx:12: kernel k: CTA (0,0,0) thread (32,0,0): bar.sync: barrier 1 of 96 threads found, expected 64, as of the warps that have arrived");
    refuse(BODY("@%p1 bar.sync 1; @!%p1 bar.sync 1, 96;"), &four_warps,
           "t.ptx:12: kernel k: CTA (0,0,0) thread (32,0,0): bar.sync: barrier 1 of 96 threads found, expected 128, as of the warps that have arrived");
    refuse(BODY("@%p1 bar.red.popc.u32 %r4, 1, %p1; @!%p1 bar.sync 1;"), &four_warps,
           "t.ptx:12: kernel k: CTA (0,0,0) thread (32,0,0): bar.sync: barrier 1 with another operation found, expected that of the warps that have arrived");
    refuse(BODY("@%p1 bar.red.and.pred %p4, 1, %p1; @!%p1 bar.red.or.pred %p4, 1, %p1;"), &four_warps,
           "t.ptx:12: kernel k: CTA (0,0,0) thread (32,0,0): bar.red.or.pred: barrier 1 with another operation found, expected that of the warps that have arrived");
}

// What a CTA has left behind of a barrier that never opened is none of the next CTA in its place: warp 0 of the second waits for warp 1,
// which waits for warp 2.
static void test_arrival_left_behind(void **state)
{
    (void)state;
    run(BODY("setp.ne.u32 %p3, %r31, %r30; @%p3 bra SECOND; @%p1 bar.arrive 1, 64; ret;"
             "SECOND: @%p2 bar.arrive 2, 64; @%p2 ret; mov.u64 %rd1, 0; @%p1 bra WAIT; bar.sync 2, 64; mov.u32 %r4, 7; st.shared.u32 [%r20], %r4; bar.arrive 1, 64; ret;"
             "WAIT: bar.sync 1, 64; ld.shared.u32 %r5, [%r20]; cvt.u64.u32 %rd1, %r5;" STORE), &(ptx_run_options){ .grid = 2, .block = { 96, 1, 1 } });
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 0);
        assert_int_equal(r.out[96 + i], 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reductions), cmocka_unit_test(test_reduction_of_some), cmocka_unit_test(test_producers_and_consumers),
        cmocka_unit_test(test_pairs), cmocka_unit_test(test_counts_of_all), cmocka_unit_test(test_divergent_arrivals),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_arrival_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
