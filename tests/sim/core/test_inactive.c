// SPDX-License-Identifier: BSD-3-Clause
// What is counted of cycles without an issue, of registers that a loan could take, and of the end of a launch, on machine
// `kaws`. Numbers are derived by hand, or come from the issue trace.
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 8192, SCHEDULERS = 4, BANKS = 32 };

static issue issues[MOST];
static counters counted;

static unsigned run(const char *settings, const char *policy, unsigned ctas, unsigned threads, const char *body)
{
    bench b;
    char text[2048];
    snprintf(text, sizeof text, "%s.reg .b64 %%d<8>;\n%s", REGISTERS, body);
    kernel_bench_open(&b, settings, policy, NULL, BLOCKS_C, 100000, text);
    assert_int_equal(kernel_bench_run(&b, ctas, threads), GPU_DONE);
    counted = *gpu_counters(b.gpu);
    unsigned count = kernel_bench_issues(b.trace, issues, MOST);
    kernel_bench_close(&b);
    assert_true(count < MOST);
    return count;
}

// Of each scheduler, cycles with an issue, two of one cycle once and a loan where it was issued, and those without fill
// the run.
static void fill(const char *policy, unsigned count)
{
    const struct { uint64_t idle, scoreboard, pipeline; } own[SCHEDULERS] = {
        {counted.stalls_idle_0, counted.stalls_scoreboard_0, counted.stalls_pipeline_0},
        {counted.stalls_idle_1, counted.stalls_scoreboard_1, counted.stalls_pipeline_1},
        {counted.stalls_idle_2, counted.stalls_scoreboard_2, counted.stalls_pipeline_2},
        {counted.stalls_idle_3, counted.stalls_scoreboard_3, counted.stalls_pipeline_3}};
    uint64_t idle = 0, scoreboard = 0, pipeline = 0;
    for (unsigned scheduler = 0; scheduler < SCHEDULERS; scheduler++) {
        uint64_t cycles = 0, last = UINT64_MAX;
        for (unsigned i = 0; i < count; i++) {
            if (issues[i].scheduler != scheduler || issues[i].cycle == last)
                continue;
            last = issues[i].cycle;
            cycles++;
        }
        cycles += own[scheduler].idle + own[scheduler].scoreboard + own[scheduler].pipeline;
        if (cycles != counted.cycles)
            fail_msg("%s: scheduler %u has %llu cycles, the run %llu", policy, scheduler, (unsigned long long)cycles,
                     (unsigned long long)counted.cycles);
        idle += own[scheduler].idle;
        scoreboard += own[scheduler].scoreboard;
        pipeline += own[scheduler].pipeline;
    }
    assert_int_equal(idle, counted.stalls_idle);
    assert_int_equal(scoreboard, counted.stalls_scoreboard);
    assert_int_equal(pipeline, counted.stalls_pipeline);
}

// Schedulers 0 to 2 divide, three times a warp and for one register; 3 counts in a loop in one warp of eight.
static void test_every_cycle_of_a_scheduler_is_counted_once(void **state)
{
    (void)state;
    static const char *const policies[] = {"lrr", "gto", "2lvl-gto", "kaws"};
    static const char body[] =
        "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r2, 3; setp.eq.u32 %p1, %r3, 3; @%p1 bra COUNT;\n"
        "div.rn.f64 %d1, 0d3FF0000000000000, 0d4008000000000000; div.rn.f64 %d2, %d1, 0d4008000000000000;\n"
        "rsqrt.approx.f32 %r5, 0f40000000; bra END; COUNT: setp.ne.u32 %p1, %r2, 3; @%p1 bra END; mov.u32 %r4, 0;\n"
        "LOOP: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 50; @%p2 bra LOOP; END: ret;";
    for (unsigned i = 0; i < sizeof policies / sizeof *policies; i++) {
        fill(policies[i], run("kaws", policies[i], 3, 1024, body));
        assert_true(counted.stalls_idle_3 != counted.stalls_idle_0 && counted.stalls_scoreboard && counted.stalls_pipeline);
    }
}

// Six warps of each of schedulers 0 to 2 load once, each lane out of the same bank: BANKS cycles in the LD/ST unit. They wait
// for each other, so that in cycle t each of the three issues one, and another one in each cycle in which its register is
// empty again. The first enters a collector and reads its address in t + 1, leaves and enters the unit in t + 2. Loads 2 to 5
// stand in front of the unit, 6 to 13 in the collectors, 14 to 16 in the registers. The unit takes the next one in t + 2 + k
// BANKS, one leaves the collectors in the cycle behind, and the oldest of the registers enters there. The first two of the
// registers take loads 17 and 18 in that cycle, the third stays empty: a single register is free from t to t + 2 + 3 BANKS.
static void test_one_register_is_free(void **state)
{
    (void)state;
    static const char body[] =
        "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r2, 3; setp.eq.u32 %p1, %r3, 3; @%p1 bra END;\n"
        "and.b32 %r4, %r1, 31; shl.b32 %r5, %r4, 7; mov.u32 %r6, words; add.u32 %r6, %r6, %r5; bar.sync 0;\n"
        "ld.shared.u32 %r7, [%r6]; add.u32 %r8, %r7, 1; END: ret;";
    run("kaws core.shared_latency=1000", "lrr", 1, 768, body);
    assert_int_equal(counted.shared_conflict_cycles, 18 * (BANKS - 1));
    assert_int_equal(counted.registers_one_free_mem, 2 + 3 * BANKS + 1);
    assert_int_equal(counted.registers_one_free_sfu, 0);
}

static uint64_t cycle_of(unsigned count, unsigned warp, unsigned pc, unsigned nth)
{
    for (unsigned i = 0; i < count; i++)
        if (issues[i].warp == warp && issues[i].pc == 8 * pc && nth-- == 0)
            return issues[i].cycle;
    fail_msg("warp %u does not issue instruction %u as often", warp, pc);
    return 0;
}

// One CTA at a time: each is issued in the cycle in which the one before ends. With all code in the L1I they take equally
// long, the distance of their ends. None ends between the issue of the last and its end.
static void test_the_last_cta(void **state)
{
    (void)state;
    unsigned count = run("kaws core.max_ctas=1", "gto", 4, 32, "mov.u32 %r1, 1; add.u32 %r2, %r1, 1; ret;");
    uint64_t takes = cycle_of(count, 0, 2, 3) - cycle_of(count, 0, 2, 2);
    assert_int_equal(counted.cta_last_cycles, takes);
    assert_int_equal(counted.cta_ending_cycles, 0);
}

// Two CTAs at a time, three of one warp; CTA 0 and 2 end at once, CTA 1 counts to 100. CTA 2 takes the slot of CTA 0 and
// ends as long before CTA 1 as their last instructions issue.
static void test_the_end_of_a_launch(void **state)
{
    (void)state;
    unsigned count = run("kaws core.max_ctas=2", "gto", 3, 32,
                         "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 1; @%p1 bra END; mov.u32 %r4, 0;\n"
                         "LOOP: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 100; @%p2 bra LOOP; END: ret;");
    assert_int_equal(counted.cta_ending_cycles, cycle_of(count, 1, 7, 0) - cycle_of(count, 0, 7, 1));
    assert_int_equal(counted.cycles_tail, counted.cta_last_cycles + counted.cta_ending_cycles);
}

// A launch of one CTA behind such a one: none ends before its last, so it adds nothing. What the launch before has left is not
// counted again.
static void test_a_second_launch_begins_anew(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "kaws core.max_ctas=2", "gto", NULL, BLOCKS_C, 100000, REGISTERS
                      "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 1; @%p1 bra END; mov.u32 %r4, 0;\n"
                      "LOOP: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 100; @%p2 bra LOOP; END: ret;");
    assert_int_equal(kernel_bench_run(&b, 3, 32), GPU_DONE);
    const counters first = *gpu_counters(b.gpu);
    assert_true(first.cta_ending_cycles > 100);
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    const counters both = *gpu_counters(b.gpu);
    kernel_bench_close(&b);
    assert_int_equal(both.cta_ending_cycles, first.cta_ending_cycles);
    assert_int_equal(both.cycles_tail - first.cycles_tail, both.cta_last_cycles - first.cta_last_cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_cycle_of_a_scheduler_is_counted_once), cmocka_unit_test(test_one_register_is_free),
        cmocka_unit_test(test_the_last_cta), cmocka_unit_test(test_the_end_of_a_launch),
        cmocka_unit_test(test_a_second_launch_begins_anew),
    };
    return cmocka_run_group_tests_name("inactive cycles", tests, NULL, NULL);
}
