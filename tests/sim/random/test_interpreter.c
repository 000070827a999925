// SPDX-License-Identifier: BSD-3-Clause
// The interpreter against answers worked out by hand from the PTX ISA, one instruction a row: a referee must be right.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/sim/random/interpreter.h"

// The sources are %x1, %x2, %x3 with x = rs, r, rd, f or fd (the low bits of a, b, c) and %p1 = bit 0 of c; %p0 starts
// false.
typedef struct {
    const char *instruction, *result;
    uint64_t    a, b, c, want;
} row;

static const uint64_t sign64 = UINT64_C(1) << 63;
#define MINUS(x) ((uint64_t)-INT64_C(x))

static const row integer_rows[] = {
    {"add.s32 %r0, %r1, %r2", "%r0", 0xffffffff, 2, 0, 1},
    {"add.sat.s32 %r0, %r1, %r2", "%r0", 0x7fffffff, 1, 0, 0x7fffffff},
    {"sub.sat.s32 %r0, %r1, %r2", "%r0", 0x80000000, 1, 0, 0x80000000},
    {"sub.u16 %rs0, %rs1, %rs2", "%rs0", 1, 2, 0, 0xffff},
    {"mul.hi.s32 %r0, %r1, %r2", "%r0", 0xffffffff, 0xffffffff, 0, 0},
    {"mul.hi.u32 %r0, %r1, %r2", "%r0", 0xffffffff, 0xffffffff, 0, 0xfffffffe},
    {"mul.hi.s64 %rd0, %rd1, %rd2", "%rd0", MINUS(1), 5, 0, MINUS(1)},
    {"mul.wide.s16 %r0, %rs1, %rs2", "%r0", 0xffff, 3, 0, 0xfffffffd},
    {"mul.wide.u32 %rd0, %r1, %r2", "%rd0", 0xffffffff, 0xffffffff, 0, 0xfffffffe00000001},
    {"mad.wide.s32 %rd0, %r1, %r2, %rd3", "%rd0", 0xfffffffe, 4, 10, 2},
    {"mad.hi.u32 %r0, %r1, %r2, %r3", "%r0", 0x80000000, 4, 7, 9},
    {"mul24.lo.s32 %r0, %r1, %r2", "%r0", 0x00ffffff, 3, 0, 0xfffffffd},
    {"mul24.hi.u32 %r0, %r1, %r2", "%r0", 0x00ffffff, 0x00010000, 0, 0x00ffffff},
    {"div.s32 %r0, %r1, %r2", "%r0", MINUS(7), 2, 0, 0xfffffffd},
    {"rem.s32 %r0, %r1, %r2", "%r0", MINUS(7), 2, 0, 0xffffffff},
    {"div.u64 %rd0, %rd1, %rd2", "%rd0", MINUS(1), 16, 0, 0x0fffffffffffffff},
    {"sad.s32 %r0, %r1, %r2, %r3", "%r0", MINUS(3), 4, 100, 107},
    {"abs.s16 %rs0, %rs1", "%rs0", 0x8000, 0, 0, 0x8000},
    {"neg.s64 %rd0, %rd1", "%rd0", 5, 0, 0, MINUS(5)},
    {"min.s16 %rs0, %rs1, %rs2", "%rs0", 0xffff, 1, 0, 0xffff},
    {"min.u16 %rs0, %rs1, %rs2", "%rs0", 0xffff, 1, 0, 1},
    {"max.s64 %rd0, %rd1, %rd2", "%rd0", sign64, 0, 0, 0},
    {"not.b16 %rs0, %rs1", "%rs0", 0x00ff, 0, 0, 0xff00},
    {"shl.b32 %r0, %r1, %r2", "%r0", 1, 32, 0, 0},
    {"shl.b32 %r0, %r1, %r2", "%r0", 3, 31, 0, 0x80000000},
    {"shr.s32 %r0, %r1, %r2", "%r0", 0x80000000, 200, 0, 0xffffffff},
    {"shr.u32 %r0, %r1, %r2", "%r0", 0x80000000, 31, 0, 1},
    {"shr.b16 %rs0, %rs1, %r2", "%rs0", 0x8000, 4, 0, 0x0800},
    {"shr.s64 %rd0, %rd1, %r2", "%rd0", sign64, 63, 0, MINUS(1)},
    {"shf.l.clamp.b32 %r0, %r1, %r2, %r3", "%r0", 0x12345678, 0x9abcdef0, 8, 0xbcdef012},
    {"shf.r.wrap.b32 %r0, %r1, %r2, %r3", "%r0", 0x12345678, 0x9abcdef0, 36, 0x01234567},
    {"shf.r.clamp.b32 %r0, %r1, %r2, %r3", "%r0", 0x12345678, 0x9abcdef0, 99, 0x9abcdef0},
    {"popc.b64 %r0, %rd1", "%r0", MINUS(1), 0, 0, 64},
    {"clz.b32 %r0, %r1", "%r0", 0x00010000, 0, 0, 15},
    {"clz.b64 %r0, %rd1", "%r0", 0, 0, 0, 64},
    {"brev.b32 %r0, %r1", "%r0", 0x00000003, 0, 0, 0xc0000000},
    {"bfe.u32 %r0, %r1, %r2, %r3", "%r0", 0x12345678, 8, 12, 0x456},
    {"bfe.s32 %r0, %r1, %r2, %r3", "%r0", 0x00000f00, 8, 4, 0xffffffff},
    {"bfe.s32 %r0, %r1, %r2, %r3", "%r0", 0x80000000, 40, 8, 0xffffffff},
    {"bfe.u32 %r0, %r1, %r2, %r3", "%r0", 0xffffffff, 28, 16, 0xf},
    {"bfe.s32 %r0, %r1, %r2, %r3", "%r0", 0xffffffff, 3, 0, 0},
    {"bfi.b32 %r0, %r1, %r2, %r3, 8", "%r0", 0xff, 0x12345678, 4, 0x12345ff8},
    {"bfi.b64 %rd0, %rd1, %rd2, 60, 8", "%rd0", 0xff, 1, 0, 0xf000000000000001},
    {"prmt.b32 %r0, %r1, %r2, %r3", "%r0", 0x33221100, 0x77665544, 0x7531, 0x77553311},
    {"prmt.b32 %r0, %r1, %r2, %r3", "%r0", 0x000080ff, 0, 0xba98, 0x0000ffff},
    {"prmt.b32.f4e %r0, %r1, %r2, %r3", "%r0", 0x33221100, 0x77665544, 2, 0x55443322},
    {"prmt.b32.b4e %r0, %r1, %r2, %r3", "%r0", 0x33221100, 0x77665544, 1, 0x66770011},
    {"prmt.b32.rc8 %r0, %r1, %r2, %r3", "%r0", 0x33221100, 0, 2, 0x22222222},
    {"prmt.b32.ecl %r0, %r1, %r2, %r3", "%r0", 0x33221100, 0, 2, 0x33222222},
    {"prmt.b32.ecr %r0, %r1, %r2, %r3", "%r0", 0x33221100, 0, 2, 0x22221100},
    {"prmt.b32.rc16 %r0, %r1, %r2, %r3", "%r0", 0x33221100, 0, 1, 0x33223322},
    {"slct.u32.s32 %r0, %r1, %r2, %r3", "%r0", 1, 2, 0x80000000, 2},
    {"selp.b32 %r0, %r1, %r2, %p1", "%r0", 1, 2, 1, 1},
    {"set.lt.u32.s32 %r0, %r1, %r2", "%r0", 0xffffffff, 0, 0, 0xffffffff},
    {"mov.b64 %rd0, {%r1, %r2}", "%rd0", 1, 2, 0, 0x200000001},
    {"mov.b64 {%r0, %r4}, %rd1", "%r4", 0x200000001, 0, 0, 2},
    {"mov.b64 %rd0, {-1, %r1}", "%rd0", 7, 0, 0, 0x7ffffffff},
    {"mov.b64 {_, %r0}, %rd1", "%r0", 0x200000001, 0, 0, 2},
    {"add.cc.u32 %r4, %r1, %r2;\n addc.u32 %r0, %r3, 0", "%r0", 0xffffffff, 1, 5, 6},
    {"sub.cc.u32 %r4, %r1, %r2;\n subc.u32 %r0, %r3, 0", "%r0", 0, 1, 5, 4},
    {"mad.lo.cc.u32 %r4, %r1, %r2, %r3;\n madc.hi.u32 %r0, %r1, %r2, 0", "%r0", 0x80000000, 2, 0xffffffff, 1},
};

static const row compare_rows[] = {
    {"setp.lt.s32 %p0, %r1, %r2", "%p0", 0xffffffff, 0, 0, 1},
    {"setp.lo.u32 %p0, %r1, %r2", "%p0", 0xffffffff, 0, 0, 0},
    {"setp.hs.u64 %p0, %rd1, %rd2", "%p0", sign64, 1, 0, 1},
    {"setp.eq.and.s32 %p0, %r1, %r2, !%p1", "%p0", 4, 4, 1, 0},
    {"setp.eq.xor.s32 %p0, %r1, %r2, %p1", "%p0", 4, 5, 1, 1},
    {"setp.eq.and.s32 %p4|%p0, %r1, %r2, %p1", "%p0", 4, 5, 1, 1},
    {"setp.lt.f32 %p0, %f1, %f2", "%p0", 0x7fc00000, 0, 0, 0},
    {"setp.ltu.f32 %p0, %f1, %f2", "%p0", 0x7fc00000, 0, 0, 1},
    {"setp.ne.f32 %p0, %f1, %f2", "%p0", 0x7fc00000, 0, 0, 0},
    {"setp.neu.f64 %p0, %fd1, %fd2", "%p0", 0x7ff8000000000000, 0, 0, 1},
    {"setp.eq.f32 %p0, %f1, %f2", "%p0", 0x80000000, 0, 0, 1},
    {"setp.num.f32 %p0, %f1, %f2", "%p0", 0x3f800000, 0x7f800000, 0, 1},
    {"setp.gt.ftz.f32 %p0, %f1, %f2", "%p0", 1, 0, 0, 0},
    {"xor.pred %p0, %p1, %p1", "%p0", 0, 0, 1, 0},
};

static const row float_rows[] = {
    {"add.f32 %f0, %f1, %f2", "%f0", 0x3f800000, 0x40000000, 0, 0x40400000},
    {"add.rz.f32 %f0, %f1, %f2", "%f0", 0x3f800000, 0xb0000000, 0, 0x3f7fffff},
    {"add.rp.f32 %f0, %f1, %f2", "%f0", 0x3f800000, 0x30000000, 0, 0x3f800001},
    {"sub.rm.f64 %fd0, %fd1, %fd2", "%fd0", 0x3ff0000000000000, 1, 0, 0x3fefffffffffffff},
    {"add.sat.f32 %f0, %f1, %f2", "%f0", 0x7fc00000, 0, 0, 0},
    {"mul.ftz.f32 %f0, %f1, %f2", "%f0", 0x80000001, 0x3f800000, 0, 0x80000000},
    {"fma.rn.f32 %f0, %f1, %f2, %f3", "%f0", 0x3f800001, 0x3f800001, 0xbf800002, 0x28800000},
    {"div.rn.f32 %f0, %f1, %f2", "%f0", 0x3f800000, 0x40400000, 0, 0x3eaaaaab},
    {"div.rz.f32 %f0, %f1, %f2", "%f0", 0x3f800000, 0x40400000, 0, 0x3eaaaaaa},
    {"sqrt.rn.f64 %fd0, %fd1", "%fd0", 0x4010000000000000, 0, 0, 0x4000000000000000},
    {"rcp.rn.f32 %f0, %f1", "%f0", 0x80000000, 0, 0, 0xff800000},
    {"min.f32 %f0, %f1, %f2", "%f0", 0, 0x80000000, 0, 0x80000000},
    {"max.f32 %f0, %f1, %f2", "%f0", 0x7fc00000, 0xbf800000, 0, 0xbf800000},
    {"copysign.f32 %f0, %f1, %f2", "%f0", 0x80000000, 0x3f800000, 0, 0xbf800000},
    {"ex2.approx.f32 %f0, %f1", "%f0", 0x40400000, 0, 0, 0x41000000},
    {"lg2.approx.f32 %f0, %f1", "%f0", 0x41000000, 0, 0, 0x40400000},
    {"rsqrt.approx.f32 %f0, %f1", "%f0", 0x40800000, 0, 0, 0x3f000000},
    {"rcp.approx.ftz.f64 %fd0, %fd1", "%fd0", 0x40140000ffffffff, 0, 0, 0x3fc9999a00000000},
    {"rcp.approx.ftz.f64 %fd0, %fd1", "%fd0", 0x8000000000000001, 0, 0, 0xfff0000000000000},
    {"rsqrt.approx.ftz.f64 %fd0, %fd1", "%fd0", 0x4008000000000000, 0, 0, 0x3fe279a700000000},
    {"rsqrt.approx.f64 %fd0, %fd1", "%fd0", 0x4010000000000000, 0, 0, 0x3fe0000000000000},
    {"sin.approx.f32 %f0, %f1", "%f0", 0, 0, 0, 0},
};

static const row convert_rows[] = {
    {"cvt.s32.s8 %r0, %r1", "%r0", 0x180, 0, 0, 0xffffff80},
    {"cvt.u8.u32 %rs0, %r1", "%rs0", 0x1ff, 0, 0, 0xff},
    {"cvt.s8.s32 %r0, %r1", "%r0", 0x80, 0, 0, 0xffffff80},
    {"cvt.sat.u8.s32 %r0, %r1", "%r0", MINUS(4), 0, 0, 0},
    {"cvt.sat.s16.u64 %rs0, %rd1", "%rs0", MINUS(4), 0, 0, 0x7fff},
    {"cvt.rn.f32.u64 %f0, %rd1", "%f0", MINUS(1), 0, 0, 0x5f800000},
    {"cvt.rz.f32.u32 %f0, %r1", "%f0", 0xffffffff, 0, 0, 0x4f7fffff},
    {"cvt.rn.f64.s64 %fd0, %rd1", "%fd0", MINUS(1), 0, 0, 0xbff0000000000000},
    {"cvt.rzi.s32.f32 %r0, %f1", "%r0", 0xbfc00000, 0, 0, 0xffffffff},
    {"cvt.rni.s32.f32 %r0, %f1", "%r0", 0x40200000, 0, 0, 2},
    {"cvt.rmi.s32.f32 %r0, %f1", "%r0", 0xbfc00000, 0, 0, 0xfffffffe},
    {"cvt.rpi.u32.f64 %r0, %fd1", "%r0", 0x3ff0000000000001, 0, 0, 2},
    {"cvt.rzi.u32.f32 %r0, %f1", "%r0", 0xbf800000, 0, 0, 0},
    {"cvt.rzi.s32.f32 %r0, %f1", "%r0", 0x7f800000, 0, 0, 0x7fffffff},
    {"cvt.rzi.s32.f32 %r0, %f1", "%r0", 0x7fc00000, 0, 0, 0},
    {"cvt.rzi.u8.f32 %r0, %f1", "%r0", 0x43960000, 0, 0, 0xff},
    {"cvt.rn.f32.f64 %f0, %fd1", "%f0", 0x3ff0000010000000, 0, 0, 0x3f800000},
    {"cvt.rp.f32.f64 %f0, %fd1", "%f0", 0x3ff0000010000000, 0, 0, 0x3f800001},
    {"cvt.f64.f32 %fd0, %f1", "%fd0", 0xc0000000, 0, 0, 0xc000000000000000},
    {"cvt.rni.f32.f32 %f0, %f1", "%f0", 0x3f000000, 0, 0, 0},
};

static const char kernel_text[] =
    ".version 3.2\n.target sm_35\n.address_size 64\n"
    ".visible .entry k(.param .u64 k_param_0)\n{\n"
    ".reg .pred %%p<5>; .reg .b16 %%rs<4>; .reg .b32 %%r<5>; .reg .b64 %%rd<4>; .reg .f32 %%f<4>; .reg .f64 %%fd<4>;\n"
    ".reg .b64 %%base, %%out; .reg .b32 %%low;\n"
    "ld.param.u64 %%base, [k_param_0];\n"
    "ld.global.u64 %%rd1, [%%base]; ld.global.u64 %%rd2, [%%base+8]; ld.global.u64 %%rd3, [%%base+16];\n"
    "ld.global.u32 %%r1, [%%base]; ld.global.u32 %%r2, [%%base+8]; ld.global.u32 %%r3, [%%base+16];\n"
    "ld.global.u16 %%rs1, [%%base]; ld.global.u16 %%rs2, [%%base+8]; ld.global.u16 %%rs3, [%%base+16];\n"
    "ld.global.f32 %%f1, [%%base]; ld.global.f32 %%f2, [%%base+8]; ld.global.f32 %%f3, [%%base+16];\n"
    "ld.global.f64 %%fd1, [%%base]; ld.global.f64 %%fd2, [%%base+8]; ld.global.f64 %%fd3, [%%base+16];\n"
    "and.b32 %%low, %%r3, 1; setp.eq.s32 %%p1, %%low, 1; setp.ne.s32 %%p0, %%low, %%low;\n"
    "%s;\n%s [%%base+24], %s;\nret;\n}\n";

static void check_row(const row *r)
{
    uint64_t memory[4] = {r->a, r->b, r->c, 0}, address = 0x1000000;
    char text[2048], error[256] = "";
    const char *store = strncmp(r->result, "%rs", 3) == 0  ? "st.global.u16"
                        : strncmp(r->result, "%rd", 3) == 0 ? "st.global.u64"
                        : strncmp(r->result, "%fd", 3) == 0 ? "st.global.f64"
                        : r->result[1] == 'f'               ? "st.global.f32"
                                                            : "st.global.u32";
    if (r->result[1] == 'p') {
        char with_select[128];
        snprintf(with_select, sizeof with_select, "%s;\nselp.b32 %%low, 1, 0, %s", r->instruction, r->result);
        snprintf(text, sizeof text, kernel_text, with_select, store, "%low");
    } else {
        snprintf(text, sizeof text, kernel_text, r->instruction, store, r->result);
    }
    interpreter_buffer buffer = {address, sizeof memory, (uint8_t *)memory};
    interpreter_job job = {.ptx = text, .entry = "k", .grid = {1, 1, 1}, .block = {1, 1, 1}, .params = &address,
                           .params_bytes = 8, .buffers = &buffer, .buffer_count = 1};
    if (!interpreter_run(&job, error, sizeof error)) fail_msg("%s: %s", r->instruction, error);
    if (memory[3] != r->want) {
        fail_msg("%s: got 0x%llx, expected 0x%llx", r->instruction, (unsigned long long)memory[3],
                 (unsigned long long)r->want);
    }
}

#define CHECK_ROWS(rows) \
    for (size_t i = 0; i < sizeof(rows) / sizeof *(rows); i++) check_row(&(rows)[i])

static void test_integers(void **state)
{
    (void)state;
    CHECK_ROWS(integer_rows);
}

static void test_comparisons(void **state)
{
    (void)state;
    CHECK_ROWS(compare_rows);
}

static void test_floats(void **state)
{
    (void)state;
    CHECK_ROWS(float_rows);
}

static void test_conversions(void **state)
{
    (void)state;
    CHECK_ROWS(convert_rows);
}

static bool run_text_so(bool in_turn, const char *body, uint32_t threads, uint32_t *memory, char *error)
{
    uint64_t address = 0x1000000;
    char text[1024];
    snprintf(text, sizeof text,
             ".version 3.2\n.target sm_35\n.address_size 64\n.shared .align 4 .u32 slots[96];\n"
             ".visible .entry k(.param .u64 k_param_0)\n{\n.reg .pred %%p<2>; .reg .b32 %%r<8>; .reg .b64 %%rd<4>;\n"
             "ld.param.u64 %%rd1, [k_param_0];\n mov.u32 %%r1, %%tid.x;\n mad.wide.u32 %%rd2, %%r1, 4, %%rd1;\n%s}\n",
             body);
    interpreter_buffer buffer = {address, 4u * threads, (uint8_t *)memory};
    interpreter_job job = {.ptx = text, .entry = "k", .grid = {1, 1, 1}, .block = {threads, 1, 1}, .params = &address,
                           .params_bytes = 8, .buffers = &buffer, .buffer_count = 1, .in_turn = in_turn};
    return interpreter_run(&job, error, 256);
}

static bool run_text(const char *body, uint32_t threads, uint32_t *memory, char *error)
{
    return run_text_so(false, body, threads, memory, error);
}

// Every thread reads what its right-hand neighbour wrote before the barrier.
static void test_barrier_orders_shared_memory(void **state)
{
    (void)state;
    char error[256] = "";
    uint32_t memory[40] = {0};
    assert_true(run_text("mov.u32 %r2, slots; mad.lo.u32 %r3, %r1, 4, %r2; add.s32 %r4, %r1, 100;\n"
                         "st.shared.u32 [%r3], %r4; bar.sync 0; add.s32 %r5, %r1, 1; rem.u32 %r5, %r5, 40;\n"
                         "mad.lo.u32 %r5, %r5, 4, %r2; ld.shared.u32 %r6, [%r5]; st.global.u32 [%rd2], %r6; ret;\n",
                         40, memory, error));
    for (uint32_t i = 0; i < 40; i++) assert_int_equal(memory[i], 100 + (i + 1) % 40);
}

// Of 40 threads the last has ended: 8 lanes less one are the second warp.
static void test_threads_together(void **state)
{
    (void)state;
    char error[256] = "";
    uint32_t memory[40] = {0};
    assert_true(run_text("setp.eq.u32 %p1, %r1, 39; @%p1 ret; and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0;\n"
                         "bar.red.popc.u32 %r3, 1, 64, !%p1; barrier.cta.red.and.pred %p0, 2, %p1; match.any.sync.b32 %r4, %r2, -1;\n"
                         "redux.sync.max.s32 %r5, %r1, 0xfff; elect.sync _|%p1, -2; shl.b32 %r3, %r3, 8; add.s32 %r3, %r3, %r5;\n"
                         "@%p0 add.s32 %r3, %r3, 1000; @%p1 add.s32 %r3, %r3, 2000; xor.b32 %r3, %r3, %r4; st.global.u32 [%rd2], %r3; ret;\n",
                         40, memory, error));
    for (uint32_t i = 0; i < 39; i++) {
        uint32_t equal = (i < 32 ? 0xffffffff : 0x7f) & (i & 1 ? 0xaaaaaaaa : 0x55555555);
        uint32_t most = i < 32 ? 11 : 38, leads = i == 1 || i == 33 ? 2000 : 0;
        assert_int_equal(memory[i], ((19 << 8) + most + leads) ^ equal);
    }
    assert_int_equal(memory[39], 0);
}

static void test_loops_and_guards(void **state)
{
    (void)state;
    char error[256] = "";
    uint32_t memory[8] = {0};
    assert_true(run_text("mov.u32 %r2, 0; mov.u32 %r3, 0;\nL: setp.ge.u32 %p1, %r2, %r1; @%p1 bra E;\n"
                         "add.s32 %r2, %r2, 1; add.s32 %r3, %r3, %r2; bra.uni L;\n"
                         "E: @!%p1 mov.u32 %r3, 77; st.global.u32 [%rd2], %r3; ret;\n",
                         8, memory, error));
    for (uint32_t i = 0; i < 8; i++) assert_int_equal(memory[i], i * (i + 1) / 2);
}

// Each half waits for its own threads alone, and reads what they wrote; so does a barrier that is waited at twice.
static void test_barriers_of_some_threads(void **state)
{
    (void)state;
    char error[256] = "";
    uint32_t memory[96] = {0};
    assert_true(run_text("mov.u32 %r2, slots; mad.lo.u32 %r3, %r1, 4, %r2; xor.b32 %r4, %r1, 5;\n"
                         "mad.lo.u32 %r4, %r4, 4, %r2; and.b32 %r5, %r1, 32; setp.ne.u32 %p1, %r5, 0; @%p1 bra O;\n"
                         "st.shared.u32 [%r3], %r1; bar.sync 1, 64; ld.shared.u32 %r5, [%r4]; bar.sync 1, 64; bra A;\n"
                         "O: st.shared.u32 [%r3], 7; bar.sync 2, 32; ld.shared.u32 %r5, [%r4];\n"
                         "A: bar.sync 0; st.global.u32 [%rd2], %r5; ret;\n",
                         96, memory, error));
    for (uint32_t i = 0; i < 96; i++) assert_int_equal(memory[i], i & 32 ? 7 : i ^ 5);
    assert_false(run_text("bar.sync 1, 64; ret;\n", 96, memory, error));
    assert_non_null(strstr(error, "waits at different barriers"));
}

// A race that neither the first thread first nor the last one first shows: the value is there for one instruction.
static void test_threads_in_turn(void **state)
{
    (void)state;
    static const char body[] = "mov.u32 %r2, 0; setp.eq.u32 %p1, %r1, 0; mov.u32 %r3, 0; @%p1 st.global.u32 [%rd1], 9;\n"
                               "@!%p1 ld.global.u32 %r2, [%rd1]; @%p1 st.global.u32 [%rd1], 0; bar.sync 0;\n"
                               "st.global.u32 [%rd2], %r2; ret;\n";
    char error[256] = "";
    uint32_t each[32] = {0}, turns[32] = {0};
    assert_true(run_text(body, 32, each, error) && run_text_so(true, body, 32, turns, error));
    for (uint32_t i = 1; i < 32; i++) {
        assert_int_equal(each[i], 0);
        assert_int_equal(turns[i], 9);
    }
}

// What makes a kernel ill-formed is reported, not survived.
static void test_ill_formed_kernels_are_refused(void **state)
{
    (void)state;
    static const char *const bodies[][2] = {
        {"st.global.u32 [%rd2+4], %r1; ret;\n", "4 bytes at"},
        {"st.global.u32 [%rd2+1], %r1; ret;\n", "4 bytes at"},
        {"setp.eq.s32 %p1, %r1, 0; @%p1 bra A; bar.sync 0; ret;\nA: bar.sync 0; ret;\n", "different barriers"},
        {"L: bra L;\n", "does not end"},
        {"bra nowhere;\n", "no label nowhere"},
        {"frobnicate.s32 %r1, %r1; ret;\n", "unknown opcode"},
        {"add.s32 %r1, %r1, 1;\n", "without ret"},
        {"add.s32 %r2, %r3, 1; ret;\n", "reads a register that nothing has written"},
        {"setp.eq.u32 %p1, %r1, 0; @%p1 mov.u32 %r2, 1; st.global.u32 [%rd2], %r2; ret;\n", "thread 1: reads a register"},
        {"@%p1 mov.u32 %r2, 1; ret;\n", "thread 0: reads a register"},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char error[256] = "";
        uint32_t memory[2] = {0};
        assert_false(run_text(bodies[i][0], 2, memory, error));
        assert_non_null(strstr(error, bodies[i][1]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_comparisons),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_barrier_orders_shared_memory),
        cmocka_unit_test(test_loops_and_guards),
        cmocka_unit_test(test_threads_together),
        cmocka_unit_test(test_barriers_of_some_threads),
        cmocka_unit_test(test_threads_in_turn),
        cmocka_unit_test(test_ill_formed_kernels_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
