// SPDX-License-Identifier: BSD-3-Clause
// Counts by PTX line and by age of warps: sums are the run's counters to the last one, a profile changes nothing, and what
// falls to a line or an age is worked out by hand or from the issue trace.
#include "sim/core/gpu_internal.h"
#include "sim/core/profile.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ISSUES = 65536 };

// Divergent and coherent loads of two SMs, merged ones among them, local and global stores, barriers, a loop.
static const char busy[] = REGISTERS
    ".local .align 4 .b8 own[16]; ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
    "mad.lo.s32 %r3, %r2, 64, %r1; mov.u32 %r4, 0;\n"
    "LOOP: mul.lo.u32 %r5, %r3, 37; add.u32 %r5, %r5, %r4; and.b32 %r5, %r5, 2047; mul.wide.u32 %rd2, %r5, 4;\n"
    "add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r6, [%rd3]; st.local.u32 [own+4], %r6; ld.global.u32 %r7, [%rd1+256];\n"
    "ld.global.u32 %r8, [%rd3]; add.u32 %r9, %r6, %r8; ld.local.u32 %r11, [own+4]; add.u32 %r9, %r9, %r11; bar.sync 0; st.global.u32 [%rd3], %r9;\n"
    "add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 6;\n"
    "@%p2 bra LOOP;\n"
    "add.u32 %r10, %r3, 2048; mul.wide.u32 %rd4, %r10, 4; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r9; ret;";

static void open_busy(bench *b, const char *policy, blocks_mode mode, uint64_t limit, unsigned ages)
{
    kernel_bench_open(b, "gpu.sms=2 gpu.clusters=2 l1d.mshrs=8 l1d.mshr_merges=2 l1d.miss_queue=4", policy, NULL, mode, limit, busy);
    b->gpu->options.profile = ages ? profile_new(ages) : NULL;
}

static void close_all(bench *b)
{
    profile *p = b->gpu->options.profile;
    kernel_bench_close(b);
    profile_free(p);
}

// --- sums

static void equal(const char *what, uint64_t seen, uint64_t expected)
{
    if (seen != expected)
        fail_msg("%s: the sum is %llu, the run counted %llu", what, (unsigned long long)seen, (unsigned long long)expected);
}

static void check_sums(const profile *p, const counters *c)
{
    line_counters lines = {0};
    age_counters ages = {0};
    for (unsigned k = 0; k < p->n_kernels; k++) {
        const kernel_profile *kernel = p->kernels[k];
        for (unsigned i = 0; i < kernel->n_lines; i++) {
            line_counters total = profile_line_total(kernel, &kernel->lines[i]);
            line_counters_add(&lines, &total);
        }
#define PART_COUNTER(member, unit, whole, help) \
        for (unsigned age = 0; age < kernel->n_ages; age++) \
            ages.member += kernel->ages[age].member;
#include "sim/report/age_counters.def"
#undef PART_COUNTER
    }
#define PART_COUNTER(member, unit, whole, help) equal(#member, lines.member, whole);
#include "sim/report/line_counters.def"
#undef PART_COUNTER
#define PART_COUNTER(member, unit, whole, help) equal(#member, ages.member, whole);
#include "sim/report/age_counters.def"
#undef PART_COUNTER
}

static void test_sums_are_the_counters_of_the_run(void **state)
{
    (void)state;
    static const char *const policies[] = {"gto", "swl", "oaws-dyn", "ocw"};
    for (unsigned i = 0; i < sizeof policies / sizeof *policies; i++) {
        for (unsigned ages = 1; ages <= 48; ages += 47) {
            bench b;
            open_busy(&b, policies[i], i == 2 ? BLOCKS_LOCKSTEP : BLOCKS_C, 0, ages);
            assert_int_equal(kernel_bench_run(&b, 12, 100), GPU_DONE);
            check_sums(b.gpu->options.profile, gpu_counters(b.gpu));
            assert_int_equal(kernel_bench_run(&b, 3, 512), GPU_DONE);
            check_sums(b.gpu->options.profile, gpu_counters(b.gpu));
            assert_true(gpu_counters(b.gpu)->l1d_fail_mshr && gpu_counters(b.gpu)->l1d_pending_hits && gpu_counters(b.gpu)->l1d_hits);
            close_all(&b);
        }
    }
}

// A run that is cut off, in the middle of misses.
static void test_sums_of_a_run_that_meets_its_limit(void **state)
{
    (void)state;
    for (uint64_t limit = 600; limit < 2000; limit += 97) {
        bench b;
        open_busy(&b, "gto", BLOCKS_C, limit, 48);
        assert_int_equal(kernel_bench_run(&b, 12, 100), GPU_LIMIT);
        check_sums(b.gpu->options.profile, gpu_counters(b.gpu));
        close_all(&b);
    }
}

static void test_a_profile_changes_nothing(void **state)
{
    (void)state;
    bench without, with;
    open_busy(&without, "gto", BLOCKS_C, 0, 0);
    open_busy(&with, "gto", BLOCKS_C, 0, 48);
    assert_int_equal(kernel_bench_run(&without, 12, 100), GPU_DONE);
    assert_int_equal(kernel_bench_run(&with, 12, 100), GPU_DONE);
    assert_string_equal(without.trace, with.trace);
    assert_memory_equal(gpu_counters(without.gpu), gpu_counters(with.gpu), sizeof(counters));
    close_all(&without);
    close_all(&with);
}

// --- lines

static const profile_line *line_at(const bench *b, unsigned index)
{
    const kernel_profile *kernel = b->gpu->options.profile->kernels[0];
    assert_true(index < kernel->n_lines);
    return &kernel->lines[index];
}

static line_counters of_line(const bench *b, unsigned index)
{
    return profile_line_total(b->gpu->options.profile->kernels[0], line_at(b, index));
}

// One warp. Four lines missed, their entries held by the first load, with which the second one merges for two of them; then two
// hits and a store of one line. The kernel begins in line 6.
static void test_what_each_line_costs(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 0, REGISTERS
        "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 3; mul.wide.u32 %rd2, %r2, 128;\n"
        "add.s64 %rd3, %rd1, %rd2; and.b32 %r2, %r1, 1; mul.wide.u32 %rd4, %r2, 128; add.s64 %rd5, %rd1, %rd4;\n"
        "ld.global.u32 %r3, [%rd3];\n"
        "setp.lt.u32 %p1, %r1, 32;\n"
        "L1: @%p1 ld.global.u32   %r4,\n  [%rd5]; // two lines\n"
        "add.u32 %r5, %r3, %r4; ld.global.u32 %r6, [%rd5];\n"
        "add.u32 %r6, %r6, 1; st.global.u32 [%rd1], %r6; @%p1 bra END; ld.global.u32 %r7, [%rd1+8192]; END: ret;");
    b.gpu->options.profile = profile_new(1);
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    const counters *c = gpu_counters(b.gpu);
    line_counters first = of_line(&b, 0), merged = of_line(&b, 1), hit = of_line(&b, 2), store = of_line(&b, 3), never = of_line(&b, 4);
    assert_int_equal(line_at(&b, 0)->line + 2, line_at(&b, 1)->line);
    assert_int_equal(line_at(&b, 1)->line + 2, line_at(&b, 2)->line);
    assert_string_equal(line_at(&b, 0)->text, "ld.global.u32 %r3, [%rd3]");
    assert_string_equal(line_at(&b, 1)->text, "@%p1 ld.global.u32 %r4, [%rd5]");
    assert_true(!line_at(&b, 2)->store && line_at(&b, 3)->store);
    assert_true(first.loads == 1 && first.divergent == 1 && first.accesses == 4 && first.misses == 4 && first.mshr_entries == 4);
    assert_true(first.fully_cached == 0 && first.sets_touched == 4);
    assert_true(merged.loads == 1 && merged.divergent == 0 && merged.accesses == 2 && merged.pending_hits == 2 && merged.mshr_entries == 0);
    assert_int_equal(first.mshr_entry_cycles, c->mshr_entry_cycles);
    assert_int_equal(merged.mshr_entry_cycles, 0);
    assert_true(hit.loads == 1 && hit.accesses == 2 && hit.hits == 2 && hit.fully_cached == 1 && hit.misses == 0);
    assert_true(store.loads == 0 && store.accesses == 1 && store.latency == 0);
    assert_true(!profile_line_used(&never) && profile_line_used(&store));
    assert_int_equal(first.latency, c->latency_divergent);
    assert_int_equal(merged.latency + hit.latency, c->latency_coherent);
    assert_true(merged.latency > hit.latency);
    close_all(&b);
}

// --- ages

// From the trace: an age is the number of warps before it, of one CTA, that have not ended in an earlier cycle; a scheduler is
// held from one issue to its next, the last time to the end of the launch, before which the CTA ends.
static void test_ages_are_those_of_the_trace(void **state)
{
    (void)state;
    bench b;
    static issue issues[ISSUES];
    uint64_t last[16] = {0}, issued[48] = {0}, held[48] = {0};
    struct { uint64_t since; unsigned age; } holder[2] = {{0}};
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 0, busy);
    b.gpu->options.profile = profile_new(48);
    assert_int_equal(kernel_bench_run(&b, 1, 512), GPU_DONE);
    const kernel_profile *kernel = b.gpu->options.profile->kernels[0];
    unsigned n = kernel_bench_issues(b.trace, issues, ISSUES);
    for (unsigned i = 0; i < n; i++)
        last[issues[i].warp] = issues[i].cycle;
    for (unsigned i = 0; i < n; i++) {
        unsigned age = 0, s = issues[i].scheduler;
        for (unsigned warp = 0; warp < issues[i].warp; warp++)
            age += last[warp] >= issues[i].cycle;
        issued[age]++;
        held[holder[s].age] += holder[s].since ? issues[i].cycle - holder[s].since : 0;
        holder[s].since = issues[i].cycle, holder[s].age = age;
    }
    for (unsigned s = 0; s < 2; s++)
        held[holder[s].age] += gpu_counters(b.gpu)->cycles - holder[s].since;
    uint64_t oldest = 0;
    for (unsigned age = 0; age < 48; age++) {
        assert_int_equal(kernel->ages[age].issues, issued[age]);
        assert_int_equal(kernel->ages[age].held, held[age]);
        oldest += age < 8 ? held[age] : 0;
    }
    assert_int_equal(gpu_counters(b.gpu)->issue_held_oldest_8, oldest);
    assert_true(oldest > 0 && oldest < gpu_counters(b.gpu)->issue_held);
    assert_true(kernel->lines[0].ages[15].counters.loads > 0);          // of 16 warps
    for (unsigned i = 0; i < kernel->n_lines; i++)
        for (unsigned age = 16; kernel->lines[i].ages && age < 48; age++)
            assert_int_equal(kernel->lines[i].ages[age].counters.accesses, 0);
    close_all(&b);
}

// Nobody holds a scheduler of an SM without a CTA, nor in a launch before its first issue.
static void test_an_empty_sm_is_not_held(void **state)
{
    (void)state;
    bench b;
    static issue issues[256];
    uint64_t held = 0, end[2], first[2] = {UINT64_MAX, UINT64_MAX};
    kernel_bench_open(&b, "core.warps=32 core.schedulers=1", "gto", NULL, BLOCKS_C, 0, REGISTERS "mov.u32 %r1, 1; add.u32 %r2, %r1, 1; ret;");
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        end[i] = gpu_counters(b.gpu)->cycles;
    }
    unsigned n = kernel_bench_issues(b.trace, issues, 256);
    for (unsigned i = 0; i < n; i++) {
        unsigned run = issues[i].cycle >= end[0];
        first[run] = issues[i].cycle < first[run] ? issues[i].cycle : first[run];
    }
    held = end[0] - first[0] + end[1] - first[1];
    assert_int_equal(gpu_counters(b.gpu)->issue_held, held);
    assert_true(first[1] > end[0] + 1);
    kernel_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_are_the_counters_of_the_run), cmocka_unit_test(test_sums_of_a_run_that_meets_its_limit),
        cmocka_unit_test(test_a_profile_changes_nothing), cmocka_unit_test(test_what_each_line_costs),
        cmocka_unit_test(test_ages_are_those_of_the_trace), cmocka_unit_test(test_an_empty_sm_is_not_held),
    };
    return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}
