// SPDX-License-Identifier: BSD-3-Clause
// Barriers in an SM: who waits and until when, in cycles; when the result of bar.red is there; what is said of a
// barrier that cannot be met, and of one that there is not.
#include "sim/core/sm.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define START REGISTERS "ld.param.u64 %rd1, [buffer]; mov.u32 %r3, %tid.x; mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2;" \
              "shr.u32 %r4, %r3, 5; setp.eq.u32 %p1, %r4, 0; setp.eq.u32 %p2, %r4, 1; mov.u32 %r6, 0; mov.u32 %r9, words;\n"

// The cycle in which a warp issues the n-th of the instructions with one of these flags, and that of its next one.
static uint64_t issued(const bench *b, unsigned warp, unsigned flags, unsigned n, uint64_t *next)
{
    static issue issues[4096];
    unsigned all = kernel_bench_issues(b->trace, issues, 4096), seen = 0;
    for (unsigned i = 0; i < all; i++) {
        if (issues[i].warp != warp || !(kernel_insn(program_kernel(b->program, 0), issues[i].pc)->flags & flags) || seen++ < n)
            continue;
        for (unsigned k = i + 1; k < all; k++)
            if (issues[k].warp == warp) {
                *next = issues[k].cycle;
                return issues[i].cycle;
            }
    }
    fail_msg("warp %u issues no such instruction, or nothing behind it", warp);
    return 0;
}

// Warp 0 arrives late and goes on at once; warp 1 waits for it, warps 2 and 3 have nothing to do with it.
static void test_who_arrives_does_not_wait(void **state)
{
    (void)state;
    bench b;
    uint64_t behind_arrive, behind_sync, behind_others;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000,
                      START "@%p2 bra SYNC; @!%p1 bra OTHERS; LATE: add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 50; @%p3 bra LATE;"
                            "st.shared.u32 [%r9], %r6; bar.arrive 1, 64; mov.u32 %r7, 1; ret;"
                            "SYNC: bar.sync 1, 64; ld.shared.u32 %r7, [%r9]; st.global.u32 [%rd3], %r7; ret; OTHERS: bar.sync 2, 64; mov.u32 %r8, 1; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 128), GPU_DONE);
    uint64_t arrive = issued(&b, 0, INSN_BARRIER, 0, &behind_arrive), sync = issued(&b, 1, INSN_BARRIER, 0, &behind_sync);
    issued(&b, 2, INSN_BARRIER, 0, &behind_others);
    assert_true(sync + 100 < arrive);
    assert_in_range(behind_arrive, arrive + 1, arrive + 3);
    assert_in_range(behind_sync, arrive, arrive + 3);
    assert_true(behind_others + 100 < arrive);
    assert_int_equal(b.words[40], 50);
    kernel_bench_close(&b);
}

// The first reader of bar.red's result issues as far behind it as the reader of any result of one cycle, and behind the
// last to arrive.
static void test_the_result_of_a_reduction(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        START "bar.red.popc.u32 %r5, 0, %p1; add.u32 %r7, %r5, %r5; st.global.u32 [%rd3], %r7; ret;",
        START "vote.ballot.b32 %r5, %p1; add.u32 %r7, %r5, %r5; bar.sync 0; st.global.u32 [%rd3], %r7; ret;"};
    uint64_t distance[2];
    for (unsigned i = 0; i < 2; i++) {
        bench b;
        static issue issues[64];
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000, bodies[i]);
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        assert_in_range(kernel_bench_issues(b.trace, issues, 64), 12, 64);
        distance[i] = issues[10].cycle - issues[9].cycle;           // behind the nine of START
        if (i == 0)
            assert_int_equal(b.words[31], 64);
        kernel_bench_close(&b);
    }
    assert_int_equal(distance[0], distance[1]);
    assert_true(distance[0] > 3);
    bench b;
    uint64_t reader, late;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000,
                      START "@!%p1 bra MEET; LATE: add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 50; @%p3 bra LATE;"
                            "MEET: bar.red.popc.u32 %r5, 3, %p2; add.u32 %r7, %r5, %r5; st.global.u32 [%rd3], %r7; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 90), GPU_DONE);
    late = issued(&b, 0, INSN_BARRIER, 0, &reader);
    assert_int_equal(reader - late, distance[0]);
    assert_true(issued(&b, 2, INSN_BARRIER, 0, &reader) + 100 < late);
    assert_in_range(reader, late, late + 3);
    for (unsigned i = 0; i < 90; i++)
        assert_int_equal(b.words[i], 64);
    kernel_bench_close(&b);
}

// Producers in warps 0 and 1, consumers in 2 and 3, four turns with two barriers whose numbers stand in registers. A
// warp of the CTA ends early and counts nowhere.
static const char pipeline[] =
    START "setp.ge.u32 %p2, %r4, 2; setp.eq.u32 %p3, %r4, 4; @%p3 ret; and.b32 %r10, %r3, 63; shl.b32 %r11, %r10, 2; add.u32 %r11, %r11, %r9; mov.u32 %r12, 0;\n"
    "TURN: and.b32 %r13, %r6, 1; add.u32 %r14, %r13, 4; add.u32 %r15, %r13, 6; shl.b32 %r16, %r13, 8; add.u32 %r17, %r11, %r16; @%p2 bra CONSUME;"
    "setp.lt.u32 %p3, %r6, 2; @!%p3 bar.sync %r15, 128; mad.lo.u32 %r18, %r6, 100, %r3; st.shared.u32 [%r17], %r18; bar.arrive %r14, 128; bra NEXT;"
    "CONSUME: bar.sync %r14, 128; ld.shared.u32 %r18, [%r17]; add.u32 %r12, %r12, %r18; setp.lt.u32 %p3, %r6, 2; @%p3 bar.arrive %r15, 128;"
    "NEXT: add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 4; @%p3 bra TURN; st.global.u32 [%rd3], %r12; ret;";

static void test_producers_and_consumers_under_every_order(void **state)
{
    (void)state;
    static const char *const policies[] = {"lrr", "gto", "2lvl-rr", "2lvl-gto", "swl", "oldest"};
    for (unsigned p = 0; p < sizeof policies / sizeof *policies; p++) {
        bench b;
        kernel_bench_open(&b, "", policies[p], NULL, BLOCKS_C, 1000000, pipeline);
        assert_int_equal(kernel_bench_run(&b, 3, 160), GPU_DONE);
        for (unsigned i = 0; i < 160; i++)
            assert_int_equal(b.words[i], i < 64 || i >= 128 ? 0 : 600 + 4 * (i - 64));
        kernel_bench_close(&b);
    }
}

static void test_a_barrier_that_is_never_full(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 1000000, START "@%p1 ret; @%p2 ret;\n bar.sync 9, 96; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 128), GPU_DEADLOCK);
    if (!strstr(gpu_message(b.gpu), "\n  SM 0 warp 2 (CTA 0, warp 2): waits at barrier 9, line 9, for 1 of 3 warps\n"
                                    "  SM 0 warp 3 (CTA 0, warp 3): waits at barrier 9, line 9, for 1 of 3 warps\n"))
        fail_msg("%s", gpu_message(b.gpu));
    kernel_bench_close(&b);
}

static void test_a_barrier_that_there_is_not(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 1000000, START "add.u32 %r7, %r4, 15; bar.sync %r7, 32; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 64), GPU_FAULT);
    assert_non_null(strstr(gpu_message(b.gpu), "thread (32,0,0): bar.sync: barrier 16 found, expected 0 to 15"));
    kernel_bench_close(&b);
}

// A membar lasts until it is done with itself, whatever of the warp ends before. A barrier in its place that the warp has to itself tells how
// long that is: what reads its result issues in the cycle behind its end, what stands behind the membar in that of its end.
static void test_a_membar_waits_for_itself(void **state)
{
    (void)state;
    static const char *const before[] = {"", "mov.u32 %r7, 1; mov.u32 %r8, 1;", "add.u32 %r6, %r6, 1; mov.u32 %r8, 1;"};
    for (unsigned i = 0; i < sizeof before / sizeof *before; i++) {
        uint64_t next[2], lasts[2];
        for (unsigned membar = 0; membar < 2; membar++) {
            bench b;
            char body[1024];
            snprintf(body, sizeof body, "%s%s%s ret;", START, before[i],
                     membar ? "membar.gl; mov.u32 %r5, 1;" : "bar.red.popc.u32 %r5, 0, %p1; add.u32 %r5, %r5, 1;");
            kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000, body);
            assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
            const uint64_t at = issued(&b, 0, membar ? INSN_MEMBAR : INSN_BARRIER, 0, &next[membar]);
            lasts[membar] = next[membar] - at;
            kernel_bench_close(&b);
        }
        assert_true(lasts[1] + 1 >= lasts[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_membar_waits_for_itself), cmocka_unit_test(test_who_arrives_does_not_wait),
        cmocka_unit_test(test_the_result_of_a_reduction),
        cmocka_unit_test(test_producers_and_consumers_under_every_order),
        cmocka_unit_test(test_a_barrier_that_is_never_full),
        cmocka_unit_test(test_a_barrier_that_there_is_not),
    };
    return cmocka_run_group_tests_name("barriers", tests, NULL, NULL);
}
