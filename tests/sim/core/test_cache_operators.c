// SPDX-License-Identifier: BSD-3-Clause
// Cache operators of loads and stores in whole kernels: .cg passes the L1D by and is no load to a policy; the others do neither.
// Prefetches.
#include "sim/core/sm.h"
#include "sim/workload/job_run.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Two loads of the same line of 128 bytes, one behind the other, and a store of it.
static const char body[] =
    ".reg .b32 %%r<8>; .reg .b64 %%rd<8>;\n"
    "ld.param.u64 %%rd1, [buffer]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 4; add.s64 %%rd3, %%rd1, %%rd2;\n"
    "ld%s.u32 %%r2, [%%rd3]; add.u32 %%r3, %%r2, 1; ld%s.u32 %%r4, [%%rd3]; add.u32 %%r5, %%r3, %%r4; st%s.u32 [%%rd3], %%r5; ret;";

static counters run(const char *load, const char *store)
{
    bench b;
    char text[sizeof body + 64];
    snprintf(text, sizeof text, body, load, load, store);
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 10000, text);
    for (unsigned i = 0; i < 32; i++)
        b.words[i] = i;
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(b.words[i], 2 * i + 1);
    counters counted = *gpu_counters(b.gpu);
    kernel_bench_close(&b);
    return counted;
}

static void test_cg_is_cached_in_the_l2_only(void **state)
{
    (void)state;
    counters plain = run(".global", ".global"), loads = run(".global.cg", ".global"), both = run(".global.cg", ".global.cg");
    assert_int_equal(plain.l1d_accesses, 3);
    assert_int_equal(plain.l1d_hits, 2);                            // the second load, and the store
    assert_int_equal(loads.l1d_accesses, 1);
    assert_int_equal(both.l1d_accesses, 0);
    assert_int_equal(plain.loads_coherent, 2);
    assert_int_equal(both.loads_coherent, 0);
    assert_int_equal(loads.l2_accesses - plain.l2_accesses, 4);     // the sectors of the second load
    assert_int_equal(both.l2_accesses, loads.l2_accesses);
    assert_true(loads.cycles > plain.cycles);
}

static void test_generic_addresses_too(void **state)
{
    (void)state;
    assert_int_equal(run("", "").l1d_accesses, 3);
    assert_int_equal(run(".cg", ".cg").l1d_accesses, 0);
}

static void test_the_others_go_through_the_l1d(void **state)
{
    (void)state;
    static const char *const operators[] = {".global.ca", ".global.cs", ".global.lu", ".global.cv", ".volatile.global",
                                            ".global.nc", ".relaxed.gpu.global"};
    counters plain = run(".global", ".global");
    for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++) {
        counters counted = run(operators[i], ".global");
        assert_memory_equal(&counted, &plain, sizeof plain);
    }
    counters stored = run(".global", ".global.wt");
    assert_memory_equal(&stored, &plain, sizeof plain);
}

// Some time passes between the prefetch and the load: it finds its line in the L1D, in the L2, or nowhere.
static const char prefetching[] =
    ".reg .pred %%p<2>; .reg .b32 %%r<8>; .reg .b64 %%rd<8>;\n"
    "ld.param.u64 %%rd1, [buffer]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 4; add.s64 %%rd3, %%rd1, %%rd2; mov.u32 %%r5, 0;\n%s"
    "AGAIN: add.u32 %%r5, %%r5, 1; setp.lt.u32 %%p1, %%r5, 100; @%%p1 bra AGAIN; ld.global.u32 %%r2, [%%rd3]; add.u32 %%r3, %%r2, %%r5; st.global.u32 [%%rd3], %%r3; ret;";

static counters run_prefetching(const char *prefetch)
{
    bench b;
    char text[sizeof prefetching + 64];
    snprintf(text, sizeof text, prefetching, prefetch);
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000, text);
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(b.words[i], 100);
    counters counted = *gpu_counters(b.gpu);
    kernel_bench_close(&b);
    return counted;
}

static void test_a_prefetch_brings_a_line(void **state)
{
    (void)state;
    const counters none = run_prefetching(""), to_l1d = run_prefetching("prefetch.global.L1 [%rd3];"),
                   to_l2 = run_prefetching("prefetch.global.L2 [%rd3];"), outside = run_prefetching("prefetch.L1 [%rd2];");
    assert_int_equal(none.l1d_hits, 1);                             // the store
    assert_int_equal(to_l1d.l1d_hits, 2);
    assert_int_equal(to_l1d.l1d_accesses, 3);
    assert_int_equal(to_l2.l1d_hits, 1);
    assert_int_equal(to_l2.l1d_accesses, 2);
    assert_true(to_l1d.cycles < to_l2.cycles);
    assert_true(to_l2.cycles < none.cycles);
    assert_int_equal(outside.l1d_accesses, 2);
    assert_int_equal(outside.l2_accesses, none.l2_accesses);
}

// Every thread a line of its own: divergent loads that OAWS holds back, unless they pass the L1D by.
static const char divergent[] =
    ".reg .pred %%p<2>; .reg .b32 %%r<8>; .reg .b64 %%rd<8>;\n"
    "ld.param.u64 %%rd1, [buffer]; mov.u32 %%r1, %%tid.x; mul.wide.u32 %%rd2, %%r1, 128; add.s64 %%rd3, %%rd1, %%rd2; mov.u32 %%r5, 0;\n"
    "AGAIN: ld.global%s.u32 %%r2, [%%rd3]; add.u32 %%r4, %%r2, %%r1; add.u32 %%r5, %%r5, 1; setp.lt.u32 %%p1, %%r5, 4; @%%p1 bra AGAIN; ret;";

// The only load of global memory.
static const insn *global_load(const bench *b)
{
    for (uint32_t pc = 0;; pc += INSN_BYTES) {
        const insn *at = kernel_insn(program_kernel(b->program, 0), pc);
        assert_non_null(at);
        if (at->memory == MEMORY_LOAD && at->space == SPACE_GLOBAL)
            return at;
    }
}

static void test_cg_is_no_load_to_oaws(void **state)
{
    (void)state;
    for (unsigned cg = 0; cg < 2; cg++) {
        char text[sizeof divergent + 8];
        bench b[2];
        snprintf(text, sizeof text, divergent, cg ? ".cg" : "");
        for (unsigned i = 0; i < 2; i++) {
            kernel_bench_open(&b[i], "l1d.mshrs=32 policy.smr=100", i ? "oaws-static" : "gto", NULL, BLOCKS_C, 100000, text);
            assert_int_equal(kernel_bench_run(&b[i], 1, 128), GPU_DONE);
        }
        assert_int_equal(strcmp(b[0].trace, b[1].trace) == 0, cg);
        assert_int_equal(route_of_insn(global_load(&b[1]), b[1].m.l1d.global), cg ? ROUTE_L2 : ROUTE_L1D);   // what its charge and the masks go by
        assert_int_equal(gpu_counters(b[1].gpu)->stalls_occluded == 0, cg);
        kernel_bench_close(&b[0]);
        kernel_bench_close(&b[1]);
    }
}

// The functional executor counts the loads that the timing model counts, coherent and divergent.
static void test_functional_counts_the_same_loads(void **state)
{
    (void)state;
    static const char *const operators[] = {"", ".cg", ".ca"};
    for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++) {
        char text[sizeof divergent + 8], message[256] = "";
        functional_run functional = {0};
        job_target target = functional_target(&functional);
        run_status status = STATUS_GOOD;
        bench b;
        snprintf(text, sizeof text, divergent, operators[i]);
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 100000, text);
        assert_int_equal(kernel_bench_run(&b, 1, 128), GPU_DONE);
        launch_config config = kernel_bench_launch(&b, 1, 128);
        assert_true(target.launch(target.context, &config, &status, message, sizeof message));
        assert_int_equal(functional.divergent_loads, gpu_counters(b.gpu)->loads_divergent);
        assert_int_equal(functional.coherent_loads, gpu_counters(b.gpu)->loads_coherent);
        assert_int_equal(functional.divergent_loads, strcmp(operators[i], ".cg") ? 4 * 4 : 0);    // warps, turns of the loop
        kernel_bench_close(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cg_is_cached_in_the_l2_only), cmocka_unit_test(test_generic_addresses_too),
        cmocka_unit_test(test_the_others_go_through_the_l1d), cmocka_unit_test(test_cg_is_no_load_to_oaws),
        cmocka_unit_test(test_a_prefetch_brings_a_line),
        cmocka_unit_test(test_functional_counts_the_same_loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
