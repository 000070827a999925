// SPDX-License-Identifier: BSD-3-Clause
// What the timing model sees of an instruction: unit, latency class, registers, space, width, addresses; and what it needs
// to know of a kernel.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "sim/frontend/exec.h"

static program *parse(const char *text)
{
    ptx_error error;
    program *p = program_parse("t.ptx", text, strlen(text), &error);
    if (p == NULL) {
        fail_msg("%s", error.text);
    }
    return p;
}

static const insn *nth(const program *p, uint32_t n)
{
    return kernel_insn(program_kernel(p, 0), n * 8);
}

#define DECLARE ".reg .pred %p<3>; .reg .b16 %rs<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %fd<9>;\n"

// GPGPU-Sim's classes; what it does not name takes one cycle.
static void test_classes(void **state)
{
    (void)state;
    static const struct { const char *text; insn_unit unit; insn_latency latency; } rows[] = {
        { "add.s32 %r1, %r2, %r3;", UNIT_INT, LATENCY_INT_ADD },   { "sub.f32 %f1, %f2, %f3;", UNIT_SP, LATENCY_FP_ADD },
        { "add.f64 %fd1, %fd2, %fd3;", UNIT_DP, LATENCY_DP_ADD }, { "mul.lo.s32 %r1, %r2, %r3;", UNIT_INT, LATENCY_INT_MUL },
        { "mul.wide.s32 %rd1, %r2, %r3;", UNIT_INT, LATENCY_INT_MUL }, { "mul.f64 %fd1, %fd2, %fd3;", UNIT_DP, LATENCY_DP_MUL },
        { "mad.lo.u64 %rd1, %rd2, %rd3, %rd4;", UNIT_INT, LATENCY_INT_MAD }, { "mad.f32 %f1, %f2, %f3, %f4;", UNIT_SP, LATENCY_FP_MAD },
        { "fma.rn.f32 %f1, %f2, %f3, %f4;", UNIT_SP, LATENCY_FP_MAD }, { "max.s32 %r1, %r2, %r3;", UNIT_INT, LATENCY_INT_MAX },
        { "min.f32 %f1, %f2, %f3;", UNIT_SP, LATENCY_FP_MAX },    { "div.u32 %r1, %r2, %r3;", UNIT_SFU, LATENCY_INT_DIV },
        { "div.rn.f32 %f1, %f2, %f3;", UNIT_SFU, LATENCY_FP_DIV }, { "div.rn.f64 %fd1, %fd2, %fd3;", UNIT_SFU, LATENCY_DP_DIV },
        { "rem.u32 %r1, %r2, %r3;", UNIT_SFU, LATENCY_INT_DIV },   { "sqrt.rn.f32 %f1, %f2;", UNIT_SFU, LATENCY_SFU },
        { "fma.rn.f64 %fd1, %fd2, %fd3, %fd4;", UNIT_DP, LATENCY_DP_MAD }, { "rem.s64 %rd1, %rd2, %rd3;", UNIT_SFU, LATENCY_INT_DIV },
        { "mul24.hi.s32 %r1, %r2, %r3;", UNIT_INT, LATENCY_INT_MUL24 }, { "mad24.lo.u32 %r1, %r2, %r3, %r4;", UNIT_INT, LATENCY_INT_MAD24 },
        { "cvt.u64.u32 %rd1, %r1;", UNIT_INT, LATENCY_SIMPLE },    { "bar.sync 0;", UNIT_INT, LATENCY_SIMPLE },
        { "ld.shared.u32 %r1, [%r2];", UNIT_MEM, LATENCY_SIMPLE }, { "shfl.up.b32 %r1, %r2, 1, 0;", UNIT_INT, LATENCY_SHUFFLE },
        { "rcp.approx.ftz.f64 %fd1, %fd2;", UNIT_SFU, LATENCY_SFU }, { "rsqrt.approx.ftz.f64 %fd1, %fd2;", UNIT_SFU, LATENCY_SFU },
        { "match.any.sync.b32 %r1, %r2, -1;", UNIT_INT, LATENCY_SIMPLE }, { "redux.sync.add.u32 %r1, %r2, -1;", UNIT_INT, LATENCY_SIMPLE },
        { "elect.sync _|%p1, -1;", UNIT_INT, LATENCY_SIMPLE },      { "isspacep.global %p1, %rd1;", UNIT_INT, LATENCY_SIMPLE },
        { "nanosleep.u32 100;", UNIT_INT, LATENCY_SIMPLE },         { "brkpt;", UNIT_INT, LATENCY_SIMPLE },
        { "prefetch.global.L1 [%rd1];", UNIT_MEM, LATENCY_SIMPLE }, { "prefetchu.L1 [%rd1];", UNIT_MEM, LATENCY_SIMPLE },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s%s\n}\n", ".version 3.2\n.entry k() {\n" DECLARE, rows[i].text);
        program *p = parse(text);
        if (nth(p, 0)->unit != rows[i].unit || nth(p, 0)->latency != rows[i].latency) {
            fail_msg("%s: unit %u, latency %u", rows[i].text, nth(p, 0)->unit, nth(p, 0)->latency);
        }
        program_free(p);
    }
}

static void test_registers(void **state)
{
    (void)state;
    // numbers: %p0-2 1-3, %rs 4-6, %r0-8 7-15, %rd0-8 16-24, %f0-8 25-33
    program *p = parse(".version 3.2\n.entry k() {\n" DECLARE
                       "@%p1 st.global.v2.f32 [%rd3+4], {%f1, %f2};\nld.global.v4.u32 {%r1, %r2, _, %r4}, [%rd5];\nmad.lo.s32 %r1, %r2, 7, %r2;\nsetp.eq.and.s32 %p1|%p2, %r1, %r2, %p0;\n}\n");
    const insn *st = nth(p, 0), *ld = nth(p, 1), *mad = nth(p, 2), *setp = nth(p, 3);
    assert_int_equal(st->n_dst, 0);
    assert_int_equal(st->n_src, 4);
    const uint16_t st_src[] = { 26, 27, 19, 2 }, st_number[] = { 1, 2, 3, 1 }, ld_dst[] = { 8, 9, 11 };
    assert_memory_equal(st->src, st_src, sizeof st_src);
    assert_memory_equal(st->src_number, st_number, sizeof st_number);
    assert_int_equal(st->flags, INSN_PREDICATED);
    assert_int_equal(st->memory, MEMORY_STORE);
    assert_int_equal(st->width, 8);
    assert_int_equal(st->line, 4);
    assert_int_equal(ld->n_dst, 3);
    assert_memory_equal(ld->dst, ld_dst, sizeof ld_dst);
    assert_int_equal(ld->width, 16);
    assert_int_equal(mad->n_src, 2);
    assert_int_equal(setp->n_dst, 2);
    assert_int_equal(setp->n_src, 3);
    assert_int_equal(kernel_insn(program_kernel(p, 0), 16)->pc, 16);
    assert_null(kernel_insn(program_kernel(p, 0), 12));
    program_free(p);
}

// %rd1, %rd2 and %r3 are live together, beside the three that every thread has; shared memory counts what the kernel uses, of itself and of its callees.
static void test_needs(void **state)
{
    (void)state;
    program *p = parse(".version 3.2\n.shared .align 8 .b8 one[100];\n.shared .align 8 .b8 two[40];\n"
                       ".func f() { .reg .b32 %r<3>; .local .align 4 .b8 depot[12]; mov.u32 %r1, two; st.shared.u32 [%r1], %r1; ret; }\n"
                       ".entry a() {\n" DECLARE "mov.u64 %rd1, 1; mov.u64 %rd2, 2; mov.u32 %r3, 3; add.u64 %rd1, %rd1, %rd2; cvt.u64.u32 %rd2, %r3; st.global.u64 [%rd1], %rd2;\n}\n"
                       ".entry b() {\n" DECLARE "mov.u32 %r1, one; st.shared.u32 [%r1], %r1; call f; }\n");
    const kernel *a = program_kernel(p, 0), *b = program_kernel(p, 1);
    assert_int_equal(kernel_registers(a, UINT32_MAX), 8);
    assert_int_equal(kernel_shared_bytes(a), 0);
    assert_int_equal(kernel_shared_bytes(b), 144);
    assert_int_equal(kernel_registers(b, UINT32_MAX), 5);
    assert_in_range(kernel_local_bytes(b), 12, 16);
    program_free(p);
}

// What is written, what is read, of the first and of the last; a program's kernels have room for all of its functions.
static void test_register_numbers(void **state)
{
    (void)state;
    const insn insns[] = { { .n_dst = 2, .dst = { 3, 9, 80 }, .n_src = 1, .src = { 4, 90 } }, { .n_src = 0 }, { .n_dst = 1, .dst = { 1 }, .n_src = 2, .src = { 2, 70 } } };
    assert_int_equal(insns_registers(insns, 3), 71);
    assert_int_equal(insns_registers(insns, 2), 10);
    assert_int_equal(insns_registers(insns + 1, 1), 1);
    assert_int_equal(insns_registers(NULL, 0), 1);
    program *p = parse(".version 3.2\n.entry k() {\n" DECLARE "ret;\n}\n.func f() {\n" DECLARE "mov.f64 %fd8, 0d0000000000000000; ret;\n}\n");
    uint32_t last = 0;
    for (const insn *i = nth(p, 0); i != NULL; i = kernel_insn(program_kernel(p, 0), i->pc + 8)) {
        last = i->n_dst != 0 ? i->dst[0] : last;
    }
    assert_true(last > 30);
    assert_int_equal(program_kernel(p, 0)->registers, last + 1);
    program_free(p);
}

static void test_addresses(void **state)
{
    (void)state;
    ptx_error error;
    program *p = parse(".version 3.2\n.entry k(.param .u32 n, .param .u64 out) {\n" DECLARE ".local .align 8 .b8 depot[64];\n"
                       "mov.u32 %r1, %tid.x;\nld.param.u64 %rd1, [out];\nst.local.u64 [depot+8], %rd1;\nsetp.lt.u32 %p1, %r1, 3;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;\n@%p1 ld.u32 %r2, [%rd3];\n}\n");
    device_memory *m = device_memory_new();
    struct { uint32_t n; uint64_t out; } params = { 0, device_alloc(m, "out", 128) };
    assert_int_equal(device_alloc(m, "next", 300), 0xC0000100);
    assert_int_equal(device_alloc(m, "third", 1), 0xC0000300);
    launch_config c = { .kernel = program_kernel(p, 0), .grid = { 1, 1, 1 }, .block = { 40, 1, 1 }, .params = &params, .params_size = 16,
                        .memory = m, .sm_count = 15, .warps_per_sm = 48 };
    launch *l = launch_new(&c, 1, &error);
    assert_non_null(l);
    assert_int_equal(launch_warps_per_cta(l), 2);
    cta *t = cta_start(l, 0, 3, 10);
    warp_step s;
    assert_int_equal(warp_active_lanes(t, 1), 0xFF);
    assert_ptr_equal(warp_next(t, 1), nth(p, 0));
    for (int i = 0; i < 2; i++) {
        assert_true(warp_execute(t, 1, &s));
    }
    assert_int_equal(s.space, SPACE_PARAM);
    assert_int_equal(s.memory_lanes, 0xFF);
    assert_int_equal(s.address[5], 8);
    assert_true(warp_execute(t, 1, &s));
    assert_int_equal(s.space, SPACE_LOCAL);
    // 40 threads are rounded to 64; one CTA resident, so one an SM; warp slot 10 of two warps a CTA is CTA slot 5; thread 32 + 5
    assert_int_equal(launch_local_stride(l), 4 * 64 * 1 * 15);
    assert_int_equal(s.address[5], 0x1F880000 + 2 * (4 * 64 * 15) + 4 * (64 * (3 + 15 * 5) + 37));
    for (int i = 0; i < 4; i++) {
        assert_true(warp_execute(t, 0, &s));
        assert_true(warp_execute(t, 1, &s));
    }
    for (int i = 0; i < 3; i++) {
        assert_true(warp_execute(t, 0, &s));
    }
    assert_int_equal(s.insn->space, SPACE_GENERIC);
    assert_int_equal(s.space, SPACE_GLOBAL);
    assert_int_equal(s.active, 7);
    assert_int_equal(s.lanes, 0xFFFFFFFF);
    assert_int_equal(s.memory_lanes, 7);
    assert_int_equal(s.address[2], 0xC0000008);
    assert_false(s.finished);
    assert_true(warp_execute(t, 0, &s));
    assert_true(s.finished);
    assert_null(warp_next(t, 0));
    cta_finish(l, t);
    launch_free(l);
    device_memory_free(m);
    program_free(p);
}

// A prefetch is a load of the lines that lie in memory, without a register; of shared memory and, for prefetchu, of
// constants it is nothing.
static void test_prefetches(void **state)
{
    (void)state;
    ptx_error error;
    program *p = parse(".version 3.2\n.const .align 4 .b32 table[4] = {1, 2, 3, 4};\n.shared .align 4 .b8 tile[64];\n.entry k(.param .u64 out) {\n" DECLARE
                       "ld.param.u64 %rd1, [out]; mov.u32 %r1, %laneid; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2; mov.u64 %rd4, tile; cvta.shared.u64 %rd4, %rd4; mov.u64 %rd5, table;\n"
                       "cvta.const.u64 %rd5, %rd5; prefetch.global.L1 [%rd3+2]; prefetch.L2 [%rd3]; prefetchu.L1 [%rd4]; prefetch.L1 [%rd4]; prefetchu.L1 [%rd5]; prefetch.L1 [%rd5];\n}\n");
    device_memory *m = device_memory_new();
    assert_true(device_load_program(m, p, &error));
    uint64_t out = device_alloc(m, "out", 64);                  // of the lanes' 128 bytes the first half
    launch_config c = { .kernel = program_kernel(p, 0), .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &out, .params_size = 8,
                        .memory = m, .sm_count = 1, .warps_per_sm = 48 };
    launch *l = launch_new(&c, 1, &error);
    cta *t = cta_start(l, 0, 0, 0);
    warp_step s[6];
    for (int i = 0; i < 14; i++) {
        assert_true(warp_execute(t, 0, &s[i < 8 ? 0 : i - 8]));
    }
    assert_int_equal(s[0].space, SPACE_GLOBAL);
    assert_int_equal(s[0].memory_lanes, 0xFFFF);
    assert_int_equal(s[0].address[3], out + 12);
    assert_int_equal(s[0].insn->memory, MEMORY_LOAD);
    assert_int_equal(s[0].insn->flags, 0);
    assert_int_equal(s[0].insn->n_dst, 0);
    assert_int_equal(s[0].insn->n_src, 1);
    assert_int_equal(s[1].space, SPACE_GLOBAL);
    assert_int_equal(s[1].insn->flags, INSN_PAST_L1D);
    for (int i = 2; i < 4; i++) {
        assert_int_equal(s[i].space, SPACE_NONE);
        assert_int_equal(s[i].memory_lanes, 0);
    }
    assert_int_equal(s[4].memory_lanes, 0);
    assert_int_equal(s[5].memory_lanes, UINT32_MAX);
    cta_finish(l, t);
    launch_free(l);
    device_memory_free(m);
    program_free(p);
}

static void test_refused_launches(void **state)
{
    (void)state;
    ptx_error error;
    program *p = parse(".version 3.2\n.entry k(.param .u32 n) { ret; }\n");
    uint32_t n = 0;
    const launch_config good = { .kernel = program_kernel(p, 0), .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &n, .params_size = 4,
                                 .sm_count = 15, .warps_per_sm = 48 };
    launch_config c = good;
    c.grid[1] = 0;
    assert_null(launch_new(&c, 1, &error));
    assert_string_equal(error.text, "t.ptx:2: kernel k: grid (1,0,1), block (32,1,1), expected no size of 0");
    c = good;
    c.block[1] = 100;
    assert_null(launch_new(&c, 1, &error));
    assert_string_equal(error.text, "t.ptx:2: kernel k: block (32,100,1), expected at most 2048 threads");
    c = good;
    c.params_size = 8;
    assert_null(launch_new(&c, 1, &error));
    assert_string_equal(error.text, "t.ptx:2: kernel k: 8 bytes of parameters, expected 4");
    program_free(p);
}

static void test_device_memory(void **state)
{
    (void)state;
    device_memory *m = device_memory_new();
    uint64_t a = device_alloc(m, "a", 10), b = device_alloc(m, "b", 256);
    assert_non_null(device_at(m, a, 10));
    assert_null(device_at(m, a, 11));
    assert_null(device_at(m, a + 10, 1));
    assert_null(device_at(m, a - 1, 1));
    assert_null(device_at(m, UINT64_MAX - 3, 8));
    assert_non_null(device_at(m, b + 255, 1));
    assert_null(device_at(m, b + 255, 2));
    assert_int_equal(device_alloc(m, "huge", 1ull << 31), 0);
    assert_int_equal(device_alloc(m, "huger", UINT64_MAX), 0);
    device_memory_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes), cmocka_unit_test(test_registers), cmocka_unit_test(test_needs), cmocka_unit_test(test_register_numbers), cmocka_unit_test(test_addresses), cmocka_unit_test(test_prefetches),
        cmocka_unit_test(test_refused_launches), cmocka_unit_test(test_device_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
