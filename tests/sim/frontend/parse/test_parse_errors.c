// SPDX-License-Identifier: BSD-3-Clause
// Golden messages of refused PTX, each with its line. Also: what is legal and must parse.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    expect(HEAD ".global .u32 x = {{{{{{{{{{1}}}}}}}}}};", "t.ptx:4: initial value nested too deeply, expected at most 8 levels");
    expect(HEAD ".entry k(.param .b8 x[32765]) { ret; }", "t.ptx:4: the parameters of k take more than 32764 bytes");
    expect(HEAD ".entry k() { .shared .b8 x[16777000]; .shared .b8 y[16777000]; st.shared.u32 [x], 1; st.shared.u32 [y], 1; ret; }",
           "t.ptx:4: y: too much shared memory, expected less than 16777216 bytes");
    expect(HEAD ".entry k() { .local .b8 x[16777215]; .local .b8 y[16777215]; ret; }", "t.ptx:4: y: too much local memory, expected less than 16777216 bytes");
    expect(HEAD ".func f() { .local .b8 x[9000000]; ret; }\n.func g() { .local .b8 x[9000000]; call f; ret; }\n.entry k() { call g; ret; }",
           "t.ptx:5: g: too much local memory, expected less than 16777216 bytes");
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
    expect(BODY("call foo;"), "t.ptx:7: \"foo\" found, expected the name of a declared function, or a register with the address of one");
    expect(BODY("@%r1 bra L; L:"), "t.ptx:7: bra: register %r1 is .b32, expected a predicate");
    expect(BODY("mov.u32 %r1, 0fzz;"), "t.ptx:7: \"0fzz\" found, expected a number");
    expect(BODY("mov.u32 %r1, \x01;"), "t.ptx:7: \"?\" found, expected a number");
    expect(BODY(".reg .b32 %x<99999>;"), "t.ptx:7: too many registers, expected at most 65534 in a function");
    expect(BODY("mma.sync.sync.sync.sync.sync.sync.sync.sync.sync.sync.sync.sync.sync %r1, %r2, %r3, %r4;"), "t.ptx:7: \".sync\" found, expected fewer modifiers");
    expect(BODY("cp.async.ca.ca.ca.ca.ca.ca.ca.ca.ca.ca.ca.ca [%rd1], [%rd2], 4;"), "t.ptx:7: \".ca\" found, expected fewer modifiers");
    expect(BODY("atom.global.min.f32 %f1, [%rd1], %f2;"), "t.ptx:7: atom.global.min.f32: type .f32 found, expected one that this operation has");
}

// What each instruction asks of its modifiers, types and operands.
static void test_form_errors(void **state)
{
    (void)state;
    expect(BODY("mul.wide.u64 %rd1, %rd2, %rd3;"), "t.ptx:7: mul.wide.u64: type .u64 found, expected 16 or 32 bits for .wide");
    expect(BODY("mul24.s32 %r1, %r2, %r3;"), "t.ptx:7: mul24.s32: expected .lo or .hi");
    expect(BODY("min.xorsign.f32 %f1, %f2, %f3;"), "t.ptx:7: min.xorsign.f32: expected .xorsign.abs");
    expect(BODY("tanh.f32 %f1, %f2;"), "t.ptx:7: tanh.f32: expected .approx.f32");
    expect(BODY("bmsk.b32 %r1, %r2, %r3;"), "t.ptx:7: bmsk.b32: expected .wrap or .clamp");
    expect(BODY("shf.b32 %r1, %r2, %r3, %r1;"), "t.ptx:7: shf.b32: expected .l or .r");
    expect(BODY("dp2a.u32.u32 %r1, %r2, %r3, %r1;"), "t.ptx:7: dp2a.u32.u32: expected .lo or .hi");
    expect(BODY("dp4a.u32.u64 %r1, %r2, %r3, %r1;"), "t.ptx:7: dp4a.u32.u64: types .u32 and .u64 found, expected .u32 or .s32");
    expect(BODY("mov.b64 %rd1, {%r1, %r2, %r3};"), "t.ptx:7: mov.b64: 3 elements found, expected parts of 16 or 32 bits that make .b64");
    expect(BODY("mov.b64 {%r1, %r2, %r3}, %rd1;"), "t.ptx:7: mov.b64: 3 elements found, expected parts of 16 or 32 bits that make .b64");
    expect(BODY("cvt.rn.tf32.f32 %r1, %f1;"), "t.ptx:7: cvt.rn.tf32.f32: expected .rna.tf32.f32");
    expect(BODY("cvt.rna.f32.f32 %f1, %f1;"), "t.ptx:7: cvt.rna.f32.f32: expected .rna.tf32.f32");
    expect(BODY("cvt.rna.tf32.f64 %r1, %rd1;"), "t.ptx:7: cvt.rna.tf32.f64: expected .rna.tf32.f32");
    expect(BODY("cvt.rna.tf32.f32 %rd1, %f1;"), "t.ptx:7: cvt.rna.tf32.f32: register %rd1 is .b64, expected 32 bits");
    expect(BODY("cvt.u32.pred %r1, %p1;"), "t.ptx:7: cvt.u32.pred: type .pred found, expected a number");
    expect(BODY("cvta.global.f32 %f1, %f2;"), "t.ptx:7: cvta.global.f32: expected a space and .u32 or .u64");
    expect(BODY("selp.pred %p1, %p2, %p3, %p1;"), "t.ptx:7: selp.pred: type .pred found, expected 16, 32 or 64 bits");
    expect(BODY("slct.u32.u32 %r1, %r2, %r3, %r1;"), "t.ptx:7: slct.u32.u32: types .u32.u32 found, expected a selection by .s32 or .f32");
    expect(BODY("set.eq.b32.s32 %r1, %r2, %r3;"), "t.ptx:7: set.eq.b32.s32: type .b32 found, expected .u32, .s32 or .f32 as result");
    expect(BODY("prmt.u32 %r1, %r2, %r3, %r1;"), "t.ptx:7: prmt.u32: type .u32 found, expected .b32");
    expect(BODY("lop3.b32 %r1, %r2, %r3, %r1, 256;"), "t.ptx:7: lop3.b32: expected .b32 and a table from 0 to 255");
    expect(BODY("shfl.sync.b32 %r1, %r2, 1, 31, -1;"), "t.ptx:7: shfl.sync.b32: expected .up, .down, .bfly or .idx");
    expect(BODY("shfl.sync.up.u32 %r1, %r2, 1, 31, -1;"), "t.ptx:7: shfl.sync.up.u32: type .u32 found, expected .b32");
    expect(BODY("vote.sync.pred %p1, %p2, -1;"), "t.ptx:7: vote.sync.pred: expected .all, .any, .uni or .ballot");
    expect(BODY("vote.sync.all.b32 %r1, %p2, -1;"), "t.ptx:7: vote.sync.all.b32: type .b32 found, expected .pred");
    expect(BODY("activemask.u32 %r1;"), "t.ptx:7: activemask.u32: type .u32 found, expected .b32");
    expect(BODY("match.any.sync.u32 %r1, %r2, -1;"), "t.ptx:7: match.any.sync.u32: type .u32 found, expected .b32 or .b64");
    expect(BODY("tex.1d.v4.f32.s32 %f1, [%rd1, {%r1}];"), "t.ptx:7: tex.1d.v4.f32.s32: expected a vector of 4 registers as destination");
    expect(BODY("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%r1, {%r1}];"), "t.ptx:7: tex.1d.v4.f32.s32: expected a .texref, a .surfref or a register of 64 bits with a texture or surface");
    expect(BODY("tex.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%rd1, {%r1}];"), "t.ptx:7: tex.v4.f32.s32: expected .1d, .2d, .3d, .a1d, .a2d, .cube or .acube");
    expect(BODY("tex.1d.f32.s32 {%f0, %f1, %f2, %f3}, [%rd1, {%r1}];"), "t.ptx:7: tex.1d.f32.s32: expected .v4");
    expect(BODY("tex.1d.v4.f64.s32 {%f0, %f1, %f2, %f3}, [%rd1, {%r1}];"), "t.ptx:7: tex.1d.v4.f64.s32: types .f64 and .s32 found, expected .f32, .s32 or .u32, and .s32 or .f32");
    expect(BODY("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, %rd1;"), "t.ptx:7: tex.1d.v4.f32.s32: expected [texture, {coordinates}]");
    expect(BODY("tex.2d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%rd1, {%r1}];"), "t.ptx:7: tex.2d.v4.f32.s32: 1 coordinates found, expected 2");
    expect(BODY("add.s32 5, %r2, %r3;"), "t.ptx:7: add.s32: operand 1 is not a register, expected a destination");
    expect(BODY("mov.u32 %r1, %envreg32;"), "t.ptx:7: \"%envreg32\" found, expected a declared register or variable, a special register or a number");
    expect(BODY("mov.u32 %r1, %envreg01;"), "t.ptx:7: \"%envreg01\" found, expected a declared register or variable, a special register or a number");
    expect(BODY("testp.f32 %p1, %f1;"),
           "t.ptx:7: testp.f32: expected .finite, .infinite, .number, .notanumber, .normal or .subnormal of .f32 or .f64");
    expect(BODY("min.NaN.s32 %r1, %r2, %r3;"), "t.ptx:7: min.NaN.s32: modifier .NaN found, expected one that min has");
    expect(BODY("atom.global.exch.b16 %rs1, [%rd1], %rs2;"), "t.ptx:7: atom.global.exch.b16: type .b16 found, expected one that this operation has");
    expect(BODY("add.s32 %r1, %r2, %clock64;"), "t.ptx:7: add.s32: a special register of 64 bits found, expected 32");
    expect(BODY("mov.u16 %rs1, a;"), "t.ptx:7: mov.u16: the address of a found, expected a type of 32 or 64 bits for it");
    expect(BODY("add.s32 %r1, !%r2, %r3;"), "t.ptx:7: add.s32: a negated predicate found, expected a plain operand");
    expect(BODY("and.pred %p1, !%p2, %p3;"), "t.ptx:7: and.pred: a negated predicate found, expected a plain operand");
    expect(BODY("st.shared.u32 [a], %r1;"), "t.ptx:7: st.shared.u32: variable a does not lie in the space of this instruction");
    expect(BODY("ld.param.u64 %rd1, %rd2;"), "t.ptx:7: ld.param.u64: operand 2 is no address, expected [...]");
    expect(BODY("ld.global.u32 5, [%rd1];"), "t.ptx:7: ld.global.u32: operand 1 is not a register, expected a destination");
    expect(BODY("ld.global.pred %p1, [%rd1];"), "t.ptx:7: ld.global.pred: type .pred found, expected a type with a size");
    expect(BODY("atom.global.u32 %r1, [%rd1], %r2;"), "t.ptx:7: atom.global.u32: expected an operation such as .add, .min, .exch or .cas");
    expect(BODY("atom.local.add.u32 %r1, [%rd1], %r2;"), "t.ptx:7: atom.local.add.u32: expected .global, .shared or a generic address");
    expect(BODY("add.s32.s32 %r1, %r2, %r3;"), "t.ptx:7: add.s32.s32: type .s32 found, expected 1 type");
    expect(BODY("add.s32 %r1|%p1, %r2, %r3;"), "t.ptx:7: add.s32: two destinations found, expected one");
    expect(BODY("st.global.v4.u32 [%rd1], {1, 2, 3, 4, 5};"), "t.ptx:7: \"5\" found, expected at most four elements of a vector");
    expect(BODY("ld.global.u32.u32.u32.u32.u32 %r1, [%rd1];"), "t.ptx:7: \".u32\" found, expected fewer modifiers");
    expect(BODY("ld.global.v2.u32 {%r1, nobody}, [%rd1];"), "t.ptx:7: \"nobody\" found, expected a declared register");
    expect(BODY("ld.global.v2.u32 {%r1, a}, [%rd1];"), "t.ptx:7: \"a\" found, expected a declared register");
    expect(BODY(".pragma nounroll;"), "t.ptx:7: \"nounroll\" found, expected a string");
    expect(BODY(".local .pred x;"), "t.ptx:7: x is a predicate variable, expected a register");
    expect(BODY("bra 5;"), "t.ptx:7: \"5\" found, expected a label");
    expect(BODY(".param .b32 x[];"), "t.ptx:7: parameter x has no size, expected a number of elements");
    expect(BODY("call f, (%r0, %r1, %r2, %r3, %r0, %r1, %r2, %r3, %r0, %r1, %r2, %r3, %r0, %r1, %r2, %r3);"), "t.ptx:7: \"f\" found, expected the name of a declared function, or a register with the address of one");
    expect(BODY("ld.global.u64 %rd2, [%rd1-x];"), "t.ptx:7: \"x\" found, expected an offset");
    expect(BODY("ld.relaxed.gpu.sys.cta.global.ca.cg.cs.cv.lu.wt.wb.volatile.L1::no_allocate.u32 %r1, [%rd1];"), "t.ptx:7: \".volatile\" found, expected fewer modifiers");
    expect(BODY("add.s32 %r1, %r1, %r1, %r1, %r1, %r1, %r1, %r1, %r1;"), "t.ptx:7: \"%r1\" found, expected fewer operands");
}

// How deep a text may go.
static void test_depths(void **state)
{
    enum { DEEP = 70 };
    char text[8192], *at = text;
    (void)state;
    at += sprintf(at, HEAD ".entry k()\n{ ");
    for (unsigned i = 0; i < DEEP; i++)
        *at++ = '{';
    *at = 0;
    expect(text, "t.ptx:5: blocks nested too deeply, expected at most 64 levels");

    at = text + sprintf(text, HEAD ".func f0() { ret; }\n");
    for (unsigned i = 1; i < DEEP; i++)
        at += sprintf(at, ".func f%u() { call f%u; ret; }\n", i, i - 1);
    sprintf(at, ".entry k() { call f%u; ret; }\n", DEEP - 1);
    expect(text, "t.ptx:68: calls nested too deeply, expected at most 64 levels");
}

// How many there may be: arguments of a call, sources of an instruction with those and a guard, instructions of a module.
static void test_counts(void **state)
{
    enum { ARGUMENTS = 65, INSNS = (1 << 20) + 1 };
    char *text = malloc(256 + 5 * INSNS), *at;
    (void)state;
    assert_non_null(text);
    at = text + sprintf(text, HEAD ".func f() { ret; }\n.entry k() { call f, (1");
    for (unsigned i = 1; i < ARGUMENTS; i++)
        at += sprintf(at, ", 1");
    sprintf(at, "); }");
    expect(text, "t.ptx:5: \"1\" found, expected fewer arguments");

    expect(HEAD ".func f(.param .b32 a, .param .b32 b, .param .b32 c, .param .b32 d, .param .b32 e, .param .b32 g, .param .b32 h, .param .b32 i) { ret; }\n"
           ".entry k() { .reg .pred %p; .reg .b32 %r<8>; @%p call f, (%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7); ret; }",
           "t.ptx:5: call: too many source registers, expected at most 8");

    at = text + sprintf(text, HEAD ".entry k() {\n");
    for (unsigned i = 0; i < INSNS; i++)
        at += sprintf(at, "ret;\n");
    sprintf(at, "}");
    expect(text, "t.ptx:1048581: too many instructions, expected at most 1048576");
    free(text);
}

// A register of a range that is first met in a block stands behind the names of the block, of which some are in its bucket; with the
// block these go, and it stays.
static void test_range_met_in_a_block(void **state)
{
    enum { NAMES = 64, REGISTERS = 1000 };
    static char text[64 * 1024];
    (void)state;
    for (unsigned name = 0; name <= NAMES; name++) {
        char *at = text + sprintf(text, HEAD ".entry k() { .reg .b32 r<%u>; .reg .b32 inner%u;\n{ .reg .b32 inner0", REGISTERS, NAMES);
        char message[160];
        for (unsigned i = 1; i < NAMES; i++)
            at += sprintf(at, ", inner%u", i);
        at += sprintf(at, ";\n");
        for (unsigned i = 0; i < REGISTERS; i++)
            at += sprintf(at, "mov.b32 r%u, 1;", i);
        at += sprintf(at, "}\nmov.b32 r7, inner%u;}", name);
        ptx_error error;
        program *p = program_parse("t.ptx", text, strlen(text), &error);
        message[0] = 0;
        if (name < NAMES)
            snprintf(message, sizeof message, "t.ptx:7: \"inner%u\" found, expected a declared register or variable, a special register or a number", name);
        assert_string_equal(error.text, message);
        assert_true((p != NULL) == (name == NAMES));
        program_free(p);
    }
}

static void test_call_errors(void **state)
{
    (void)state;
    expect(HEAD ".func f(.param .b32 x) { ret; }\n.entry k() { .param .b64 p; call f, (p); ret; }", "t.ptx:5: call: argument 1 has 8 bytes, expected 4");
    expect(HEAD ".func f(.param .b32 x) { ret; }\n.entry k() { call f; ret; }", "t.ptx:5: call: 0 arguments found, expected 1 for f");
    expect(HEAD ".func f(.param .b32 x);\n.entry k() { .param .b32 p; call f, (p); ret; }\n.func f() { ret; }",
           "t.ptx:5: call of f, expected the parameters of its definition in line 6");
    expect(HEAD ".func (.param .b32 r) f() { ret; }\n.entry k() { .param .b64 p; call (p), f; ret; }", "t.ptx:5: call: the result has 8 bytes, expected 4");
    expect(HEAD ".func f(.param .b8 x[16]) { ret; }\n.entry k() { .reg .b32 %r; call f, (%r); ret; }",
           "t.ptx:5: call: argument 1 is a register or number, expected a .param variable");
    expect(HEAD ".func f(.param .b32 x) { ret; }\n.global .u32 g;\n.entry k() { call f, (g); ret; }",
           "t.ptx:6: \"g\" found, expected a .param variable of this function");
#define NINE(word) word "a, " word "b, " word "c, " word "d, " word "e, " word "g, " word "h, " word "i, " word "j"
    expect(HEAD ".func f(" NINE(".param .b32 ") ") { ret; }\n.entry k() { .reg .b32 " NINE("%") "; call f, (" NINE("%") "); ret; }",
           "t.ptx:5: call: too many sources, expected at most 8");
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
        ".section .debug_info { .b32 1, 2, $L }\n"
        ".pragma \"nounroll\";\n.alias a, b;\n.tex .u64 t;\n.global .v2 .f32 pairs;\n.global .v4 .f32 quads;\n.global .attribute(.managed) .u32 m;\n"
        ".func jumps()\n{ /* two\nlines */ .reg .pred p; .reg .b32 r<4>; .reg .f32 f; .extern .shared .b8 dyn[]; .section .x { .b32 1 }\n{ @p bra OUT; }\nOUT: mov.u32 r1, 5U; add.f32 f, f, 3; ld.local.v2.u32 {r1, r2}, [0]; }\n";
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

// As long as that may be: not an end, but no PTX.
static void test_long_file(void **state)
{
    enum { FILE_MAX = 64 << 20 };
    char path[256], message[400];
    ptx_error error;
    (void)state;
    snprintf(path, sizeof path, "%s/test_parse_errors.ptx", getenv("BUILD") ? getenv("BUILD") : "build");
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(ftruncate(fileno(f), FILE_MAX), 0);
    fclose(f);
    assert_null(program_load(path, &error));
    remove(path);
    snprintf(message, sizeof message, "%s: cannot be read, expected a PTX file of less than 64 MB", path);
    assert_string_equal(error.text, message);
}

// A kernel by its own name, which is part of the mangled one; a mangled name that is none has no own one.
static void test_mangled_names(void **state)
{
    static const char text[] = HEAD ".entry _Z4vaddPKf() { ret; }\n.entry _Z9k() { ret; }\n";
    ptx_error error;
    program *p = program_parse("t.ptx", text, sizeof text - 1, &error);
    (void)state;
    assert_non_null(p);
    assert_string_equal(kernel_name(program_find(p, "vadd", &error)), "_Z4vaddPKf");
    assert_null(program_find(p, "k", &error));
    assert_null(program_find(p, "9k", &error));
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_module_errors), cmocka_unit_test(test_body_errors), cmocka_unit_test(test_form_errors), cmocka_unit_test(test_depths),
        cmocka_unit_test(test_counts), cmocka_unit_test(test_range_met_in_a_block), cmocka_unit_test(test_call_errors),
        cmocka_unit_test(test_every_prefix), cmocka_unit_test(test_legal), cmocka_unit_test(test_missing_file), cmocka_unit_test(test_long_file), cmocka_unit_test(test_mangled_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
