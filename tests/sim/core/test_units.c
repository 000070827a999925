// SPDX-License-Identifier: BSD-3-Clause
// Microbenchmarks of an SM with INT, DP and tensor units, whose schedulers have collectors and units of their own
// (core.sub_cores 2), as GPGPU-Sim 4.2 has Volta's and Ampere's. Issue cycles are derived by hand.
//
// A scheduler has a register in front of its two collectors, one behind them and a unit, of each kind. An instruction issued in
// cycle t enters a collector in the first of the two steps of t + 1, reads from the second one on and leaves in the step behind
// its last read: in t + 1 without a register to read. Its unit takes it in the next cycle, t + 2, t + 3 with a read. What needs
// its result issues latency + 2 cycles later.
#include "tests/sim/core/busy.h"

#define UNITS "core.int_units=4 core.dp_units=4 core.tensor_units=4 core.int_issue_slots=4 core.dp_issue_slots=4 core.tensor_issue_slots=4 "
#define PARTS "kaws core.issue_width=1 core.sub_cores=2 core.fetches=4 core.decodes_at_once=1 core.repeated_reads=0 "

enum { TO_WRITE_BACK = 2, MOST = 4096, COLD = 100000, TO_UNIT = 2, READS = 1 };

static issue issues[MOST];

// The issues of one CTA, oldest first; how many.
static unsigned issues_of(const char *settings, const char *policy, unsigned threads, const char *body)
{
    bench b;
    char text[4096];
    snprintf(text, sizeof text, "%s%s", REGISTERS ".reg .b64 %d<8>; .reg .f32 %f<8>;\n", body);
    kernel_bench_open(&b, settings, policy, NULL, BLOCKS_C, COLD, text);
    assert_int_equal(kernel_bench_run(&b, 1, threads), GPU_DONE);
    unsigned count = kernel_bench_issues(b.trace, issues, MOST);
    kernel_bench_close(&b);
    return count;
}

static void expect_cycles(const char *settings, unsigned count, const unsigned *wanted)
{
    for (unsigned i = 0; i < count; i++)
        if (issues[i].cycle - issues[0].cycle != wanted[i])
            fail_msg("%s: instruction %u issues %u cycles behind the first, expected %u", settings, i,
                     (unsigned)(issues[i].cycle - issues[0].cycle), wanted[i]);
}

// Cycles from the issue of one instruction of a single warp to that of the next one.
static unsigned cycles_to_next(unsigned instruction)
{
    return (unsigned)(issues[instruction + 1].cycle - issues[instruction].cycle);
}

// One warp multiplies twice, 50 cycles in the unit's entry each, then adds what the third of these rows needs: the unit is another
// one, or stands behind the second multiplication. That one issues in 1, enters its unit in 2 + 50; so does an addition of the same
// kind in 2 + 100.
#define SLOW "latency.int_mul=60 latency.int_mul_interval=50 "
enum { INTERVAL = 50, ADD = 4, SECOND = 2 };

static void test_integers_have_a_unit_beside_fp32(void **state)
{
    (void)state;
    static const struct { const char *settings, *third, *fourth; unsigned wait; } rows[] = {
        {PARTS UNITS SLOW, "add.f32 %f1, 0f3F800000, 0f3F800000;", "add.f32 %f2, %f1, 0f3F800000;", TO_UNIT + ADD + TO_WRITE_BACK},
        {PARTS UNITS SLOW, "add.u32 %r3, 1, 2;", "add.u32 %r4, %r3, 1;", TO_UNIT + 2 * INTERVAL - SECOND + ADD + TO_WRITE_BACK},
        {PARTS SLOW, "add.f32 %f1, 0f3F800000, 0f3F800000;", "add.f32 %f2, %f1, 0f3F800000;", TO_UNIT + 2 * INTERVAL - SECOND + ADD + TO_WRITE_BACK},
        {PARTS UNITS "latency.fp_mul=60 latency.fp_mul_interval=50 ", NULL, NULL, TO_UNIT + ADD + TO_WRITE_BACK}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[512];
        if (rows[i].third)
            snprintf(body, sizeof body, "mul.lo.u32 %%r1, 3, 5; mul.lo.u32 %%r2, 3, 5; %s %s ret;", rows[i].third, rows[i].fourth);
        else
            snprintf(body, sizeof body, "mul.f32 %%f1, 0f3F800000, 0f3F800000; mul.f32 %%f2, 0f3F800000, 0f3F800000; add.u32 %%r3, 1, 2;"
                     "add.u32 %%r4, %%r3, 1; ret;");
        issues_of(rows[i].settings, "gto", 32, body);
        assert_int_equal(cycles_to_next(0), 1);
        assert_int_equal(cycles_to_next(1), 1);
        if (cycles_to_next(2) != rows[i].wait)
            fail_msg("row %u: the fourth waits %u cycles, expected %u", i, cycles_to_next(2), rows[i].wait);
    }
}

// What GPGPU-Sim calls an ALU_OP goes with the integers: a conversion, a comparison, a shuffle, the absolute value of a float. Behind
// two multiplications it waits for their unit.
static void test_what_is_no_fp32_arithmetic_goes_with_the_integers(void **state)
{
    (void)state;
    static const struct { const char *third, *fourth; unsigned latency; bool waits; } rows[] = {
        {"mov.u32 %r3, 1;", "mov.u32 %r4, %r3;", 1, true},
        {"cvt.rn.f32.u32 %f1, 3;", "mov.f32 %f2, %f1;", 1, true},
        {"setp.lt.f32 %p1, 0f3F800000, 0f40000000;", "selp.u32 %r4, 1, 2, %p1;", 1, true},
        {"abs.f32 %f1, 0f3F800000;", "mov.f32 %f2, %f1;", 1, true},
        {"shfl.sync.idx.b32 %r3, 1, 2, 31, -1;", "mov.u32 %r4, %r3;", 32, true},
        {"min.f32 %f1, 0f3F800000, 0f40000000;", "mov.f32 %f2, %f1;", 13, false},
        {"fma.rn.f32 %f1, 0f3F800000, 0f3F800000, 0f3F800000;", "mov.f32 %f2, %f1;", 4, false},
        {"rsqrt.approx.f32 %f1, 0f40000000;", "mov.f32 %f2, %f1;", 20, false},
        {"div.u32 %r3, 9, 3;", "mov.u32 %r4, %r3;", 145, false},
        {"add.f64 %d1, 0d3FF0000000000000, 0d3FF0000000000000;", "mov.b64 %d2, %d1;", 8, false}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[512];
        snprintf(body, sizeof body, "mul.lo.u32 %%r1, 3, 5; mul.lo.u32 %%r2, 3, 5; %s %s ret;", rows[i].third, rows[i].fourth);
        issues_of(PARTS UNITS SLOW, "gto", 32, body);
        const unsigned wait = TO_UNIT + (rows[i].waits ? 2 * INTERVAL - SECOND : 0) + rows[i].latency + TO_WRITE_BACK;
        if (cycles_to_next(2) != wait)
            fail_msg("%s the next waits %u cycles, expected %u", rows[i].third, cycles_to_next(2), wait);
    }
}

// RTX 3070: 64 cycles of fp64, 64 in the entry. Two additions; the SFU is free meanwhile if fp64 has a unit of its own.
static void test_fp64_has_a_unit_beside_the_sfu(void **state)
{
    (void)state;
    static const char two[] = "add.f64 %d1, 0d3FF0000000000000, 0d3FF0000000000000; add.f64 %d2, 0d3FF0000000000000, 0d3FF0000000000000;\n";
    for (unsigned own = 0; own < 2; own++) {
        char body[512];
        const char *const settings = own ? PARTS UNITS "latency.dp_add=64 latency.dp_add_interval=64" : PARTS "latency.dp_add=64 latency.dp_add_interval=64";
        snprintf(body, sizeof body, "%s add.f64 %%d3, %%d2, 0d3FF0000000000000; ret;", two);
        issues_of(settings, "gto", 32, body);
        assert_int_equal(cycles_to_next(0), 1);
        assert_int_equal(cycles_to_next(1), TO_UNIT + 64 - 1 + 64 + TO_WRITE_BACK);
        snprintf(body, sizeof body, "%s rsqrt.approx.f32 %%f1, 0f40000000; mov.f32 %%f2, %%f1; ret;", two);
        issues_of(settings, "gto", 32, body);
        assert_int_equal(cycles_to_next(1), 1);
        assert_int_equal(cycles_to_next(2), TO_UNIT + (own ? 0 : 2 * 64 - SECOND) + 20 + TO_WRITE_BACK);
    }
}

// One warp, two instructions a fetch. With four fetches a cycle of which all but the last are decoded at once the next two stand in the
// buffer in the cycle behind the one that emptied it; with one they come a cycle later.
static void test_fetches_are_decoded_at_once(void **state)
{
    (void)state;
    static const char body[] = "mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; mov.u32 %r4, 4; mov.u32 %r5, 5; mov.u32 %r6, 6; ret;";
    static const unsigned at_once[] = {0, 1, 2, 3, 4, 5}, next[] = {0, 1, 3, 4, 6, 7};
    static const struct { const char *settings; const unsigned *cycles; } rows[] = {
        {PARTS UNITS, at_once}, {PARTS UNITS "core.decodes_at_once=0", next}, {PARTS UNITS "core.fetches=1", next},
        {PARTS UNITS "core.fetches=2", at_once}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(issues_of(rows[i].settings, "gto", 32, body), 7);
        expect_cycles(rows[i].settings, 6, rows[i].cycles);
    }
}

// Eight warps from number 1 on, four fetches a cycle, of which the fourth is decoded in the next one: 1, 2 and 3 first, then 4 to 7,
// then 0. Each goes through a scheduler of its own.
static void test_the_last_fetch_is_decoded_in_the_next_cycle(void **state)
{
    (void)state;
    static const unsigned wanted[2][8] = {{2, 0, 0, 0, 1, 1, 1, 1}, {1, 0, 0, 0, 0, 1, 1, 1}};
    for (unsigned i = 0; i < 2; i++) {
        uint64_t first[8], least = UINT64_MAX;
        for (unsigned k = issues_of(i ? PARTS UNITS "core.decodes_at_once=0" : PARTS UNITS, "lrr", 256, "mov.u32 %r1, 1; ret;"); k-- > 0;)
            first[issues[k].warp] = issues[k].cycle;
        for (unsigned warp = 0; warp < 8; warp++)
            least = first[warp] < least ? first[warp] : least;
        for (unsigned warp = 0; warp < 8; warp++)
            assert_int_equal(first[warp] - least, wanted[i][warp]);
    }
}

// Eight warps of scheduler 0 divide, 130 cycles in the entry: one in its unit, one behind the collectors, two in these, one in front.
static void test_a_scheduler_has_a_unit_and_two_collectors(void **state)
{
    (void)state;
    static const char body[] = "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; and.b32 %r3, %r2, 3; setp.ne.u32 %p1, %r3, 0; @%p1 bra END;\n"
        "div.rn.f64 %d1, 0d3FF0000000000000, 0d4008000000000000; div.rn.f64 %d2, 0d3FF0000000000000, 0d4008000000000000;\n"
        "div.rn.f64 %d3, 0d3FF0000000000000, 0d4008000000000000; END: ret;";
    enum { FIRST_DIVISION = 5, LAST_DIVISION = 7 };
    static const struct { const char *settings; unsigned issued; } rows[] = {
        {PARTS UNITS, 1 + 1 + 2 + 1}, {PARTS UNITS "core.generic_collectors=12", 1 + 1 + 3 + 1}, {PARTS UNITS "core.sub_cores=1", 4 + 4 + 8 + 1}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned count = issues_of(rows[i].settings, "gto", 1024, body), divisions = 0;
        uint64_t start = 0;
        for (unsigned k = 0; k < count; k++) {
            if (issues[k].pc < 8 * FIRST_DIVISION || issues[k].pc > 8 * LAST_DIVISION)
                continue;
            start = divisions ? start : issues[k].cycle;
            divisions += issues[k].cycle - start < 100;
        }
        assert_int_equal(divisions, rows[i].issued);
    }
}

// The same register three times is one read; three of one bank are three, of which the first two cost no cycle.
static void test_a_register_that_is_named_twice_is_read_once(void **state)
{
    (void)state;
    static const struct { const char *sources; bool repeats; unsigned reads; } rows[] = {
        {"%f2, %f2, %f2", false, 1}, {"%f2, %f2, %f2", true, 2}, {"%f2, %f6, %f2", false, 1}, {"%f2, %f2, %f6", true, 2}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[512];
        snprintf(body, sizeof body, "mov.u32 %%r1, 1; fma.rn.f32 %%f1, %s; add.f32 %%f5, %%f1, 0f3F800000; ret;", rows[i].sources);
        issues_of(rows[i].repeats ? PARTS UNITS "core.repeated_reads=1" : PARTS UNITS, "gto", 32, body);
        assert_int_equal(cycles_to_next(1), TO_UNIT + rows[i].reads + ADD + TO_WRITE_BACK);
    }
}

// A product of two registers, one, and two, in four banks: two reads one behind the other. Another one waits for its unit; on a machine
// without, both take as long as an fp32 multiply-add of the SFU, which is free where they have units.
static void test_matrices_have_units(void **state)
{
    (void)state;
    static const char body[] = "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r10, %r11}, {%r2, %r3}, {%r4}, {%r5, %r6};\n"
        "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r12, %r13}, {%r2, %r3}, {%r4}, {%r5, %r6}; mov.u32 %r14, %r12; ret;";
    static const char beside[] = "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r10, %r11}, {%r2, %r3}, {%r4}, {%r5, %r6};\n"
        "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r12, %r13}, {%r2, %r3}, {%r4}, {%r5, %r6};\n"
        "rsqrt.approx.f32 %f1, 0f40000000; mov.f32 %f2, %f1; ret;";
    enum { PRODUCT = 64, SFU = 20, MULTIPLY_ADD = 4, MULTIPLY_ADD_INTERVAL = 1 };
    issues_of(PARTS UNITS, "gto", 32, body);
    assert_int_equal(cycles_to_next(0), 1);
    assert_int_equal(cycles_to_next(1), TO_UNIT + READS - 1 + PRODUCT + PRODUCT + TO_WRITE_BACK);
    issues_of(PARTS UNITS, "gto", 32, beside);
    assert_int_equal(cycles_to_next(2), TO_UNIT + SFU + TO_WRITE_BACK);
    issues_of(PARTS, "gto", 32, body);
    assert_int_equal(cycles_to_next(1), TO_UNIT + READS - 1 + MULTIPLY_ADD_INTERVAL + MULTIPLY_ADD + TO_WRITE_BACK);
}

// Matrices in memory, of rows or columns of `stride` elements. An access is 128 bytes; of single halves, down the columns, 64.
static void test_matrices_are_coalesced(void **state)
{
    (void)state;
    static const struct { const char *move; unsigned accesses; } rows[] = {
        {"wmma.load.c.sync.aligned.row.m16n16k16.f32 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%rd1], 16;", 8},
        {"wmma.load.c.sync.aligned.col.m16n16k16.f32 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%rd1], 16;", 8},
        {"wmma.load.c.sync.aligned.row.m16n16k16.f32 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%rd1], 64;", 16},
        {"wmma.load.c.sync.aligned.col.m16n16k16.f32 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%rd1], 64;", 16},
        {"wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%rd1];", 4},
        {"wmma.load.b.sync.aligned.row.m32n8k16.f16 {%r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9}, [%rd1], 64;", 16},
        {"wmma.store.d.sync.aligned.col.m16n16k16.f16 [%rd1], {%r2, %r3, %r4, %r5}, 32;", 16}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b;
        char body[512];
        snprintf(body, sizeof body, "%sld.param.u64 %%rd1, [buffer]; %s ret;", REGISTERS, rows[i].move);
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, COLD, body);
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        if (gpu_counters(b.gpu)->l1d_accesses != rows[i].accesses)
            fail_msg("%s %u accesses, expected %u", rows[i].move, (unsigned)gpu_counters(b.gpu)->l1d_accesses, rows[i].accesses);
        kernel_bench_close(&b);
    }
}

// A second instruction of the cycle goes to a unit of another kind: integer and fp32 are two kinds only where they have two.
static void test_two_kinds_issue_in_one_cycle(void **state)
{
    (void)state;
    static const char body[] = "add.u32 %r1, 1, 2; add.f32 %f1, 0f3F800000, 0f3F800000; add.f64 %d1, 0d3FF0000000000000, 0d3FF0000000000000;\n"
        "rsqrt.approx.f32 %f2, 0f40000000; ret;";
    issues_of(PARTS UNITS "core.issue_width=2", "gto", 32, body);
    expect_cycles("units", 4, (const unsigned[]){0, 0, 1, 1});
    issues_of(PARTS "core.issue_width=2", "gto", 32, body);
    expect_cycles("no units", 4, (const unsigned[]){0, 1, 2, 3});
}

static void test_sleep_changes_nothing(void **state)
{
    (void)state;
    static const char *const settings[] = {PARTS UNITS, PARTS UNITS "core.generic_collectors=4 core.collector_steps=1", PARTS UNITS "core.sub_cores=1"};
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        expect_same(run(settings[i], "gto", NULL, BLOCKS_C, PLAIN), run(settings[i], "gto", NULL, BLOCKS_C, SLEEPLESS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers_have_a_unit_beside_fp32),
        cmocka_unit_test(test_what_is_no_fp32_arithmetic_goes_with_the_integers),
        cmocka_unit_test(test_fp64_has_a_unit_beside_the_sfu),
        cmocka_unit_test(test_fetches_are_decoded_at_once),
        cmocka_unit_test(test_the_last_fetch_is_decoded_in_the_next_cycle),
        cmocka_unit_test(test_a_scheduler_has_a_unit_and_two_collectors),
        cmocka_unit_test(test_a_register_that_is_named_twice_is_read_once),
        cmocka_unit_test(test_matrices_have_units),
        cmocka_unit_test(test_matrices_are_coalesced),
        cmocka_unit_test(test_two_kinds_issue_in_one_cycle),
        cmocka_unit_test(test_sleep_changes_nothing),
    };
    return cmocka_run_group_tests_name("units", tests, NULL, NULL);
}
