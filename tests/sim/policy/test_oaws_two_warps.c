// SPDX-License-Identifier: BSD-3-Clause
// Decisions D-21 to D-24 in a whole SM with one warp a scheduler: when the second warp's load issues, to the cycle, on
// C models, on Verilog and in lockstep.
//
// How long a load is held back is derived from the first warp's. Accesses of a load that is taken by the LD/ST unit in
// cycle t enter the queue from t + 1 on, one a cycle, and are looked up l1d.latency cycles later. The lines are there,
// so none fails: the last is serviced in t + accesses + l1d.latency, its charge comes back at that cycle's end, and
// what waited for it issues in the next one. From issue to t a load goes through operand collectors: a warp alone shows
// how long.
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WARPS = 2, ISSUES = 4096, INSN = 8, L1D_LATENCY = 3 };
#define MACHINE "l1d.mshrs=32 l1d.latency=3 "

typedef struct {
    issue    list[ISSUES];
    unsigned count;
    uint64_t queued;                    // cycles from issue to the LD/ST unit of all loads at the L1D
    uint64_t loads;
} run;

static run simulate(const char *policy, blocks_mode mode, const char *settings, const char *body, unsigned warps)
{
    run r;
    bench b;
    char all[256];
    snprintf(all, sizeof all, MACHINE "%s", settings);
    kernel_bench_open(&b, all, policy, NULL, mode, 1000000, body);
    assert_int_equal(kernel_bench_run(&b, 1, 32 * warps), GPU_DONE);
    r.count = kernel_bench_issues(b.trace, r.list, ISSUES);
    assert_true(r.count < ISSUES);
    r.queued = b.gpu->counters.latency_coherent_queued + b.gpu->counters.latency_divergent_queued;
    r.loads = b.gpu->counters.loads_coherent + b.gpu->counters.loads_divergent;
    kernel_bench_close(&b);
    return r;
}

// The cycle in which a warp issues its n-th instruction, counted from 0 in the kernel's text, for the last time.
static uint64_t last_issue(const run *r, unsigned warp, unsigned n)
{
    uint64_t cycle = 0;
    for (unsigned i = 0; i < r->count; i++)
        if (r->list[i].warp == warp && r->list[i].pc == r->list[0].pc + n * INSN)
            cycle = r->list[i].cycle;
    assert_int_not_equal(cycle, 0);
    return cycle;
}

static bool same_issues(const run *a, const run *b)
{
    return a->count == b->count && !memcmp(a->list, b->list, a->count * sizeof *a->list);
}

// From the issue of a load until the LD/ST unit takes it, where no other load is in its way.
static uint64_t to_ldst(const char *body)
{
    run alone = simulate("gto", BLOCKS_C, "", body, 1);
    assert_int_not_equal(alone.loads, 0);
    assert_int_equal(alone.queued % alone.loads, 0);
    return alone.queued / alone.loads;
}

// What a load of so many accesses that all hit keeps a second one waiting, when that needs what the first is charged.
static uint64_t held(const char *body, unsigned accesses) { return to_ldst(body) + accesses + L1D_LATENCY + 1; }

static unsigned other_warp(const run *r, unsigned first, unsigned n)
{
    assert_true(last_issue(r, first, n) < last_issue(r, !first, n));
    return !first;
}

static unsigned first_warp(const run *r, unsigned n) { return last_issue(r, 0, n) < last_issue(r, 1, n) ? 0 : 1; }

static uint64_t between(const run *r, unsigned n)
{
    unsigned first = first_warp(r, n);
    return last_issue(r, other_warp(r, first, n), n) - last_issue(r, first, n);
}

// Instructions 0 to 6; two rounds, the first of which brings the lines in and shows the load to the classifier.
#define PROLOGUE(bytes) \
    REGISTERS "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, " #bytes ";\n" \
    "add.s64 %rd3, %rd1, %rd2;\n" \
    "and.b32 %r8, %r1, 31; setp.ge.u32 %p1, %r8, 4; mov.u32 %r2, 0;\n"
#define EPILOGUE "add.u32 %r4, %r3, %r8; add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 2; @%p2 bra LOOP; ret;"

// --- D-21

// Four accesses, one line: nothing is held back. Twelve accesses, three lines: 31 MSHRs of 32 are charged.
static void bytes_of_one_line_are_coherent(void **state)
{
    static const char one_line[] = PROLOGUE(4) "LOOP: bar.sync 0; ld.global.u8 %r3, [%rd3]; " EPILOGUE;
    static const char three_lines[] = PROLOGUE(12) "LOOP: bar.sync 0; ld.global.u8 %r3, [%rd3]; " EPILOGUE;
    enum { LOAD = 8 };
    blocks_mode mode = *(blocks_mode *)*state;
    run gto = simulate("gto", BLOCKS_C, "", one_line, WARPS);
    run oaws = simulate("oaws-static", mode, "policy.smr=100", one_line, WARPS);
    assert_true(same_issues(&gto, &oaws));
    oaws = simulate("oaws-static", mode, "policy.smr=100", three_lines, WARPS);
    assert_int_equal(between(&oaws, LOAD), held(three_lines, 12));
}

// --- D-22

// Four lanes run one add in slot 0 of the instruction buffer; in slot 1 behind it all 32 load 32 lines. The first load
// is charged 31 of 32 MSHRs, and the second needs as many.
static void a_load_behind_a_branch_is_predicted_with_the_lanes_that_it_runs_with(void **state)
{
    static const char slot_1[] = PROLOGUE(128)
        "LOOP: bar.sync 0; @%p1 bra JOIN; add.u32 %r9, %r8, 1; JOIN: ld.global.u32 %r3, [%rd3]; " EPILOGUE;
    static const char slot_0[] = PROLOGUE(128)
        "LOOP: bar.sync 0; mov.u32 %r9, 0; @%p1 bra JOIN; add.u32 %r9, %r8, 1;\n"
        "JOIN: ld.global.u32 %r3, [%rd3]; " EPILOGUE;
    static const struct { const char *body; unsigned load; } rows[] = {{slot_1, 10}, {slot_0, 11}};
    blocks_mode mode = *(blocks_mode *)*state;
    for (unsigned i = 0; i < 2; i++) {
        run r = simulate("oaws-static", mode, "policy.smr=100", rows[i].body, WARPS);
        assert_int_equal(between(&r, rows[i].load), held(rows[i].body, 32));
        // Without a prediction the second load follows as soon as the issue stage has room.
        r = simulate("oaws-static", mode, "policy.smr=0", rows[i].body, WARPS);
        assert_in_range(between(&r, rows[i].load), 1, 2);
    }
}

// --- D-23

// Warp 0 waits at the barrier with its load behind it, warp 1 comes some instructions later. When warp 1's scheduler
// goes first, warp 0's load issues in the very cycle in which the barrier opens: what it charges is not less for that.
static void a_load_that_a_barrier_lets_go_is_charged(void **state)
{
    static const struct { const char *insns; unsigned count; } more[] =
        {{"", 0}, {"mov.u32 %r11, 0; ", 1}, {"mov.u32 %r11, 0; mov.u32 %r12, 0; mov.u32 %r13, 0; ", 3}};
    static const char start[] = PROLOGUE(128)
        "LOOP: setp.lt.u32 %p3, %r1, 32; @%p3 bra MEET; add.u32 %r10, %r8, 1; add.u32 %r10, %r10, 1; ";
    static const char end[] = "MEET: bar.sync 0; ld.global.u32 %r3, [%rd3]; " EPILOGUE;
    blocks_mode mode = *(blocks_mode *)*state;
    unsigned in_the_same_cycle = 0;
    for (unsigned extra = 0; extra < sizeof more / sizeof *more; extra++) {
        char body[1024];
        unsigned barrier = 11 + more[extra].count, load = barrier + 1;
        snprintf(body, sizeof body, "%s%s%s", start, more[extra].insns, end);
        run r = simulate("oaws-static", mode, "policy.smr=100", body, WARPS);
        assert_true(last_issue(&r, 0, barrier) < last_issue(&r, 1, barrier));
        assert_in_range(last_issue(&r, 0, load) - last_issue(&r, 1, barrier), 0, 1);
        in_the_same_cycle += last_issue(&r, 0, load) == last_issue(&r, 1, barrier);
        assert_int_equal(last_issue(&r, 1, load) - last_issue(&r, 0, load), held(body, 32));
    }
    assert_in_range(in_the_same_cycle, 1, sizeof more / sizeof *more - 1);
}

// --- D-24

// One OCW warp, and it is warp 0: scheduler 1 owns none. Without D-24 its warp waits for warp 0's end, which the age
// order shows a cycle later; with it the load goes as under GTO.
static void a_scheduler_without_an_ocw_warp_keeps_its_oldest(void **state)
{
    static const char body[] = PROLOGUE(128) "bar.sync 0; ld.global.u32 %r3, [%rd3]; add.u32 %r4, %r3, %r8; ret;";
    enum { LOAD = 8, END = 10 };
    blocks_mode mode = *(blocks_mode *)*state;
    run gto = simulate("gto", BLOCKS_C, "", body, WARPS);
    run kept = simulate("ocw", mode, "policy.ocw_pin=1", body, WARPS);
    run left_out = simulate("ocw", mode, "policy.ocw_pin=1 policy.keep_oldest=0", body, WARPS);
    assert_true(same_issues(&gto, &kept));
    assert_int_equal(last_issue(&left_out, 1, LOAD), last_issue(&left_out, 0, END) + 1);
}

// Dynamic: warp 0's load takes all 32 MSHRs before warp 1 comes to its own, which is predicted 16 + 1 of them; it has
// to wait until 17 of warp 0's lines are back, and so for less long than warp 0 itself.
static void its_oldest_need_not_wait_for_mshrs(void **state)
{
#define MORE "add.u32 %r10, %r10, 1;\n"
    static const char body[] = PROLOGUE(128)
        "LOOP: bar.sync 0; setp.lt.u32 %p3, %r1, 32; @%p3 bra LOAD; add.u32 %r10, %r8, 1;\n" MORE MORE MORE MORE MORE
        MORE MORE MORE MORE MORE
        "LOAD: ld.global.u32 %r3, [%rd3]; add.u32 %r4, %r3, %r8; add.s64 %rd3, %rd3, 8192;\n"
        "add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 2; @%p2 bra LOOP; ret;";
    enum { LOAD = 21, USE = 22 };
    blocks_mode mode = *(blocks_mode *)*state;
    run gto = simulate("gto", BLOCKS_C, "", body, WARPS);
    run kept = simulate("oaws-dyn", mode, "policy.ocw_pin=1", body, WARPS);
    run left_out = simulate("oaws-dyn", mode, "policy.ocw_pin=1 policy.keep_oldest=0", body, WARPS);
    assert_true(last_issue(&gto, 1, LOAD) > last_issue(&gto, 0, LOAD) + to_ldst(body) + 32 + L1D_LATENCY);
    assert_true(same_issues(&gto, &kept));
    assert_true(last_issue(&left_out, 1, LOAD) > last_issue(&gto, 1, LOAD) + 50);
    assert_true(last_issue(&left_out, 1, LOAD) < last_issue(&left_out, 0, USE));
}

static blocks_mode modes[] = {BLOCKS_C, BLOCKS_VERILOG, BLOCKS_LOCKSTEP};
#define IN_EVERY_MODE(test) \
    {#test ", C", test, NULL, NULL, &modes[0]}, {#test ", Verilog", test, NULL, NULL, &modes[1]}, \
        {#test ", lockstep", test, NULL, NULL, &modes[2]}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_EVERY_MODE(bytes_of_one_line_are_coherent),
        IN_EVERY_MODE(a_load_behind_a_branch_is_predicted_with_the_lanes_that_it_runs_with),
        IN_EVERY_MODE(a_load_that_a_barrier_lets_go_is_charged),
        IN_EVERY_MODE(a_scheduler_without_an_ocw_warp_keeps_its_oldest),
        IN_EVERY_MODE(its_oldest_need_not_wait_for_mshrs),
    };
    return cmocka_run_group_tests_name("oaws_two_warps", tests, NULL, NULL);
}
