// SPDX-License-Identifier: BSD-3-Clause
// One SM as a whole: timing of dependent instructions, barriers, CTA limits, ends, deadlock, limits, determinism.
#include "sim/core/dispatcher.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STORE_RESULT \
    "ld.param.u64 %rd1, [buffer];\n mov.u32 %r1, %ctaid.x;\n mov.u32 %r2, %ntid.x;\n mov.u32 %r3, %tid.x;\n" \
    "mad.lo.s32 %r4, %r1, %r2, %r3;\n mul.wide.u32 %rd2, %r4, 4;\n add.s64 %rd3, %rd1, %rd2;\n"
// Issue cycles of a warp's instructions.
static unsigned issue_cycles(const bench *b, unsigned warp, uint64_t *cycles, unsigned room)
{
    static issue issues[4096];
    unsigned n = 0, all = kernel_bench_issues(b->trace, issues, 4096);
    for (unsigned i = 0; i < all && n < room; i++)
        if (issues[i].warp == warp)
            cycles[n++] = issues[i].cycle;
    return n;
}

// Issue, one cycle to a collector, one for two operands in two banks, one to the unit slot, one to the unit, 4 of latency and 2
// to the write-back, after which the next one issues in the same cycle: 1 + 1 + 1 + 1 + 4 + 2 = 10; 11 with an operand a cycle,
// and where both operands lie in one bank.
static void test_dependent_adds_issue_a_pipeline_apart(void **state)
{
    (void)state;
    static const struct { const char *settings, *second; unsigned distance; } rows[] = {
        {"", "%r2", 10}, {"core.collector_reads=one", "%r2", 11}, {"", "%r17", 11}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b;
        uint64_t cycles[16];
        char body[512];
        snprintf(body, sizeof body, "%smov.u32 %%r1, 1; mov.u32 %s, 2;\n add.u32 %%r3, %%r1, %s; add.u32 %%r4, %%r3, %%r3; ret;",
                 REGISTERS, rows[i].second, rows[i].second);
        kernel_bench_open(&b, rows[i].settings, "gto", NULL, BLOCKS_C, 0, body);
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        assert_int_equal(issue_cycles(&b, 0, cycles, 16), 5);
        assert_int_equal(cycles[1] - cycles[0], 1);
        assert_int_equal(cycles[3] - cycles[2], rows[i].distance);
        kernel_bench_close(&b);
    }
}

static void test_independent_instructions_issue_back_to_back_in_pairs(void **state)
{
    (void)state;
    bench b;
    uint64_t cycles[16];
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 0,
               REGISTERS "mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; mov.u32 %r4, 4; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    assert_int_equal(issue_cycles(&b, 0, cycles, 16), 5);
    // Two instructions a fetch; fetch, decode and issue take a cycle each and do not overlap for one warp.
    assert_int_equal(cycles[1] - cycles[0], 1);
    assert_int_equal(cycles[2] - cycles[1], 2);
    kernel_bench_close(&b);
}

// A taken branch in the first slot of a fetch: flush, fetch and decode cost two cycles. In the second slot the wrong path is
// fetched and decoded before the flush: one more.
static void test_a_taken_branch_costs_by_its_slot(void **state)
{
    (void)state;
    static const char *const bodies[] = {REGISTERS "mov.u32 %r1, 1; mov.u32 %r2, 1; bra FAR; mov.u32 %r3, 1; mov.u32 %r4, 1; FAR: ret;",
                                         REGISTERS "mov.u32 %r1, 1; bra FAR; mov.u32 %r3, 1; mov.u32 %r4, 1; FAR: ret;"};
    for (unsigned slot = 0; slot < 2; slot++) {
        bench b;
        uint64_t cycles[8];
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 10000, bodies[slot]);
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        unsigned n = issue_cycles(&b, 0, cycles, 8);
        assert_int_equal(n, 4 - slot);
        assert_int_equal(cycles[n - 1] - cycles[n - 2], 3 + slot);
        kernel_bench_close(&b);
    }
}

static const char rotate[] =                // every thread stores its number and reads another's behind a barrier
    REGISTERS STORE_RESULT
    "mov.u32 %r10, words; shl.b32 %r11, %r3, 2; add.u32 %r12, %r10, %r11; st.shared.u32 [%r12], %r4;\n"
    "bar.sync 0;\n"
    "add.u32 %r13, %r3, 37; rem.u32 %r14, %r13, %r2; shl.b32 %r15, %r14, 2; add.u32 %r16, %r10, %r15;\n"
    "ld.shared.u32 %r17, [%r16]; st.global.u32 [%rd3], %r17; ret;";

static void test_barrier_orders_shared_memory(void **state)
{
    (void)state;
    static const char *const policies[] = {"lrr", "gto", "2lvl-rr", "2lvl-gto", "swl"};
    for (unsigned p = 0; p < sizeof policies / sizeof *policies; p++) {
        bench b;
        kernel_bench_open(&b, "", policies[p], NULL, BLOCKS_C, 1000000, rotate);
        assert_int_equal(kernel_bench_run(&b, 4, 250), GPU_DONE);
        for (unsigned i = 0; i < 1000; i++)
            assert_int_equal(b.words[i], i / 250 * 250 + (i % 250 + 37) % 250);
        kernel_bench_close(&b);
    }
}

static void test_an_ended_warp_opens_a_barrier(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000,
               REGISTERS STORE_RESULT "setp.lt.u32 %p1, %r3, 32; @%p1 bra END; bar.sync 0; st.global.u32 [%rd3], %r3; END: ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 96), GPU_DONE);
    assert_int_equal(b.words[31], 0);
    assert_int_equal(b.words[95], 95);
    kernel_bench_close(&b);
}

static void test_barriers_that_never_meet_are_a_deadlock(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 1000000,
               REGISTERS STORE_RESULT
               "setp.lt.u32 %p1, %r3, 32; @%p1 bra ONE; bar.sync 0; bra END; ONE: bar.sync 1; END: ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 64), GPU_DEADLOCK);
    assert_non_null(strstr(gpu_message(b.gpu), "deadlock"));
    assert_non_null(strstr(gpu_message(b.gpu), "SM 0 warp 0 (CTA 0, warp 0): waits at barrier 1, line "));
    assert_non_null(strstr(gpu_message(b.gpu), "SM 0 warp 1 (CTA 0, warp 1): waits at barrier 0, line "));
    assert_true(gpu_counters(b.gpu)->cycles < 100000);
    kernel_bench_close(&b);
}

static void test_a_kernel_without_end_meets_the_limit(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "lrr", NULL, BLOCKS_C, 5000, REGISTERS "mov.u32 %r1, 0; LOOP: add.u32 %r1, %r1, 1; bra LOOP;");
    assert_int_equal(kernel_bench_run(&b, 1, 64), GPU_LIMIT);
    assert_non_null(strstr(gpu_message(b.gpu), "limit of simulated cycles"));
    assert_non_null(strstr(gpu_message(b.gpu), "SM 0 warp 1"));
    assert_int_equal(gpu_counters(b.gpu)->cycles, 5000);
    kernel_bench_close(&b);
}

static void test_membar_waits_for_stores(void **state)
{
    (void)state;
    bench b;
    uint64_t cycles[32];
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000,
               REGISTERS STORE_RESULT "st.global.u32 [%rd3], %r4; membar.gl; mov.u32 %r5, 1; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    unsigned n = issue_cycles(&b, 0, cycles, 32);
    assert_true(n >= 4);
    assert_true(cycles[n - 2] - cycles[n - 3] > 100);    // the acknowledgement has crossed the network and the L2
    kernel_bench_close(&b);
}

static void test_atomic_holds_its_warp_and_counts(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "lrr", NULL, BLOCKS_C, 1000000,
               REGISTERS "ld.param.u64 %rd1, [buffer]; atom.global.add.u32 %r1, [%rd1], 2; red.global.add.u32 [%rd1+4], 1; ret;");
    assert_int_equal(kernel_bench_run(&b, 20, 100), GPU_DONE);
    assert_int_equal(b.words[0], 4000);
    assert_int_equal(b.words[1], 2000);
    kernel_bench_close(&b);
}

// GPGPU-Sim's coalescer sees one element of a vector: its width sets the segment (v4.u8: 32 bytes, four for a warp; v2.u16:
// 64 bytes, two), and of a local vector only the first word is accessed.
static void test_vectors_coalesce_by_their_element(void **state)
{
    (void)state;
    static const struct { const char *access; unsigned accesses; } rows[] = {
        {"ld.global.v4.u8 {%r5, %r6, %r7, %r8}, [%rd3];", 4}, {"ld.global.v2.u16 {%r5, %r6}, [%rd3];", 2},
        {"ld.global.u32 %r5, [%rd3];", 1}, {"st.local.v4.u32 [depot], {%r5, %r6, %r7, %r8};", 1},
        {"st.local.u64 [depot], %rd3;", 2}, {"ld.local.v2.u64 {%rd4, %rd5}, [depot];", 2},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b;
        char body[1024];
        snprintf(body, sizeof body, "%s .local .align 16 .b8 depot[16];\n %s %s\n ret;", REGISTERS, STORE_RESULT, rows[i].access);
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 0, body);
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        assert_int_equal(gpu_counters(b.gpu)->l1d_accesses, rows[i].accesses);
        kernel_bench_close(&b);
    }
}

static void test_unit_limits(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 0, rotate);
    ptx_error error;
    launch_config config = {.kernel = program_find(b.program, "k", &error), .grid = {1, 1, 1}, .block = {250, 1, 1}};
    assert_int_equal(dispatcher_limit(&b.m, &config).ctas, 6);            // 8 warps a CTA, 48 an SM
    config.block[0] = 32;
    assert_int_equal(dispatcher_limit(&b.m, &config).ctas, 8);            // CTA slots
    config.dynamic_shared = 12288;
    assert_int_equal(dispatcher_limit(&b.m, &config).ctas, 3);            // 16384 of 49152 bytes
    assert_string_equal(dispatcher_limit(&b.m, &config).name, "bytes of shared memory");
    config.dynamic_shared = 0;
    b.m.core.registers = 1024;
    unsigned rounded = (kernel_registers(config.kernel, UINT32_MAX) + 3) / 4 * 4;
    assert_int_equal(dispatcher_limit(&b.m, &config).ctas, 1024 / (32 * rounded) < 8 ? 1024 / (32 * rounded) : 8);
    config.block[0] = config.block[1] = 65536;                            // 4,294,967,296 threads, a number of 33 bits
    assert_int_equal(dispatcher_limit(&b.m, &config).ctas, 0);
    kernel_bench_close(&b);
}

static void test_a_cta_that_fits_no_sm_is_refused(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "core.warps=8", "gto", NULL, BLOCKS_C, 0, rotate);
    assert_int_equal(kernel_bench_run(&b, 1, 288), GPU_REFUSED);
    assert_non_null(strstr(gpu_message(b.gpu), "a CTA needs 9 warps, an SM of machine"));
    kernel_bench_close(&b);
}

static void test_no_more_ctas_than_the_limit_are_resident(void **state)
{
    (void)state;
    bench b;
    // CTAs of one warp that takes its number of residents from the slots used: slots 0..7 and no other.
    kernel_bench_open(&b, "", "lrr", NULL, BLOCKS_C, 1000000, REGISTERS STORE_RESULT "bar.sync 0; st.global.u32 [%rd3], %r4; ret;");
    assert_int_equal(kernel_bench_run(&b, 30, 32), GPU_DONE);
    uint64_t cycles[4];
    assert_true(issue_cycles(&b, 7, cycles, 4) > 0);
    assert_int_equal(issue_cycles(&b, 8, cycles, 4), 0);
    assert_int_equal(gpu_counters(b.gpu)->ctas, 30);
    kernel_bench_close(&b);
}

static void test_an_illegal_access_is_a_fault(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 0, REGISTERS "mov.u64 %rd1, 16; ld.global.u32 %r1, [%rd1]; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_FAULT);
    assert_non_null(strstr(gpu_message(b.gpu), "test.ptx:"));
    kernel_bench_close(&b);
}

static void test_a_second_launch_runs_on(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "gpu.sms=3 gpu.clusters=3", "gto", NULL, BLOCKS_C, 0, rotate);
    assert_int_equal(kernel_bench_run(&b, 5, 64), GPU_DONE);
    uint64_t first = gpu_counters(b.gpu)->cycles;
    assert_int_equal(kernel_bench_run(&b, 5, 64), GPU_DONE);
    uint64_t second = gpu_counters(b.gpu)->cycles - first;
    assert_true(second > first / 4 && second <= first);
    assert_int_equal(gpu_counters(b.gpu)->launches, 2);
    kernel_bench_close(&b);
}

static void test_stalls_and_issues_fill_every_scheduler_cycle(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "gpu.sms=2 gpu.clusters=2", "gto", NULL, BLOCKS_C, 0, rotate);
    assert_int_equal(kernel_bench_run(&b, 9, 200), GPU_DONE);
    const counters *c = gpu_counters(b.gpu);
    assert_int_equal(c->warp_insns + c->stalls_idle + c->stalls_scoreboard + c->stalls_pipeline, c->cycles * 2 * 2);
    kernel_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dependent_adds_issue_a_pipeline_apart),
        cmocka_unit_test(test_independent_instructions_issue_back_to_back_in_pairs),
        cmocka_unit_test(test_a_taken_branch_costs_by_its_slot),
        cmocka_unit_test(test_barrier_orders_shared_memory),
        cmocka_unit_test(test_an_ended_warp_opens_a_barrier),
        cmocka_unit_test(test_barriers_that_never_meet_are_a_deadlock),
        cmocka_unit_test(test_a_kernel_without_end_meets_the_limit),
        cmocka_unit_test(test_membar_waits_for_stores),
        cmocka_unit_test(test_atomic_holds_its_warp_and_counts),
        cmocka_unit_test(test_vectors_coalesce_by_their_element),
        cmocka_unit_test(test_unit_limits),
        cmocka_unit_test(test_a_cta_that_fits_no_sm_is_refused),
        cmocka_unit_test(test_no_more_ctas_than_the_limit_are_resident),
        cmocka_unit_test(test_an_illegal_access_is_a_fault),
        cmocka_unit_test(test_a_second_launch_runs_on),
        cmocka_unit_test(test_stalls_and_issues_fill_every_scheduler_cycle),
    };
    return cmocka_run_group_tests_name("sm", tests, NULL, NULL);
}
