// SPDX-License-Identifier: BSD-3-Clause
// Golden messages of refused PTX, each with its line. Also: what is legal and must parse.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "sim/frontend/program.h"

static void expect(const char *text, const char *message)
{
    ptx_error error;
    program *p = program_parse("t.ptx", text, strlen(text), &error);
    if (p != NULL) {
        program_free(p);
        fail_msg("accepted: %s", text);
    }
    assert_string_equal(error.text, message);
}

#define HEAD ".version 3.2\n.target sm_20\n.address_size 64\n"
#define BODY(text) HEAD ".visible .entry k(.param .u64 a)\n{\n.reg .pred %p<4>; .reg .b16 %rs<4>; .reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .f32 %f<4>;\n" text "\n}\n"

static void test_module_errors(void **state)
{
    (void)state;
    expect("", "t.ptx:1: the text ends, expected \".version\" at the beginning of PTX");
    expect("hello", "t.ptx:1: \"hello\" found, expected \".version\" at the beginning of PTX");
    expect(HEAD ".sreg", "t.ptx:4: \".sreg\" found, expected a directive such as .entry, .func, .global or .const");
    expect(HEAD ".entry k(.param .u64 a", "t.ptx:4: the text ends, expected \",\"");
    expect(HEAD ".entry k()\n{\n", "t.ptx:6: the text ends, expected an opcode that is supported");
    expect(HEAD ".global .u32 x = { 1, 2 };", "t.ptx:4: more initial values than x holds, expected at most 4 bytes");
    expect(HEAD ".global .align 3 .u32 x;", "t.ptx:4: alignment 3, expected a power of two up to 4096");
    expect(HEAD ".global .u32 x;\n.global .u32 x;", "t.ptx:5: x is declared a second time, first in line 4");
    expect(HEAD ".global .u32 x[4][1000000][1000000];", "t.ptx:4: x is too large, expected at most 1073741824 bytes");
    expect(HEAD ".shared .u32 x = 3;", "t.ptx:4: x has an initial value, expected that only of .global and .const");
    expect(HEAD ".entry k() { ret; }\n.entry k() { ret; }", "t.ptx:5: k is declared a second time, first in line 4");
    expect(HEAD ".extern .global .u32 x;\n.entry k() { .reg .b64 %r; mov.u64 %r, x; }", "t.ptx:4: x is .extern, expected a definition in this file");
}

static void test_body_errors(void **state)
{
    (void)state;
    expect(BODY("frobnicate.u32 %r1, %r2;"), "t.ptx:7: \"frobnicate\" found, expected an opcode that is supported");
    expect(BODY("add.u33 %rs1, %rs2, %rs3;"), "t.ptx:7: \".u33\" found, expected a type or modifier that is supported");
    expect(BODY("add.s32 %r1, %r2;"), "t.ptx:7: add.s32: 2 operands found, expected 3");
    expect(BODY("add.s32 %r1, %r2, %rd1;"), "t.ptx:7: add.s32: register %rd1 is .b64, expected 32 bits");
    expect(BODY("add.s32 %r1, %r2, %r9;"), "t.ptx:7: \"%r9\" found, expected a declared register or variable, a special register or a number");
    expect(BODY("add.pred %p1, %p2, %p3;"), "t.ptx:7: add.pred: type .pred found, expected one that add has");
    expect(BODY("add.ftz.s32 %r1, %r2, %r3;"), "t.ptx:7: add.ftz.s32: modifier .ftz found, expected one that add has");
    expect(BODY("mul.s32 %r1, %r2, %r3;"), "t.ptx:7: mul.s32: expected .lo, .hi or .wide");
    expect(BODY("setp.lo.s32 %p1, %r2, %r3;"), "t.ptx:7: setp.lo.s32: expected a comparison that type .s32 has, such as .eq or .lt");
    expect(BODY("setp.ltu.s32 %p1, %r2, %r3;"), "t.ptx:7: setp.ltu.s32: type .s32 found, expected one that has this comparison");
    expect(BODY("cvt.s32.f32 %r1, %f1;"), "t.ptx:7: cvt.s32.f32: expected .rni, .rzi, .rmi or .rpi from a float to an integer");
    expect(BODY("ld.global.v4.f64 {%rd0,%rd1,%rd2,%rd3}, [%rd1];"), "t.ptx:7: ld.global.v4.f64: 32 bytes a thread found, expected at most 16");
    expect(BODY("ld.global.v2.f32 %f1, [%rd1];"), "t.ptx:7: ld.global.v2.f32: 1 elements found, expected 2");
    expect(BODY("ld.global.u64 %r1, [%rd1];"), "t.ptx:7: ld.global.u64: register %r1 is .b32, expected 64 bits or more");
    expect(BODY("ld.global.u32 %r1, [%rs1];"), "t.ptx:7: ld.global.u32: register %rs1 is .b16, expected an address of 32 or 64 bits");
    expect(BODY("st.const.u32 [%rd1], %r1;"), "t.ptx:7: st.const.u32: a store to constant or parameter space found, expected a space that can be written");
    expect(BODY("bra NOWHERE;"), "t.ptx:7: label NOWHERE is not in this function, expected a label of it");
    expect(BODY("bar.sync 16;"), "t.ptx:7: bar.sync: expected the number of a barrier from 0 to 15");
    expect(BODY("bar.arrive 0;"), "t.ptx:7: bar.arrive: 1 operands found, expected 2");
    expect(BODY("bar.arrive 0, 0;"), "t.ptx:7: bar.arrive: expected a number of threads that is a multiple of 32 up to 2048");
    expect(BODY("bar.sync 0, 33;"), "t.ptx:7: bar.sync: expected a number of threads that is a multiple of 32 up to 2048");
    expect(BODY("bar.sync %rd1;"), "t.ptx:7: bar.sync: register %rd1 is .b64, expected 32 bits");
    expect(BODY("bar.sync a;"), "t.ptx:7: bar.sync: expected the number of a barrier from 0 to 15");
    expect(BODY("bar.red.popc.pred %p1, 0, %p2;"), "t.ptx:7: bar.red.popc.pred: expected .popc.u32, .and.pred or .or.pred");
    expect(BODY("bar.red.and.pred %p1, 0;"), "t.ptx:7: bar.red.and.pred: 2 operands found, expected 3 or more");
    expect(BODY("bar.red.and.pred %p1, 0, %r1;"), "t.ptx:7: bar.red.and.pred: register %r1 is .b32, expected a predicate");
    expect(BODY("bar 0;"), "t.ptx:7: bar: expected .sync, .arrive or .red");
    expect(BODY("bar.warp 0;"), "t.ptx:7: bar.warp: expected .sync");
    expect(BODY("barrier.warp.sync 0;"), "t.ptx:7: barrier.warp.sync: modifier .warp found, expected one that barrier has");
    expect(BODY("barrier.cluster.arrive;"), "t.ptx:7: \".cluster\" found, not supported: clusters of CTAs; instead: exchange through global memory, in another launch");
    expect(BODY("st.global.v2.u32 [%rd1], {%r1, %rd1};"), "t.ptx:7: st.global.v2.u32: registers of 32 and 64 bits in one vector, expected the same size");
    expect(BODY("st.global.v2.u32 [%rd1], {1, 2, 3};"), "t.ptx:7: st.global.v2.u32: 3 elements found, expected 2");
    expect(BODY("ld.global.v2.u32 {%r1, 1}, [%rd1];"), "t.ptx:7: ld.global.v2.u32: element 2 is a number, expected a register or \"_\"");
    expect(BODY("mov.b64 {%r1, 1}, %rd1;"), "t.ptx:7: mov.b64: expected a register or \"_\" as destination");
    expect(BODY("mov.b64 %rd1, {%r1, _};"), "t.ptx:7: mov.b64: expected a register or a number as source");
    expect(BODY("st.global.v2.u32 [%rd1], {1, {2}};"), "t.ptx:7: \"{\" found, expected a number");
    expect(BODY("rcp.ftz.f64 %rd1, %rd2;"), "t.ptx:7: rcp.ftz.f64: .ftz without .approx found, expected .approx.ftz.f64");
    expect(BODY("match.sync.b32 %r1, %r2, -1;"), "t.ptx:7: match.sync.b32: expected .any or .all");
    expect(BODY("match.any.b32 %r1, %r2, -1;"), "t.ptx:7: match.any.b32: expected .sync");
    expect(BODY("match.any.sync.b32 %r1|%p1, %r2, -1;"), "t.ptx:7: match.any.sync.b32: two destinations found, expected one");
    expect(BODY("redux.sync.and.u32 %r1, %r2, -1;"), "t.ptx:7: redux.sync.and.u32: expected .add, .min or .max of .u32 or .s32, or .and, .or or .xor of .b32");
    expect(BODY("elect.sync %r1, -1;"), "t.ptx:7: elect.sync: one destination found, expected d|p");
    expect(BODY("isspacep %p1, %rd1;"), "t.ptx:7: isspacep: expected .const, .global, .local, .shared or .param");
    expect(BODY("isspacep.global %p1, %rs1;"), "t.ptx:7: isspacep.global: register %rs1 is .b16, expected 32 bits");
    expect(BODY("nanosleep.s32 1;"), "t.ptx:7: nanosleep.s32: type .s32 found, expected .u32");
    expect(BODY("prefetch.global [%rd1];"), "t.ptx:7: prefetch.global: expected .L1 or .L2");
    expect(BODY("prefetch.shared.L1 [%rd1];"), "t.ptx:7: prefetch.shared.L1: expected .global, .local or a generic address");
    expect(BODY("prefetchu.L2 [%rd1];"), "t.ptx:7: prefetchu.L2: expected .L1");
    expect(BODY("call foo;"), "t.ptx:7: \"foo\" found, expected the name of a declared function");
    expect(BODY("@%r1 bra L; L:"), "t.ptx:7: bra: register %r1 is .b32, expected a predicate");
    expect(BODY("mov.u32 %r1, 0fzz;"), "t.ptx:7: \"0fzz\" found, expected a number");
    expect(BODY("mov.u32 %r1, \x01;"), "t.ptx:7: \"?\" found, expected a number");
    expect(BODY(".reg .b32 %x<99999>;"), "t.ptx:7: too many registers, expected at most 65534 in a function");
    expect(BODY("atom.global.min.f32 %f1, [%rd1], %f2;"), "t.ptx:7: atom.global.min.f32: type .f32 found, expected one that this operation has");
}

static void test_call_errors(void **state)
{
    (void)state;
    expect(HEAD ".func f(.param .b32 x) { ret; }\n.entry k() { .param .b64 p; call f, (p); ret; }", "t.ptx:5: call: argument 1 has 8 bytes, expected 4");
    expect(HEAD ".func f(.param .b32 x) { ret; }\n.entry k() { call f; ret; }", "t.ptx:5: call: 0 arguments found, expected 1 for f");
    expect(HEAD ".func f(.param .b32 x);\n.entry k() { .param .b32 p; call f, (p); ret; }\n.func f() { ret; }",
           "t.ptx:5: call of f, expected the parameters of its definition in line 6");
}

static void test_every_prefix(void **state)
{
    (void)state;
    static const char text[] = BODY("ld.param.u64 %rd1, [a]; { // callseq\n mov.u32 %r1, %tid.x; } /* c */ L: setp.lt.s32 %p1, %r1, 0f3F800000; @%p1 bra L; st.global.v2.u32 [%rd1+-4], {%r1, %r2}; ret;");
    for (size_t n = 0; n < sizeof text; n++) {
        ptx_error error;
        char *exact = malloc(n + 1);
        memcpy(exact, text, n);
        program *p = program_parse("t.ptx", exact, n, &error);
        assert_true(p != NULL || strncmp(error.text, "t.ptx:", 6) == 0);
        program_free(p);
        free(exact);
    }
}

static void test_legal(void **state)
{
    (void)state;
    static const char text[] =
        "// comment\n.version 9.0\n.target sm_75, debug\n.address_size 64\n.file 1 \"a.cu\"\n"
        ".extern .func (.param .b32 func_retval0) vprintf(.param .b64 p0, .param .b64 p1) ;\n"
        ".weak .func helper(.param .align 8 .b8 s[16])\n.noreturn\n{\n.loc 1 2 3\nret;\n}\n"
        ".visible .entry _ZN2ab3fooEi(.param .u64 .ptr .global .align 4 x,\n.param .align 8 .b8 y[24])\n.maxntid 256, 1, 1\n.minnctapersm 2\n"
        "{\n.reg .b32 r1, r2;\n.loc 1 5 1, function_name $L__info, inlined_at 1 2 3\n{ .reg .pred p; setp.ne.u32 p, r1, 0; @p bra $X; $X: mov.u32 r2, 1; }\n"
        "{ .reg .pred p; @!p bra $X; $X: mov.u32 r2, 2; }\n.pragma \"nounroll\";\nld.volatile.shared::cta.u32 r1, [0];\nst.relaxed.gpu.global.L1::no_allocate.u32 [0], r1;\nfence.acq_rel.gpu;\nmembar.gl;\n}\n"
        ".section .debug_info { .b32 1, 2, $L }\n";
    ptx_error error;
    program *p = program_parse("t.ptx", text, sizeof text - 1, &error);
    if (p == NULL) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(program_kernels(p), 1);
    const kernel *k = program_find(p, "foo", &error);
    assert_non_null(k);
    assert_string_equal(kernel_name(k), "_ZN2ab3fooEi");
    assert_int_equal(kernel_params(k), 2);
    assert_int_equal(kernel_param_at(k, 0)->kind, 'u');
    assert_int_equal(kernel_param_at(k, 1)->size, 24);
    assert_int_equal(kernel_param_at(k, 1)->align, 8);
    assert_null(program_find(p, "fo", &error));
    assert_string_equal(error.text, "t.ptx: entry fo not found; the nearest is _ZN2ab3fooEi; expected one of: _ZN2ab3fooEi");
    program_free(p);
}

static void test_missing_file(void **state)
{
    (void)state;
    ptx_error error;
    assert_null(program_load("build/no/such.ptx", &error));
    assert_string_equal(error.text, "build/no/such.ptx: cannot be opened, expected a PTX file: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_module_errors), cmocka_unit_test(test_body_errors), cmocka_unit_test(test_call_errors),
        cmocka_unit_test(test_every_prefix), cmocka_unit_test(test_legal), cmocka_unit_test(test_missing_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
