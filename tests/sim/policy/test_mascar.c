// SPDX-License-Identifier: BSD-3-Clause
// What MASCAR answers for given levels: when memory is saturated, who owns it and for how long, who is held back, who goes
// first; and in an SM that the answer reaches the arbiters.
#include "sim/core/gpu_internal.h"
#include "sim/policy/policy.h"
#include "sim/workload/job_run.h"
#include "sim/workload/workload.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    machine              m;
    lockstep            *run;
    place                place;
    struct warp_rank_out numbers;
    sm_events            events;
    sm_levels            levels;
    policy_masks         masks;                     // the last answer
} rig;

// Warps 0 to 15, the highest slot the oldest; all at a memory instruction, 4, 5 and 6 of them ready; memory is saturated.
static void rig_open(rig *r)
{
    char error[256] = "";
    machine_error bad;
    *r = (rig){0};
    assert_true(machine_load(&r->m, "oaws", &bad));
    r->run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C}, error, sizeof error);
    place_open(&r->place, PLACE_SM, 0, &r->m, &(place_options){.lockstep = r->run, .policy = policy_find("mascar")});
    r->levels = (sm_levels){.numbers = &r->numbers, .resident = 0xffff, .memory = 0xffff, .ready = 0x70, .free_mshrs = 0,
                            .miss_queue_room = 8};
    assert_true(place_open_hooks(&r->place, &(policy_view){.events = &r->events, .levels = &r->levels}, error, sizeof error));
    for (unsigned w = 0; w < 48; w++)
        r->numbers.rank_run[w] = (uint8_t)(w < 16 ? 15 - w : 0);
}

static void rig_close(rig *r)
{
    place_close(&r->place);
    lockstep_close(r->run);
}

// The one warp at a memory instruction that is not held back, as a bit; 0: every one is.
static uint64_t owner(rig *r)
{
    place_select(&r->place, &r->masks);
    assert_true(r->masks.may_issue == ~UINT64_C(0) && r->masks.can_issue == ~UINT64_C(0));
    assert_int_equal(r->masks.occlude & ~r->levels.memory, 0);
    return r->levels.memory & ~r->masks.occlude;
}

static void test_saturated_is_one_entry_or_one_place(void **state)
{
    (void)state;
    static const struct { uint32_t free_mshrs, room; bool saturated; } cases[] = {
        {2, 2, false}, {32, 8, false}, {1, 8, true}, {0, 8, true}, {32, 1, true}, {32, 0, true}, {2, 1, true}, {1, 2, true}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        rig r;
        rig_open(&r);
        r.levels.free_mshrs = cases[i].free_mshrs, r.levels.miss_queue_room = cases[i].room;
        place_select(&r.place, &r.masks);
        assert_int_equal(r.masks.occlude != 0, cases[i].saturated);
        rig_close(&r);
    }
}

static void test_the_oldest_ready_one_owns_memory(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    assert_int_equal(owner(&r), 1 << 6);
    rig_close(&r);
    rig_open(&r);
    r.levels.memory = 0xffbf;                       // warp 6 is ready for a computation: it does not own, nor is it held
    assert_int_equal(owner(&r), 1 << 5);
    rig_close(&r);
    rig_open(&r);
    r.levels.ready = 0;
    assert_int_equal(owner(&r), 0);
    r.levels.ready = 1 << 2;
    assert_int_equal(owner(&r), 1 << 2);
    rig_close(&r);
}

// An older one that gets ready waits; the owner may compute, wait for an operation or its fetch, and go on.
static void test_the_owner_stays(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    assert_int_equal(owner(&r), 1 << 6);
    r.levels.ready = 0xff00;
    assert_int_equal(owner(&r), 1 << 6);
    r.levels.memory &= ~(UINT64_C(1) << 6);
    assert_int_equal(owner(&r), 0);                 // it computes; nobody else may
    r.levels.memory |= 1 << 6;
    r.levels.free_mshrs = 1;
    assert_int_equal(owner(&r), 1 << 6);
    rig_close(&r);
}

static void test_the_owner_hands_on(void **state)
{
    (void)state;
    for (unsigned why = 0; why < 4; why++) {
        rig r;
        rig_open(&r);
        assert_int_equal(owner(&r), 1 << 6);
        r.levels.ready = 0x30 | 1 << 6;
        if (why == 0)
            r.levels.needs_data = 1 << 6, r.levels.ready = 0x30;
        else if (why == 1)
            r.levels.waiting = 1 << 6, r.levels.ready = 0x30;
        else if (why == 2)
            r.levels.resident &= ~(UINT64_C(1) << 6), r.levels.ready = 0x30;
        else
            r.levels.free_mshrs = 2, place_select(&r.place, &r.masks), r.levels.ready = 0x8030, r.levels.free_mshrs = 1;
        assert_int_equal(owner(&r), why == 3 ? 1 << 15 : 1 << 5);
        r.levels.needs_data = r.levels.waiting = 0;
        r.levels.resident = 0xffff;
        r.levels.ready = 0xfff0;                    // who has handed on comes last by no right of its own
        assert_int_equal(owner(&r), why == 3 ? 1 << 15 : 1 << 5);
        rig_close(&r);
    }
}

// Each warp of 48 as the owner: it hands on for each reason, to any other; all masks are looked at whole.
static void test_every_warp_owns_and_hands_on(void **state)
{
    enum { WAITS, NEEDS, ENDS, ROOM, REASONS };
    (void)state;
    for (unsigned why = 0; why < REASONS; why++) {
        rig r;
        rig_open(&r);
        r.levels.resident = r.levels.memory = MASK(48);
        for (unsigned w = 0; w < 48; w++)
            r.numbers.rank_run[w] = (uint8_t)((w * 5 + 7) % 48);
        for (unsigned w = 0; w < 48; w++) {
            const uint64_t own = UINT64_C(1) << w, next = UINT64_C(1) << (w + 31) % 48;
            place_select(&r.place, &r.masks);
            r.levels.ready = own;
            r.levels.free_mshrs = 9;
            place_select(&r.place, &r.masks);                       // nobody owns
            assert_int_equal(r.masks.occlude, 0);
            r.levels.free_mshrs = 1;
            assert_int_equal(owner(&r), own);
            r.levels.ready = MASK(48);
            assert_int_equal(owner(&r), own);
            r.levels.ready = next;
            r.levels.waiting = why == WAITS ? own : 0;
            r.levels.needs_data = why == NEEDS ? own : 0;
            r.levels.resident = why == ENDS ? MASK(48) & ~own : MASK(48);
            if (why == ROOM)
                r.levels.free_mshrs = 2, place_select(&r.place, &r.masks), r.levels.free_mshrs = 1;
            assert_int_equal(owner(&r), next);
            r.levels.waiting = r.levels.needs_data = 0;
            r.levels.resident = MASK(48);
        }
        rig_close(&r);
    }
}

static void test_memory_instructions_go_first(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    for (unsigned step = 0; step < 3; step++) {
        r.levels.memory = step == 1 ? 0x00f0 : step == 2 ? 0x800000000001 : 0;
        r.levels.free_mshrs = step == 2 ? 0 : 20;
        place_select(&r.place, &r.masks);
        for (unsigned warp = 0; warp < 48; warp++)
            assert_int_equal(r.masks.priority[warp], !(r.levels.memory >> warp & 1));
    }
    r.levels.free_mshrs = 20;
    for (unsigned warp = 0; warp < 64; warp++) {        // alone what a slot above 31 has changed, too
        r.levels.memory = UINT64_C(1) << warp | 1;
        place_select(&r.place, &r.masks);
        for (unsigned other = 0; other < 64; other++)
            assert_int_equal(r.masks.priority[other], !(r.levels.memory >> other & 1));
    }
    rig_close(&r);
}

// --- in an SM

static issue issues[20000];

// Warps 14 and 15 get to a load while all older ones have computations that are ready: one of them nearly in every cycle.
static const char mixed[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 6; setp.eq.u32 %p1, %r2, 7; mov.u32 %r4, 0; @%p1 bra OTHER;\n"
    "LOOP: mov.u32 %r5, 1; mov.u32 %r6, 1; mov.u32 %r7, 1; mov.u32 %r8, 1; mov.u32 %r9, 1; mov.u32 %r10, 1; mov.u32 %r11, 1;\n"
    "mov.u32 %r12, 1; mov.u32 %r13, 1; mov.u32 %r14, 1; mov.u32 %r15, 1; add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 8; @%p2 bra LOOP;\n"
    "ret; OTHER: ld.global.u32 %r16, [%rd1]; ld.global.u32 %r17, [%rd1]; ld.global.u32 %r18, [%rd1]; ld.global.u32 %r19, [%rd1];\n"
    "ld.global.u32 %r20, [%rd1]; ld.global.u32 %r21, [%rd1]; ld.global.u32 %r22, [%rd1]; ld.global.u32 %r23, [%rd1]; ret;";

static uint64_t cycle_of_last_load(const char *policy)
{
    bench b;
    kernel_bench_open(&b, "", policy, NULL, BLOCKS_C, 100000, mixed);
    assert_int_equal(kernel_bench_run(&b, 1, 512), GPU_DONE);
    unsigned n = kernel_bench_issues(b.trace, issues, 20000);
    uint64_t found = 0;
    for (unsigned i = 0; i < n && !found; i++)
        found = issues[i].warp == 14 && issues[i].pc == 8 * (22 + 7) ? issues[i].cycle : 0;
    kernel_bench_close(&b);
    assert_int_not_equal(found, 0);
    return found;
}

static void test_classes_reach_the_arbiters(void **state)
{
    (void)state;
    const uint64_t first = cycle_of_last_load("mascar"), greedy = cycle_of_last_load("gto");
    assert_true(first + 5 < greedy);
}

// Every warp loads 32 lines, then stores: with 4 MSHRs the memory is saturated from the first load on.
static const char thrashing[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r3, %r2, 128, %r1; mul.wide.u32 %rd2, %r3, 128;\n"
    "and.b64 %rd2, %rd2, 8191; add.s64 %rd3, %rd1, %rd2; mov.u32 %r4, 0;\n"
    "LOOP: ld.global.u32 %r5, [%rd3]; ld.global.u32 %r6, [%rd3+4]; add.u32 %r7, %r5, %r6; st.global.u32 [%rd3+8192], %r7;\n"
    "bar.sync 0; add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 6; @%p1 bra LOOP; ret;";

static void test_held_instructions_are_counted_and_barriers_open(void **state)
{
    (void)state;
    uint64_t set_aside = 0;
    for (unsigned places = 0; places < 3; places++) {
        bench b;
        char settings[96];
        snprintf(settings, sizeof settings, "l1d.mshrs=8 l1d.ways=1 policy.mascar_queue=%u", places == 0 ? 0 : places == 1 ? 2 : 32);
        kernel_bench_open(&b, settings, "mascar", NULL, BLOCKS_C, 1000000, thrashing);
        assert_int_equal(kernel_bench_run(&b, 12, 128), GPU_DONE);
        const counters *c = gpu_counters(b.gpu);
        assert_true(c->stalls_occluded > 100 && c->stalls_occluded <= c->stalls_pipeline);
        assert_true(places ? c->l1d_set_aside > set_aside : c->l1d_set_aside == 0);
        set_aside = c->l1d_set_aside;
        kernel_bench_close(&b);
    }
}

// What the owner is depends on saturation that rises and falls while an SM sleeps, and on warps that get ready in its last cycle.
static void test_sleep_changes_nothing(void **state)
{
    (void)state;
    static const char *const settings[] = {"l1d.mshrs=8 l1d.ways=1", "policy.mascar_queue=0", "l1d.mshrs=4 l1d.miss_queue=3",
                                           "policy.mascar_queue=0 l1d.mshrs=16 l1d.ways=1", "policy.mascar_queue=3 l1d.mshrs=2",
                                           "l1d.miss_queue=2 core.schedulers=1 core.warps=32"};
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        counters counted[2];
        char *trace[2];
        for (unsigned sleepless = 0; sleepless < 2; sleepless++) {
            bench b;
            kernel_bench_open(&b, settings[i], "mascar", NULL, BLOCKS_C, 1000000, thrashing);
            b.gpu->sms[0]->sleepless = sleepless;
            assert_int_equal(kernel_bench_run(&b, 8, 256), GPU_DONE);
            counted[sleepless] = *gpu_counters(b.gpu);
            trace[sleepless] = strdup(b.trace);
            kernel_bench_close(&b);
        }
        assert_int_equal(strcmp(trace[0], trace[1]), 0);
        assert_memory_equal(&counted[0], &counted[1], sizeof counted[0]);
        free(trace[0]);
        free(trace[1]);
    }
}

typedef struct { counters counted; char *trace; } whole_run;

static bool launch_on_gpu(void *context, const launch_config *config, run_status *status, char *message, size_t size)
{
    (void)message, (void)size;
    *status = gpu_run(context, config) == GPU_DONE ? STATUS_GOOD : STATUS_LIMIT;
    return *status == STATUS_GOOD;
}

static void copy_to_gpu(void *context, uint64_t address, uint64_t bytes) { gpu_host_copy(context, address, bytes); }

static whole_run run_atax(bool sleepless)
{
    static job_result result;
    whole_run run;
    machine m;
    machine_error bad;
    job_error wrong;
    char error[512];
    size_t size;
    assert_true(machine_load(&m, "gtx480", &bad) && machine_set(&m, "policy.mascar_queue=0", &bad));
    lockstep *owner = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true}, error, sizeof error);
    FILE *trace = open_memstream(&run.trace, &size);
    gpu *g = gpu_new(&(gpu_options){.machine = &m, .policy = policy_find("mascar"), .lockstep = owner, .issue_trace = trace}, error,
                     sizeof error);
    job *j = workload_job(workload_find("atax"), (workload_size){0}, 0, &wrong);
    assert_true(owner && g && j);
    for (unsigned i = 0; i < g->n_sms; i++)
        g->sms[i]->sleepless = sleepless;
    job_run(j, &(job_target){.context = g, .host_copy = copy_to_gpu, .launch = launch_on_gpu,
                            .sm_count = m.gpu.sms, .warps_per_sm = m.core.warps}, &result);
    assert_int_equal(result.verified, 1);
    run.counted = *gpu_counters(g);
    job_free(j);
    gpu_free(g);
    lockstep_close(owner);
    fclose(trace);
    return run;
}

// A warp that issues its load in the last cycle before its SM sleeps waits for it in the next: then another owns memory.
static void test_an_sm_sleeps_on_levels_that_it_has_seen(void **state)
{
    (void)state;
    whole_run sleeps = run_atax(false), wakes = run_atax(true);
    assert_int_equal(strcmp(sleeps.trace, wakes.trace), 0);
    assert_memory_equal(&sleeps.counted, &wakes.counted, sizeof sleeps.counted);
    free(sleeps.trace);
    free(wakes.trace);
}

static void test_a_second_instruction_a_cycle_is_refused(void **state)
{
    (void)state;
    machine m;
    machine_error bad;
    char error[512];
    machine_defaults(&m);
    assert_true(policy_suits(policy_find("mascar"), &m, error, sizeof error));
    assert_true(machine_set(&m, "core.issue_width=2", &bad));
    assert_false(policy_suits(policy_find("mascar"), &m, error, sizeof error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_saturated_is_one_entry_or_one_place),
        cmocka_unit_test(test_the_oldest_ready_one_owns_memory),
        cmocka_unit_test(test_the_owner_stays),
        cmocka_unit_test(test_the_owner_hands_on),
        cmocka_unit_test(test_every_warp_owns_and_hands_on),
        cmocka_unit_test(test_memory_instructions_go_first),
        cmocka_unit_test(test_classes_reach_the_arbiters),
        cmocka_unit_test(test_held_instructions_are_counted_and_barriers_open),
        cmocka_unit_test(test_sleep_changes_nothing),
        cmocka_unit_test(test_an_sm_sleeps_on_levels_that_it_has_seen),
        cmocka_unit_test(test_a_second_instruction_a_cycle_is_refused),
    };
    return cmocka_run_group_tests_name("mascar", tests, NULL, NULL);
}
