// SPDX-License-Identifier: BSD-3-Clause
// .reqntid and .maxntid: what the launch must keep to, what is refused, and with .minnctapersm and .maxnreg what registers they leave a
// thread.
#include "tests/sim/frontend/ptx_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static ptx_run_result r;

// An empty kernel with these directives, the first of them in line 5; its name is in line 4.
static void run_block(const char *directives, uint32_t x, uint32_t y, uint32_t z)
{
    char text[512];
    snprintf(text, sizeof text, ".version 3.2\n.target sm_20\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in)\n%s\n{ ret; }\n",
             directives);
    ptx_run(text, &(ptx_run_options){ .grid = 2, .block = { x, y, z } }, &r);
}

static void expect_good(const char *directives, uint32_t x, uint32_t y, uint32_t z)
{
    run_block(directives, x, y, z);
    assert_string_equal(r.error, "");
    assert_true(r.good);
}

static void expect_refused(const char *directives, uint32_t x, uint32_t y, uint32_t z, const char *words)
{
    char expected[256];
    run_block(directives, x, y, z);
    assert_false(r.good);
    snprintf(expected, sizeof expected, "t.ptx:4: kernel k: block (%u,%u,%u), expected %s", x, y, z, words);
    assert_string_equal(r.error, expected);
}

static void test_required_block(void **state)
{
    (void)state;
    expect_good(".reqntid 64", 64, 1, 1);
    expect_good(".reqntid 16, 4", 16, 4, 1);
    expect_good(".reqntid 8, 4, 2", 8, 4, 2);
    expect_refused(".reqntid 64", 32, 1, 1, "(64,1,1), the .reqntid of line 5");
    expect_refused(".reqntid 64", 64, 2, 1, "(64,1,1), the .reqntid of line 5");
    expect_refused(".minnctapersm 2\n.reqntid 16, 4", 64, 1, 1, "(16,4,1), the .reqntid of line 6");
    expect_refused(".reqntid 8, 4, 2", 8, 4, 1, "(8,4,2), the .reqntid of line 5");
}

// PTX: the product of the sizes is the bound, not each size.
static void test_largest_block(void **state)
{
    (void)state;
    expect_good(".maxntid 256, 1, 1", 256, 1, 1);
    expect_good(".maxntid 256, 1, 1", 16, 16, 1);
    expect_good(".maxntid 8, 8, 4\n.minnctapersm 2", 1, 1, 1);
    expect_refused(".maxntid 256, 1, 1", 257, 1, 1, "at most 256 threads, the .maxntid of line 5");
    expect_refused(".minnctapersm 2\n.maxntid 8, 8, 4", 16, 8, 4, "at most 256 threads, the .maxntid of line 6");
}

static void test_directives_that_cannot_be(void **state)
{
    (void)state;
    run_block(".reqntid 0", 1, 1, 1);
    assert_string_equal(r.error, "t.ptx:5: 0 threads, expected 1 to 65535");
    run_block(".maxntid 32, 65536", 1, 1, 1);
    assert_string_equal(r.error, "t.ptx:5: 65536 threads, expected 1 to 65535");
    run_block(".maxntid", 1, 1, 1);
    assert_string_equal(r.error, "t.ptx:6: \"{\" found, expected a number of threads");
    run_block(".maxnreg 0", 1, 1, 1);
    assert_string_equal(r.error, "t.ptx:5: 0, expected a number of registers from 1 to 65535");
    run_block(".minnctapersm 65536", 1, 1, 1);
    assert_string_equal(r.error, "t.ptx:5: 65536, expected a number of CTAs from 1 to 65535");
    run_block(".maxnreg", 1, 1, 1);
    assert_string_equal(r.error, "t.ptx:6: \"{\" found, expected a number of registers");
}

// A product of 40 loaded words needs more than 40 registers in the order of the file: all are loaded before the first is multiplied.
static uint64_t bounded(const char *directives, uint64_t warps, uint32_t available)
{
    char text[8192];
    size_t n = (size_t)snprintf(text, sizeof text, ".version 6.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 p)\n%s\n{ .reg .b32 %%r<50>; "
        ".reg .b64 %%rd<3>; ld.param.u64 %%rd1, [p];\n", directives);
    for (int i = 0; i < 40; i++) n += (size_t)snprintf(text + n, sizeof text - n, "ld.global.u32 %%r%d, [%%rd1+%d];\n", i, 4 * i);
    for (int i = 1; i < 40; i++) n += (size_t)snprintf(text + n, sizeof text - n, "mul.lo.u32 %%r0, %%r0, %%r%d;\n", i);
    n += (size_t)snprintf(text + n, sizeof text - n, "st.global.u32 [%%rd1], %%r0; ret; }\n");
    ptx_error error;
    program *p = program_parse("bounded.ptx", text, n, &error);
    if (!p) fail_msg("%s", error.text);
    const uint64_t registers = kernel_cta_registers(program_kernel(p, 0), warps, available);
    program_free(p);
    return registers / (32 * warps);
}

// What performance directives promise, ptxas keeps, if need be in local memory: a thread has no more registers.
static void test_directives_bind(void **state)
{
    (void)state;
    assert_in_range(bounded("", 32, 32768), 41, 48);                        // 1,024 threads have 32 registers each: none fits
    assert_int_equal(bounded(".maxntid 1024", 32, 32768), 32);
    assert_int_equal(bounded(".reqntid 32, 32", 32, 32768), 32);
    assert_int_equal(bounded(".maxntid 33", 2, 1536), 24);                  // whole warps
    assert_int_equal(bounded(".maxntid 1024", 8, 32768), 32);               // of the promise, not of this launch
    assert_int_equal(bounded(".maxntid 256\n.minnctapersm 6", 8, 32768), 20);       // 21 and a third
    assert_int_equal(bounded(".maxnreg 30", 8, 32768), 32);
    assert_int_equal(bounded(".maxnreg 24\n.maxntid 1024", 8, 32768), 24);
    assert_int_equal(bounded(".maxnreg 4", 8, 32768), 16);
    assert_int_equal(bounded(".maxntid 1024\n.minnctapersm 65535", 8, 32768), 16);
    assert_int_equal(bounded(".maxntid 64", 2, 32768), bounded("", 2, 32768));
    assert_int_equal(bounded(".minnctapersm 8", 2, 32768), bounded("", 2, 32768));   // says nothing without a block
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_required_block), cmocka_unit_test(test_largest_block), cmocka_unit_test(test_directives_that_cannot_be),
        cmocka_unit_test(test_directives_bind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
