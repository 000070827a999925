// SPDX-License-Identifier: BSD-3-Clause
// Spaces, vectors, sign extension, generic addresses, module variables with initial values, atomics, and what is said of
// an access that is misaligned or outside every buffer.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "sim/frontend/device_memory.h"
#include "tests/sim/frontend/ptx_run.h"

static ptx_run_result r;

static void run(const char *module, const char *body, const ptx_run_options *o)
{
    ptx_run_body(module, body, o, &r);
    if (!r.good) {
        fail_msg("%s", r.error);
    }
}

static void expect_error(const char *body, const ptx_run_options *o, const char *message)
{
    ptx_run_body("", body, o, &r);
    assert_false(r.good);
    assert_string_equal(r.error, message);
}

static void test_extension(void **state)
{
    (void)state;
    const uint8_t input[16] = { 0x80, 0xFF, 0x01, 0x80, 0xFE, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4, 5, 6, 7, 8 };
    run("", "ld.global.s8 %r1, [%rd31]; ld.global.u8 %r2, [%rd31+1]; ld.global.s16 %rd1, [%rd31+2]; ld.global.s32 %rd2, [%rd31+4]; ld.global.u32 %rd3, [%rd31+4];"
            "ld.global.s8 %rs1, [%rd31]; ld.global.b8 %rd4, [%rd31+1]; mov.b64 %rd5, {%r1, %r2}; st.global.u64 [%rd30], %rd5; st.global.u64 [%rd30+256], %rd1;"
            "st.global.u64 [%rd30+512], %rd2; st.global.u64 [%rd30+768], %rd3; st.global.u16 [%rd30+1024], %rs1; st.global.u8 [%rd30+1026], %rd2; st.global.u64 [%rd30+1280], %rd4;",
        &(ptx_run_options){ .input = input, .input_bytes = sizeof input });
    assert_int_equal(r.out[0], 0xFFull << 32 | 0xFFFFFF80);
    assert_int_equal(r.out[32], 0xFFFFFFFFFFFF8001);
    assert_int_equal(r.out[64], 0xFFFFFFFFFFFFFFFE);
    assert_int_equal(r.out[96], 0xFFFFFFFE);
    assert_int_equal(r.out[128], 0xFEFF80);
    assert_int_equal(r.out[160], 0xFF);
}

static void test_vector_values(void **state)
{
    (void)state;
    uint32_t input[128];
    for (uint32_t i = 0; i < 128; i++) {
        input[i] = i * 3;
    }
    run("", "mul.wide.u32 %rd1, %r30, 16; add.u64 %rd2, %rd31, %rd1; ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd2]; ld.global.v2.u64 {_, %rd3}, [%rd2];"
            "mov.b64 %rd4, {%r3, %r4}; xor.b64 %rd5, %rd3, %rd4; mov.b64 %rd6, {%r1, %r2}; ld.param.u64 %rd7, [out]; add.u64 %rd7, %rd7, %rd1; st.global.v2.b64 [%rd7], {%rd6, %rd5};",
        &(ptx_run_options){ .input = input, .input_bytes = sizeof input });
    for (uint64_t i = 0; i < 32; i++) {
        assert_int_equal(r.out[2 * i], (4 * i + 1) * 3 << 32 | 4 * i * 3);
        assert_int_equal(r.out[2 * i + 1], 0);
    }
}

// Numbers take the registers' size; "_" leaves memory as it was, and a register unread.
static void test_vectors_with_numbers(void **state)
{
    (void)state;
    run("", "mul.wide.u32 %rd1, %r30, 16; ld.param.u64 %rd7, [out]; add.u64 %rd7, %rd7, %rd1; mov.u64 %rd2, -1; st.global.v2.u64 [%rd7], {%rd2, %rd2};"
            "add.u32 %r1, %r30, 5; st.global.v4.f32 [%rd7], {1.5, %r1, 0f3F800000, _}; mov.u64 %rd3, 0x1234567890; st.global.v4.u16 [%rd7+8], {%rd3, -1, _, 7};"
            "st.global.v2.u32 [%rd7+4096], {3, 4}; ld.global.v4.u32 {%r2, _, _, %r3}, [%rd7]; st.global.v2.b32 [%rd7+8192], {%r2, %r3};",
        NULL);
    for (uint64_t i = 0; i < 32; i++) {
        assert_int_equal(r.out[2 * i], (i + 5) << 32 | 0x3FC00000);
        assert_int_equal(r.out[2 * i + 1], 0x0007FFFFFFFF7890);
        assert_int_equal(r.out[512 + 2 * i], 4ull << 32 | 3);
        assert_int_equal(r.out[1024 + 2 * i], 0x0007FFFF3FC00000);
    }
}

// A lock of 16 bits beside another variable: each lane puts its number in when it finds that of the lane before.
static void test_cas_of_16_bits(void **state)
{
    (void)state;
    run("", "cvt.u16.u32 %rs1, %r30; add.u16 %rs2, %rs1, 1; mov.u32 %r1, 0xABCD0000; st.global.u32 [%rd31], %r1; bar.sync 0;"
            "atom.global.cas.b16 %rs3, [%rd31], %rs1, %rs2; cvt.u64.u16 %rd1, %rs3; ld.global.u32 %r2, [%rd31]; cvt.u64.u32 %rd2, %r2;"
            "shl.b64 %rd2, %rd2, 32; or.b64 %rd1, %rd1, %rd2; st.global.u64 [%rd30], %rd1;", NULL);
    for (uint64_t i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 0xABCD0020ull << 32 | i);
    }
}

static void test_isspacep(void **state)
{
    (void)state;
    static const char *const spaces[] = { "global", "shared", "local", "const", "param::entry" };
    static const char *const addresses[] = { "%rd30", "%rd1", "%rd2", "%rd3", "%rd4" };
    static const unsigned want[] = { 1, 2, 4, 8, 17 };     // the window of parameters lies in the global one
    for (unsigned a = 0; a < 5; a++) {
        char body[1500];
        int n = snprintf(body, sizeof body, ".local .align 8 .b8 depot[16]; mov.u64 %%rd1, tile; cvta.shared.u64 %%rd1, %%rd1; mov.u64 %%rd2, depot; cvta.local.u64 %%rd2, %%rd2;"
                         "mov.u64 %%rd3, table; cvta.const.u64 %%rd3, %%rd3; mov.u64 %%rd4, in; cvta.param.u64 %%rd4, %%rd4; mov.u64 %%rd9, 0;");
        for (unsigned s = 0; s < 5; s++) {
            n += snprintf(body + n, sizeof body - (size_t)n, "isspacep.%s %%p1, %s; selp.b64 %%rd8, %u, 0, %%p1; or.b64 %%rd9, %%rd9, %%rd8;", spaces[s], addresses[a], 1u << s);
        }
        snprintf(body + n, sizeof body - (size_t)n, "st.global.u64 [%%rd30], %%rd9;");
        run(".shared .align 8 .b8 tile[64]; .const .align 4 .b32 table[4] = {1, 2, 3, 4};", body, NULL);
        for (unsigned i = 0; i < 32; i++) {
            if (r.out[i] != want[a]) {
                fail_msg("%s: lane %u: spaces %#lx, expected %#x", addresses[a], i, r.out[i], want[a]);
            }
        }
    }
}

// Of no consequence for what is computed, whatever the address; what the timing model sees is in test_steps.c.
static void test_prefetch(void **state)
{
    (void)state;
    run(".shared .align 8 .b8 tile[64];",
        ".local .align 8 .b8 depot[16]; mov.u64 %rd1, tile; cvta.shared.u64 %rd1, %rd1; prefetch.L1 [%rd1]; prefetch.global.L2 [%rd31+1]; mov.u64 %rd2, 3; prefetch.global.L1 [%rd2];"
        "prefetch.local.L1 [depot+99]; prefetchu.L1 [%rd31]; prefetch.global.L2::evict_last [%rd31]; mov.u64 %rd3, 8; st.global.u64 [%rd30], %rd3;", NULL);
    assert_int_equal(r.out[31], 8);
}

// 32-bit shared addresses wrap: base 4, offset -4 is the first byte.
static void test_shared_and_dynamic(void **state)
{
    (void)state;
    run(".shared .align 4 .b8 unused[4096]; .shared .align 4 .u32 first[32]; .extern .shared .align 8 .b8 dynamic[];",
        "mov.u32 %r1, first; shl.b32 %r2, %r30, 2; add.u32 %r3, %r1, %r2; add.u32 %r3, %r3, 4; st.shared.u32 [%r3+-4], %r30; mov.u32 %r4, dynamic; add.u32 %r5, %r4, %r2; st.shared.u32 [%r5], 7;"
        "ld.shared.u32 %r6, [%r3+-4]; ld.shared.u32 %r7, [dynamic+4]; mov.b64 %rd1, {%r6, %r7}; st.global.u64 [%rd30], %rd1; mov.b64 %rd2, {%r1, %r4}; st.global.u64 [%rd30+256], %rd2;"
        "sub.u32 %r8, %r1, 4; sub.u32 %r8, %r8, %r1; ld.shared.u32 %r9, [%r8+4]; cvt.u64.u32 %rd3, %r9; st.global.u64 [%rd30+512], %rd3;",
        &(ptx_run_options){ .dynamic_shared = 128 });
    for (uint64_t i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 7ull << 32 | i);
        assert_int_equal(r.out[32 + i], 128ull << 32);            // the unused array takes no room
        assert_int_equal(r.out[64 + i], 0);
    }
}

static void test_generic_and_local(void **state)
{
    (void)state;
    run(".shared .align 8 .b8 tile[256]; .const .align 4 .u32 table[3] = {5, 6, 7}; .global .align 8 .u64 here = 77; .global .align 8 .u64 where[2] = { here, generic(table)+4 };",
        ".local .align 8 .b8 depot[16]; mov.u64 %rd1, depot; cvta.local.u64 %rd2, %rd1; st.u64 [%rd2+8], %rd30; ld.local.u64 %rd3, [depot+8]; setp.eq.u64 %p1, %rd3, %rd30; selp.u64 %rd4, 1, 0, %p1;"
        "mov.u64 %rd5, tile; cvta.shared.u64 %rd6, %rd5; mul.wide.u32 %rd7, %r30, 8; add.u64 %rd6, %rd6, %rd7; st.u64 [%rd6], %rd4; cvta.to.shared.u64 %rd8, %rd6; ld.shared.u64 %rd9, [%rd8];"
        "ld.global.u64 %rd10, [where]; ld.u64 %rd11, [%rd10]; add.u64 %rd9, %rd9, %rd11; ld.global.u64 %rd12, [where+8]; ld.u32 %r1, [%rd12]; cvt.u64.u32 %rd13, %r1; mad.lo.u64 %rd9, %rd13, 1000, %rd9;"
        "mov.u64 %rd14, table; ld.const.u32 %r2, [%rd14+8]; cvt.u64.u32 %rd15, %r2; mad.lo.u64 %rd9, %rd15, 100000, %rd9; st.global.u64 [%rd30], %rd9;"
        "setp.lt.u32 %p2, %r30, 9; selp.u64 %rd16, %rd6, %rd2, %p2; ld.u64 %rd17, [%rd16]; st.global.u64 [%rd30+256], %rd17;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 706078);
        assert_int_equal(r.out[32 + i], i < 9 ? 1 : 0);          // lanes in two spaces
    }
}

static void test_atomics(void **state)
{
    (void)state;
    run(".shared .align 8 .u64 sums[4];",
        "ld.param.u64 %rd1, [out]; atom.global.add.u32 %r1, [%rd1+2048], 1; cvt.u64.u32 %rd2, %r1; st.global.u64 [%rd30], %rd2; atom.shared.add.u64 %rd3, [sums], 3; bar.sync 0; ld.shared.u64 %rd4, [sums];"
        "st.global.u64 [%rd30+512], %rd4; red.global.max.s32 [%rd1+2056], %r30; atom.global.min.u32 %r2, [%rd1+2064], 9; atom.global.inc.u32 %r3, [%rd1+2072], 6; atom.global.dec.u32 %r4, [%rd1+2080], 4;"
        "atom.global.exch.b32 %r5, [%rd1+2088], %r30; atom.global.cas.b32 %r6, [%rd1+2096], %r30, 55; red.global.or.b32 [%rd1+2104], 5; atom.global.add.f32 %f1, [%rd1+2112], 0f3F000000; mov.f64 %fd1, 0.25; red.add.f64 [%rd1+2120], %fd1;",
        &(ptx_run_options){ .block = { 64, 1, 1 } });
    for (unsigned i = 0; i < 64; i++) {
        assert_int_equal(r.out[i], i);
        assert_int_equal(r.out[64 + i], 192);
    }
    const uint64_t want[] = { 64, 63, 0, 64 % 7, 1, 63, 55, 5, 0x42000000, 0x4030000000000000 };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_int_equal(r.out[256 + i], want[i]);
    }
}

static void test_faults(void **state)
{
    (void)state;
    expect_error("setp.eq.u32 %p1, %r30, 7; @%p1 st.global.u32 [%rd30+1], %r30;", NULL,
                 "t.ptx:11: kernel k: CTA (0,0,0) thread (7,0,0): st.global.u32 of 4 bytes at global address 0xc0000039: misaligned, nearest buffer below: out, 0xc0000000 to 0xc0008000");
    expect_error("mov.u64 %rd1, 16; ld.global.f32 %f1, [%rd1];", NULL,
                 "t.ptx:11: kernel k: CTA (0,0,0) thread (0,0,0): ld.global.f32 of 4 bytes at global address 0x10: outside every buffer");
    expect_error("ld.global.u64 %rd1, [%rd31+4096];", NULL,
                 "t.ptx:11: kernel k: CTA (0,0,0) thread (0,0,0): ld.global.u64 of 8 bytes at global address 0xc0009000: outside every buffer, nearest buffer below: in, 0xc0008000 to 0xc0009000");
    expect_error("mul.wide.u32 %rd1, %r30, 4; add.u64 %rd1, %rd1, %rd31; ld.global.u32 %r1, [%rd1+4032];", NULL,
                 "t.ptx:11: kernel k: CTA (0,0,0) thread (16,0,0): ld.global.u32 of 4 bytes at global address 0xc0009000: outside every buffer, nearest buffer below: in, 0xc0008000 to 0xc0009000");
    expect_error("shl.b32 %r1, %r30, 2; ld.shared.u32 %r2, [%r1];", &(ptx_run_options){ .block = { 2, 2, 2 } },
                 "t.ptx:11: kernel k: CTA (0,0,0) thread (0,0,0): ld.shared.u32 of 4 bytes at shared address 0x0: out of bounds");
}

// A word for each lane, in an order whose first and last lane are those of the lanes themselves.
static void test_order_of_lanes(void **state)
{
    (void)state;
    uint32_t input[32], stored[64];
    for (uint32_t i = 0; i < 32; i++) {
        input[i] = 100 + i;
    }
    run("", "sub.u32 %r1, 31, %r30; setp.eq.u32 %p1, %r30, 0; selp.u32 %r1, 0, %r1, %p1; setp.eq.u32 %p1, %r30, 31; selp.u32 %r1, 31, %r1, %p1; mul.wide.u32 %rd1, %r1, 4;"
            "add.u64 %rd2, %rd31, %rd1; ld.global.u32 %r2, [%rd2]; cvt.u64.u32 %rd3, %r2; st.global.u64 [%rd30], %rd3; ld.param.u64 %rd4, [out]; add.u64 %rd4, %rd4, %rd1; st.global.u32 [%rd4+256], %r30;",
        &(ptx_run_options){ .input = input, .input_bytes = sizeof input });
    memcpy(stored, &r.out[32], sizeof stored);
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t other = i == 0 || i == 31 ? i : 31 - i;
        assert_int_equal(r.out[i], 100 + other);
        assert_int_equal(stored[i], other);
    }
}

// In a place where another CTA has run, too.
static void test_registers_start_as_zero(void **state)
{
    (void)state;
    run("", "add.u32 %r1, %r1, 1; add.u32 %r2, %r2, 2; add.u64 %rd1, %rd1, 4; add.u32 %r3, %r3, 8; add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3; cvt.u64.u32 %rd2, %r1; add.u64 %rd1, %rd1, %rd2;"
            "st.global.u64 [%rd30], %rd1;", &(ptx_run_options){ .grid = 2 });
    for (unsigned i = 0; i < 64; i++) {
        assert_int_equal(r.out[i], 15);
    }
}

static void test_zero_policy(void **state)
{
    (void)state;
    run("", "mul.wide.u32 %rd1, %r30, 256; add.u64 %rd2, %rd31, %rd1; mov.u64 %rd3, 5; ld.global.u64 %rd3, [%rd2]; st.global.u64 [%rd30], %rd3; st.global.u64 [%rd2], %rd3;",
        &(ptx_run_options){ .out_of_bounds = OUT_OF_BOUNDS_ZERO });
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 0);
    }
}

// Atomics that lead nowhere read 0 too, and change nothing; a load of 32 bits as one of 64.
static void test_zero_policy_of_atomics(void **state)
{
    (void)state;
    run("", "mov.u64 %rd2, 16; mov.u64 %rd3, 5; mov.u32 %r1, 5; mov.u32 %r2, 5; atom.global.add.u64 %rd3, [%rd2], 1; atom.global.add.u32 %r1, [%rd2], 1; ld.global.u32 %r2, [%rd2];"
            "cvt.u64.u32 %rd4, %r1; cvt.u64.u32 %rd5, %r2; or.b64 %rd3, %rd3, %rd4; or.b64 %rd3, %rd3, %rd5; st.global.u64 [%rd30], %rd3;",
        &(ptx_run_options){ .out_of_bounds = OUT_OF_BOUNDS_ZERO });
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 0);
    }
}

// There and back in 32 bits, as where addresses have no more.
static void test_narrow_cvta(void **state)
{
    (void)state;
    run(".shared .align 8 .b8 tile[64];",
        "mov.u32 %r1, tile; add.u32 %r1, %r1, 8; st.shared.u32 [%r1], %r30; bar.sync 0; cvta.shared.u32 %r2, %r1; cvta.to.shared.u32 %r3, %r2; ld.shared.u32 %r4, [%r3]; ld.u32 %r5, [%r2];"
        "sub.u32 %r6, %r4, %r5; sub.u32 %r7, %r3, %r1; mov.b64 %rd1, {%r6, %r7}; st.global.u64 [%rd30], %rd1; mov.b64 %rd2, {%r2, %r1}; st.global.u64 [%rd30+256], %rd2;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 0);
        assert_int_not_equal((uint32_t)r.out[32 + i], r.out[32 + i] >> 32);
    }
}

// Room is given back and taken again, and in a memory of gaps there is none for what fits in none of them.
static void test_room(void **state)
{
    enum { PARTS = 4 };
    uint64_t parts[PARTS];
    device_memory *m = device_memory_new();
    const uint64_t all = device_free_bytes(m), part = all / PARTS;
    uint32_t found = 7;                             // of buffers that are gone
    (void)state;
    assert_null(device_find(m, DEVICE_BASE, &found));
    assert_int_equal(device_alloc(m, "more than there is", all + 1), 0);
    for (unsigned i = 0; i < PARTS; i++) {
        parts[i] = device_alloc(m, "part", part);
        assert_int_not_equal(parts[i], 0);
    }
    assert_false(device_free(m, parts[1] + 1));
    assert_true(device_free(m, parts[0]));
    assert_true(device_free(m, parts[2]));
    assert_false(device_free(m, parts[2]));
    assert_int_equal(device_free_bytes(m), 2 * part);
    assert_int_equal(device_alloc(m, "as much as two gaps", 2 * part), 0);
    assert_int_equal(device_alloc(m, "as much as one", part), parts[0]);
    device_memory_free(m);
}

static void expect_no_room(const char *declaration, const char *what)
{
    char text[200], message[200];
    ptx_error error = { "" };
    device_memory *m = device_memory_new();
    snprintf(text, sizeof text, ".version 3.2\n.target sm_20\n.address_size 64\n%s\n.entry k() { ret; }\n", declaration);
    program *p = program_parse("t.ptx", text, strlen(text), &error);
    assert_non_null(p);
    assert_int_not_equal(device_alloc(m, "all", device_free_bytes(m)), 0);
    assert_false(device_load_program(m, p, &error));
    snprintf(message, sizeof message, "t.ptx:%s does not fit into device memory", what);
    assert_string_equal(error.text, message);
    program_free(p);
    device_memory_free(m);
}

static void test_module_without_room(void **state)
{
    (void)state;
    expect_no_room(".global .u32 g;", "4: variable g");
    expect_no_room(".const .u32 c = 5;", " constant memory");
}

// A variable may be told in its initial value where others lie, of whatever space they are.
static void test_addresses_in_initial_values(void **state)
{
    (void)state;
    run(".shared .align 8 .u64 tile[2];",
        ".local .align 8 .b8 depot[16]; .global .align 8 .u64 places[3] = { generic(depot)+8, generic(tile)+8, generic(in) };"
        "mov.u64 %rd1, 5; st.local.u64 [depot+8], %rd1; mov.u64 %rd2, 7; st.shared.u64 [tile+8], %rd2; bar.sync 0;"
        "ld.global.u64 %rd3, [places]; ld.u64 %rd4, [%rd3]; ld.global.u64 %rd5, [places+8]; ld.u64 %rd6, [%rd5]; ld.global.u64 %rd7, [places+16]; ld.u64 %rd8, [%rd7];"
        "sub.u64 %rd8, %rd8, %rd31; mad.lo.u64 %rd4, %rd4, 100, %rd6; add.u64 %rd4, %rd4, %rd8; st.global.u64 [%rd30], %rd4;", NULL);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(r.out[i], 507);
    }
}

// A buffer of 65,537 bytes: the word of its last byte is there for what small atomics are made of, and for nothing else.
static void test_whole_words(void **state)
{
    static const uint8_t many[65537] = { [65536] = 5 };
    const ptx_run_options o = { .input = many, .input_bytes = sizeof many, .block = { 1 } };
    (void)state;
    ptx_run_body("", "ld.volatile.global.u32 %r1, [%rd31+65536]; atom.global.cas.b32 %r2, [%rd31+65536], %r1, 9; ld.global.u8 %r3, [%rd31+65536];"
                     " mad.lo.u32 %r1, %r2, 256, %r3; cvt.u64.u32 %rd1, %r1; st.global.u64 [%rd30], %rd1;", &o, &r);
    assert_true(r.good);
    assert_int_equal(r.out[0], 5 * 256 + 9);
    ptx_run_body("", "ld.global.u32 %r1, [%rd31+65536];", &o, &r);
    if (r.good || strstr(r.error, "outside every buffer") == NULL) {
        fail_msg("%s", r.good ? "it is read" : r.error);
    }
    ptx_run_body("", "ld.volatile.global.u32 %r1, [%rd31+65540];", &o, &r);
    if (r.good || strstr(r.error, "outside every buffer") == NULL) {
        fail_msg("%s", r.good ? "it is read" : r.error);
    }
    ptx_run_body("", "ld.volatile.global.u64 %rd1, [%rd31+65536];", &o, &r);
    if (r.good || strstr(r.error, "outside every buffer") == NULL) {
        fail_msg("%s", r.good ? "it is read" : r.error);
    }
}

static void test_too_much_shared(void **state)
{
    (void)state;
    ptx_run_body(".shared .align 8 .b8 tile[64];", "st.shared.u32 [tile], %r30;", &(ptx_run_options){ .dynamic_shared = 0x00FFFFFF }, &r);
    assert_false(r.good);
    assert_string_equal(r.error, "t.ptx:5: kernel k: 16777279 bytes of shared memory, expected at most 16777215");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_extension), cmocka_unit_test(test_vector_values), cmocka_unit_test(test_vectors_with_numbers), cmocka_unit_test(test_shared_and_dynamic),
        cmocka_unit_test(test_generic_and_local), cmocka_unit_test(test_cas_of_16_bits), cmocka_unit_test(test_isspacep), cmocka_unit_test(test_prefetch), cmocka_unit_test(test_atomics), cmocka_unit_test(test_faults), cmocka_unit_test(test_zero_policy), cmocka_unit_test(test_order_of_lanes), cmocka_unit_test(test_registers_start_as_zero),
        cmocka_unit_test(test_zero_policy_of_atomics), cmocka_unit_test(test_narrow_cvta), cmocka_unit_test(test_room), cmocka_unit_test(test_addresses_in_initial_values), cmocka_unit_test(test_too_much_shared), cmocka_unit_test(test_whole_words), cmocka_unit_test(test_module_without_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
