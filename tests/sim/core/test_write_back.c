// SPDX-License-Identifier: BSD-3-Clause
// l1d.global_write in whole kernels: the results, and that what is dirty reaches the L2 by the end of the kernel.
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { THREADS = 128, LINES = THREADS * 4 / 128, SECTORS = LINES * 4 };

// Each thread adds 1 to its word twice.
static const char twice[] =
    ".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r2, [%rd3]; add.u32 %r3, %r2, 1; st.global.u32 [%rd3], %r3;\n"
    "ld.global.u32 %r4, [%rd3]; add.u32 %r5, %r4, 1; st.global.u32 [%rd3], %r5; ret;";
// Each thread stores to its word, without a load before it.
static const char once[] =
    ".reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n"
    "add.u32 %r2, %r1, 7; st.global.u32 [%rd3], %r2; ret;";

static counters run(const char *body, const char *mode, unsigned launches)
{
    bench b;
    char settings[128];
    snprintf(settings, sizeof settings, "l1d.global_write=%s %s", mode,
             "l1d.allocate=miss l2.sector_bytes=32 l2.line_bytes=128 l2.write_miss=lazy l1d.line_bytes=128");
    kernel_bench_open(&b, settings, "gto", NULL, BLOCKS_C, 100000, body);
    for (unsigned i = 0; i < THREADS; i++)
        b.words[i] = i;
    for (unsigned launch = 0; launch < launches; launch++)
        assert_int_equal(kernel_bench_run(&b, 1, THREADS), GPU_DONE);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(b.words[i], body == once ? i + 7 : i + 2 * launches);
    counters counted = *gpu_counters(b.gpu);
    kernel_bench_close(&b);
    return counted;
}

// The accesses of instructions, parameters and nothing else are the same under each mode.
static void dirty_lines_reach_the_l2(void **state)
{
    (void)state;
    for (unsigned launches = 1; launches <= 2; launches++) {
        counters evict = run(twice, "evict", launches), through = run(twice, "through", launches);
        counters back = run(twice, "back", launches);
        // Two loads that miss and two stores; one load that misses and two stores; one that misses, and what is flushed.
        assert_int_equal(evict.l2_accesses - through.l2_accesses, launches * SECTORS);
        assert_int_equal(through.l2_accesses - back.l2_accesses, launches * SECTORS);
        assert_int_equal(back.l1d_hits, launches * 3 * LINES);
        assert_int_equal(back.launches, launches);
    }
}

static void a_store_that_misses_fetches_its_line(void **state)
{
    (void)state;
    counters evict = run(once, "evict", 1), back = run(once, "back", 1);
    assert_int_equal(back.l2_accesses - evict.l2_accesses, SECTORS);        // the lines; clean, so nothing is flushed
    assert_int_equal(back.l1d_misses, evict.l1d_misses);
    assert_int_equal(back.mshr_entries, LINES);
    assert_int_equal(evict.mshr_entries, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dirty_lines_reach_the_l2), cmocka_unit_test(a_store_that_misses_fetches_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
