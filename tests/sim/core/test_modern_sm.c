// SPDX-License-Identifier: BSD-3-Clause
// An SM of qv100 and one of rtx3070, whose numbers are those of GPGPU-Sim's two files: latency and initiation interval of each class,
// shared memory and the L1D, and the accesses that a warp makes. Issue cycles are derived by hand, as in tests/sim/core/test_units.c.
#include "tests/sim/core/busy.h"

enum { TO_UNIT = 2, TO_WRITE_BACK = 2, MOST = 64, LIMIT = 100000, MACHINES = 2 };

static const char *const machines[MACHINES] = {"qv100", "rtx3070"};
static issue issues[MOST];
static counters counted;

// The issues of one warp.
static void run_warp(const char *settings, const char *body)
{
    bench b;
    char text[4096];
    snprintf(text, sizeof text, "%s%s ret;", REGISTERS ".reg .b64 %d<8>; .reg .f32 %f<8>;\n", body);
    kernel_bench_open(&b, settings, "gto", NULL, BLOCKS_C, LIMIT, text);
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    assert_in_range(kernel_bench_issues(b.trace, issues, MOST), 3, MOST);
    counted = *gpu_counters(b.gpu);
    kernel_bench_close(&b);
}

static unsigned cycles_to_next(unsigned instruction)
{
    return (unsigned)(issues[instruction + 1].cycle - issues[instruction].cycle);
}

// An instruction and one that needs its result; and two of a class one behind the other, of which the second enters the unit the
// interval later. The file of the RTX 3070 has five values of integers, so that a shuffle is as everywhere else here. A scheduler has 4
// and 2 banks, of which each gives two registers a cycle: with n of one bank, an instruction enters its unit (n + 1) / 2 cycles later.
static void test_every_class_has_its_latency_and_interval(void **state)
{
    (void)state;
    static const struct { const char *insn, *again, *then; unsigned read[MACHINES], latency[MACHINES], interval[MACHINES]; } rows[] = {
        {"add.u32 %r1, 1, 2;",    "add.u32 %r2, 1, 2;",    "mov.u32 %r3, %r2;", {0, 0}, {4, 4}, {2, 2}},
        {"min.u32 %r1, 1, 2;",    "min.u32 %r2, 1, 2;",    "mov.u32 %r3, %r2;", {0, 0}, {13, 4}, {2, 2}},
        {"mul.lo.u32 %r1, 1, 2;", "mul.lo.u32 %r2, 1, 2;", "mov.u32 %r3, %r2;", {0, 0}, {4, 4}, {2, 2}},
        {"mad.lo.u32 %r1, 1, 2, 3;", "mad.lo.u32 %r2, 1, 2, 3;", "mov.u32 %r3, %r2;", {0, 0}, {5, 4}, {2, 2}},
        {"div.u32 %r1, 1, 2;",    "div.u32 %r2, 1, 2;",    "mov.u32 %r3, %r2;", {0, 0}, {145, 21}, {8, 2}},
        {"shfl.sync.idx.b32 %r1, 1, 2, 31, -1;", "shfl.sync.idx.b32 %r2, 1, 2, 31, -1;", "mov.u32 %r3, %r2;", {0, 0}, {21, 32}, {4, 4}},
        {"add.f32 %f1, 0f3F800000, 0f3F800000;", "add.f32 %f2, 0f3F800000, 0f3F800000;", "mov.f32 %f3, %f2;", {0, 0}, {4, 4}, {2, 1}},
        {"min.f32 %f1, 0f3F800000, 0f3F800000;", "min.f32 %f2, 0f3F800000, 0f3F800000;", "mov.f32 %f3, %f2;", {0, 0}, {13, 4}, {2, 1}},
        {"mul.f32 %f1, 0f3F800000, 0f3F800000;", "mul.f32 %f2, 0f3F800000, 0f3F800000;", "mov.f32 %f3, %f2;", {0, 0}, {4, 4}, {2, 1}},
        {"fma.rn.f32 %f1, 0f3F800000, 0f3F800000, 0f3F800000;", "fma.rn.f32 %f2, 0f3F800000, 0f3F800000, 0f3F800000;", "mov.f32 %f3, %f2;", {0, 0}, 
         {5, 4}, {2, 1}},
        {"div.rn.f32 %f1, 0f3F800000, 0f3F800000;", "div.rn.f32 %f2, 0f3F800000, 0f3F800000;", "mov.f32 %f3, %f2;", {0, 0}, {39, 39}, {4, 2}},
        {"add.f64 %d1, 0d3FF0000000000000, 0d3FF0000000000000;", "add.f64 %d2, 0d3FF0000000000000, 0d3FF0000000000000;", "mov.b64 %d3, %d2;", {0, 0}, 
         {8, 64}, {4, 64}},
        {"min.f64 %d1, 0d3FF0000000000000, 0d3FF0000000000000;", "min.f64 %d2, 0d3FF0000000000000, 0d3FF0000000000000;", "mov.b64 %d3, %d2;", {0, 0}, 
         {19, 64}, {4, 64}},
        {"mul.f64 %d1, 0d3FF0000000000000, 0d3FF0000000000000;", "mul.f64 %d2, 0d3FF0000000000000, 0d3FF0000000000000;", "mov.b64 %d3, %d2;", {0, 0}, 
         {8, 64}, {4, 64}},
        {"fma.rn.f64 %d1, 0d3FF0000000000000, 0d3FF0000000000000, 0d3FF0000000000000;",
         "fma.rn.f64 %d2, 0d3FF0000000000000, 0d3FF0000000000000, 0d3FF0000000000000;", "mov.b64 %d3, %d2;", {0, 0}, {8, 64}, {4, 64}},
        {"div.rn.f64 %d1, 0d3FF0000000000000, 0d3FF0000000000000;", "div.rn.f64 %d2, 0d3FF0000000000000, 0d3FF0000000000000;",
         "mov.b64 %d3, %d2;", {0, 0}, {330, 330}, {130, 130}},
        {"ex2.approx.f32 %f1, 0f40000000;", "ex2.approx.f32 %f2, 0f40000000;", "mov.f32 %f3, %f2;", {0, 0}, {100, 21}, {8, 8}},
        {"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r20, %r21}, {%r2, %r3}, {%r4}, {%r5, %r6};",
         "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r22, %r23}, {%r2, %r3}, {%r4}, {%r5, %r6};", "mov.u32 %r3, %r22;", {1, 2},
         {64, 64}, {64, 64}},
        {"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%r20, %r21, %r22, %r23}, {%r2, %r3}, {%r4}, {%r5, %r6, %r7, %r8};",
         "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%r24, %r25, %r26, %r27}, {%r2, %r3}, {%r4}, {%r5, %r6, %r7, %r8};",
         "mov.u32 %r3, %r24;", {1, 2}, {64, 64}, {64, 64}},
        {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%r20, %r21, %r22, %r23}, {%r2, %r3, %r4, %r5}, {%r6, %r7}, {%r8, %r9, %r10, %r11};",
         "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%r24, %r25, %r26, %r27}, {%r2, %r3, %r4, %r5}, {%r6, %r7}, {%r8, %r9, %r10, %r11};",
         "mov.u32 %r3, %r24;", {2, 3}, {64, 64}, {64, 64}},
    };
    for (unsigned i = 0; i < MACHINES * (sizeof rows / sizeof *rows); i++) {
        const unsigned m = i % MACHINES, row = i / MACHINES, latency = rows[row].latency[m], interval = rows[row].interval[m];
        char body[1024];
        snprintf(body, sizeof body, "%s %s", rows[row].again, rows[row].then);
        run_warp(machines[m], body);
        if (cycles_to_next(0) != TO_UNIT + rows[row].read[m] + latency + TO_WRITE_BACK)
            fail_msg("%s: %s the next issues %u cycles later", machines[m], rows[row].again, cycles_to_next(0));
        snprintf(body, sizeof body, "%s %s %s", rows[row].insn, rows[row].again, rows[row].then);
        run_warp(machines[m], body);
        assert_int_equal(cycles_to_next(0), 1);
        if (cycles_to_next(1) != TO_UNIT + rows[row].read[m] - 1 + interval + latency + TO_WRITE_BACK)
            fail_msg("%s: %s the next but one issues %u cycles later", machines[m], rows[row].insn, cycles_to_next(1));
    }
}

// The LD/ST unit takes a load as other units do. One from shared memory passes the write-back register behind its latency; one that reads
// an address and hits is done with its lookup.
static void test_loads_take_their_latency(void **state)
{
    (void)state;
    static const unsigned shared[MACHINES] = {20, 29}, hit[MACHINES] = {20, 39};
    for (unsigned m = 0; m < MACHINES; m++) {
        run_warp(machines[m], "ld.shared.u32 %r1, [words]; mov.u32 %r2, %r1;");
        assert_int_equal(cycles_to_next(0), TO_UNIT + shared[m] + 1);
        run_warp(machines[m], "ld.param.u64 %rd1, [buffer]; ld.global.u32 %r1, [%rd1]; mov.u32 %r2, %r1;\n"
                 "ld.global.u32 %r1, [%rd1]; mov.u32 %r2, %r1;");
        assert_int_equal(cycles_to_next(3), TO_UNIT + 1 + hit[m]);
        assert_int_equal(counted.l1d_hits, 1);
    }
}

// The accesses that a warp makes of its lanes' loads: sectors of 32 bytes, whatever the width; and lines on gtx480.
static void test_accesses_are_of_sectors(void **state)
{
    (void)state;
    static const struct { const char *load; unsigned stride, first, sectors, lines, missed; } rows[] = {
        {"ld.global.u32 %r1", 4, 0, 4, 1, 1}, {"ld.global.u32 %r1", 4, 4, 5, 2, 2}, {"ld.global.u8 %r1", 1, 0, 1, 1, 1},
        {"ld.global.u16 %r1", 2, 0, 2, 1, 1}, {"ld.global.u64 %rd3", 8, 0, 8, 2, 2}, {"ld.global.u64 %rd3", 8, 8, 9, 3, 3},
        {"ld.global.u32 %r1", 8, 0, 8, 2, 2}, {"ld.global.u32 %r1", 32, 0, 32, 8, 8}, {"ld.global.u32 %r1", 128, 0, 32, 32, 32},
        {"ld.global.u32 %r1", 0, 64, 1, 1, 1}, {"ld.global.u8 %r1", 32, 0, 32, 32, 8}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned m = 0; m <= MACHINES; m++) {
            const char *machine = m == MACHINES ? "gtx480" : machines[m];
            char body[512];
            snprintf(body, sizeof body, "ld.param.u64 %%rd1, [buffer]; mov.u32 %%r2, %%tid.x; mul.wide.u32 %%rd2, %%r2, %u;\n"
                     "add.u64 %%rd1, %%rd1, %%rd2; %s, [%%rd1+%u]; membar.gl;", rows[i].stride, rows[i].load, rows[i].first);
            run_warp(machine, body);
            const unsigned accesses = m == MACHINES ? rows[i].lines : rows[i].sectors, misses = m == MACHINES ? rows[i].missed : rows[i].sectors;
            if (counted.l1d_accesses != accesses || counted.l1d_misses != misses)
                fail_msg("%s: %s, %u bytes apart from %u on: %u accesses, %u misses, expected %u, %u", machine, rows[i].load, rows[i].stride,
                         rows[i].first, (unsigned)counted.l1d_accesses, (unsigned)counted.l1d_misses, accesses, misses);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_class_has_its_latency_and_interval),
        cmocka_unit_test(test_loads_take_their_latency),
        cmocka_unit_test(test_accesses_are_of_sectors),
    };
    return cmocka_run_group_tests_name("modern_sm", tests, NULL, NULL);
}
