// SPDX-License-Identifier: BSD-3-Clause
// Every opcode against the value that the PTX manual defines for it: one instruction a row, operands a, b, c in %r1..3,
// %rd1..3, %rs1..3, %f1..3, %fd1..3 and %p1..3 (lowest bit), result in register 4 of the kind named.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/frontend/ptx_run.h"

static uint64_t f32(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static uint64_t f64(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

typedef struct { const char *insn; char result; uint64_t a, b, c, want; } row;     // result: h r d f F p, as register kinds

static const char *store_of(char result)
{
    switch (result) {
    case 'h': return "cvt.u64.u16 %rd5, %rs4; st.global.u64 [%rd30], %rd5;";
    case 'r': return "cvt.u64.u32 %rd5, %r4; st.global.u64 [%rd30], %rd5;";
    case 'd': return "st.global.u64 [%rd30], %rd4;";
    case 'f': return "st.global.f32 [%rd30], %f4;";
    case 'F': return "st.global.f64 [%rd30], %fd4;";
    default:  return "selp.b64 %rd5, 1, 0, %p4; st.global.u64 [%rd30], %rd5;";
    }
}

static void check(const row *w)
{
    static ptx_run_result r;
    char body[2048];
    const uint64_t input[3] = { w->a, w->b, w->c };
    int n = 0;
    for (int i = 1; i <= 3; i++) {
        n += snprintf(body + n, sizeof body - (size_t)n,
                      "ld.global.u64 %%rd%d, [%%rd31+%d]; cvt.u32.u64 %%r%d, %%rd%d; cvt.u16.u64 %%rs%d, %%rd%d; mov.b32 %%f%d, %%r%d;"
                      "mov.b64 %%fd%d, %%rd%d; and.b32 %%r10, %%r%d, 1; setp.ne.u32 %%p%d, %%r10, 0;\n",
                      i, 8 * (i - 1), i, i, i, i, i, i, i, i, i, i);
    }
    snprintf(body + n, sizeof body - (size_t)n, "%s\n%s", w->insn, store_of(w->result));
    ptx_run_body("", body, &(ptx_run_options){ .input = input, .input_bytes = sizeof input }, &r);
    if (!r.good) {
        fail_msg("%s: %s", w->insn, r.error);
    }
    for (int lane = 0; lane < 32; lane++) {
        if (r.out[lane] != w->want) {
            fail_msg("%s a=%#lx b=%#lx c=%#lx: lane %d: got %#lx, expected %#lx", w->insn, w->a, w->b, w->c, lane, r.out[lane], w->want);
        }
    }
}

static void check_all(const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        check(&rows[i]);
    }
}

#define CHECK(rows) check_all(rows, sizeof rows / sizeof *rows)
#define M32(v) ((uint32_t)(v))
#define M64(v) ((uint64_t)(v))
#define MINUS(v) ((uint64_t)-(int64_t)(v))

static void test_add_sub_mul(void **state)
{
    (void)state;
    const row rows[] = {
        { "add.s32 %r4, %r1, %r2;", 'r', 0xFFFFFFFF, 2, 0, 1 },
        { "add.s64 %rd4, %rd1, %rd2;", 'd', UINT64_MAX, 2, 0, 1 },
        { "add.s16 %rs4, %rs1, %rs2;", 'h', 0xFFFF, 2, 0, 1 },
        { "add.sat.s32 %r4, %r1, %r2;", 'r', 0x7FFFFFFF, 5, 0, 0x7FFFFFFF },
        { "sub.sat.s32 %r4, %r1, %r2;", 'r', 0x80000000, 5, 0, 0x80000000 },
        { "sub.s32 %r4, %r1, 7;", 'r', 5, 0, 0, 0xFFFFFFFE },
        { "sub.u64 %rd4, %rd1, %rd2;", 'd', 0, 1, 0, UINT64_MAX },
        { "mul.lo.s32 %r4, %r1, %r2;", 'r', 0x10001, 0x10001, 0, 0x20001 },
        { "mul.hi.s32 %r4, %r1, %r2;", 'r', 0xFFFFFFFF, 2, 0, 0xFFFFFFFF },
        { "mul.hi.u32 %r4, %r1, %r2;", 'r', 0xFFFFFFFF, 2, 0, 1 },
        { "mul.hi.u64 %rd4, %rd1, %rd2;", 'd', UINT64_MAX, 4, 0, 3 },
        { "mul.hi.s64 %rd4, %rd1, %rd2;", 'd', UINT64_MAX, 4, 0, UINT64_MAX },
        { "mul.lo.u16 %rs4, %rs1, %rs2;", 'h', 0x0101, 0x0101, 0, 0x0201 },
        { "mul.wide.s16 %r4, %rs1, %rs2;", 'r', 0xFFFF, 3, 0, M32(-3) },
        { "mul.wide.u16 %r4, %rs1, %rs2;", 'r', 0xFFFF, 3, 0, 0x2FFFD },
        { "mul.wide.s32 %rd4, %r1, %r2;", 'd', M32(-5), 3, 0, MINUS(15) },
        { "mul.wide.u32 %rd4, %r1, %r2;", 'd', M32(-5), 3, 0, 3ull * M32(-5) },
        { "mad.lo.s32 %r4, %r1, %r2, %r3;", 'r', 7, 6, 58, 100 },
        { "mad.hi.u32 %r4, %r1, %r2, %r3;", 'r', 0x80000000, 4, 9, 11 },
        { "mad.wide.s32 %rd4, %r1, %r2, %rd3;", 'd', M32(-5), 3, 20, 5 },
        { "mad.lo.s64 %rd4, %rd1, %rd2, %rd3;", 'd', MINUS(5), 3, 20, 5 },
        { "mad.hi.sat.s32 %r4, %r1, %r2, %r3;", 'r', 0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF },
        { "mul24.lo.u32 %r4, %r1, %r2;", 'r', 0xFF000003, 5, 0, 15 },
        { "mul24.hi.s32 %r4, %r1, %r2;", 'r', 0xFFFFFF, 0x10000, 0, 0xFFFFFFFF },
        { "mad24.lo.s32 %r4, %r1, %r2, %r3;", 'r', 0xFFFFFF, 3, 10, 7 },
        { "sad.s32 %r4, %r1, %r2, %r3;", 'r', M32(-3), 4, 100, 107 },
        { "sad.u32 %r4, %r1, %r2, %r3;", 'r', 3, 4, 100, 101 },
    };
    CHECK(rows);
}

static void test_divide_and_compare(void **state)
{
    (void)state;
    const row rows[] = {
        { "div.s32 %r4, %r1, %r2;", 'r', M32(-7), 2, 0, M32(-3) },
        { "div.u32 %r4, %r1, %r2;", 'r', M32(-7), 2, 0, M32(-7) / 2 },
        { "div.s32 %r4, %r1, %r2;", 'r', 0x80000000, M32(-1), 0, 0x80000000 },
        { "div.u32 %r4, %r1, %r2;", 'r', 5, 0, 0, 0xFFFFFFFF },
        { "div.s64 %rd4, %rd1, %rd2;", 'd', MINUS(70), 9, 0, MINUS(7) },
        { "rem.s32 %r4, %r1, %r2;", 'r', M32(-7), 3, 0, M32(-1) },
        { "rem.u64 %rd4, %rd1, %rd2;", 'd', 100, 7, 0, 2 },
        { "rem.s64 %rd4, %rd1, %rd2;", 'd', 1ull << 63, MINUS(1), 0, 0 },
        { "min.s32 %r4, %r1, %r2;", 'r', M32(-1), 1, 0, M32(-1) },
        { "min.u32 %r4, %r1, %r2;", 'r', M32(-1), 1, 0, 1 },
        { "max.s16 %rs4, %rs1, %rs2;", 'h', 0xFFFF, 1, 0, 1 },
        { "max.u64 %rd4, %rd1, %rd2;", 'd', UINT64_MAX, 1, 0, UINT64_MAX },
        { "max.s64 %rd4, %rd1, %rd2;", 'd', UINT64_MAX, 1, 0, 1 },
        { "abs.s32 %r4, %r1;", 'r', M32(-9), 0, 0, 9 },
        { "abs.s16 %rs4, %rs1;", 'h', 0xFFF7, 0, 0, 9 },
        { "neg.s64 %rd4, %rd1;", 'd', 9, 0, 0, MINUS(9) },
        { "setp.lt.s32 %p4, %r1, %r2;", 'p', M32(-1), 1, 0, 1 },
        { "setp.lt.u32 %p4, %r1, %r2;", 'p', M32(-1), 1, 0, 0 },
        { "setp.lo.u32 %p4, %r1, %r2;", 'p', 1, 2, 0, 1 },
        { "setp.hs.u64 %p4, %rd1, %rd2;", 'p', 2, 2, 0, 1 },
        { "setp.gt.s16 %p4, %rs1, %rs2;", 'p', 0xFFFF, 1, 0, 0 },
        { "setp.ne.b64 %p4, %rd1, %rd2;", 'p', 1ull << 40, 0, 0, 1 },
        { "setp.eq.and.s32 %p4, %r1, %r2, %p3;", 'p', 4, 4, 0, 0 },
        { "setp.eq.or.s32 %p4, %r1, %r2, !%p3;", 'p', 4, 5, 0, 1 },
        { "setp.eq.xor.s32 %p4, %r1, %r2, %p3;", 'p', 4, 4, 1, 0 },
        { "setp.eq.s32 %p5|%p4, %r1, %r2;", 'p', 4, 4, 0, 0 },
        { "setp.eq.and.s32 %p5|%p4, %r1, %r2, %p3;", 'p', 4, 5, 1, 1 },
        { "setp.eq.s32 _|%p4, %r1, %r2;", 'p', 4, 5, 0, 1 },
        { "set.gt.u32.s32 %r4, %r1, %r2;", 'r', 5, 4, 0, 0xFFFFFFFF },
        { "set.gt.f32.s32 %f4, %r1, %r2;", 'f', 5, 4, 0, 0x3F800000 },
        { "selp.b32 %r4, %r1, %r2, %p3;", 'r', 5, 4, 1, 5 },
        { "selp.f64 %fd4, %fd1, %fd2, %p3;", 'F', 5, 4, 0, 4 },
        { "slct.s32.s32 %r4, %r1, %r2, %r3;", 'r', 5, 4, M32(-1), 4 },
        { "slct.u64.f32 %rd4, %rd1, %rd2, %f3;", 'd', 5, 4, f32(-0.0f), 5 },
        { "slct.f32.f32 %f4, %f1, %f2, %f3;", 'f', 5, 4, 0x80000001, 4 },
        { "slct.ftz.f32.f32 %f4, %f1, %f2, %f3;", 'f', 5, 4, 0x80000001, 5 },
        { "slct.ftz.u32.s32 %r4, %r1, %r2, %r3;", 'r', 5, 4, 0x80000001, 4 },
    };
    CHECK(rows);
}

static void test_bits(void **state)
{
    (void)state;
    const row rows[] = {
        { "and.b32 %r4, %r1, %r2;", 'r', 12, 10, 0, 8 },
        { "or.b64 %rd4, %rd1, %rd2;", 'd', 12, 1ull << 40, 0, 12 | 1ull << 40 },
        { "xor.b16 %rs4, %rs1, %rs2;", 'h', 12, 10, 0, 6 },
        { "not.b32 %r4, %r1;", 'r', 12, 0, 0, M32(~12) },
        { "cnot.b32 %r4, %r1;", 'r', 0, 0, 0, 1 },
        { "and.pred %p4, %p1, %p2;", 'p', 1, 0, 0, 0 },
        { "or.pred %p4, %p1, %p2;", 'p', 1, 0, 0, 1 },
        { "xor.pred %p4, %p1, %p2;", 'p', 1, 1, 0, 0 },
        { "not.pred %p4, %p1;", 'p', 0, 0, 0, 1 },
        { "mov.pred %p4, %p1;", 'p', 1, 0, 0, 1 },
        { "shl.b32 %r4, %r1, %r2;", 'r', 1, 31, 0, 0x80000000 },
        { "shl.b32 %r4, %r1, %r2;", 'r', 1, 32, 0, 0 },
        { "shl.b16 %rs4, %rs1, %r2;", 'h', 3, 15, 0, 0x8000 },
        { "shr.u32 %r4, %r1, %r2;", 'r', 0x80000000, 31, 0, 1 },
        { "shr.s32 %r4, %r1, %r2;", 'r', 0x80000000, 40, 0, 0xFFFFFFFF },
        { "shr.s64 %rd4, %rd1, %r2;", 'd', 1ull << 63, 63, 0, UINT64_MAX },
        { "shr.b64 %rd4, %rd1, 60;", 'd', 1ull << 63, 0, 0, 8 },
        { "popc.b64 %r4, %rd1;", 'r', 0xF0F0F0F000000001, 0, 0, 17 },
        { "clz.b32 %r4, %r1;", 'r', 0, 0, 0, 32 },
        { "clz.b64 %r4, %rd1;", 'r', 1, 0, 0, 63 },
        { "bfind.s32 %r4, %r1;", 'r', 0xFFFFFFF0, 0, 0, 3 },
        { "bfind.shiftamt.u32 %r4, %r1;", 'r', 1, 0, 0, 31 },
        { "brev.b32 %r4, %r1;", 'r', 1, 0, 0, 0x80000000 },
        { "bfe.u32 %r4, %r1, %r2, %r3;", 'r', 0xABCD, 4, 8, 0xBC },
        { "bfe.s32 %r4, %r1, %r2, %r3;", 'r', 0x800, 8, 4, M32(-8) },
        { "bfe.s32 %r4, %r1, %r2, %r3;", 'r', 0x80000000, 40, 4, 0xFFFFFFFF },
        { "bfe.u64 %rd4, %rd1, %r2, %r3;", 'd', UINT64_MAX, 60, 20, 15 },
        { "bfi.b32 %r4, %r1, %r2, 8, 4;", 'r', 0xF5, 0xFFFFFFFF, 0, 0xFFFFF5FF },
        { "prmt.b32 %r4, %r1, %r2, %r3;", 'r', 0x33221100, 0x77665544, 0x7531, 0x77553311 },
        { "prmt.b32 %r4, %r1, %r2, 0xF;", 'r', 0, 0x80000000, 0, 0x000000FF },
        { "prmt.b32.f4e %r4, %r1, %r2, %r3;", 'r', 0x33221100, 0x77665544, 1, 0x44332211 },
        { "prmt.b32.rc16 %r4, %r1, %r2, %r3;", 'r', 0x33221100, 0, 1, 0x33223322 },
        { "shf.l.wrap.b32 %r4, %r1, %r2, %r3;", 'r', 0x80000000, 1, 33, 3 },
        { "shf.r.clamp.b32 %r4, %r1, %r2, %r3;", 'r', 5, 7, 40, 7 },
        { "lop3.b32 %r4, %r1, %r2, %r3, 0x96;", 'r', 0xFF, 0x0F, 0x3C, 0xFF ^ 0x0F ^ 0x3C },
        { "dp4a.s32.s32 %r4, %r1, %r2, %r3;", 'r', 0x01FF02FE, 0x02020202, 100, 100 },
        { "dp4a.u32.s32 %r4, %r1, %r2, %r3;", 'r', 0x01FF02FE, 0x02FF0202, 100, M32(2 - 255 + 4 + 508 + 100) },
        { "dp2a.lo.s32.u32 %r4, %r1, %r2, %r3;", 'r', 0xFFFF0003, 0x04030201, 7, 8 },
        { "dp2a.hi.u32.s32 %r4, %r1, %r2, %r3;", 'r', 0xFFFF0003, 0x04FF0201, 0, M32(4 * 65535 - 3) },
        { "bmsk.clamp.b32 %r4, %r1, %r2;", 'r', 4, 8, 0, 0xFF0 },
        { "bmsk.wrap.b32 %r4, %r1, %r2;", 'r', 60, 8, 0, 0xF0000000 },
        { "bmsk.clamp.b32 %r4, %r1, %r2;", 'r', 32, 8, 0, 0 },
        { "bmsk.wrap.b32 %r4, %r1, %r2;", 'r', 3, 32, 0, 0 },
        { "szext.clamp.s32 %r4, %r1, %r2;", 'r', 0xFA, 4, 0, M32(-6) },
        { "szext.clamp.u32 %r4, %r1, %r2;", 'r', 0xFA, 40, 0, 0xFA },
        { "szext.wrap.s32 %r4, %r1, %r2;", 'r', 0xFA, 32, 0, 0 },
        { "copysign.f32 %f4, %f1, %f2;", 'f', f32(-1.0f), f32(2.5f), 0, f32(-2.5f) },
        { "add.cc.u32 %r5, %r1, %r2; addc.u32 %r4, %r3, 0;", 'r', 0xFFFFFFFF, 1, 10, 11 },
        { "sub.cc.u32 %r5, %r1, %r2; subc.u32 %r4, %r3, 0;", 'r', 0, 1, 10, 9 },
        { "add.cc.u64 %rd5, %rd1, %rd2; addc.cc.u64 %rd4, %rd3, 0;", 'd', UINT64_MAX, 1, 10, 11 },
        { "mad.lo.cc.u32 %r5, %r1, %r2, %r3; madc.hi.u32 %r4, %r1, %r2, 7;", 'r', 0xFFFFFFFF, 2, 3, 9 },
        { "mad.hi.cc.u32 %r5, %r1, %r2, %r3; addc.u32 %r4, 0, 0;", 'r', 0xFFFFFFFF, 2, 0xFFFFFFFF, 1 },
    };
    CHECK(rows);
}

static void test_floats(void **state)
{
    (void)state;
    const uint64_t not_a_number = 0x7FC12345, denormal = 1;
    const row rows[] = {
        { "add.f32 %f4, %f1, %f2;", 'f', f32(1.5f), f32(2.25f), 0, f32(3.75f) },
        { "sub.rn.f32 %f4, %f1, %f2;", 'f', f32(1.0f), f32(1e-9f), 0, f32(1.0f) },
        { "sub.rz.f32 %f4, %f1, %f2;", 'f', f32(1.0f), f32(1e-9f), 0, f32(nextafterf(1.0f, 0.0f)) },
        { "add.rp.f32 %f4, %f1, %f2;", 'f', f32(1.0f), f32(1e-9f), 0, f32(nextafterf(1.0f, 2.0f)) },
        { "add.rm.f64 %fd4, %fd1, %fd2;", 'F', f64(-1.0), f64(-1e-30), 0, f64(nextafter(-1.0, -2.0)) },
        { "mul.f32 %f4, %f1, 0f40000000;", 'f', f32(1.5f), 0, 0, f32(3.0f) },
        { "mul.ftz.f32 %f4, %f1, %f2;", 'f', denormal, f32(1.0f), 0, 0 },
        { "mul.f32 %f4, %f1, %f2;", 'f', denormal, f32(1.0f), 0, 1 },
        { "add.sat.f32 %f4, %f1, %f2;", 'f', f32(1.5f), f32(2.25f), 0, f32(1.0f) },
        { "add.sat.f32 %f4, %f1, %f2;", 'f', not_a_number, f32(2.25f), 0, 0 },
        { "add.f32 %f4, %f1, %f2;", 'f', not_a_number, f32(2.25f), 0, 0x7FFFFFFF },
        { "fma.rn.f32 %f4, %f1, %f2, %f3;", 'f', f32(1.0f + 0x1p-23f), f32(1.0f - 0x1p-23f), f32(-1.0f), f32(-0x1p-46f) },
        { "mad.f32 %f4, %f1, %f2, %f3;", 'f', f32(2.0f), f32(3.0f), f32(4.0f), f32(10.0f) },
        { "fma.rn.f64 %fd4, %fd1, %fd2, %fd3;", 'F', f64(2.0), f64(3.0), f64(4.0), f64(10.0) },
        { "div.rn.f32 %f4, %f1, %f2;", 'f', f32(1.0f), f32(3.0f), 0, f32(1.0f / 3.0f) },
        { "div.approx.f32 %f4, %f1, %f2;", 'f', f32(1.0f), f32(3.0f), 0, f32(1.0f / 3.0f) },
        { "div.full.ftz.f32 %f4, %f1, %f2;", 'f', f32(6.0f), f32(3.0f), 0, f32(2.0f) },
        { "add.f64 %fd4, %fd1, 3;", 'F', f64(1.5), 0, 0, f64(4.5) },                            // numbers of other types
        { "add.f64 %fd4, %fd1, 0f40000000;", 'F', f64(1.5), 0, 0, f64(3.5) },
        { "div.rn.f64 %fd4, %fd1, %fd2;", 'F', f64(1.0), f64(3.0), 0, f64(1.0 / 3.0) },
        { "rcp.rn.f32 %f4, %f1;", 'f', f32(8.0f), 0, 0, f32(0.125f) },
        { "sqrt.rn.f64 %fd4, %fd1;", 'F', f64(2.0), 0, 0, f64(sqrt(2.0)) },
        { "rsqrt.approx.f32 %f4, %f1;", 'f', f32(16.0f), 0, 0, f32(0.25f) },
        { "rcp.approx.ftz.f64 %fd4, %fd1;", 'F', f64(4.0), 0, 0, f64(0.25) },
        { "rcp.approx.ftz.f64 %fd4, %fd1;", 'F', 0x4008000012345678, 0, 0, 0x3FD5555500000000 },      // of 3: below half
        { "rcp.approx.ftz.f64 %fd4, %fd1;", 'F', f64(5.0), 0, 0, 0x3FC9999A00000000 },               // above half
        { "rcp.approx.ftz.f64 %fd4, %fd1;", 'F', 0x800FFFFFFFFFFFFF, 0, 0, f64(-INFINITY) },
        { "rcp.approx.ftz.f64 %fd4, %fd1;", 'F', f64(-INFINITY), 0, 0, f64(-0.0) },
        { "rcp.approx.ftz.f64 %fd4, %fd1;", 'F', 0x7FEFFFFFFFFFFFFF, 0, 0, 0 },
        { "rcp.approx.ftz.f64 %fd4, %fd1;", 'F', 0xFFF0000000000001, 0, 0, 0x7FF8000000000000 },
        { "rsqrt.approx.ftz.f64 %fd4, %fd1;", 'F', 0x40100000FFFFFFFF, 0, 0, f64(0.5) },
        { "rsqrt.approx.ftz.f64 %fd4, %fd1;", 'F', f64(3.0), 0, 0, 0x3FE279A700000000 },
        { "rsqrt.approx.ftz.f64 %fd4, %fd1;", 'F', 1, 0, 0, f64(INFINITY) },
        { "rsqrt.approx.ftz.f64 %fd4, %fd1;", 'F', f64(-1.0), 0, 0, 0x7FF8000000000000 },
        { "rsqrt.approx.f64 %fd4, %fd1;", 'F', f64(16.0), 0, 0, f64(0.25) },
        { "min.NaN.f32 %f4, %f1, %f2;", 'f', not_a_number, f32(1.0f), 0, 0x7FFFFFFF },
        { "max.NaN.f32 %f4, %f1, %f2;", 'f', f32(1.0f), not_a_number, 0, 0x7FFFFFFF },
        { "max.NaN.f32 %f4, %f1, %f2;", 'f', f32(-0.0f), f32(0.0f), 0, 0 },
        { "min.xorsign.abs.f32 %f4, %f1, %f2;", 'f', f32(-1.0f), f32(-2.0f), 0, f32(1.0f) },
        { "max.xorsign.abs.f32 %f4, %f1, %f2;", 'f', f32(1.0f), f32(-2.0f), 0, f32(-2.0f) },
        { "max.xorsign.abs.f32 %f4, %f1, %f2;", 'f', f32(-1.0f), not_a_number, 0, f32(-1.0f) },
        { "min.NaN.xorsign.abs.f32 %f4, %f1, %f2;", 'f', f32(-3.0f), f32(2.0f), 0, f32(-2.0f) },
        { "max.ftz.NaN.xorsign.abs.f32 %f4, %f1, %f2;", 'f', denormal | 0x80000000, f32(0.0f), 0, 0x80000000 },
        { "testp.finite.f32 %p4, %f1;", 'p', f32(INFINITY), 0, 0, 0 },
        { "testp.infinite.f32 %p4, %f1;", 'p', f32(-INFINITY), 0, 0, 1 },
        { "testp.number.f64 %p4, %fd1;", 'p', f64(-INFINITY), 0, 0, 1 },
        { "testp.number.f32 %p4, %f1;", 'p', not_a_number, 0, 0, 0 },
        { "testp.notanumber.f64 %p4, %fd1;", 'p', 0xFFF0000000000001, 0, 0, 1 },
        { "testp.normal.f32 %p4, %f1;", 'p', 0x80000000, 0, 0, 1 },
        { "testp.normal.f64 %p4, %fd1;", 'p', 0x000FFFFFFFFFFFFF, 0, 0, 0 },
        { "testp.subnormal.f64 %p4, %fd1;", 'p', 0x800FFFFFFFFFFFFF, 0, 0, 1 },
        { "testp.subnormal.f32 %p4, %f1;", 'p', 0x00800000, 0, 0, 0 },
        { "mov.u32 %r4, %envreg31; mov.u32 %r5, %envreg0; or.b32 %r4, %r4, %r5;", 'r', 0, 0, 0, 0 },
        { "ex2.approx.f32 %f4, %f1;", 'f', f32(10.0f), 0, 0, f32(1024.0f) },
        { "lg2.approx.f32 %f4, %f1;", 'f', f32(0.0f), 0, 0, 0xFF800000 },
        { "tanh.approx.f32 %f4, %f1;", 'f', f32(1.0f), 0, 0, f32(0.761594176f) },
        { "sin.approx.f32 %f4, %f1;", 'f', f32(1.0f), 0, 0, f32((float)sin(1.0)) },
        { "cos.approx.f32 %f4, %f1;", 'f', f32(1.0f), 0, 0, f32((float)cos(1.0)) },
        { "min.f32 %f4, %f1, %f2;", 'f', not_a_number, f32(2.0f), 0, f32(2.0f) },
        { "max.f32 %f4, %f1, %f2;", 'f', f32(-0.0f), f32(0.0f), 0, 0 },
        { "min.f64 %fd4, %fd1, %fd2;", 'F', f64(0.0), f64(-0.0), 0, f64(-0.0) },
        { "abs.f32 %f4, %f1;", 'f', f32(-2.0f), 0, 0, f32(2.0f) },
        { "abs.ftz.f32 %f4, %f1;", 'f', denormal, 0, 0, 0 },
        { "neg.f64 %fd4, %fd1;", 'F', f64(2.0), 0, 0, f64(-2.0) },
        { "setp.lt.f32 %p4, %f1, %f2;", 'p', not_a_number, f32(1.0f), 0, 0 },
        { "setp.ltu.f32 %p4, %f1, %f2;", 'p', not_a_number, f32(1.0f), 0, 1 },
        { "setp.ne.f32 %p4, %f1, %f2;", 'p', not_a_number, f32(1.0f), 0, 0 },
        { "setp.neu.f32 %p4, %f1, %f2;", 'p', not_a_number, f32(1.0f), 0, 1 },
        { "setp.equ.f64 %p4, %fd1, %fd2;", 'p', f64(NAN), f64(1.0), 0, 1 },
        { "setp.geu.f64 %p4, %fd1, %fd2;", 'p', f64(0.5), f64(1.0), 0, 0 },
        { "setp.leu.f32 %p4, %f1, %f2;", 'p', f32(0.5f), f32(1.0f), 0, 1 },
        { "setp.gtu.f32 %p4, %f1, %f2;", 'p', f32(0.5f), f32(1.0f), 0, 0 },
        { "setp.num.f32 %p4, %f1, %f2;", 'p', not_a_number, f32(1.0f), 0, 0 },
        { "setp.nan.f32 %p4, %f1, %f2;", 'p', not_a_number, f32(1.0f), 0, 1 },
        { "setp.gt.ftz.f32 %p4, %f1, %f2;", 'p', denormal, 0, 0, 0 },
    };
    CHECK(rows);
}

static void test_conversions(void **state)
{
    (void)state;
    const row rows[] = {
        { "cvt.rna.tf32.f32 %r4, %f1;", 'r', 0x3F800FFF, 0, 0, 0x3F800000 },                  // less than half
        { "cvt.rna.tf32.f32 %r4, %f1;", 'r', 0x3F801000, 0, 0, 0x3F802000 },                  // ties away, from even ones, too
        { "cvt.rna.tf32.f32 %r4, %f1;", 'r', 0xBF801000, 0, 0, 0xBF802000 },
        { "cvt.rna.tf32.f32 %r4, %f1;", 'r', 0x3FFFF000, 0, 0, 0x40000000 },                  // into the exponent
        { "cvt.rna.tf32.f32 %r4, %f1;", 'r', 0x7F7FFFFF, 0, 0, 0x7F800000 },
        { "cvt.rna.tf32.f32 %r4, %f1;", 'r', 0xFF800000, 0, 0, 0xFF800000 },
        { "cvt.rna.tf32.f32 %r4, %f1;", 'r', 0x7F800001, 0, 0, 0x7FFFFFFF },
        { "cvt.rna.tf32.f32 %r4, %f1;", 'r', 0x80001FFF, 0, 0, 0x80002000 },                  // subnormal
        { "cvt.rna.tf32.f32 %r4, 0f80000FFF;", 'r', 0, 0, 0, 0x80000000 },
        { "cvt.s32.s8 %r4, %r1;", 'r', 0x1FF, 0, 0, 0xFFFFFFFF },
        { "cvt.u32.u8 %r4, %r1;", 'r', 0x1FF, 0, 0, 0xFF },
        { "cvt.s64.s32 %rd4, %r1;", 'd', 0x80000000, 0, 0, 0xFFFFFFFF80000000 },
        { "cvt.u64.u16 %rd4, %rs1;", 'd', 0x12345, 0, 0, 0x2345 },
        { "cvt.u16.u64 %rs4, %rd1;", 'h', 0x123456789, 0, 0, 0x6789 },
        { "cvt.sat.u8.s32 %r4, %r1;", 'r', M32(-5), 0, 0, 0 },
        { "cvt.sat.s8.s32 %r4, %r1;", 'r', 1000, 0, 0, 127 },
        { "cvt.sat.s32.u64 %r4, %rd1;", 'r', UINT64_MAX, 0, 0, 0x7FFFFFFF },
        { "cvt.rzi.s32.f32 %r4, %f1;", 'r', f32(-2.7f), 0, 0, M32(-2) },
        { "cvt.rni.s32.f32 %r4, %f1;", 'r', f32(2.5f), 0, 0, 2 },
        { "cvt.rmi.s32.f32 %r4, %f1;", 'r', f32(-2.1f), 0, 0, M32(-3) },
        { "cvt.rpi.s32.f64 %r4, %fd1;", 'r', f64(2.1), 0, 0, 3 },
        { "cvt.rzi.u32.f32 %r4, %f1;", 'r', f32(-1.0f), 0, 0, 0 },
        { "cvt.rzi.s32.f32 %r4, %f1;", 'r', f32(1e20f), 0, 0, 0x7FFFFFFF },
        { "cvt.rzi.s32.f32 %r4, %f1;", 'r', 0x7FC00000, 0, 0, 0 },
        { "cvt.rzi.s64.f64 %rd4, %fd1;", 'd', f64(NAN), 0, 0, 1ull << 63 },
        { "cvt.rzi.u64.f64 %rd4, %fd1;", 'd', f64(1.8e19), 0, 0, 18000000000000000000u },
        { "cvt.rn.f32.s32 %f4, %r1;", 'f', M32(-16777217), 0, 0, f32(-16777216.0f) },
        { "cvt.rp.f32.u32 %f4, %r1;", 'f', 16777217, 0, 0, f32(16777218.0f) },
        { "cvt.rz.f32.u64 %f4, %rd1;", 'f', UINT64_MAX, 0, 0, f32(18446742974197923840.0f) },
        { "cvt.rn.f64.s64 %fd4, %rd1;", 'F', MINUS(3), 0, 0, f64(-3.0) },
        { "cvt.rm.f64.u64 %fd4, %rd1;", 'F', 0, 0, 0, 0 },
        { "cvt.rm.f64.u32 %fd4, %r1;", 'F', 0, 0, 0, 0 },
        { "cvt.rm.f32.u64 %f4, %rd1;", 'f', 0, 0, 0, 0 },
        { "cvt.rm.f32.s32 %f4, %r1;", 'f', 0, 0, 0, 0 },
        { "cvt.f64.f32 %fd4, %f1;", 'F', f32(1.25f), 0, 0, f64(1.25) },
        { "cvt.rn.f32.f64 %f4, %fd1;", 'f', f64(0.1), 0, 0, f32(0.1f) },
        { "cvt.rm.f32.f64 %f4, %fd1;", 'f', f64(1.0 + 1e-12), 0, 0, f32(1.0f) },
        { "cvt.rp.f32.f64 %f4, %fd1;", 'f', f64(1.0 + 1e-12), 0, 0, f32(nextafterf(1.0f, 2.0f)) },
        { "cvt.rni.f32.f32 %f4, %f1;", 'f', f32(3.5f), 0, 0, f32(4.0f) },
        { "cvt.rmi.f64.f64 %fd4, %fd1;", 'F', f64(-0.5), 0, 0, f64(-1.0) },
        { "cvt.sat.f32.f32 %f4, %f1;", 'f', f32(3.5f), 0, 0, f32(1.0f) },
        { "cvt.ftz.f64.f32 %fd4, %f1;", 'F', 1, 0, 0, 0 },
        { "mov.b64 %rd4, {%r1, %r2};", 'd', 1, 2, 0, 0x200000001 },
        { "mov.b64 {%r4, %r5}, %rd1;", 'r', 0x200000001, 0, 0, 1 },
        { "mov.b64 {%r5, %r4}, %rd1;", 'r', 0x200000001, 0, 0, 2 },
        { "mov.b32 {%rs5, %rs4}, %r1;", 'h', 0x20001, 0, 0, 2 },
        { "mov.b64 %rd4, {%rs1, %rs2, %rs3, %rs1};", 'd', 1, 2, 3, 0x0001000300020001 },
        { "mov.f64 %fd4, 0d3FF8000000000000;", 'F', 0, 0, 0, f64(1.5) },
        { "mov.f32 %f4, 1.5;", 'f', 0, 0, 0, f32(1.5f) },
        { "mov.u64 %rd4, -1;", 'd', 0, 0, 0, UINT64_MAX },
        { "mov.u32 %r4, 0x10;", 'r', 0, 0, 0, 16 },
        { "mov.u32 %r4, 010;", 'r', 0, 0, 0, 8 },
        { "mov.u32 %r4, WARP_SZ;", 'r', 0, 0, 0, 32 },
        { "mov.b64 %rd4, {1, %r1};", 'd', 7, 0, 0, 7ull << 32 | 1 },
        { "mov.b64 %rd4, {%r1, -1};", 'd', 7, 0, 0, 0xFFFFFFFF00000007 },
        { "mov.b64 %rd4, {0f3F800000, 1.5};", 'd', 0, 0, 0, f32(1.5f) << 32 | f32(1.0f) },
        { "mov.b64 %rd4, {%rs1, 2, 0xFFFF, %rs2};", 'd', 7, 8, 0, 0x0008FFFF00020007 },
        { "mov.b32 %r4, {-1, %rs1};", 'r', 7, 0, 0, 0x7FFFF },
    };
    CHECK(rows);
}

static void test_specials_and_lanes(void **state)
{
    (void)state;
    static ptx_run_result r;
    ptx_run_options o = { .grid = 2, .block = { 4, 4, 3 } };
    ptx_run_body("", "mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z; mov.u32 %r3, %laneid; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %nctaid.x;"
                     "mov.u32 %r6, %lanemask_lt; mov.u32 %r7, %warpid; mov.u32 %r8, %ntid.z;"
                     "mad.lo.u32 %r9, %r2, 4, %r1; mad.lo.u32 %r9, %r9, 4, %r30; mad.lo.u32 %r10, %r4, 48, %r9;"
                     "shl.b32 %r11, %r7, 8; or.b32 %r11, %r11, %r3; shl.b32 %r12, %r5, 16; or.b32 %r11, %r11, %r12; shl.b32 %r12, %r8, 24; or.b32 %r11, %r11, %r12;"
                     "mov.b64 %rd1, {%r11, %r6}; ld.param.u64 %rd2, [out]; mul.wide.u32 %rd3, %r10, 8; add.u64 %rd2, %rd2, %rd3; st.global.u64 [%rd2], %rd1;", &o, &r);
    assert_true(r.good);
    for (uint64_t i = 0; i < 96; i++) {
        uint64_t t = i % 48, lane = t % 32;
        assert_int_equal(r.out[i], ((1ull << lane) - 1) << 32 | 3 << 24 | 2 << 16 | (t / 32) << 8 | lane);
    }
    ptx_run_body("", "add.u32 %r1, %r30, 100; shfl.sync.down.b32 %r2|%p1, %r1, 2, 31, -1; selp.u32 %r3, 1, 0, %p1; shfl.up.b32 %r4, %r1, 1, 0;"
                     "shfl.bfly.b32 %r5, %r1, 4, 0x1F; shfl.idx.b32 %r6, %r1, 3, 0x181F; setp.lt.u32 %p2, %r30, 5; vote.ballot.b32 %r7, %p2; vote.all.pred %p3, !%p2;"
                     "shl.b32 %r8, %r3, 8; or.b32 %r2, %r2, %r8; shl.b32 %r4, %r4, 16; or.b32 %r2, %r2, %r4; mov.b64 %rd1, {%r2, %r5};"
                     "st.global.u64 [%rd30], %rd1; cvt.u64.u32 %rd2, %r6; st.global.u64 [%rd30+256], %rd2; cvt.u64.u32 %rd2, %r7; @!%p3 st.global.u64 [%rd30+512], %rd2;", NULL, &r);
    assert_true(r.good);
    for (uint64_t i = 0; i < 32; i++) {
        uint64_t down = i + 2 < 32 ? i + 102 : i + 100, up = i >= 1 ? i + 99 : 100;
        assert_int_equal(r.out[i], (100 + (i ^ 4)) << 32 | up << 16 | (uint64_t)(i + 2 < 32) << 8 | down);
        assert_int_equal(r.out[32 + i], 100 + (i & 24) + 3);
        assert_int_equal(r.out[64 + i], 0x1F);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_add_sub_mul), cmocka_unit_test(test_divide_and_compare), cmocka_unit_test(test_bits),
        cmocka_unit_test(test_floats), cmocka_unit_test(test_conversions), cmocka_unit_test(test_specials_and_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
