// SPDX-License-Identifier: BSD-3-Clause
// Microbenchmarks of single mechanisms of GPGPU-Sim 4.2: a few instructions whose issue cycles or counts are derived by hand.
//
// The distance between an instruction and one that needs its result: an instruction whose register operands lie in different
// banks enters its unit 4 cycles after its issue (into a collector, read, to the unit's slot, into the unit), its result is
// written latency + 2 cycles later, and the next one issues in that cycle.
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { TO_UNIT = 4, TO_WRITE_BACK = 2 };

// Cycles between the issues of the first two instructions at or behind the kernel's `first`-th, by the only warp.
static unsigned issue_distance(const char *body, unsigned first)
{
    bench b;
    static issue issues[64];
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000, body);
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    assert_true(kernel_bench_issues(b.trace, issues, 64) > first + 1);
    kernel_bench_close(&b);
    return (unsigned)(issues[first + 1].cycle - issues[first].cycle);
}

static void test_classes_of_fma_rem_and_24_bit_products(void **state)
{
    (void)state;
    static const struct { const char *insn; unsigned latency; } rows[] = {
        {"fma.rn.f32 %r2, %r2, 0f3F800000, 0f3F800000;", 5},         // as mad.f32
        {"mad.rn.f32 %r2, %r2, 0f3F800000, 0f3F800000;", 5},
        {"fma.rn.f64 %rd2, %rd2, 0d3FF0000000000000, 0d3FF0000000000000;", 8},
        {"rem.u32 %r2, %r2, 7;", 145}, {"div.u32 %r2, %r2, 7;", 145},  // both in the SFU
        {"mul24.lo.u32 %r2, %r2, 7;", 4 + 1}, {"mul.lo.u32 %r2, %r2, 7;", 4},
        {"mad24.lo.u32 %r2, %r2, 7, 7;", 5 + 1}, {"mad.lo.u32 %r2, %r2, 7, 7;", 5},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[512];
        snprintf(body, sizeof body, "%smov.u32 %%r1, 1;\n%s\n%s\nret;", REGISTERS, rows[i].insn, rows[i].insn);
        unsigned distance = issue_distance(body, 1);
        if (distance != TO_UNIT + rows[i].latency + TO_WRITE_BACK)
            fail_msg("%s: its like issues %u cycles later, expected %u", rows[i].insn, distance, TO_UNIT + rows[i].latency + TO_WRITE_BACK);
    }
}

// Operands in different banks are read in one cycle, of one bank one a cycle: registers of the same number mod 16.
static void test_a_collector_reads_several_banks(void **state)
{
    (void)state;
    static const struct { const char *sources; unsigned reads; } rows[] = {{"%r2, %r3, %r4", 1}, {"%r2, %r18, %r4", 2}, {"%r2, %r2, %r18", 3}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[512];
        snprintf(body, sizeof body, "%smov.u32 %%r1, 1;\nfma.rn.f32 %%r2, %s;\nadd.u32 %%r5, %%r2, 1;\nret;", REGISTERS, rows[i].sources);
        assert_int_equal(issue_distance(body, 1), TO_UNIT - 1 + rows[i].reads + 5 + TO_WRITE_BACK);
    }
}

// A clock is read in the cycle of its instruction's issue, over launches; nanoseconds are of core_mhz.
static void test_clocks_tell_the_cycle_of_issue(void **state)
{
    (void)state;
    enum { MHZ = 1417 };
    bench b;
    static issue issues[64];
    kernel_bench_open(&b, "clock.core_mhz=1417", "gto", NULL, BLOCKS_C, 100000,
                      REGISTERS "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %clock; div.u32 %r3, %r1, 7; st.global.u32 [%rd1], %r3;\n"
                      "mov.u64 %rd2, %clock64; mov.u64 %rd3, %globaltimer; mov.u32 %r4, %clock_hi;\n"
                      "st.global.u32 [%rd1], %r1; st.global.u64 [%rd1+8], %rd2; st.global.u64 [%rd1+16], %rd3; st.global.u32 [%rd1+4], %r4; ret;");
    uint64_t first = 0;
    for (unsigned launch = 0; launch < 2; launch++) {
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        const unsigned count = kernel_bench_issues(b.trace, issues, 64);
        const issue *of_launch = issues + 12 * launch;
        uint64_t wide, time;
        assert_int_equal(count, 12 * (launch + 1));
        memcpy(&wide, b.words + 2, sizeof wide);
        memcpy(&time, b.words + 4, sizeof time);
        assert_int_equal(b.words[0], of_launch[1].cycle);
        assert_int_equal(b.words[1], 0);
        assert_int_equal(wide, of_launch[4].cycle);
        assert_int_equal(time, of_launch[5].cycle * 1000 / MHZ);
        assert_true(wide > b.words[0] + 145 && b.words[0] > first);
        first = wide;
    }
    kernel_bench_close(&b);
}

// The first turn of the fetch begins behind warp 0: warps 1, 2, 3, 0 get their instructions in four cycles one after the other.
// The buffers hold two; a fetch, decode and issue take a cycle each.
static void test_warp_1_is_fetched_for_first(void **state)
{
    (void)state;
    bench b;
    static issue issues[64];
    kernel_bench_open(&b, "core.schedulers=4 core.warps=64", "gto", NULL, BLOCKS_C, 100000, REGISTERS "mov.u32 %r1, 1; mov.u32 %r2, 2; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 128), GPU_DONE);
    unsigned count = kernel_bench_issues(b.trace, issues, 64);
    uint64_t first[4] = {0};
    for (unsigned i = count; i-- > 0;)
        first[issues[i].warp] = issues[i].cycle;
    for (unsigned turn = 1; turn < 4; turn++)
        assert_int_equal(first[(turn + 1) % 4] - first[1], turn);
    kernel_bench_close(&b);
}

// Of the two paths of a divergent branch the taken one runs first, whichever lanes take it.
static void test_the_taken_path_runs_first(void **state)
{
    (void)state;
    static const char *const taken_by[] = {"ge", "lt"};
    static const unsigned order[] = {0, 1, 2, 5, 3, 4, 6};       // instructions: the branch is 2, its target 5, the meeting point 6
    for (unsigned i = 0; i < 2; i++) {
        bench b;
        static issue issues[64];
        char body[512];
        snprintf(body, sizeof body, "%smov.u32 %%r1, %%tid.x; setp.%s.u32 %%p1, %%r1, 16; @%%p1 bra FAR;\n"
                 "mov.u32 %%r2, 1; bra END; FAR: mov.u32 %%r2, 2; END: ret;", REGISTERS, taken_by[i]);
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000, body);
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        assert_int_equal(kernel_bench_issues(b.trace, issues, 64), 7);
        for (unsigned k = 0; k < 7; k++)
            if (issues[k].pc != 8 * order[k])
                fail_msg("taken by lanes %s 16: issue %u is of instruction %u, expected %u", taken_by[i], k, issues[k].pc / 8, order[k]);
        kernel_bench_close(&b);
    }
}

// A CTA of one warp on one SM: the words of its 32 threads lie 128 bytes apart, so 512 bytes of local memory a thread are 128
// lines in a row, and these are the L1D's 32 sets of 4 ways: read twice, all 128 lines hit the second time.
static void test_local_memory_lies_by_ctas(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 1000000,
                      REGISTERS ".local .align 4 .b8 depot[512];\n"
                      "mov.u32 %r1, 0; AGAIN: mov.u32 %r2, depot; mov.u32 %r3, 0;\n"
                      "WORD: ld.local.u32 %r4, [%r2]; add.u32 %r2, %r2, 4; add.u32 %r3, %r3, 1;\n"
                      "setp.lt.u32 %p1, %r3, 128; @%p1 bra WORD;\n"
                      "add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 2; @%p2 bra AGAIN; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    assert_int_equal(gpu_counters(b.gpu)->l1d_accesses, 256);
    assert_int_equal(gpu_counters(b.gpu)->l1d_misses, 128);
    assert_int_equal(gpu_counters(b.gpu)->l1d_hits, 128);
    kernel_bench_close(&b);
}

// A warp stores every other word of 256 bytes, then the words between: the 8 sectors are whole in the L2, and loads past the
// L1D hit them there. Where the second store goes elsewhere, the 8 sectors are fetched.
static void test_partial_stores_fill_sectors(void **state)
{
    (void)state;
    uint64_t hits[2], reads[2];
    for (unsigned apart = 0; apart < 2; apart++) {
        bench b;
        char body[1024];
        snprintf(body, sizeof body, "%sld.param.u64 %%rd1, [buffer]; mov.u32 %%r1, %%tid.x;\n"
                 "mul.wide.u32 %%rd2, %%r1, 8; add.u64 %%rd3, %%rd1, %%rd2; mul.wide.u32 %%rd4, %%r1, 4; add.u64 %%rd5, %%rd1, %%rd4;\n"
                 "st.global.u32 [%%rd3], %%r1; st.global.u32 [%%rd3+%u], %%r1; membar.gl;\n"
                 "ld.global.cg.u32 %%r2, [%%rd5]; ld.global.cg.u32 %%r3, [%%rd5+128];\n"
                 "add.u32 %%r2, %%r2, %%r3; st.global.u32 [%%rd5+4096], %%r2; ret;", REGISTERS, apart ? 2052 : 4);
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 1000000, body);
        assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
        assert_int_equal(b.words[1024 + 6], 3 + (32 + 6) / 2);
        hits[apart] = gpu_counters(b.gpu)->l2_hits;
        reads[apart] = gpu_counters(b.gpu)->dram_reads;
        kernel_bench_close(&b);
    }
    assert_int_equal(hits[0] - hits[1], 8 + 8);             // the second store, and the loads
    assert_int_equal(reads[1] - reads[0], 8);
}

// One line: loaded (a miss), stored to (a hit, which evicts it), stored to again (a miss), loaded (a miss) and stored to while it
// is on its way (a pending hit).
static void test_stores_count_by_the_tags(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 1000000,
                      REGISTERS "ld.param.u64 %rd1, [buffer]; ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1;\n"
                      "st.global.u32 [%rd1], %r2; st.global.u32 [%rd1+4], %r2;\n"
                      "ld.global.u32 %r3, [%rd1]; st.global.u32 [%rd1+8], %r2; ret;");
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    const counters *counted = gpu_counters(b.gpu);
    assert_int_equal(counted->l1d_accesses, 5);
    assert_int_equal(counted->l1d_hits, 1);
    assert_int_equal(counted->l1d_misses, 3);
    assert_int_equal(counted->l1d_pending_hits, 1);
    kernel_bench_close(&b);
}

// 5000 cycles of 700 MHz are 6600 of DRAM: all clocks are in phase again when the CTA comes, and the rest is as it was. Twice.
static void test_a_launch_takes_its_time(void **state)
{
    (void)state;
    static issue at_once[2048], later[2048];
    unsigned counts[2];
    for (unsigned late = 0; late < 2; late++) {
        bench b;
        kernel_bench_open(&b, late ? "gpu.launch_latency=5000" : "", "gto", NULL, BLOCKS_C, 1000000,
                          REGISTERS "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2;\n"
                          "ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1; st.global.u32 [%rd1], %r2; ret;");
        assert_int_equal(kernel_bench_run(&b, 20, 64), GPU_DONE);
        const uint64_t first = gpu_counters(b.gpu)->cycles;
        assert_int_equal(kernel_bench_run(&b, 20, 64), GPU_DONE);
        counts[late] = kernel_bench_issues(b.trace, late ? later : at_once, 2048);
        assert_int_equal(counts[late], 2 * 20 * 2 * 8);
        for (unsigned i = 0; late && i < counts[1]; i++)
            assert_int_equal(later[i].cycle - at_once[i].cycle, i < counts[1] / 2 ? 5000 : 10000);
        assert_int_equal(at_once[0].cycle + (late ? 5000 : 0) < first, 1);
        kernel_bench_close(&b);
    }
}

// A warp's 32 lines of one set, of which the kernel has 8 ways, or 4 beside its shared memory: allocated on a miss, the lines behind
// these fail while all are on their way; allocated on fill, with MSHRs and a miss queue for all, none does. A streaming L1D is the former
// without shared memory and the latter with it, in each of two launches.
static void test_a_streaming_l1d_is_that_of_the_kernel(void **state)
{
    (void)state;
    static const struct { const char *allocate; bool shared, fails; } rows[] = {
        {"miss", false, true}, {"miss", true, true}, {"fill", false, false}, {"fill", true, false}, {"streaming", false, true},
        {"streaming", true, false},
    };
    uint64_t cycles[6];
    for (unsigned i = 0; i < 6; i++) {
        bench b;
        char settings[256], body[512];
        snprintf(settings, sizeof settings, "l1d.sets=2 l1d.index=linear l1d.ways=1 l1d.unified_kib=2 l1d.shared_steps=0,1 core.shared_bytes=1024 "
                 "l1d.mshrs=32 l1d.miss_queue=64 l1d.allocate=%s", rows[i].allocate);
        snprintf(body, sizeof body, ".reg .b32 %%r<3>; .reg .b64 %%rd<3>; %s\n"
                 "%s ld.param.u64 %%rd1, [buffer]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 256; add.s64 %%rd1, %%rd1, %%rd2;\n"
                 "ld.global.u32 %%r1, [%%rd1]; add.u32 %%r2, %%r1, 1; ret;",
                 rows[i].shared ? ".shared .b8 words[1];" : "", rows[i].shared ? "mov.u32 %r2, words;" : "mov.u32 %r2, 0;");
        kernel_bench_open(&b, settings, "gto", NULL, BLOCKS_C, 100000, body);
        for (unsigned launch = 1; launch <= 2; launch++) {
            assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
            assert_int_equal(gpu_l1d_ways(b.gpu), rows[i].shared ? 4 : 8);
            assert_int_equal(gpu_counters(b.gpu)->l1d_misses, 32 * launch);
            assert_int_equal(gpu_counters(b.gpu)->l1d_reservation_fails, gpu_counters(b.gpu)->l1d_fail_line);
            assert_int_equal(gpu_counters(b.gpu)->l1d_fail_line > 0, rows[i].fails);
        }
        cycles[i] = gpu_counters(b.gpu)->cycles;
        kernel_bench_close(&b);
    }
    assert_true(cycles[0] > cycles[2] && cycles[1] > cycles[0]);
    assert_int_equal(cycles[4], cycles[0]);
    assert_int_equal(cycles[5], cycles[3]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes_of_fma_rem_and_24_bit_products),
        cmocka_unit_test(test_a_collector_reads_several_banks), cmocka_unit_test(test_clocks_tell_the_cycle_of_issue),
        cmocka_unit_test(test_warp_1_is_fetched_for_first),
        cmocka_unit_test(test_the_taken_path_runs_first),
        cmocka_unit_test(test_local_memory_lies_by_ctas),
        cmocka_unit_test(test_partial_stores_fill_sectors),
        cmocka_unit_test(test_stores_count_by_the_tags),
        cmocka_unit_test(test_a_launch_takes_its_time),
        cmocka_unit_test(test_a_streaming_l1d_is_that_of_the_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
