// SPDX-License-Identifier: BSD-3-Clause
// Schedulers, policies and their blocks inside an SM: order of warps, limits, equal results whatever the way of stepping.
// In `make test` what is run for each policy is run for every second one, from check to check the others.
#include "rtl_c/bucl_bypass.h"
#include "rtl_c/bucl_update.h"
#include "rtl_c/oaws_ocw.h"
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/kernels.h"
#include "tests/tier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// 16 instructions, a line of the L1I.
#define PADDING "mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1;\n" \
    "mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1; mov.u32 %r9, 1;\n"

// A loop of loads that misses and hits, with divergence and a barrier in each turn.
static const char busy[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r3, %r2, 64, %r1; mov.u32 %r4, 0;\n"
    "mov.u32 %r9, 0;\n"
    "LOOP: mul.lo.u32 %r5, %r3, 37; add.u32 %r5, %r5, %r4; and.b32 %r5, %r5, 2047; mul.wide.u32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r6, [%rd3]; add.u32 %r9, %r9, %r6; and.b32 %r7, %r3, 3; setp.eq.u32 %p1, %r7, 0; @%p1 bra SKIP;\n"
    "mul.lo.u32 %r9, %r9, 3; add.u32 %r9, %r9, %r4;\n"
    "SKIP: bar.sync 0; add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 8; @%p2 bra LOOP;\n"
    "add.u32 %r10, %r3, 2048; mul.wide.u32 %rd4, %r10, 4; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r9; ret;";
enum { BUSY_CTAS = 12, BUSY_THREADS = 100 };

static const char *const policies[] = {"lrr", "gto", "2lvl-rr", "2lvl-gto", "swl", "mascar",
                                       "oaws-static", "oaws-dyn", "ocw", "ccws", "ccws-priority", "cta-aware", "cta-aware-locality-blp"};
enum { POLICIES = sizeof policies / sizeof *policies };

// In `make test` one of two checks, in turn from policy to policy.
static bool in_turn(int policy, unsigned check)
{
    return tier_is_all() || (unsigned)policy % 2 == check % 2;
}

typedef struct { char *trace; counters counted; uint32_t words[BENCH_WORDS]; lockstep_counts compared; } result;

typedef enum { PLAIN, REVERSE, SLEEPLESS } stepping;

static result run(const char *settings, const char *policy, const char *observer, blocks_mode mode, stepping how)
{
    bench b;
    result r;
    kernel_bench_open(&b, settings, policy, observer, mode, 1000000, busy);
    for (unsigned i = 0; i < b.gpu->n_sms; i++) {
        b.gpu->sms[i]->place.reversed = how == REVERSE;
        b.gpu->sms[i]->sleepless = how == SLEEPLESS;
    }
    b.gpu->reversed = how == REVERSE;
    for (unsigned i = 0; i < 2048; i++)
        b.words[i] = i * 2654435761u >> 7;
    assert_int_equal(kernel_bench_run(&b, BUSY_CTAS, BUSY_THREADS), GPU_DONE);
    r.trace = strdup(b.trace);
    r.counted = *gpu_counters(b.gpu);
    r.compared = lockstep_count(b.blocks);
    memcpy(r.words, b.words, sizeof r.words);
    kernel_bench_close(&b);
    return r;
}

static void expect_same(result a, result b)
{
    size_t same = 0, line = 0;
    for (; a.trace[same] && a.trace[same] == b.trace[same]; same++)
        line = a.trace[same] == '\n' ? same + 1 : line;
    if (a.trace[same] != b.trace[same])
        fail_msg("traces part: seen %.24s, expected %.24s", b.trace + line, a.trace + line);
    assert_memory_equal(&a.counted, &b.counted, sizeof a.counted);
    assert_memory_equal(a.words, b.words, sizeof a.words);
    free(a.trace);
    free(b.trace);
}

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

static const char two_sms[] = "gpu.sms=2 gpu.clusters=2";

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
static void expect_all_caught_up(const gpu *g)
{
    const machine *m = g->options.machine;
    for (unsigned i = 0; i < g->n_sms; i++)
        expect_edges(&g->sms[i]->place, g->cycle);
    for (unsigned i = 0; i < m->dram.controllers; i++)
        expect_edges(memory_place(g->memory, i), (g->cycle - 1) * m->clock.dram_mhz / m->clock.core_mhz + 1);
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

// Of the SMs, of the controllers (owl), of the GPU (bucl-dyn), whatever of it was slept through.
static void test_at_the_end_all_have_lived_each_cycle(void **state)
{
    static const char *const runs[][2] = {{"owl gpu.sms=2 gpu.clusters=2", "owl"}, {"bucl gpu.sms=2 gpu.clusters=2", "bucl-dyn"},
                                          {"gpu.sms=2 gpu.clusters=2", "ccws"}};
    (void)state;
    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
        bench b;
        kernel_bench_open(&b, runs[i][0], runs[i][1], NULL, BLOCKS_C, 1000000, busy);
        assert_int_equal(kernel_bench_run(&b, BUSY_CTAS, BUSY_THREADS), GPU_DONE);
        expect_all_caught_up(b.gpu);
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
        assert_int_equal(both.compared.cycles + both.compared.skipped, both.compared.instances * both.counted.cycles);
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
        cmocka_unit_test(test_sleep_changes_nothing),
        cmocka_unit_test(test_blocks_that_drive_each_other_sleep_together),
        cmocka_unit_test(test_who_slept_has_the_registers_of_who_was_awake),
        cmocka_unit_test(test_who_sleeps_lives_up_to_what_drives_it),
        cmocka_unit_test(test_at_the_end_all_have_lived_each_cycle),
        cmocka_unit_test(test_sleep_knows_what_the_policy_masks),
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
