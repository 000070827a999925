// SPDX-License-Identifier: BSD-3-Clause
// Who slept against who was awake: SMs, controllers and the blocks of policies have the same trace, counters and registers.
// Of the ways to sleep `make test` runs every second one for each policy, TIER=all every one.
#include "rtl_c/bucl_bypass.h"
#include "rtl_c/bucl_update.h"
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/busy.h"

// 16 instructions, a line of the L1I.
#define PADDING "mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1;\n" \
    "mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1;\n"

static void test_sleep_changes_nothing(void **state)
{
    (void)state;
    static const char *const settings[] = {"", " core.issue_period=4", " core.issue_width=2", " l1d.mshrs=32",
                                           " l1d.mshrs=32 core.mem_issue_slots=2", " l1d.mshrs=8 l1d.miss_queue=3"};
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        for (int p = 0; p < POLICIES; p++) {
            char both[128];
            if (!in_turn(p, i))
                continue;
            if (policy_find(policies[p])->requires && (strstr(settings[i], "width") || strstr(settings[i], "mem_issue")))
                continue;
            snprintf(both, sizeof both, "%s%s", two_sms, settings[i]);
            expect_same(run(both, policies[p], NULL, BLOCKS_C, PLAIN), run(both, policies[p], NULL, BLOCKS_C, SLEEPLESS));
        }
    }
}

// Blocks that drive each other: a score is divided out while the SM sleeps, and takes somebody's leave to load. A small L1D, so
// that lines are lost: the scores have a say.
static void test_blocks_that_drive_each_other_sleep_together(void **state)
{
    (void)state;
    static const char small[] = "gpu.sms=2 gpu.clusters=2 l1d.index=linear l1d.sets=2 l1d.ways=2 l1d.mshrs=32";
    static const char *const policies_of_ccws[] = {"ccws", "ccws-priority"};
    for (unsigned i = 0; i < 2; i++) {
        const char *policy = policies_of_ccws[i];
        result gto = run(small, "gto", NULL, BLOCKS_C, PLAIN), ccws = run(small, policy, NULL, BLOCKS_C, PLAIN);
        assert_true(strcmp(gto.trace, ccws.trace) != 0);
        expect_same(ccws, run(small, policy, NULL, BLOCKS_C, SLEEPLESS));
        expect_same(run(small, policy, NULL, BLOCKS_LOCKSTEP, PLAIN), run(small, policy, NULL, BLOCKS_C, PLAIN));
        free(gto.trace);
    }
}

// --- registers of who slept

// An observer that notes, at each edge at which a place is awake, what the registers of the policy's blocks hold.
enum { NOTES = 1 << 16 };
typedef struct { uint64_t cycle, sum; } note;
static struct { const gpu *gpu; note notes[2][NOTES]; unsigned count[2]; } noted[2], *noting;

static uint64_t sum_of_registers(const place *p)
{
    uint64_t sum = 1;
    for (unsigned b = 0; b < p->n_blocks; b++) {
        const block *of = p->blocks[b].block;
        for (size_t i = 0; p->blocks[b].hook == 0 && i < of->ops->state_size; i++)
            sum = sum * UINT64_C(0x100000001b3) + ((const unsigned char *)of->q)[i];
    }
    return sum;
}

static void note_registers(const policy_view *view, feed_phase phase)
{
    const unsigned i = view->at.index;
    if (phase != FEED_EARLY || view->at.kind != PLACE_SM || !noting->gpu || noting->count[i] == NOTES)
        return;
    noting->notes[i][noting->count[i]++] = (note){noting->gpu->cycle, sum_of_registers(&noting->gpu->sms[i]->place)};
}

static void expect_edges(const place *p, uint64_t edges)
{
    for (unsigned b = 0; b < p->n_blocks; b++)
        assert_int_equal(p->blocks[b].block->cycle, edges);
}

// Behind the first launch every block of every place has lived through each of its cycles; those of the controllers through each
// clock of the DRAM, of which one falls on cycle 0.
// The clocks of memory begin in phase at each launch; `launches` is the cycle in which each began.
static void expect_all_caught_up(const gpu *g, const uint64_t *launches, unsigned count)
{
    const machine *m = g->options.machine;
    uint64_t edges = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t cycles = (i + 1 < count ? launches[i + 1] : g->cycle) - launches[i];
        edges += (cycles - 1) * m->clock.dram_mhz / m->clock.core_mhz + 1;
    }
    for (unsigned i = 0; i < g->n_sms; i++)
        expect_edges(&g->sms[i]->place, g->cycle);
    for (unsigned i = 0; i < m->dram.controllers; i++)
        expect_edges(memory_place(g->memory, i), edges);
    expect_edges(&g->place, g->cycle);
}

// Waking, its blocks have the registers that they would have if it had not slept: those that drive each other, too.
static void test_who_slept_has_the_registers_of_who_was_awake(void **state)
{
    static const policy notes_registers = {.name = "notes", .hears = HEARS(SM), .feed = note_registers};
    static const policy *const observers[] = {&notes_registers, NULL};
    static const struct { const char *settings, *policy; } runs[] = {
        {"l1d.ways=1 l1d.mshrs=32", "oaws-static"}, {"l1d.ways=1 l1d.mshrs=32", "oaws-dyn"}, {"l1d.ways=1 l1d.mshrs=32", "ccws"}, {"", "cta-aware-locality-blp"},
        {"kaws", "kaws"}, {"bucl policy.bucl_period=100", "bucl-dyn"}, {"bucl", "bucl-prf"}};
    (void)state;
    for (unsigned p = 0; p < sizeof runs / sizeof *runs; p++) {
        for (unsigned sleepless = 0; sleepless < 2; sleepless++) {
            bench b;
            char error[400], settings[200];
            noting = &noted[sleepless];
            noting->gpu = NULL;
            noting->count[0] = noting->count[1] = 0;
            snprintf(settings, sizeof settings, "%s%sgpu.sms=2 gpu.clusters=2", runs[p].settings, *runs[p].settings ? " " : "");
            kernel_bench_open(&b, settings, runs[p].policy, NULL, BLOCKS_C, 1000000, busy);
            gpu_free(b.gpu);
            b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find(runs[p].policy), .observers = observers, .lockstep = b.blocks},
                            error, sizeof error);
            noting->gpu = b.gpu;
            for (unsigned i = 0; i < 2; i++)
                b.gpu->sms[i]->sleepless = sleepless;
            assert_int_equal(kernel_bench_run(&b, 2, BUSY_THREADS), GPU_DONE);
            kernel_bench_close(&b);
        }
        for (unsigned sm = 0; sm < 2; sm++) {
            unsigned awake = 0, slept = 0;
            assert_in_range(noted[1].count[sm], 500, NOTES - 1);
            for (unsigned at = 0; at < noted[0].count[sm]; at++, awake++) {
                while (awake < noted[1].count[sm] && noted[1].notes[sm][awake].cycle < noted[0].notes[sm][at].cycle)
                    awake++, slept++;
                if (noted[1].notes[sm][awake].cycle != noted[0].notes[sm][at].cycle || noted[1].notes[sm][awake].sum != noted[0].notes[sm][at].sum)
                    fail_msg("%s, SM %u: other registers in cycle %u", runs[p].policy, sm, (unsigned)noted[0].notes[sm][at].cycle);
            }
            assert_true(slept > 100);
        }
    }
}

// An observer of the GPU: where what its block puts out is another than in the cycle before, the blocks of every SM have lived
// through all cycles until now, with what stood before; then they have the new.
static struct { const gpu *gpu; struct bucl_update_out before; unsigned changes, asleep; } driven;

static void watch_what_is_driven(const policy_view *view, feed_phase phase)
{
    const gpu *g = driven.gpu;
    if (phase != FEED_LATE || view->at.kind != PLACE_GPU || !g)
        return;
    const block *update = g->place.hooks[0].view.blocks[1];
    const struct bucl_update_out *out = update->out;
    if (memcmp(out, &driven.before, sizeof *out) == 0)
        return;
    for (unsigned i = 0; i < g->n_sms; i++) {
        const block *bypass = g->sms[i]->place.hooks[0].view.blocks[0];
        const struct bucl_bypass_in *in = bypass->in;
        assert_in_range(bypass->cycle, g->cycle, g->cycle + 1);     // who is awake has lived this one, too
        assert_true(in->tucd == out->tucd[i] && in->l1dhr_low == out->l1dhr_low && in->uib_low == out->uib_low);
        driven.asleep += bypass->cycle == g->cycle;
    }
    driven.before = *out;
    driven.changes++;
}

static void test_who_sleeps_lives_up_to_what_drives_it(void **state)
{
    static const policy watcher = {.name = "watcher", .hears = HEARS(GPU), .feed = watch_what_is_driven};
    static const policy *const observers[] = {&watcher, NULL};
    char error[400];
    bench b;
    (void)state;
    kernel_bench_open(&b, "bucl gpu.sms=2 gpu.clusters=2 policy.bucl_period=50", "bucl-dyn", NULL, BLOCKS_C, 1000000, busy);
    gpu_free(b.gpu);
    driven.gpu = NULL, driven.changes = driven.asleep = 0;
    b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find("bucl-dyn"), .observers = observers, .lockstep = b.blocks}, error, sizeof error);
    driven.gpu = b.gpu;
    assert_int_equal(kernel_bench_run(&b, BUSY_CTAS, BUSY_THREADS), GPU_DONE);
    assert_true(driven.changes > 5 && driven.asleep > 2);
    kernel_bench_close(&b);
}

// Of the SMs, of the controllers (owl), of the GPU (bucl-dyn), whatever of it was slept through. At the second launch one SM has
// nothing to do but to hear of it.
static void test_at_the_end_all_have_lived_each_cycle(void **state)
{
    static const char *const runs[][2] = {{"owl gpu.sms=2 gpu.clusters=2", "owl"}, {"bucl gpu.sms=2 gpu.clusters=2", "bucl-dyn"},
                                          {"gpu.sms=2 gpu.clusters=2", "ccws"}};
    (void)state;
    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
        bench b;
        uint64_t launches[2] = {0};
        kernel_bench_open(&b, runs[i][0], runs[i][1], NULL, BLOCKS_C, 1000000, busy);
        assert_int_equal(kernel_bench_run(&b, BUSY_CTAS, BUSY_THREADS), GPU_DONE);
        launches[1] = b.gpu->cycle;
        expect_all_caught_up(b.gpu, launches, 1);
        assert_int_equal(kernel_bench_run(&b, 1, BUSY_THREADS), GPU_DONE);
        expect_all_caught_up(b.gpu, launches, 2);
        kernel_bench_close(&b);
    }
}

// One scheduler, two warps may issue: warps 0 and 1 leave their barrier for code that is not in the L1I, while warp 3, which had
// its turn meanwhile, waits for a load, and warp 2 at a barrier for warp 3. Only warps 0 and 1 count: the scheduler is idle.
static const char masked[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; shr.u32 %r3, %r1, 5;\n"
    "setp.eq.u32 %p1, %r3, 0; @%p1 bra MEET; mul.wide.u32 %rd2, %r2, 4096; add.s64 %rd3, %rd1, %rd2; mov.u32 %r5, 0;\n"
    "LOAD: ld.global.u32 %r6, [%rd3]; add.s64 %rd3, %rd3, 128; add.u32 %r5, %r5, %r6; add.u32 %r5, %r5, 1;\n"
    "mul.lo.u32 %r7, %r2, 4; setp.le.u32 %p2, %r5, %r7; @%p2 bra LOAD;\n"
    "MEET: bar.sync 0; bra FAR;\n" PADDING PADDING PADDING PADDING "FAR: mov.u32 %r8, 8; ret;";

static void test_sleep_knows_what_the_policy_masks(void **state)
{
    (void)state;
    counters counted[2];
    for (unsigned sleepless = 0; sleepless < 2; sleepless++) {
        bench b;
        kernel_bench_open(&b, "core.warps=32 core.schedulers=1 policy.swl_limit=2", "swl", NULL, BLOCKS_C, 100000, masked);
        b.gpu->sms[0]->sleepless = sleepless;
        assert_int_equal(kernel_bench_run(&b, 2, 64), GPU_DONE);
        counted[sleepless] = *gpu_counters(b.gpu);
        kernel_bench_close(&b);
    }
    assert_int_equal(counted[0].stalls_idle, counted[1].stalls_idle);
    assert_memory_equal(&counted[0], &counted[1], sizeof counted[0]);
}

// Every cycle of a run may be its last, also one in which the memory system works alone.
static void test_a_limit_ends_a_run_in_its_cycle(void **state)
{
    (void)state;
    for (uint64_t cycles = 100; cycles < 700; cycles++) {
        counters counted[2];
        for (unsigned i = 0; i < 2; i++) {
            bench b;
            kernel_bench_open(&b, "gpu.sms=2 gpu.clusters=2", "gto", NULL, BLOCKS_C, cycles, busy);
            b.gpu->compares = i;                            // then it does not work alone
            assert_int_equal(kernel_bench_run(&b, 2, 32), GPU_LIMIT);
            counted[i] = *gpu_counters(b.gpu);
            kernel_bench_close(&b);
        }
        assert_int_equal(counted[0].cycles, cycles);
        assert_memory_equal(&counted[0], &counted[1], sizeof counted[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sleep_changes_nothing),
        cmocka_unit_test(test_blocks_that_drive_each_other_sleep_together),
        cmocka_unit_test(test_who_slept_has_the_registers_of_who_was_awake),
        cmocka_unit_test(test_who_sleeps_lives_up_to_what_drives_it),
        cmocka_unit_test(test_at_the_end_all_have_lived_each_cycle),
        cmocka_unit_test(test_sleep_knows_what_the_policy_masks),
        cmocka_unit_test(test_a_limit_ends_a_run_in_its_cycle),
    };
    return cmocka_run_group_tests_name("sleep", tests, NULL, NULL);
}
