// SPDX-License-Identifier: BSD-3-Clause
// Microbenchmarks of the SM of machine `kaws`: issue registers per scheduler, generic collectors, two instructions a cycle,
// several fetches a cycle. Issue cycles are derived by hand.
//
// Collectors go through two steps a cycle, each: out of them, reads, into them. An instruction issued in cycle t enters a
// collector in the first step of t + 1, reads each bank once a step from the second on, leaves in the step behind its last
// read, and enters its unit in the next cycle. Its result is written latency + 2 cycles later; what needs it issues then.
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { TO_WRITE_BACK = 2, MOST = 4096, COLD = 100000 };

static issue issues[MOST];

// The issues of one CTA, oldest first; how many.
static unsigned issues_of(const char *settings, const char *policy, unsigned threads, const char *body)
{
    bench b;
    char text[4096];
    snprintf(text, sizeof text, "%s%s", REGISTERS ".reg .b64 %d<8>;\n", body);
    kernel_bench_open(&b, settings, policy, NULL, BLOCKS_C, COLD, text);
    assert_int_equal(kernel_bench_run(&b, 1, threads), GPU_DONE);
    unsigned count = kernel_bench_issues(b.trace, issues, MOST);
    kernel_bench_close(&b);
    return count;
}

static void expect_cycles(unsigned count, const unsigned *wanted)
{
    for (unsigned i = 0; i < count; i++)
        if (issues[i].cycle - issues[0].cycle != wanted[i])
            fail_msg("instruction %u issues %u cycles behind the first, expected %u", i,
                     (unsigned)(issues[i].cycle - issues[0].cycle), wanted[i]);
}

// One warp, its buffer of two. Both at once (LD/ST, SP); a fetch and a decode; SP and SP one behind the other; a fetch, a
// decode; the fourth pair again at once (SP, SFU: rsqrt); then a pair of which the second needs the first: mov takes 1, its
// two operands none. Without a register to read it leaves its collector in the second step of the cycle behind its issue.
static void test_two_of_a_warp_when_kinds_differ(void **state)
{
    (void)state;
    static const char body[] =
        "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, 1;\n"
        "mov.u32 %r2, 2; mov.u32 %r3, 3;\n"
        "mov.u32 %r4, 4; rsqrt.approx.f32 %r5, 0f40000000;\n"
        "mov.u32 %r6, 6; rsqrt.approx.f32 %r7, %r6;\n"
        "ret;";
    enum { MOV_TO_UNIT = 2, MOV = 1, NEEDS = MOV_TO_UNIT + MOV + TO_WRITE_BACK };
    static const unsigned two[] = {0, 0, 2, 3, 5, 5, 7, 7 + NEEDS};
    static const unsigned one[] = {0, 1, 3, 4, 6, 7, 9, 9 + NEEDS};
    assert_int_equal(issues_of("kaws", "gto", 32, body), 9);
    expect_cycles(8, two);
    assert_int_equal(issues_of("kaws core.issue_width=1", "gto", 32, body), 9);
    expect_cycles(8, one);
}

// Behind a branch that is taken the second look finds the wrong instruction and empties the buffer: it is fetched for in that
// cycle, decoded in the next. A scheduler of one instruction looks, and finds it, a cycle later.
static void test_a_taken_branch_is_seen_at_once(void **state)
{
    (void)state;
    static const char body[] = "mov.u32 %r1, 1; mov.u32 %r2, 2; bra FAR; mov.u32 %r3, 3; mov.u32 %r4, 4; mov.u32 %r5, 5; FAR: ret;";
    static const unsigned two[] = {0, 1, 3, 5}, one[] = {0, 1, 3, 6};
    assert_int_equal(issues_of("kaws", "gto", 32, body), 4);
    expect_cycles(4, two);
    assert_int_equal(issues_of("kaws core.issue_width=1", "gto", 32, body), 4);
    expect_cycles(4, one);
}

// Reads of banks: 4 a scheduler, registers of the same number mod 4 share one. The first read is made in the second step, so
// that a second one in the next cycle costs no cycle, a third costs one.
static void test_banks_of_a_scheduler(void **state)
{
    (void)state;
    static const struct { const char *sources; unsigned to_unit, without; } rows[] = {
        {"%r2, %r3, %r4", 3, 3}, {"%r2, %r6, %r4", 3, 3}, {"%r2, %r6, %r10", 4, 3}, {"%r2, %r18, %r34", 4, 4}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[512];
        snprintf(body, sizeof body, "mov.u32 %%r1, 1; fma.rn.f32 %%r2, %s; add.u32 %%r5, %%r2, 1; ret;", rows[i].sources);
        issues_of("kaws", "gto", 32, body);
        assert_int_equal(issues[2].cycle - issues[1].cycle, rows[i].to_unit + 4 + TO_WRITE_BACK);
        issues_of("kaws core.sub_cores=0", "gto", 32, body);
        assert_int_equal(issues[2].cycle - issues[1].cycle, rows[i].without + 4 + TO_WRITE_BACK);
    }
}

// Only warps of scheduler 0, eight of them, divide: 130 cycles in the entry of each of 4 SFUs, 4 in front of these, 8 collectors,
// and one register of the scheduler. With registers that all schedulers share 4 wait there.
#define DIVISIONS "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r2, 3; setp.ne.u32 %p1, %r3, 0; @%p1 bra END;\n" \
    "div.rn.f64 %d1, 0d3FF0000000000000, 0d4008000000000000; div.rn.f64 %d2, 0d3FF0000000000000, 0d4008000000000000;\n" \
    "div.rn.f64 %d3, 0d3FF0000000000000, 0d4008000000000000; END: ret;"
enum { FIRST_DIVISION = 5, LAST_DIVISION = 7 };

static unsigned issued_within(unsigned count, unsigned first, unsigned last, unsigned cycles)
{
    unsigned found = 0;
    uint64_t start = 0;
    for (unsigned i = 0; i < count; i++) {
        if (issues[i].pc < 8 * first || issues[i].pc > 8 * last)
            continue;
        start = found ? start : issues[i].cycle;
        found += issues[i].cycle - start < cycles;
    }
    return found;
}

static void test_a_scheduler_has_one_register_of_a_kind(void **state)
{
    (void)state;
    static const struct { const char *settings; unsigned issued; } rows[] = {
        {"kaws", 4 + 4 + 8 + 1}, {"kaws core.generic_collectors=5", 4 + 4 + 5 + 1}, {"kaws core.sub_cores=0", 4 + 4 + 8 + 4}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned count = issues_of(rows[i].settings, "gto", 1024, DIVISIONS);
        assert_int_equal(issued_within(count, FIRST_DIVISION, LAST_DIVISION, 100), rows[i].issued);
    }
}

// The same by all schedulers, four at a time: each has its register.
static void test_every_scheduler_has_its_own(void **state)
{
    (void)state;
    static const char all[] = "div.rn.f64 %d1, 0d3FF0000000000000, 0d4008000000000000; ret;";
    unsigned count = issues_of("kaws", "gto", 1024, all);
    assert_int_equal(issued_within(count, 0, 0, 100), 4 + 4 + 8 + 4);
}

// While the divisions have all collectors, nothing of another kind goes on either: scheduler 1 counts in a loop, whose next
// instruction stands in its register. With collectors of their own the loop goes on.
static void test_collectors_are_of_all_kinds(void **state)
{
    (void)state;
    static const char body[] = "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r2, 3; setp.eq.u32 %p1, %r3, 1; @%p1 bra COUNT;\n"
        "setp.ne.u32 %p1, %r3, 0; @%p1 bra END; div.rn.f64 %d1, 0d3FF0000000000000, 0d4008000000000000;\n"
        "div.rn.f64 %d2, 0d3FF0000000000000, 0d4008000000000000; div.rn.f64 %d3, 0d3FF0000000000000, 0d4008000000000000; bra END;\n"
        "COUNT: mov.u32 %r4, 0; LOOP: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 100; @%p2 bra LOOP; END: ret;";
    static const char *const settings[] = {"kaws", "kaws core.generic_collectors=0 core.sp_collectors=4 core.sfu_collectors=8 core.sp_ports=4"};
    for (unsigned i = 0; i < 2; i++) {
        unsigned count = issues_of(settings[i], "lrr", 1024, body), going_on = 0;
        uint64_t start = 0;
        for (unsigned k = 0; k < count; k++) {
            start = !start && issues[k].pc == 8 * 7 ? issues[k].cycle : start;
            going_on += start && issues[k].cycle > start + 40 && issues[k].cycle < start + 120;
        }
        assert_int_equal(going_on != 0, i);
    }
}

// Four loads of shared memory in one cycle, one a scheduler; through one register one a cycle.
static void test_a_load_a_cycle_and_scheduler(void **state)
{
    (void)state;
    static const char body[] = "ld.shared.u32 %r1, [words]; ret;";
    static const unsigned four[] = {0, 0, 0, 0};
    issues_of("kaws", "gto", 128, body);
    expect_cycles(4, four);
    unsigned count = issues_of("kaws core.sub_cores=0 core.mem_issue_slots=1", "gto", 128, body);
    assert_int_equal(issued_within(count, 0, 0, 1), 1);
    assert_int_equal(issued_within(count, 0, 0, 2), 2);
}

// A load in which all lanes want a bank each other's words: 32 cycles in the LD/ST unit; behind it 4, 8 collectors, a register.
static void test_loads_wait_in_front_of_the_one_unit(void **state)
{
    (void)state;
    static const char body[] =
        "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r2, 3; setp.ne.u32 %p1, %r3, 0; @%p1 bra END;\n"
        "and.b32 %r4, %r1, 31; shl.b32 %r5, %r4, 7; mov.u32 %r6, words; add.u32 %r6, %r6, %r5;\n"
        "ld.shared.u32 %r7, [%r6]; ld.shared.u32 %r8, [%r6]; ld.shared.u32 %r9, [%r6]; END: ret;";
    unsigned count = issues_of("kaws", "lrr", 1024, body);
    assert_int_equal(issued_within(count, 9, 11, 30), 1 + 4 + 8 + 1);
}

// Eight warps get their first two instructions in one cycle: the two of a scheduler issue theirs in this and the next one. One
// fetch a cycle: one warp behind the other.
static void test_eight_warps_are_fetched_for_in_a_cycle(void **state)
{
    (void)state;
    static const char body[] = "mov.u32 %r1, 1; ret;";
    for (unsigned i = 0; i < 2; i++) {
        const unsigned fetches = i ? 1 : 8;
        char settings[64];
        uint64_t first[8], least = UINT64_MAX;
        snprintf(settings, sizeof settings, "kaws core.fetches=%u", fetches);
        for (unsigned k = issues_of(settings, "lrr", 256, body); k-- > 0;)
            first[issues[k].warp] = issues[k].cycle;
        for (unsigned warp = 0; warp < 8; warp++)
            least = first[warp] < least ? first[warp] : least;
        for (unsigned warp = 0; warp < 8; warp++)
            assert_int_equal(first[warp] - least, fetches == 8 ? warp / 4 : (warp + 7) % 8);
    }
}

// Loads of one word one behind the other: two sectors of a line, and the first again. By default they pass the L1D by.
static void test_sectors_and_global_loads(void **state)
{
    (void)state;
    static const struct { const char *settings, *operator; unsigned accesses, misses; } rows[] = {
        {"kaws", "", 0, 0}, {"kaws", ".cg", 0, 0}, {"kaws", ".ca", 0, 0}, {"kaws", ".nc", 3, 2}, {"kaws l1d.sector_bytes=0", ".nc", 3, 1},
        {"kaws l1d.global=cached", "", 3, 2}, {"kaws l1d.global=cached", ".cg", 0, 0}, {"kaws l1d.allocate=miss", ".nc", 3, 2}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b;
        char body[1024];
        snprintf(body, sizeof body, "%sld.param.u64 %%rd1, [buffer]; ld.global%s.u32 %%r1, [%%rd1]; add.u32 %%r1, %%r1, 1; membar.cta;\n"
                 "ld.global%s.u32 %%r2, [%%rd1+32]; add.u32 %%r1, %%r1, %%r2; membar.cta; ld.global%s.u32 %%r3, [%%rd1+4]; ret;",
                 REGISTERS, rows[i].operator, rows[i].operator, rows[i].operator);
        kernel_bench_open(&b, rows[i].settings, "gto", NULL, BLOCKS_C, COLD, body);
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        assert_int_equal(gpu_counters(b.gpu)->l1d_accesses, rows[i].accesses);
        assert_int_equal(gpu_counters(b.gpu)->l1d_misses, rows[i].misses);
        assert_int_equal(gpu_counters(b.gpu)->l1d_hits, rows[i].accesses - rows[i].misses);
        kernel_bench_close(&b);
    }
}

// 512 bytes of local memory a thread are 128 lines of 4 sectors, a word of the warp each line: read twice, all hit then.
static void test_local_memory_in_sectors(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "kaws", "gto", NULL, BLOCKS_C, 1000000,
                      REGISTERS ".local .align 4 .b8 depot[512];\n"
                      "mov.u32 %r1, 0; AGAIN: mov.u32 %r2, depot; mov.u32 %r3, 0;\n"
                      "WORD: ld.local.u32 %r4, [%r2]; add.u32 %r2, %r2, 4; add.u32 %r3, %r3, 1;\n"
                      "setp.lt.u32 %p1, %r3, 128; @%p1 bra WORD;\n"
                      "add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 2; @%p2 bra AGAIN; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    assert_int_equal(gpu_counters(b.gpu)->l1d_accesses, 2 * 128 * 4);
    assert_int_equal(gpu_counters(b.gpu)->l1d_misses, 128 * 4);
    assert_int_equal(gpu_counters(b.gpu)->l1d_hits, 128 * 4);
    kernel_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_of_a_warp_when_kinds_differ),
        cmocka_unit_test(test_a_taken_branch_is_seen_at_once),
        cmocka_unit_test(test_banks_of_a_scheduler),
        cmocka_unit_test(test_a_scheduler_has_one_register_of_a_kind),
        cmocka_unit_test(test_every_scheduler_has_its_own),
        cmocka_unit_test(test_collectors_are_of_all_kinds),
        cmocka_unit_test(test_a_load_a_cycle_and_scheduler),
        cmocka_unit_test(test_loads_wait_in_front_of_the_one_unit),
        cmocka_unit_test(test_eight_warps_are_fetched_for_in_a_cycle),
        cmocka_unit_test(test_sectors_and_global_loads),
        cmocka_unit_test(test_local_memory_in_sectors),
    };
    return cmocka_run_group_tests_name("sub cores", tests, NULL, NULL);
}
