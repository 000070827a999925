// SPDX-License-Identifier: BSD-3-Clause
// cp.async and mbarrier against the manual's words: what is copied and what becomes 0, phases, states, parities, counts of bytes,
// and what the timing model is told.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/frontend/ptx_run.h"

#define TILE ".shared .align 16 .b8 tile[1024];"
#define BARRIER ".shared .align 8 .b64 bar;"
// One thread works, and stores what came of it.
#define ALONE "setp.ne.u32 %p30, %r30, 0; @%p30 ret;"

static ptx_run_result r;
enum { BEHIND = 4096 };                          // what ptx_run has at the least
static uint8_t input[BEHIND + 512];

static void run(const char *module, const char *body, const ptx_run_options *o)
{
    ptx_run_body(module, body, o, &r);
    if (!r.good) {
        fail_msg("%s", r.error);
    }
}

static void expect_fault(const char *module, const char *body, const ptx_run_options *o, const char *part)
{
    ptx_run_body(module, body, o, &r);
    if (r.good || strstr(r.error, part) == NULL) {
        fail_msg("%s: \"%s\", expected \"%s\"", body, r.error, part);
    }
}

static ptx_run_options with_input(size_t bytes)
{
    for (size_t i = 0; i < sizeof input; i++) {
        input[i] = (uint8_t)(i * 7 + 3);
    }
    return (ptx_run_options){ .input = input, .input_bytes = bytes };
}

static uint64_t word_at(size_t byte)
{
    uint64_t word;
    memcpy(&word, input + byte, sizeof word);
    return word;
}

// Each lane 16 bytes from a place of its own, in the other order.
static void test_sizes(void **state)
{
    (void)state;
    static const struct { const char *operator; unsigned bytes; } rows[] = { { "ca", 4 }, { "ca", 8 }, { "ca", 16 }, { "cg", 16 } };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const ptx_run_options o = with_input(sizeof input);
        char body[700];
        snprintf(body, sizeof body,
                 "mul.lo.u32 %%r1, %%r30, 16; xor.b32 %%r2, %%r1, 496; cvt.u64.u32 %%rd1, %%r2; add.u64 %%rd1, %%rd31, %%rd1;"
                 "mov.u32 %%r3, tile; add.u32 %%r3, %%r3, %%r1; st.shared.u64 [%%r3], -1; st.shared.u64 [%%r3+8], -1;"
                 "cp.async.%s.shared.global.L2::128B [%%r3], [%%rd1], %u; cp.async.commit_group; cp.async.wait_group 0;"
                 "ld.shared.u64 %%rd2, [%%r3]; st.global.u64 [%%rd30], %%rd2; ld.shared.u64 %%rd2, [%%r3+8]; "
                 "st.global.u64 [%%rd30+256], %%rd2;",
                 rows[k].operator, rows[k].bytes);
        run(TILE, body, &o);
        for (unsigned i = 0; i < 32; i++) {
            uint64_t low = word_at((31 - i) * 16), high = word_at((31 - i) * 16 + 8);
            assert_int_equal(r.out[i], rows[k].bytes == 4 ? low | UINT64_C(0xFFFFFFFF00000000) : low);
            assert_int_equal(r.out[32 + i], rows[k].bytes == 16 ? high : UINT64_MAX);
        }
    }
}

// Lane i takes i / 2 bytes, and the input ends behind those of the last one, in the midst of its 16. Of none the address does not count.
static void test_source_sizes(void **state)
{
    (void)state;
    const ptx_run_options o = with_input(BEHIND + 31 * 16 + 15);
    run(TILE, "shr.u32 %r1, %r30, 1; setp.eq.u32 %p1, %r1, 0; mul.lo.u32 %r2, %r30, 16; cvt.u64.u32 %rd1, %r2; add.u64 %rd1, %rd31, %rd1;"
        "add.u64 %rd1, %rd1, 4096; selp.b64 %rd1, 3, %rd1, %p1;"
        "mov.u32 %r3, tile; add.u32 %r3, %r3, %r2; st.shared.u64 [%r3], -1; st.shared.u64 [%r3+8], -1;"
        "cp.async.cg.shared::cta.global [%r3], [%rd1], 16, %r1; cp.async.wait_all; ld.shared.u64 %rd2, [%r3]; st.global.u64 [%rd30], %rd2;"
        "ld.shared.u64 %rd2, [%r3+8]; st.global.u64 [%rd30+256], %rd2;", &o);
    for (unsigned i = 0; i < 32; i++) {
        uint8_t want[16] = { 0 };
        uint64_t low, high;
        memcpy(want, input + BEHIND + i * 16, i / 2);
        memcpy(&low, want, 8);
        memcpy(&high, want + 8, 8);
        assert_int_equal(r.out[i], low);
        assert_int_equal(r.out[32 + i], high);
    }
}

// The manual: where the predicate is true the source is ignored.
static void test_ignored_sources(void **state)
{
    (void)state;
    const ptx_run_options o = with_input(sizeof input);
    run(TILE, "setp.lt.u32 %p1, %r30, 8; setp.lt.u32 %p2, %r30, 24; mov.u32 %r3, tile; mad.lo.u32 %r3, %r30, 4, %r3; "
        "st.shared.u32 [%r3], -1;"
        "@%p2 cp.async.ca.shared.global [%r3], [%rd31+4], 4, %p1; cp.async.wait_all; ld.shared.u32 %r4, [%r3]; cvt.u64.u32 %rd1, %r4;"
        "cp.async.ca.shared.global [%r3], [%rd31+4], 4, !%p1; ld.shared.u32 %r4, [%r3]; cvt.u64.u32 %rd2, %r4; shl.b64 %rd2, %rd2, 32;"
        "or.b64 %rd1, %rd1, %rd2; st.global.u64 [%rd30], %rd1;", &o);
    for (unsigned i = 0; i < 32; i++) {
        uint64_t word = word_at(4) & UINT32_MAX;
        assert_int_equal(r.out[i] & UINT32_MAX, i < 8 ? 0 : i < 24 ? word : UINT32_MAX);
        assert_int_equal(r.out[i] >> 32, i < 8 ? word : 0);
    }
}

static void test_copies_that_are_wrong(void **state)
{
    (void)state;
    ptx_run_options o = with_input(sizeof input);
    expect_fault(TILE, "cp.async.ca.shared.global [tile], [%rd31+4], 8;", &o, "at global address 0x");
    expect_fault(TILE, "cp.async.ca.shared.global [tile+4], [%rd31], 8;", &o, "of 8 bytes at shared address 0x4: misaligned");
    expect_fault(TILE, "cp.async.ca.shared.global [tile+1024], [%rd31], 8;", &o, "at shared address 0x400: out of bounds");
    expect_fault(TILE, "cp.async.ca.shared.global [tile], [%rd31+4608], 8;", &o, "outside every buffer");
    expect_fault(TILE, "cp.async.ca.shared.global [tile], [%rd31], 8, 9;", &o, "9 bytes of source found, expected at most 8");
    o.out_of_bounds = OUT_OF_BOUNDS_ZERO;
    run(TILE, "st.shared.u64 [tile], -1; cp.async.ca.shared.global [tile], [%rd31+4608], 8; "
        "cp.async.ca.shared.global [tile+1024], [%rd31], 8;"
        "ld.shared.u64 %rd1, [tile]; st.global.u64 [%rd30], %rd1;", &o);
    assert_int_equal(r.out[0], 0);
}

// Three arrivals a phase: states, parities, counts, by hand.
static void test_phases(void **state)
{
    (void)state;
    run(BARRIER, ALONE "mbarrier.init.shared.b64 [bar], 3; mbarrier.arrive.shared.b64 %rd1, [bar]; mbarrier.pending_count.b64 %r1, %rd1;"
        "mbarrier.test_wait.shared.b64 %p1, [bar], %rd1; selp.b32 %r2, 1, 0, %p1; mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;"
        "selp.b32 %r3, 2, 0, %p1; mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 %p1, [bar], 1; selp.b32 %r4, 4, 0, %p1;"
        "mov.u32 %r10, 2; mbarrier.arrive.release.cta.shared::cta.b64 %rd2, [bar], %r10; mbarrier.pending_count.b64 %r5, %rd2;"
        "mbarrier.try_wait.shared.b64 %p1, [bar], %rd1; selp.b32 %r6, 8, 0, %p1; mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0, 1000;"
        "selp.b32 %r7, 16, 0, %p1; mbarrier.test_wait.parity.shared.b64 %p1, [bar], 1; selp.b32 %r8, 32, 0, %p1;"
        "or.b32 %r2, %r2, %r3; or.b32 %r2, %r2, %r4; or.b32 %r2, %r2, %r6; or.b32 %r2, %r2, %r7; or.b32 %r2, %r2, %r8;"
        "mbarrier.arrive.shared.b64 %rd3, [bar]; mbarrier.pending_count.b64 %r9, %rd3; mbarrier.test_wait.shared.b64 %p1, [bar], %rd3; "
        "selp.b32 %r11, 64, 0, %p1;"
        "or.b32 %r2, %r2, %r11; mbarrier.inval.shared.b64 [bar]; ld.shared.u64 %rd4, [bar]; st.global.u64 [%rd30+16], %rd4;"
        "mov.b64 %rd5, {%r1, %r5}; mov.b64 %rd6, {%r9, %r2}; st.global.u64 [%rd30], %rd5; st.global.u64 [%rd30+8], %rd6;", NULL);
    assert_int_equal(r.out[0], UINT64_C(2) << 32 | 3);
    assert_int_equal(r.out[1], (UINT64_C(4) | 8 | 16) << 32 | 3);
    assert_int_equal(r.out[2], 0);
}

// One of three leaves: the next phases take two.
static void test_dropping(void **state)
{
    (void)state;
    run(BARRIER, ALONE "mbarrier.init.shared.b64 [bar], 3; mbarrier.arrive_drop.shared.b64 _, [bar]; "
        "mbarrier.arrive.noComplete.shared.b64 %rd1, [bar], 1;"
        "mbarrier.arrive.shared.b64 %rd1, [bar]; mbarrier.pending_count.b64 %r1, %rd1; "
        "mbarrier.arrive_drop.noComplete.release.cta.shared.b64 %rd2, [bar], 1;"
        "mbarrier.pending_count.b64 %r2, %rd2; mbarrier.arrive.shared.b64 %rd3, [bar]; mbarrier.arrive.shared.b64 %rd4, [bar]; "
        "mbarrier.pending_count.b64 %r3, %rd4;"
        "mbarrier.test_wait.shared.b64 %p1, [bar], %rd4; selp.b32 %r4, 1, 0, %p1;"
        "mov.b64 %rd5, {%r1, %r2}; mov.b64 %rd6, {%r3, %r4}; st.global.u64 [%rd30], %rd5; st.global.u64 [%rd30+8], %rd6;", NULL);
    assert_int_equal(r.out[0], UINT64_C(2) << 32 | 1);
    assert_int_equal(r.out[1], UINT64_C(1) << 32 | 1);
}

// A phase waits for bytes, too; they may come before they are expected.
static void test_bytes(void **state)
{
    (void)state;
    run(BARRIER, ALONE "mov.u32 %r5, 0; mbarrier.init.shared.b64 [bar], 1; mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 16; "
        "mbarrier.arrive.expect_tx.shared.b64 %rd1, [bar], 48;"
        "mbarrier.test_wait.shared.b64 %p1, [bar], %rd1; @%p1 or.b32 %r5, %r5, 1; mbarrier.expect_tx.relaxed.cta.shared.b64 [bar], 8; "
        "mbarrier.complete_tx.shared.b64 [bar], 32;"
        "mbarrier.test_wait.shared.b64 %p1, [bar], %rd1; @%p1 or.b32 %r5, %r5, 2; mbarrier.complete_tx.shared.b64 [bar], 8; "
        "mbarrier.test_wait.shared.b64 %p1, [bar], %rd1;"
        "@%p1 or.b32 %r5, %r5, 4; cvt.u64.u32 %rd2, %r5; st.global.u64 [%rd30], %rd2;", NULL);
    assert_int_equal(r.out[0], 4);
}

// Four warps meet three times, each lane arrives; generic addresses; who comes last looks once, the others again and again.
static void test_warps_meet(void **state)
{
    (void)state;
    const ptx_run_options o = { .block = { 128, 1, 1 } };
    run(BARRIER ".shared .align 4 .u32 sum;",
      "mov.u64 %rd1, bar; cvta.shared.u64 %rd1, %rd1; setp.eq.u32 %p1, %r30, 0; @%p1 mbarrier.init.b64 [%rd1], 128; bar.sync 0;"
        "mov.u32 %r1, 0; mov.u32 %r3, 0; again: red.shared.add.u32 [sum], 1; mbarrier.arrive.b64 %rd2, [%rd1]; "
        "wait: mbarrier.test_wait.b64 %p2, [%rd1], %rd2; @!%p2 bra wait;"
        "ld.volatile.shared.u32 %r2, [sum]; add.u32 %r3, %r3, %r2; mbarrier.arrive.b64 _, [%rd1]; and.b32 %r4, 1, 1; "
        "look: mbarrier.try_wait.parity.b64 %p2, [%rd1], %r4; @!%p2 bra look;"
        "add.u32 %r1, %r1, 1; setp.lt.u32 %p3, %r1, 3; @%p3 bra again; cvt.u64.u32 %rd3, %r3; st.global.u64 [%rd30], %rd3;", &o);
    for (unsigned i = 0; i < 128; i++) {
        assert_int_equal(r.out[i], 128 + 256 + 384);
    }
}

// cp.async.mbarrier.arrive counts its own arrival before; .noinc does not.
static void test_copies_arrive(void **state)
{
    (void)state;
    const ptx_run_options o = with_input(sizeof input);
    run(BARRIER TILE, ALONE "mbarrier.init.shared.b64 [bar], 2; cp.async.ca.shared.global [tile], [%rd31], 8; "
        "cp.async.mbarrier.arrive.shared.b64 [bar];"
        "mbarrier.arrive.shared.b64 %rd1, [bar]; mbarrier.pending_count.b64 %r1, %rd1; "
        "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [bar];"
        "mbarrier.test_wait.shared.b64 %p1, [bar], %rd1; selp.b32 %r2, 1, 0, %p1; mov.b64 %rd2, {%r1, %r2}; "
        "st.global.u64 [%rd30], %rd2;", &o);
    assert_int_equal(r.out[0], UINT64_C(1) << 32 | 2);
}

static void test_barriers_that_are_wrong(void **state)
{
    (void)state;
    expect_fault(BARRIER, "mbarrier.init.shared.b64 [bar], 0;", NULL, "0 arrivals found, expected 1 to 1048575");
    expect_fault(BARRIER, "mbarrier.init.shared.b64 [bar], 1048576;", NULL, "1048576 arrivals found, expected 1 to 1048575");
    expect_fault(BARRIER, "mbarrier.arrive.shared.b64 %rd1, [bar];", NULL, "no initialised mbarrier");
    expect_fault(BARRIER, "mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.shared.b64 %rd1, [bar], 3;", NULL,
                 "3 arrivals found, expected 1 to 2");
    expect_fault(BARRIER, "mbarrier.init.shared.b64 [bar], 2; mbarrier.arrive.noComplete.shared.b64 %rd1, [bar], 2;", NULL,
                 "2 arrivals that do not end the phase found, expected 1 to 1");
    expect_fault(BARRIER, "mbarrier.init.shared.b64 [bar], 2; mbarrier.test_wait.parity.shared.b64 %p1, [bar], 2;", NULL,
                 "2 as parity found, expected 0 to 1");
    expect_fault(BARRIER, "mbarrier.init.shared.b64 [bar], 2; mbarrier.expect_tx.shared.b64 [bar], 1048576;", NULL,
                 "1048576 bytes awaited found, expected -1048575 to 1048575");
    // an object that a store has made: 5 arrivals of 2 are open
    expect_fault(BARRIER, "mov.b64 %rd1, 0x8000000000200005; st.shared.b64 [bar], %rd1; mbarrier.arrive_drop.shared.b64 %rd1, [bar], 3;", NULL,
                 "3 arrivals dropped found, expected 1 to 2");
    expect_fault(BARRIER, "mbarrier.init.b64 [%rd30], 2;", NULL, "expected an address in shared memory");
    expect_fault(BARRIER, "mbarrier.init.shared.b64 [bar+4], 2;", NULL, "misaligned");
    expect_fault(BARRIER, "mbarrier.init.shared.b64 [bar+8], 2;", &(ptx_run_options){ .out_of_bounds = OUT_OF_BOUNDS_ZERO },
                 "no mbarrier lies outside shared memory");
}

static void test_forms(void **state)
{
    (void)state;
    static const struct { const char *insn, *want; } rows[] = {
        { "cp.async.cg.shared.global [tile], [%rd31], 8;", "expected 16 bytes" },
        { "cp.async.ca.shared.global [tile], [%rd31], 12;", "expected 4, 8 or 16 bytes" },
        { "cp.async.ca.global [tile], [%rd31], 8;", "expected .shared" },
        { "cp.async.ca.shared.global [tile], [%rd31], 8, %rd1;", "register %rd1 is .b64, expected 32 bits" },
        { "cp.async.shared.global [tile], [%rd31], 8;", "expected .ca, .cg, .commit_group" },
        { "cp.async.wait_group %r1;", "expected a number of groups" },
        { "cp.async.wait_all.parity;", ".parity found, expected one that this instruction has" },
        { "cp.ca.shared.global [tile], [%rd31], 8;", "expected .async" },
        { "cp.async.bulk.shared::cluster.global [tile], [%rd31], 8;", "\".bulk\" found, not supported: copies in bulk and of tensors" },
        { "mbarrier.init.shared [tile], 1;", "expected .b64" }, { "mbarrier.b64 [tile], 1;", "expected .init, .inval" },
        { "mbarrier.arrive.noComplete.shared.b64 %rd1, [tile];", "2 operands found, expected 3" },
        { "mbarrier.arrive.release.shared.b64 %rd1, [tile];", "expected .cta" },
        { "mbarrier.test_wait.shared.b64 %p1, [tile], %rd1, 5;", "4 operands found, expected 3" },
        { "mbarrier.init.relaxed.shared.b64 [tile], 1;", ".relaxed found" },
        { "mbarrier.arrive.shared::cluster.b64 _, [tile];", "not supported: clusters of CTAs" },
        { "mbarrier.frobnicate.b64 [tile];", "expected a modifier of cp.async or mbarrier" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expect_fault(TILE, rows[i].insn, NULL, rows[i].want);
    }
}

// What the timing model is told of each instruction.
static void test_told(void **state)
{
    (void)state;
    static const char text[] = ".version 8.0\n.target sm_80\n.address_size 64\n" TILE ".entry k() { .reg .b64 %rd<3>; .reg .pred %p<2>;\n"
        "cp.async.ca.shared.global [tile], [%rd1], 8;\n"
        "cp.async.cg.shared.global [tile], [%rd1], 16;\ncp.async.commit_group;\ncp.async.wait_group 1;\n"
        "@%p1 cp.async.mbarrier.arrive.shared.b64 [tile];\nmbarrier.test_wait.shared.b64 %p1, [tile], %rd2;\nmbarrier.inval.shared.b64 [tile];\n}\n";
    static const struct { uint32_t flags; uint8_t memory, space, width, element, n_dst, n_src, unit; } want[] = {
        { INSN_TO_SHARED, MEMORY_LOAD, SPACE_GLOBAL, 8, 8, 0, 1, UNIT_MEM },
        { INSN_TO_SHARED | INSN_PAST_L1D, MEMORY_LOAD, SPACE_GLOBAL, 16, 16, 0, 1, UNIT_MEM },
        { 0, MEMORY_NONE, SPACE_NONE, 0, 0, 0, 0, UNIT_INT }, { INSN_MEMBAR, MEMORY_NONE, SPACE_NONE, 0, 0, 0, 0, UNIT_INT },
        { INSN_MEMBAR | INSN_PREDICATED, MEMORY_NONE, SPACE_NONE, 0, 0, 0, 1, UNIT_INT },
        { INSN_PREDICATED, MEMORY_ATOMIC, SPACE_SHARED, 8, 8, 0, 1, UNIT_MEM },
        { 0, MEMORY_LOAD, SPACE_SHARED, 8, 8, 1, 1, UNIT_MEM }, { 0, MEMORY_STORE, SPACE_SHARED, 8, 8, 0, 0, UNIT_MEM },
    };
    ptx_error error;
    program *p = program_parse("t.ptx", text, sizeof text - 1, &error);
    assert_string_equal(error.text, "");
    for (uint32_t i = 0; i < sizeof want / sizeof *want; i++) {
        const insn *k = kernel_insn(program_kernel(p, 0), i * INSN_BYTES);
        assert_int_equal(k->flags, want[i].flags);
        assert_int_equal(k->memory, want[i].memory);
        assert_int_equal(k->space, want[i].space);
        assert_int_equal(k->width, want[i].width);
        assert_int_equal(k->element, want[i].element);
        assert_int_equal(k->n_dst, want[i].n_dst);
        assert_int_equal(k->n_src, want[i].n_src);
        assert_int_equal(k->unit, want[i].unit);
    }
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes), cmocka_unit_test(test_source_sizes), cmocka_unit_test(test_ignored_sources),
        cmocka_unit_test(test_copies_that_are_wrong), cmocka_unit_test(test_phases), cmocka_unit_test(test_dropping), cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_warps_meet), cmocka_unit_test(test_copies_arrive), cmocka_unit_test(test_barriers_that_are_wrong),
        cmocka_unit_test(test_forms), cmocka_unit_test(test_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
