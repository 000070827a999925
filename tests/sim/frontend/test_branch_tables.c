// SPDX-License-Identifier: BSD-3-Clause
// brx.idx: values of each thread, the order of the paths (each takes a number from a counter), where they meet again (the number of
// warp instructions), and what is wrong with tables.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/frontend/code.h"
#include "tests/sim/frontend/ptx_run.h"

enum { FRAME = 9 };      // warp instructions of ptx_run_body around the body, the ret included

static ptx_run_result r;

static void run(const char *module, const char *body, const ptx_run_options *o)
{
    ptx_run_body(module, body, o, &r);
    if (!r.good) {
        fail_msg("%s", r.error);
    }
}

#define TICKET "atom.shared.add.u32 %r9, [count], 1; "           // lanes of a path take numbers that follow each other
#define STORE  "mul.wide.u32 %rd2, %r9, 256; add.s64 %rd1, %rd1, %rd2; st.global.u64 [%rd30], %rd1;"
static const char counter[] = ".shared .u32 count;";

// switch (tid % 7): 0 to 4 as labels, of which 1 falls into 2 and 3 is written like 0; 5 and 6 do not come to the branch.
static void test_switch(void **state)
{
    (void)state;
    run(counter, "rem.u32 %r1, %r30, 7; mov.u64 %rd1, 0; mov.u32 %r9, 0; setp.ge.u32 %p1, %r1, 5; @%p1 bra DEFAULT;"
        "TABLE: .branchtargets A, B, C, A, E; brx.idx %r1, TABLE;"
        "E: " TICKET "mov.u64 %rd1, 50; bra END;"
        "C: " TICKET "add.u64 %rd1, %rd1, 30; bra END;"
        "B: mov.u64 %rd1, 20; bra C;"
        "A: " TICKET "mov.u64 %rd1, 10; bra END;"
        "DEFAULT: mov.u64 %rd1, 60;"
        "END: " STORE, NULL);
    static const unsigned value[7] = { 10, 50, 30, 10, 50, 60, 60 };
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i] % 256, value[i % 7]);
    }
    // A has the lanes 0 and 3 of seven, ten in all; then those of B, of C and of E. B and C do not wait for each other at C: it does not
    // post-dominate the branch.
    unsigned first[5] = { 0, 10, 15, 0, 20 };
    for (unsigned i = 0; i < 32; i++) {
        if (i % 7 < 5) {
            uint64_t ticket = r.out[i] / 256, from = first[i % 7], lanes = i % 7 == 0 || i % 7 == 3 ? 10 : i % 7 < 4 ? 5 : 4;
            assert_in_range(ticket, from, from + lanes - 1);
        }
    }
    assert_int_equal(r.warp_insns, FRAME + 5 + 1 + 1 + 3 + (2 + 3) + 3 + 3 + 3);
}

// The lowest index runs first, whatever the lanes; lanes whose guard is false run last.
static void test_order(void **state)
{
    (void)state;
    run(counter, "sub.u32 %r1, 31, %r30; shr.u32 %r1, %r1, 3; mov.u64 %rd1, 0; and.b32 %r2, %r30, 1; setp.eq.u32 %p1, %r2, 0;"
        "T: .branchtargets A, B, C, D; @%p1 brx.idx.uni %r1, T;"
        TICKET "bra END; D: " TICKET "bra END; C: " TICKET "bra END; B: " TICKET "bra END; A: " TICKET "END: " STORE, NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i] / 256, i % 2 != 0 ? 16 + i / 2 : (31 - i) / 8 * 4 + i % 8 / 2);
    }
}

// A state machine: lanes take as many turns as their number says, and leave by one of the labels.
static void test_loop(void **state)
{
    (void)state;
    run("", "mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u32 %r3, 0;"
        "LOOP: T: .branchtargets ONE, TWO, THREE, OUT, LOOP; brx.idx %r1, T;"
        "ONE: add.u32 %r2, %r2, 1; mov.u32 %r1, 1; bra LOOP;"
        "TWO: add.u32 %r2, %r2, 10; mov.u32 %r1, 2; bra LOOP;"
        "THREE: add.u32 %r2, %r2, 100; add.u32 %r3, %r3, 1; setp.gt.u32 %p1, %r3, %r30; selp.u32 %r1, 3, 0, %p1; bra LOOP;"
        "OUT: cvt.u64.u32 %rd1, %r2; st.global.u64 [%rd30], %rd1;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 111 * (i + 1));
    }
    assert_int_equal(r.warp_insns, FRAME + 3 + 32 * (4 + 4 + 6) + 1 + 2);              // they wait for each other at OUT alone
}

// 32 labels, one a lane; in a function, from which some return and in which others end; tables of inner blocks.
static void test_functions(void **state)
{
    (void)state;
    run(".func (.param .b64 result) f(.param .b32 x) { .reg .b32 %r<3>; .reg .b64 %rd<3>; ld.param.u32 %r1, [x]; mov.u64 %rd1, 1; st.param.b64 [result], %rd1;"
        "{ T: .branchtargets A, B, C; brx.idx %r1, T; } A: ret; B: mov.u64 %rd1, 2; st.param.b64 [result], %rd1; ret; C: exit; }\n",
        "rem.u32 %r1, %r30, 3; mov.u64 %rd1, 0; st.global.u64 [%rd30], %rd1; { .param .b32 a; st.param.b32 [a], %r1; .param .b64 c; call (c), f, (a);"
        "ld.param.b64 %rd1, [c]; } st.global.u64 [%rd30], %rd1;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], i % 3 == 2 ? 0 : i % 3 + 1);
    }
    char body[4000];
    int n = snprintf(body, sizeof body, "T: .branchtargets");
    for (unsigned i = 0; i < 32; i++) {
        n += snprintf(body + n, sizeof body - (size_t)n, "%s L%u", i > 0 ? "," : "", i);
    }
    n += snprintf(body + n, sizeof body - (size_t)n, "; mov.u64 %%rd1, 0; brx.idx %%r30, T;");
    for (unsigned i = 0; i < 32; i++) {
        n += snprintf(body + n, sizeof body - (size_t)n, "L%u: add.u64 %%rd1, %%rd1, 1;", i);       // each falls into the next
    }
    snprintf(body + n, sizeof body - (size_t)n, "st.global.u64 [%%rd30], %%rd1;");
    run("", body, NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 32 - i);
    }
}

static void test_behind_the_table(void **state)
{
    (void)state;
    ptx_run_body("", "T: .branchtargets A, B;\nbrx.idx %r30, T;\nA: mov.u32 %r1, 0; B:", NULL, &r);
    assert_false(r.good);
    assert_string_equal(r.error, "t.ptx:12: kernel k: CTA (0,0,0) thread (2,0,0): branch to label 2 of a table of 2");
    run("", "T: .branchtargets A, B;\nsetp.lt.u32 %p1, %r30, 2; @%p1 brx.idx %r30, T;\nA: mov.u32 %r1, 0; B:", NULL);      // nobody takes it
}

static void test_static(void **state)
{
    (void)state;
    static const char text[] = ".version 6.0\n.entry k(.param .u64 a) { .reg .b32 %r<40>; .reg .b64 %rd<2>; ld.param.u64 %rd1, [a]; ld.global.u32 %r0, [%rd1];\n"
        "T: .branchtargets A, B, C; brx.idx %r0, T; A: bra END; B: bra END; C: END: ret; }\n";
    ptx_error error;
    program *p = program_parse("t.ptx", text, sizeof text - 1, &error);
    assert_non_null(p);
    const insn *i = kernel_insn(program_kernel(p, 0), 2 * INSN_BYTES);
    assert_int_equal(i->flags, INSN_BRANCH | INSN_OF_TABLE);
    assert_int_equal(i->unit, UNIT_INT);
    assert_int_equal(i->latency, LATENCY_SIMPLE);
    assert_int_equal(i->n_src, 1);
    assert_int_equal(i->code->reconvergence, 5);
    program_free(p);
}

// What a label far from the next one reads is alive at the branch.
static void test_registers(void **state)
{
    (void)state;
    uint32_t registers[2];
    for (unsigned far = 0; far < 2; far++) {
        char text[4000];
        ptx_error error;
        int n = snprintf(text, sizeof text, ".version 6.0\n.entry k(.param .u64 a) { .reg .b32 %%r<40>; .reg .b64 %%rd<2>; ld.param.u64 %%rd1, [a];");
        for (unsigned i = 0; i < 20; i++) {
            n += snprintf(text + n, sizeof text - (size_t)n, "ld.global.u32 %%r%u, [%%rd1+%u];", i, 4 * i);
        }
        n += snprintf(text + n, sizeof text - (size_t)n, "T: .branchtargets A, B, C; brx.idx %%r0, T; A: ret; B: ret; C: mov.u32 %%r30, 0;");
        for (unsigned i = 1; i < 20; i++) {
            n += snprintf(text + n, sizeof text - (size_t)n, far ? "add.u32 %%r30, %%r30, %%r%u;" : "", i);
        }
        snprintf(text + n, sizeof text - (size_t)n, "st.global.u32 [%%rd1], %%r30; }\n");
        program *p = program_parse("t.ptx", text, strlen(text), &error);
        if (p == NULL) {
            fail_msg("%s", error.text);
        }
        registers[far] = kernel_registers(program_kernel(p, 0), 0);
        program_free(p);
    }
    assert_in_range(registers[1], registers[0] + 15, 40);
}

static void test_mistakes(void **state)
{
    (void)state;
    static const struct { const char *body, *message; } rows[] = {
        { "T: .branchtargets A,\nB; brx.idx %r1, T; A:", "t.ptx:11: label B is not in this function, expected a label of it" },
        { "A:\nbrx.idx %r1, T;", "t.ptx:12: \"T\" found, expected the label of .branchtargets above" },
        { "A:\nbrx.idx %r1, A;", "t.ptx:12: \"A\" found, expected the label of .branchtargets above" },
        { "{ T: .branchtargets A; } A: brx.idx %r1, T;", "t.ptx:11: \"T\" found, expected the label of .branchtargets above" },
        { "brx.idx %r1, T; T: .branchtargets A; A:", "t.ptx:11: \"T\" found, expected the label of .branchtargets above" },
        { "A:\nT: .branchtargets A;\nT: .branchtargets A;", "t.ptx:13: T is declared a second time, first in line 12" },
        { "A: .branchtargets A; brx.idx %r1, A;", "t.ptx:11: label A is not in this function, expected a label of it" },
        { "A: ;\n.branchtargets A;", "t.ptx:12: \".branchtargets\" found, expected a label in front of it" },
        { "T: .branchtargets ;", "t.ptx:11: \";\" found, expected a label" },
        { "A: T: .branchtargets A A;", "t.ptx:11: \"A\" found, expected \";\"" },
        { "A: T: .branchtargets A; bra T;", "t.ptx:11: label T is not in this function, expected a label of it" },
        { "A: T: .branchtargets A; brx %r1, T;", "t.ptx:11: brx: expected .idx" },
        { "A: T: .branchtargets A; brx.idx %rd1, T;", "t.ptx:11: brx.idx: register %rd1 is .b64, expected 32 bits" },
        { "A: T: .branchtargets A; brx.idx.u32 %r1, T;", "t.ptx:11: brx.idx.u32: type .u32 found, expected 0 types" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptx_run_body("", rows[i].body, &(ptx_run_options){ .max_steps = 1000 }, &r);
        if (r.parsed || strcmp(r.error, rows[i].message) != 0) {
            fail_msg("%s: said %s, expected %s", rows[i].body, r.error, rows[i].message);
        }
    }
    // as many targets as a function may have, and one more: in a table, and in those of all its branches
    for (unsigned twice = 0; twice < 2; twice++) {
        enum { MOST = 1 << 20 };
        const unsigned labels = twice ? MOST / 2 + 1 : MOST + 1;
        char *text = malloc(2 * MOST + 200), *end = text;
        ptx_error error;
        program *p;

        assert_non_null(text);
        end += sprintf(end, ".version 6.0\n.entry k() { .reg .b32 %%r<2>; T: .branchtargets A");
        for (unsigned i = 1; i < labels; i++) {
            *end++ = ',';
            *end++ = 'A';
        }
        sprintf(end, ";\nmov.u32 %%r1, 0; brx.idx %%r1, T;\nbrx.idx %%r1, T; A: ret; }\n");
        p = program_parse("t.ptx", text, strlen(text), &error);
        assert_null(p);
        assert_string_equal(error.text, twice ? "t.ptx:4: too many targets of branches, expected at most 1048576 in a function"
                                              : "t.ptx:2: \"A\" found, expected fewer labels");
        free(text);
    }
    ptx_run_body(".branchtargets A;", "A:", NULL, &r);
    assert_string_equal(r.error, "t.ptx:4: \".branchtargets\" found, expected a directive such as .entry, .func, .global or .const");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_switch), cmocka_unit_test(test_order),     cmocka_unit_test(test_loop),   cmocka_unit_test(test_functions),
        cmocka_unit_test(test_static), cmocka_unit_test(test_registers), cmocka_unit_test(test_behind_the_table),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
