// SPDX-License-Identifier: BSD-3-Clause
// What an SM counts of its schedulers and its time: cycles with a CTA, stalls for the LD/ST unit and for the policy, issues of
// the oldest warps. Expectations worked out by hand, or from the issue trace alone.
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Lane i loads word 32 * i: 32 lines, the same for every warp.
#define LANE_ADDRESS "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 31; mul.wide.u32 %rd2, %r2, 128;\n" \
    "add.s64 %rd3, %rd1, %rd2;\n"

// CTAs start in the end of a cycle and end in the cycle before which the launch ends: all cycles but the first.
static void test_active_cycles_have_a_cta(void **state)
{
    (void)state;
    for (unsigned sms = 1; sms <= 2; sms++) {
        bench b;
        kernel_bench_open(&b, sms == 1 ? "" : "gpu.sms=2 gpu.clusters=2", "gto", NULL, BLOCKS_C, 0, REGISTERS "mov.u32 %r1, 1; ret;");
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        const counters *c = gpu_counters(b.gpu);
        uint64_t first = c->cycles;
        assert_int_equal(c->sm_active_cycles, first - 1);
        assert_int_equal(c->scheduler_active_cycles, 2 * (first - 1));
        assert_int_equal(kernel_bench_run(&b, sms, 32), GPU_DONE);          // the other SM, if there is one, has misses of its own
        assert_true(c->sm_active_cycles >= first - 1 + sms * (c->cycles - first - 1) / 2);
        assert_true(c->sm_active_cycles <= first - 1 + sms * (c->cycles - first - 1));
        kernel_bench_close(&b);
    }
}

// One scheduler, 8 warps, each with a load of 32 accesses behind a barrier; the first issues in T. T to T+4 fill the dispatch
// register, the slot in front of it, both collectors and the issue slot. The LD/ST unit takes the first load in T+3 and the
// next ones 32 cycles apart; a cycle later the issue slot is free again. So warp 5 waits from T+5 to T+35, warp 6 from T+37
// to T+67, warp 7 from T+69 to T+99: 93 cycles. All warps ask for the same lines, so nothing fails.
static void test_schedulers_wait_for_the_ldst_unit(void **state)
{
    (void)state;
    bench b;
    issue issues[256];
    uint64_t loads[8], n_loads = 0;
    kernel_bench_open(&b, "core.warps=32 core.schedulers=1", "gto", NULL, BLOCKS_C, 0,
                      REGISTERS LANE_ADDRESS "bar.sync 0; ld.global.u32 %r3, [%rd3]; add.u32 %r4, %r3, 1; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 256), GPU_DONE);
    unsigned n = kernel_bench_issues(b.trace, issues, 256), load = 6;                      // the seventh instruction
    for (unsigned i = 0; i < n; i++)
        if (issues[i].pc == issues[0].pc + 8 * load)
            loads[n_loads++] = issues[i].cycle;
    assert_int_equal(n_loads, 8);
    const unsigned apart[] = {0, 1, 2, 3, 4, 36, 68, 100};
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(loads[i] - loads[0], apart[i]);
    const counters *c = gpu_counters(b.gpu);
    assert_int_equal(c->stalls_scheduler_ldst, 93);
    assert_true(c->stalls_pipeline >= 93);
    assert_int_equal(c->stalls_occluded, 0);
    assert_int_equal(c->loads_divergent, 8);
    assert_int_equal(c->l1d_reservation_fails, 0);
    kernel_bench_close(&b);
}

// Two warps, a scheduler each, with a load in the buffer when the last of them opens a barrier: the one that comes second
// finds the issue slot taken, for a cycle, but not for the LD/ST unit, which is free.
static void test_a_slot_just_taken_is_no_wait_for_the_ldst_unit(void **state)
{
    (void)state;
    bench b;
    issue issues[64];
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 0,
                      REGISTERS LANE_ADDRESS "mov.u32 %r5, 1; bar.sync 0; ld.global.u32 %r3, [%rd1]; add.u32 %r4, %r3, 1; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 64), GPU_DONE);
    unsigned n = kernel_bench_issues(b.trace, issues, 64);
    uint64_t loads[2] = {0, 0};
    for (unsigned i = 0; i < n; i++)
        if (issues[i].pc == issues[0].pc + 8 * 7)
            loads[issues[i].warp] = issues[i].cycle;
    assert_int_equal(loads[0] + 1, loads[1]);
    assert_int_equal(gpu_counters(b.gpu)->stalls_pipeline, 1);
    assert_int_equal(gpu_counters(b.gpu)->stalls_scheduler_ldst, 0);
    kernel_bench_close(&b);
}

// Two warps on one scheduler, of which one may issue: warp 1 waits until warp 0 has ended. From the cycle in which it could
// have issued on (under GTO it does) its scheduler is held in every cycle in which warp 0 issues nothing; it is not idle.
static void test_warps_kept_back_by_the_policy(void **state)
{
    (void)state;
    uint64_t first[2] = {0, 0}, occluded[2], others = 0;
    static const char *const policies[] = {"gto", "swl"};
    for (unsigned p = 0; p < 2; p++) {
        bench b;
        issue issues[64];
        kernel_bench_open(&b, "core.warps=32 core.schedulers=1 policy.swl_limit=1", policies[p], NULL, BLOCKS_C, 0,
                          REGISTERS LANE_ADDRESS "ld.global.u32 %r3, [%rd3]; add.u32 %r4, %r3, 1; ret;");
        assert_int_equal(kernel_bench_run(&b, 1, 64), GPU_DONE);
        unsigned n = kernel_bench_issues(b.trace, issues, 64);
        for (unsigned i = n; i-- > 0;)
            if (issues[i].warp == 1)
                first[p] = issues[i].cycle;
        for (unsigned i = 0; p == 1 && i < n; i++)
            others += issues[i].cycle >= first[0] && issues[i].cycle < first[1];
        occluded[p] = gpu_counters(b.gpu)->stalls_occluded;
        kernel_bench_close(&b);
    }
    assert_true(first[1] > first[0] + 100);                                 // a miss later
    assert_int_equal(occluded[0], 0);
    assert_int_equal(occluded[1], first[1] - first[0] - others);
}

// Three warps on two schedulers. With one warp allowed to issue loads, warp 1 may as its scheduler's oldest (D-24), and warp 2
// waits until warp 0 has ended; it could have issued when it does under GTO. Its scheduler is held in all cycles between in which
// warp 0 issues nothing, but for one in which another load may just have taken the issue slot.
static void test_loads_held_back_by_the_policy(void **state)
{
    (void)state;
    uint64_t issued[2] = {0, 0}, occluded[2], others = 0;
    static const char *const policies[] = {"gto", "ocw"};
    for (unsigned p = 0; p < 2; p++) {
        bench b;
        issue issues[64];
        kernel_bench_open(&b, "policy.ocw_pin=1", policies[p], NULL, BLOCKS_C, 0,
                          REGISTERS LANE_ADDRESS "ld.global.u32 %r3, [%rd3]; add.u32 %r4, %r3, 1; ret;");
        assert_int_equal(kernel_bench_run(&b, 1, 96), GPU_DONE);
        unsigned n = kernel_bench_issues(b.trace, issues, 64);
        for (unsigned i = 0; i < n; i++)
            if (issues[i].warp == 2 && issues[i].pc == issues[0].pc + 8 * 5)
                issued[p] = issues[i].cycle;
        for (unsigned i = 0; p == 1 && i < n; i++)
            others += issues[i].scheduler == 0 && issues[i].cycle >= issued[0] && issues[i].cycle < issued[1];
        occluded[p] = gpu_counters(b.gpu)->stalls_occluded;
        assert_int_equal(gpu_counters(b.gpu)->stalls_scheduler_ldst, 0);
        kernel_bench_close(&b);
    }
    assert_true(issued[1] > issued[0] + 100);                               // a miss later
    assert_int_equal(occluded[0], 0);
    assert_in_range(occluded[1], issued[1] - issued[0] - others - 1, issued[1] - issued[0] - others);
}

// One CTA of 16 warps: the age of a warp is the number of warps before it that have not ended in an earlier cycle.
static void test_issues_of_the_eight_oldest(void **state)
{
    (void)state;
    bench b;
    static issue issues[4096];
    kernel_bench_open(&b, "", "lrr", NULL, BLOCKS_C, 0,
                      REGISTERS "mov.u32 %r1, 1; mov.u32 %r2, 2; add.u32 %r3, %r1, %r2; add.u32 %r4, %r3, %r3; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 512), GPU_DONE);
    unsigned n = kernel_bench_issues(b.trace, issues, 4096);
    uint64_t last[16] = {0}, oldest = 0;
    for (unsigned i = 0; i < n; i++)
        last[issues[i].warp] = issues[i].cycle;
    for (unsigned i = 0; i < n; i++) {
        unsigned age = 0;
        for (unsigned warp = 0; warp < issues[i].warp; warp++)
            age += last[warp] >= issues[i].cycle;
        oldest += age < 8;
    }
    assert_int_equal(n, 16 * 5);
    assert_true(oldest > n / 2 && oldest < n);
    assert_int_equal(gpu_counters(b.gpu)->issue_oldest_8, oldest);
    kernel_bench_close(&b);
}

// One warp, two MSHRs, l1d.latency 1. Its first load, of four lines, is held up by fails. The other two are hits: one of the same
// lines, which leaves the dispatch register seven cycles after its issue, and behind it one of one line, which waits for that
// and not for any fail since its own issue.
static void test_fails_before_the_issue_are_no_occlusion(void **state)
{
    (void)state;
    bench b;
    issue issues[64];
    uint64_t cycle[16] = {0};
    kernel_bench_open(&b, "l1d.mshrs=2 l1d.latency=1", "gto", NULL, BLOCKS_C, 0,
                      REGISTERS "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 3; mul.wide.u32 %rd2, %r2, 128;\n"
                      "add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r3, [%rd3]; add.u32 %r4, %r3, 1;\n"
                      "ld.global.u32 %r5, [%rd3]; ld.global.u32 %r6, [%rd1]; add.u32 %r7, %r5, %r6; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    unsigned n = kernel_bench_issues(b.trace, issues, 64);
    for (unsigned i = 0; i < n; i++)
        cycle[(issues[i].pc - issues[0].pc) / 8] = issues[i].cycle;
    const counters *c = gpu_counters(b.gpu);
    assert_in_range(cycle[8] - cycle[7], 1, 3);
    assert_int_equal(c->latency_coherent_queued, cycle[7] + 7 - cycle[8]);
    assert_int_equal(c->latency_coherent_occluded, 0);
    assert_int_equal(c->latency_divergent_queued, 2 * 3);
    assert_true(c->latency_divergent_occluded > 100);
    kernel_bench_close(&b);
}

// A run that meets its limit while everything sleeps has counted to the limit and no further.
static void test_a_limit_ends_the_counting(void **state)
{
    (void)state;
    for (uint64_t limit = 300; limit < 330; limit++) {
        bench b;
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, limit, REGISTERS LANE_ADDRESS "ld.global.u32 %r3, [%rd3]; add.u32 %r4, %r3, 1;\n"
                          "ld.global.u32 %r3, [%rd3]; add.u32 %r4, %r3, 1; ld.global.u32 %r3, [%rd3+4096]; add.u32 %r4, %r3, 1; ret;");
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_LIMIT);
        const counters *c = gpu_counters(b.gpu);
        assert_int_equal(c->cycles, limit);
        assert_int_equal(c->sm_active_cycles, limit - 1);
        assert_int_equal(c->warp_insns + c->stalls_idle + c->stalls_scoreboard + c->stalls_pipeline, limit * 2);
        kernel_bench_close(&b);
    }
}

// One CTA at a time. The first one starts in the launch's first cycle and issues some cycles later, the last one as long before
// its own first issue, for instructions and parameters have been fetched by a launch before; behind its start is the tail.
static void test_the_tail_begins_with_the_last_cta(void **state)
{
    (void)state;
    bench b;
    issue issues[64];
    kernel_bench_open(&b, "core.max_ctas=1", "gto", NULL, BLOCKS_C, 0, REGISTERS LANE_ADDRESS "ld.global.u32 %r3, [%rd3]; add.u32 %r4, %r3, 1; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    counters before = *gpu_counters(b.gpu);
    const counters *c = gpu_counters(b.gpu);
    assert_int_equal(c->cycles_tail, c->cycles - 1);
    assert_int_equal(c->cta_places, 1);
    assert_int_equal(kernel_bench_run(&b, 3, 32), GPU_DONE);
    unsigned each = (unsigned)before.warp_insns;
    assert_int_equal(kernel_bench_issues(b.trace, issues, 64), 4 * each);
    uint64_t last_starts = issues[3 * each].cycle - issues[each].cycle;
    assert_true(last_starts > 0);
    assert_int_equal(c->cycles_tail - before.cycles_tail, c->cycles - before.cycles - 1 - last_starts);
    kernel_bench_close(&b);
}

// Each launch adds what all SMs hold: 2 SMs, 8 CTAs of 32 threads each, then of 768 threads 2 each.
static void test_places_of_ctas(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "gpu.sms=2 gpu.clusters=2", "gto", NULL, BLOCKS_C, 0, REGISTERS "mov.u32 %r1, 1; ret;");
    assert_int_equal(kernel_bench_run(&b, 5, 32), GPU_DONE);
    assert_int_equal(gpu_counters(b.gpu)->cta_places, 16);
    assert_int_equal(kernel_bench_run(&b, 5, 768), GPU_DONE);
    assert_int_equal(gpu_counters(b.gpu)->cta_places, 16 + 4);
    kernel_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_active_cycles_have_a_cta), cmocka_unit_test(test_schedulers_wait_for_the_ldst_unit),
        cmocka_unit_test(test_a_slot_just_taken_is_no_wait_for_the_ldst_unit),
        cmocka_unit_test(test_warps_kept_back_by_the_policy), cmocka_unit_test(test_loads_held_back_by_the_policy), cmocka_unit_test(test_issues_of_the_eight_oldest),
        cmocka_unit_test(test_fails_before_the_issue_are_no_occlusion), cmocka_unit_test(test_a_limit_ends_the_counting),
        cmocka_unit_test(test_the_tail_begins_with_the_last_cta), cmocka_unit_test(test_places_of_ctas),
    };
    return cmocka_run_group_tests_name("sm_count", tests, NULL, NULL);
}
