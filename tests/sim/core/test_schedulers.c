// SPDX-License-Identifier: BSD-3-Clause
// Schedulers, policies and their blocks inside an SM: order of warps, limits, equal results whatever the way of stepping;
// who slept is in test_sleep.c.
// In `make test` what is run for each policy is run for every second one, from check to check the others.
#include "rtl_c/oaws_ocw.h"
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/busy.h"
#include "tests/tier.h"

// The lines of the trace, those of SM 0 first: SMs of one cycle write theirs in the order in which they go.
static result by_sm(result r)
{
    char *sorted = calloc(1, strlen(r.trace) + 1), *end = sorted;
    for (unsigned sm = 0; sm < 2; sm++)
        for (char *line = r.trace, *next; *line; line = next) {
            unsigned of;
            next = strchr(line, '\n') + 1;
            assert_int_equal(sscanf(line, "%*u %u", &of), 1);
            end = of == sm ? (char *)memcpy(end, line, (size_t)(next - line)) + (next - line) : end;
        }
    assert_int_equal(strlen(sorted), strlen(r.trace));
    free(r.trace);
    r.trace = sorted;
    return r;
}

// A policy's own blocks in each SM.
static unsigned own_blocks(const char *name)
{
    const char *const *blocks = policy_find(name)->blocks;
    unsigned count = 0;
    while (blocks && blocks[count])
        count++;
    return count + (policy_find(name)->numbers != 0);       // warp_rank
}

static void test_two_runs_are_identical(void **state)
{
    (void)state;
    for (int p = 0; p < POLICIES; p++)
        if (in_turn(p, 0))
            expect_same(run(two_sms, policies[p], NULL, BLOCKS_C, PLAIN), run(two_sms, policies[p], NULL, BLOCKS_C, PLAIN));
}

// The policy behind the observer, the last block first, the last SM first.
static void test_hooks_blocks_and_sms_in_reverse_give_the_same(void **state)
{
    (void)state;
    for (int p = 0; p < POLICIES; p++)
        if (in_turn(p, 1))
            expect_same(by_sm(run(two_sms, policies[p], "oaws_ocw", BLOCKS_C, PLAIN)),
                        by_sm(run(two_sms, policies[p], "oaws_ocw", BLOCKS_C, REVERSE)));
}

// With a Verilog side every block steps in every waking cycle; with the model alone it steps when something changes.
static void test_verilog_and_lockstep_give_what_the_models_give(void **state)
{
    (void)state;
    for (int p = 0; p < POLICIES; p++) {
        result model = run(two_sms, policies[p], "oaws_ocw", BLOCKS_C, PLAIN);
        if (!in_turn(p, 0)) {
            expect_same(model, run(two_sms, policies[p], "oaws_ocw", BLOCKS_VERILOG, PLAIN));
            continue;
        }
        result both = run(two_sms, policies[p], "oaws_ocw", BLOCKS_LOCKSTEP, PLAIN);
        assert_int_equal(both.compared.mismatches, 0);
        assert_int_equal(both.compared.instances, 2 * (4 + own_blocks(policies[p])));
        assert_int_equal(both.compared.cycles + both.compared.skipped + both.compared.known, both.compared.instances * both.counted.cycles);
        expect_same(model, both);
        if (tier_is_all())
            expect_same(run(two_sms, policies[p], "oaws_ocw", BLOCKS_C, PLAIN),
                        run(two_sms, policies[p], "oaws_ocw", BLOCKS_VERILOG, PLAIN));
    }
}

static void test_an_observer_changes_nothing(void **state)
{
    (void)state;
    for (int p = 0; p < POLICIES; p++)
        if (in_turn(p, 0))
            expect_same(run(two_sms, policies[p], NULL, BLOCKS_C, PLAIN), run(two_sms, policies[p], "oaws_ocw", BLOCKS_C, PLAIN));
}

// 140 divergent loads of the same 32 lines by one warp: the first misses (CNT 127), 128 hits bring CNT to 255 and OCW to 3, the
// other 11 count from 0.
static void test_observed_ocw_counts_cached_loads(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", "oaws_ocw", BLOCKS_C, 1000000,
               REGISTERS "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 128;\n"
                         "add.s64 %rd3, %rd1, %rd2; mov.u32 %r2, 0; LOOP: ld.global.u32 %r3, [%rd3]; add.u32 %r2, %r2, 1;\n"
                         "add.u32 %r4, %r3, 1; setp.lt.u32 %p1, %r2, 140; @%p1 bra LOOP; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    const struct oaws_ocw_state *q = b.gpu->sms[0]->place.hooks[1].view.blocks[0]->q;
    assert_int_equal(q->ocw, 3);
    assert_int_equal(q->cnt, 11);
    kernel_bench_close(&b);
}

static void test_results_do_not_depend_on_the_policy(void **state)
{
    (void)state;
    result first = run("", policies[0], NULL, BLOCKS_C, PLAIN);
    for (int p = 1; p < POLICIES; p++) {
        result other = run("", policies[p], NULL, BLOCKS_C, PLAIN);
        assert_memory_equal(first.words, other.words, sizeof first.words);
        assert_int_equal(first.counted.thread_insns, other.counted.thread_insns);
        assert_int_equal(first.counted.warp_insns, other.counted.warp_insns);
        free(other.trace);
    }
    free(first.trace);
}

static issue issues[20000];

static void test_a_warp_issues_from_its_own_scheduler(void **state)
{
    (void)state;
    static const char *const settings[] = {"", "core.schedulers=1 core.warps=32", "core.schedulers=4 core.warps=64"};
    for (unsigned s = 0; s < 3; s++) {
        unsigned schedulers = s == 0 ? 2 : s == 1 ? 1 : 4;
        result r = run(settings[s], "gto", NULL, BLOCKS_C, PLAIN);
        unsigned n = kernel_bench_issues(r.trace, issues, 20000);
        assert_true(n > 1000);
        for (unsigned i = 0; i < n; i++) {
            assert_int_equal(issues[i].scheduler, issues[i].warp % schedulers);
            for (unsigned j = i + 1; j < n && issues[j].cycle == issues[i].cycle; j++)
                assert_int_not_equal(issues[i].scheduler, issues[j].scheduler);
        }
        free(r.trace);
    }
}

static const char loads[] = REGISTERS "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, 0; LOOP: ld.global.u32 %r2, [%rd1]; add.u32 %r1, %r1, 1;\n"
    "add.u32 %r3, %r2, %r1; setp.lt.u32 %p1, %r1, 5; @%p1 bra LOOP; ret;";

// Warps without barriers: under swl with limit 1 each ends before the next of its scheduler starts.
static void test_swl_runs_one_warp_of_a_scheduler_at_a_time(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "policy.swl_limit=1", "swl", NULL, BLOCKS_C, 100000, loads);
    assert_int_equal(kernel_bench_run(&b, 2, 256), GPU_DONE);
    unsigned n = kernel_bench_issues(b.trace, issues, 20000), turns[2] = {0, 0}, last[2] = {64, 64};
    for (unsigned i = 0; i < n; i++) {
        turns[issues[i].scheduler] += issues[i].warp != last[issues[i].scheduler];
        last[issues[i].scheduler] = issues[i].warp;
    }
    assert_int_equal(turns[0], 8);
    assert_int_equal(turns[1], 8);
    kernel_bench_close(&b);
}

// Of all schedulers the oldest: as many warps as the limit says have begun and not ended, whosever they are.
static void test_swl_limits_the_warps_of_an_sm(void **state)
{
    (void)state;
    for (unsigned limit = 1; limit <= 5; limit += 2) {
        bench b;
        char settings[64];
        unsigned left[16] = {0}, begun = 0, most = 0;
        bool seen[16] = {false};
        snprintf(settings, sizeof settings, "policy.swl_scope=sm policy.swl_limit=%u", limit);
        kernel_bench_open(&b, settings, "swl", NULL, BLOCKS_C, 100000, loads);
        assert_int_equal(kernel_bench_run(&b, 2, 256), GPU_DONE);
        unsigned n = kernel_bench_issues(b.trace, issues, 20000);
        for (unsigned i = 0; i < n; i++)
            left[issues[i].warp]++;
        for (unsigned i = 0; i < n; i++) {
            unsigned warp = issues[i].warp;
            begun += !seen[warp];
            seen[warp] = true;
            most = begun > most ? begun : most;
            begun -= --left[warp] == 0;
        }
        assert_int_equal(most, limit);
        kernel_bench_close(&b);
    }
}

// Remainders bring the warps to a barrier 8 cycles apart, so when the last opens it, the others have two instructions buffered:
// round robin takes one of each, greedy both of one.
static void test_round_robin_turns_and_greedy_stays(void **state)
{
    (void)state;
    unsigned warps[2][2];                           // of scheduler 0's first two issues behind the barrier
    for (unsigned p = 0; p < 2; p++) {
        bench b;
        kernel_bench_open(&b, "", policies[p], NULL, BLOCKS_C, 100000,
                   REGISTERS "mov.u32 %r1, 1; rem.u32 %r1, %r1, 7; add.u32 %r1, %r1, 1; bar.sync 0;\n"
                   "mov.u32 %r2, 2; mov.u32 %r3, 3; mov.u32 %r4, 4; mov.u32 %r5, 5; ret;");
        assert_int_equal(kernel_bench_run(&b, 1, 256), GPU_DONE);
        unsigned n = kernel_bench_issues(b.trace, issues, 20000), found = 0;
        for (unsigned i = 0; i < n && found < 2; i++)
            if (!issues[i].scheduler && issues[i].pc >= 8 * 4)
                warps[p][found++] = issues[i].warp;
        assert_int_equal(found, 2);
        kernel_bench_close(&b);
    }
    assert_int_not_equal(warps[0][0], warps[0][1]);
    assert_int_equal(warps[1][0], warps[1][1]);
}

static void test_issue_period_and_width(void **state)
{
    (void)state;
    result r = run("core.issue_period=4", "gto", NULL, BLOCKS_C, PLAIN);
    unsigned n = kernel_bench_issues(r.trace, issues, 20000);
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(issues[i].cycle % 4, 0);
    free(r.trace);
    bench b;
    kernel_bench_open(&b, "core.issue_width=2", "gto", NULL, BLOCKS_C, 100000,
               REGISTERS "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    n = kernel_bench_issues(b.trace, issues, 20000);
    assert_int_equal(n, 5);
    assert_int_equal(issues[0].cycle, issues[1].cycle);       // LD/ST and SP
    assert_int_not_equal(issues[2].cycle, issues[3].cycle);   // both SP
    kernel_bench_close(&b);
}

static void test_unknown_geometry_names_the_tuple(void **state)
{
    (void)state;
    machine m;
    char error[512] = "";
    machine_error bad;
    machine_defaults(&m);
    assert_true(machine_set(&m, "core.warps=10", &bad));
    setenv("WARPLOCK_SOURCES", "docs", 1);                    // so that it cannot be built
    lockstep *blocks = lockstep_open(&(lockstep_options){.mode = BLOCKS_C}, error, sizeof error);
    assert_null(gpu_new(&(gpu_options){.machine = &m, .policy = policy_find("lrr"), .lockstep = blocks}, error, sizeof error));
    assert_non_null(strstr(error, "warp_order n10_s2_across1 cannot be had: "));
    unsetenv("WARPLOCK_SOURCES");
    lockstep_close(blocks);
}

static void test_so_many_observers_and_no_more(void **state)
{
    (void)state;
    const policy *observers[OBSERVERS_MAX + 2] = {NULL};
    machine m;
    machine_error bad;
    char error[400];
    assert_true(machine_load(&m, "oaws", &bad));
    for (unsigned i = 0; i <= OBSERVERS_MAX; i++) {
        observers[i] = observer_find("oaws_ocw");
        assert_int_equal(gpu_can_be_built(&m, policy_find("gto"), observers, NULL, error, sizeof error), i < OBSERVERS_MAX);
    }
    assert_string_equal(error, "at most 4 observers run at once");
}

// As many observers as there may be, all at work; some of them twice.
static void test_all_observers_change_nothing(void **state)
{
    const policy *observers[OBSERVERS_MAX + 1] = {NULL};
    char error[400];
    bench b;
    (void)state;
    for (unsigned i = 0; i < OBSERVERS_MAX; i++)
        observers[i] = observer_find(i % 2 ? "oaws_ocw" : "ccws_vta");
    const result alone = run(two_sms, "oaws-dyn", NULL, BLOCKS_C, PLAIN);
    kernel_bench_open(&b, two_sms, "oaws-dyn", NULL, BLOCKS_C, 1000000, busy);
    gpu_free(b.gpu);
    b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find("oaws-dyn"), .observers = observers, .lockstep = b.blocks}, error, sizeof error);
    assert_non_null(b.gpu);
    for (unsigned i = 0; i < 2048; i++)
        b.words[i] = i * 2654435761u >> 7;
    assert_int_equal(kernel_bench_run(&b, BUSY_CTAS, BUSY_THREADS), GPU_DONE);
    assert_memory_equal(gpu_counters(b.gpu), &alone.counted, sizeof alone.counted);
    for (unsigned i = 1; i <= OBSERVERS_MAX; i++) {             // and those of a kind hold the same
        const place_hook *hooks = b.gpu->sms[0]->place.hooks;
        const block *first = hooks[1 + (i - 1) % 2].view.blocks[0], *this = hooks[i].view.blocks[0];
        assert_memory_equal(this->q, first->q, first->ops->state_size);
        assert_int_equal(this->cycle, b.gpu->cycle);
    }
    kernel_bench_close(&b);
    free(alone.trace);
}

static void test_names_are_exact(void **state)
{
    (void)state;
    assert_non_null(policy_find("gto"));
    assert_null(policy_find("GTO"));
    assert_null(policy_find("gt"));
    assert_null(policy_find("oaws_ocw"));
    assert_non_null(observer_find("oaws_ocw"));
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    policy_list(file);
    fclose(file);
    for (int p = 0; p < POLICIES; p++)
        assert_non_null(strstr(text, policies[p]));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_runs_are_identical),
        cmocka_unit_test(test_hooks_blocks_and_sms_in_reverse_give_the_same),
        cmocka_unit_test(test_verilog_and_lockstep_give_what_the_models_give),
        cmocka_unit_test(test_an_observer_changes_nothing),
        cmocka_unit_test(test_observed_ocw_counts_cached_loads),
        cmocka_unit_test(test_results_do_not_depend_on_the_policy),
        cmocka_unit_test(test_a_warp_issues_from_its_own_scheduler),
        cmocka_unit_test(test_swl_runs_one_warp_of_a_scheduler_at_a_time),
        cmocka_unit_test(test_swl_limits_the_warps_of_an_sm),
        cmocka_unit_test(test_round_robin_turns_and_greedy_stays),
        cmocka_unit_test(test_issue_period_and_width),
        cmocka_unit_test(test_unknown_geometry_names_the_tuple),
        cmocka_unit_test(test_so_many_observers_and_no_more),
        cmocka_unit_test(test_all_observers_change_nothing),
        cmocka_unit_test(test_names_are_exact),
    };
    return cmocka_run_group_tests_name("schedulers", tests, NULL, NULL);
}
