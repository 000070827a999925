// SPDX-License-Identifier: BSD-3-Clause
// Lookups of textures in a running GPU: an access for each line that the lanes' texels lie in, through the texture cache to the
// L2 and back; what was read is right, and nobody goes on before it is there.
#include "sim/frontend/texture.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

// Words: a handle, then texels from 256 bytes on; the results behind 8 KB.
enum { TEXELS_AT = 256, RESULTS_AT = 8192, WIDTH = 1024 };

// %rd5: the handle; %r1: the thread; %r2: its texel, `scale` of them from one to the next.
#define LOOKUP(scale) \
    REGISTERS "ld.param.u64 %rd1, [buffer]; ld.global.u64 %rd5, [%rd1]; mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r1, " #scale ";\n"
#define TEX "tex.1d.v4.u32.s32 {%r4, _, _, _}, [%rd5, {%r2}];\n"
#define STORE "mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2; st.global.u32 [%rd3+8192], %r4; ret;"

static const counters *run(bench *b, const char *settings, const char *body, uint32_t threads)
{
    kernel_bench_open(b, settings, "gto", NULL, BLOCKS_C, 1000000, body);
    const texture t = {.kind = TEXEL_UNSIGNED, .channels = 1, .bits = 32, .width = WIDTH, .address = b->buffer + TEXELS_AT};
    const uint64_t handle = device_texture_new(b->memory, &t);
    memcpy(b->words, &handle, sizeof handle);
    for (uint32_t i = 0; i < WIDTH; i++)
        b->words[TEXELS_AT / 4 + i] = 7 * i + 1;
    assert_int_equal(kernel_bench_run(b, 1, threads), GPU_DONE);
    return gpu_counters(b->gpu);
}

static void test_accesses_are_lines(void **state)
{
    static const struct { const char *body; uint32_t scale; uint64_t accesses, misses, stalls; } rows[] = {
        {LOOKUP(1) TEX STORE, 1, 1, 1, 0}, {LOOKUP(0) TEX STORE, 0, 1, 1, 0}, {LOOKUP(32) TEX STORE, 32, 32, 32, 31},
        {LOOKUP(2) TEX TEX STORE, 2, 4, 2, 2}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bench b;
        const counters *c = run(&b, "", rows[i].body, 32);
        assert_int_equal(c->l1t_accesses, rows[i].accesses);
        assert_int_equal(c->l1t_misses, rows[i].misses);
        assert_int_equal(c->stalls_ldst_coal, rows[i].stalls);
        assert_int_equal(c->l1d_load_accesses, 1);                      // of the handle
        for (uint32_t lane = 0; lane < 32; lane++)
            assert_int_equal(b.words[RESULTS_AT / 4 + lane], 7 * rows[i].scale * lane + 1);
        kernel_bench_close(&b);
    }
}

// A lookup that finds its line takes some tens of cycles, one that does not the way to memory and back.
static void test_misses_take_the_way_to_memory(void **state)
{
    bench b;
    (void)state;
    const counters without = *run(&b, "", LOOKUP(1) "mov.u32 %r4, 0;\n" STORE, 32);
    const uint64_t none = without.cycles;
    kernel_bench_close(&b);
    const counters *c = run(&b, "", LOOKUP(1) TEX STORE, 32);
    const uint64_t one = c->cycles;
    assert_int_equal(c->icnt_request_flits, without.icnt_request_flits + 1);    // one request
    assert_true(c->l2_accesses > without.l2_accesses);
    kernel_bench_close(&b);
    const uint64_t two = run(&b, "", LOOKUP(1) TEX "add.u32 %r2, %r2, %r4; sub.u32 %r2, %r2, %r4;\n" TEX STORE, 32)->cycles;
    kernel_bench_close(&b);
    assert_in_range(one - none, 200, 1000);
    assert_in_range(two - one, 10, 60);
}

// The tightest queues slow it down and lose nothing; a perfect L1D makes the texture cache perfect, too.
static void test_any_queues(void **state)
{
    static const char *const settings[] = {"", "l1t.fragments=1", "l1t.requests=1", "l1t.reorder=1", "l1t.results=1", "l1t.sets=1 l1t.ways=1"};
    (void)state;
    uint64_t first = 0;
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        bench b;
        const counters *c = run(&b, settings[i], LOOKUP(8) TEX TEX STORE, 128);
        first = first ? first : c->cycles;
        assert_true(c->cycles >= first);
        assert_int_equal(c->l1t_accesses, 2 * 32);
        for (uint32_t thread = 0; thread < 128; thread++)
            assert_int_equal(b.words[RESULTS_AT / 4 + thread], 56 * thread + 1);
        kernel_bench_close(&b);
    }
    bench b;
    const counters *c = run(&b, "l1d.perfect=1", LOOKUP(8) TEX STORE, 128);
    assert_int_equal(c->l1t_misses, 0);
    assert_int_equal(c->l1t_accesses, 32);
    kernel_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accesses_are_lines), cmocka_unit_test(test_misses_take_the_way_to_memory),
        cmocka_unit_test(test_any_queues),
    };
    return cmocka_run_group_tests_name("texture", tests, NULL, NULL);
}
