// SPDX-License-Identifier: BSD-3-Clause
// Runs that a policy holds up: for ever is a deadlock with what each warp waits for; for a while, or while memory answers, is not.
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { LOOK = 16384, LIMIT = 40000 };               // LOOK: how often a GPU looks, in cycles
#define SETTINGS "gpu.deadlock_cycles=40000"

// Every thread reads its word, twice, and writes it; the second load is in line 9.
static const char body[] =
    ".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r2, [%rd3]; add.u32 %r3, %r2, 1;\n"
    "ld.global.u32 %r4, [%rd3+4096];\nadd.u32 %r5, %r3, %r4; st.global.u32 [%rd3], %r5; ret;";

static policy_masks held;                           // what the policy answers
static uint64_t from, until;                        // while this many instructions have been issued; until this many cycles
static uint64_t masked_cycles;
static const gpu *held_gpu;

static void hold(const policy_view *view, policy_masks *masks)
{
    if (gpu_counters(held_gpu)->warp_insns >= from && masked_cycles++ < until)
        *masks = held;
    masks->occlude &= view->levels->load;
}

static const policy holder = {.name = "holder", .select = hold};

// The kernel with a policy that answers `masks` on SM 0 once `insns` have been issued, for `cycles`.
static gpu_status run(bench *b, const char *settings, const char *text, uint64_t max_cycles, uint32_t ctas, policy_masks masks,
                      uint64_t insns, uint64_t cycles)
{
    kernel_bench_open(b, settings, "swl", NULL, BLOCKS_C, max_cycles, text);
    held = masks;
    from = insns, until = cycles, masked_cycles = 0;
    held_gpu = b->gpu;
    b->gpu->sms[0]->place.hooks[0].policy = &holder;
    return kernel_bench_run(b, ctas, 64);
}

static void expect_message(const bench *b, const char *words)
{
    if (!strstr(gpu_message(b->gpu), words))
        fail_msg("`%s` is not in:\n%s", words, gpu_message(b->gpu));
}

static void expect_deadlock(bench *b)
{
    uint64_t cycles = gpu_counters(b->gpu)->cycles;
    expect_message(b, "deadlock: nothing was issued for gpu.deadlock_cycles, and no memory request is on its way (cycle ");
    assert_in_range(cycles, LIMIT, LIMIT + 3 * LOOK);
}

static const policy_masks nobody_issues = {.may_issue = 0, .can_issue = ~UINT64_C(0)};
static const policy_masks no_load_issues = {.may_issue = ~UINT64_C(0), .can_issue = 0};
static const policy_masks loads_are_occluded = {.may_issue = ~UINT64_C(0), .can_issue = ~UINT64_C(0), .occlude = ~UINT64_C(0)};

static void test_nobody_may_issue(void **state)
{
    (void)state;
    bench b;
    assert_int_equal(run(&b, SETTINGS, body, 10 * LIMIT, 1, nobody_issues, 0, UINT64_MAX), GPU_DEADLOCK);
    expect_deadlock(&b);
    expect_message(&b, "\n  SM 0 warp 0 (CTA 0, warp 0): ready at line 7, held back by policy holder\n");
    expect_message(&b, "\n  SM 0 warp 1 (CTA 0, warp 1): ready at line 7, held back by policy holder\n");
    kernel_bench_close(&b);
}

static void test_loads_are_held_after_others_have_gone(void **state)
{
    (void)state;
    const policy_masks masks[] = {no_load_issues, loads_are_occluded};
    for (unsigned i = 0; i < 2; i++) {
        bench b;
        assert_int_equal(run(&b, SETTINGS, body, 0, 1, masks[i], 10, UINT64_MAX), GPU_DEADLOCK);
        expect_deadlock(&b);
        assert_true(gpu_counters(b.gpu)->dram_reads > 0);
        expect_message(&b, "ready at line 9, held back by policy holder\n");
        kernel_bench_close(&b);
    }
}

static void test_a_while_is_no_deadlock(void **state)
{
    (void)state;
    bench b;
    assert_int_equal(run(&b, SETTINGS, body, 0, 1, nobody_issues, 5, LIMIT - LOOK), GPU_DONE);
    assert_true(gpu_counters(b.gpu)->cycles > LIMIT - LOOK);
    kernel_bench_close(&b);
}

// A DRAM access takes hundreds of thousands of core cycles here, in which nothing can be issued.
static void test_slow_memory_is_no_deadlock(void **state)
{
    (void)state;
    bench b;
    assert_int_equal(run(&b, "gpu.deadlock_cycles=20000 clock.core_mhz=10000 clock.dram_mhz=1", body, 0, 1, nobody_issues, 0, 0), GPU_DONE);
    assert_true(gpu_counters(b.gpu)->cycles > 10 * LOOK);
    kernel_bench_close(&b);
}

static void test_a_launch_that_takes_long_is_no_deadlock(void **state)
{
    (void)state;
    bench b;
    assert_int_equal(run(&b, "gpu.deadlock_cycles=20000 gpu.launch_latency=100000", body, 0, 1, nobody_issues, 0, 0), GPU_DONE);
    assert_true(gpu_counters(b.gpu)->cycles > 100000);
    kernel_bench_close(&b);
}

// CTA 1, on the SM that is not held, loops for 100,000 cycles and more.
static void test_no_deadlock_while_another_sm_goes_on(void **state)
{
    (void)state;
    bench b;
    assert_int_equal(run(&b, SETTINGS " gpu.sms=2 gpu.clusters=2",
                         ".reg .pred %p<2>; .reg .b32 %r<4>;\n mov.u32 %r1, 0;\n"
                         "LOOP: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 5000; @%p1 bra LOOP; ret;",
                         0, 2, nobody_issues, 0, UINT64_MAX), GPU_DEADLOCK);
    assert_in_range(gpu_counters(b.gpu)->cycles, 100000 + LIMIT, UINT64_MAX);
    expect_message(&b, ", 1 of 2 CTAs done)\n  SM 0 warp 0 (CTA 0, warp 0): ready at line 7, held back by policy holder\n");
    assert_null(strstr(gpu_message(b.gpu), "SM 1"));
    kernel_bench_close(&b);
}

static void test_it_can_be_switched_off(void **state)
{
    (void)state;
    bench b;
    assert_int_equal(run(&b, "gpu.deadlock_cycles=0", body, 5 * LIMIT, 1, nobody_issues, 0, UINT64_MAX), GPU_LIMIT);
    expect_message(&b, "held back by policy holder");
    kernel_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_may_issue), cmocka_unit_test(test_loads_are_held_after_others_have_gone),
        cmocka_unit_test(test_a_while_is_no_deadlock), cmocka_unit_test(test_slow_memory_is_no_deadlock),
        cmocka_unit_test(test_a_launch_that_takes_long_is_no_deadlock),
        cmocka_unit_test(test_no_deadlock_while_another_sm_goes_on), cmocka_unit_test(test_it_can_be_switched_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
