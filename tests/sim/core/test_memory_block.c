// SPDX-License-Identifier: BSD-3-Clause
// Cycles in which an SM issues nothing (core.count_inactive), and what its warps wait for in them: expected numbers come
// from the issue trace. A fetch brings two instructions, so that the user of a load stands behind it in the buffer when it
// has the odd place.
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 8192 };
#define COUNTED " core.count_inactive=1"

static issue issues[MOST];
static unsigned issued;
static counters counted;

static void run(const char *settings, const char *policy, unsigned ctas, unsigned threads, bool sleepless,
                const char *body)
{
    bench b;
    char text[2048];
    snprintf(text, sizeof text, "%s%s", REGISTERS, body);
    kernel_bench_open(&b, settings, policy, NULL, BLOCKS_C, 100000, text);
    for (unsigned i = 0; i < b.gpu->n_sms; i++)
        b.gpu->sms[i]->sleepless = sleepless;
    assert_int_equal(kernel_bench_run(&b, ctas, threads), GPU_DONE);
    counted = *gpu_counters(b.gpu);
    issued = kernel_bench_issues(b.trace, issues, MOST);
    kernel_bench_close(&b);
    assert_true(issued < MOST);
}

// Cycles of an SM in which it issues, once each.
static uint64_t issuing(void)
{
    uint64_t cycles = 0;
    for (unsigned i = 0; i < issued; i++) {
        unsigned same = 0;
        for (unsigned k = 0; k < i; k++)
            same += issues[k].cycle == issues[i].cycle && issues[k].sm == issues[i].sm;
        cycles += same == 0;
    }
    return cycles;
}

// Between the i-th issue and the next one.
static uint64_t between(unsigned i)
{
    return issues[i + 1].cycle - issues[i].cycle - 1;
}

// ld.param and its user come with one fetch, each ld.global and its user with one behind it; the second hits.
static void test_a_load_is_waited_for_hit_or_miss(void **state)
{
    (void)state;
    static const char body[] = "ld.param.u64 %rd1, [buffer]; add.s64 %rd2, %rd1, 256;\n"
                               "ld.global.u32 %r1, [%rd2]; add.u32 %r2, %r1, 1;\n"
                               "ld.global.u32 %r3, [%rd2]; add.u32 %r4, %r3, 1; mov.u32 %r5, 1; add.u32 %r6, %r5, 1; ret;";
    for (unsigned sleepless = 0; sleepless < 2; sleepless++) {
        run("gtx480" COUNTED, "lrr", 1, 32, sleepless, body);
        assert_int_equal(issued, 9);
        assert_int_equal(counted.core_memory_block_cycles, between(0) + between(2) + between(4));
        assert_true(between(2) > between(4) && between(4) > 20);
        assert_int_equal(counted.core_inactive_cycles, counted.cycles - issued);
        // before its launch, at the end of the first cycle, and behind its end
        assert_int_equal(counted.core_no_warp_cycles, 1 + counted.cycles - 1 - issues[8].cycle);
    }
}

// Shared memory, a long computation, the fetch.
static void test_what_is_no_memory(void **state)
{
    (void)state;
    run("gtx480" COUNTED, "lrr", 1, 32, false, "mov.u32 %r1, 0; st.shared.u32 [words], %r1;\n"
        "ld.shared.u32 %r2, [words]; add.u32 %r3, %r2, 1;\n"
        "cvt.rn.f32.u32 %r4, %r3; rcp.rn.f32 %r4, %r4; add.u32 %r5, %r4, 1; ret;");
    assert_int_equal(counted.core_memory_block_cycles, 0);
    assert_true(counted.core_inactive_cycles > counted.core_no_warp_cycles + 30);
}

// While those that are still to come wait for memory.
static void test_a_barrier_waits_for_memory(void **state)
{
    (void)state;
    static const char body[] = "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32;\n"
                               "@!%p1 bra MEET; ld.global.u32 %r2, [%rd1]; add.u32 %r3, %r2, 1; MEET: bar.sync 0; ret;";
    for (unsigned sleepless = 0; sleepless < 2; sleepless++) {
        uint64_t load = 0, use = 0, arrival = 0;
        run("gtx480" COUNTED, "lrr", 1, 64, sleepless, body);
        for (unsigned i = 0; i < issued; i++) {
            load = issues[i].pc == 32 ? issues[i].cycle : load;
            use = issues[i].pc == 40 ? issues[i].cycle : use;
            arrival = issues[i].warp == 1 && issues[i].pc == 48 ? issues[i].cycle : arrival;
        }
        assert_true(arrival && arrival < load && load < use);
        // The first warp waits for its parameter when the second arrives, then for its datum.
        assert_int_equal(counted.core_memory_block_cycles, load - arrival - 1 + use - load - 1);
        assert_int_equal(counted.core_inactive_cycles, counted.cycles - issuing());
    }
}

// Loads, divergence, barriers and atomics on four SMs, one of them without a CTA: with the cycles that issue all cycles
// are there, and sleep changes nothing.
static void test_all_cycles_are_counted_once(void **state)
{
    (void)state;
    static const char *const policies[] = {"lrr", "gto", "mascar", "swl"};
    static const char body[] =
        "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, 64, %r1;\n"
        "mov.u32 %r4, 0; LOOP: mul.lo.u32 %r5, %r3, 37; add.u32 %r5, %r5, %r4;\n"
        "and.b32 %r5, %r5, 2047; mul.wide.u32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2;\n"
        "ld.global.u32 %r6, [%rd3]; and.b32 %r7, %r6, 3; setp.eq.u32 %p1, %r7, 0;\n"
        "@%p1 bra SKIP; add.u32 %r4, %r4, 1;\n"
        "SKIP: bar.sync 0; atom.global.add.u32 %r8, [%rd3], 1;\n"
        "membar.gl; add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 8; @%p2 bra LOOP; ret;";
    for (unsigned i = 0; i < sizeof policies / sizeof *policies; i++) {
        counters seen[2];
        for (unsigned sleepless = 0; sleepless < 2; sleepless++) {
            run("gtx480 gpu.sms=4 gpu.clusters=4" COUNTED, policies[i], 3, 64, sleepless, body);
            assert_int_equal(counted.core_inactive_cycles, 4 * counted.cycles - issuing());
            assert_true(counted.core_no_warp_cycles > counted.cycles && counted.core_memory_block_cycles > counted.cycles / 2);
            assert_true(counted.core_no_warp_cycles + counted.core_memory_block_cycles < counted.core_inactive_cycles);
            seen[sleepless] = counted;
        }
        assert_memory_equal(&seen[0], &seen[1], sizeof seen[0]);
    }
    run("gtx480", "lrr", 3, 64, false, body);
    assert_true(!counted.core_inactive_cycles && !counted.core_no_warp_cycles && !counted.core_memory_block_cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_load_is_waited_for_hit_or_miss),
                                       cmocka_unit_test(test_what_is_no_memory),
                                       cmocka_unit_test(test_a_barrier_waits_for_memory),
                                       cmocka_unit_test(test_all_cycles_are_counted_once)};
    return cmocka_run_group_tests_name("memory block", tests, NULL, NULL);
}
