// SPDX-License-Identifier: BSD-3-Clause
// .reqntid and .maxntid: what the launch must keep to, and what is refused.
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_required_block), cmocka_unit_test(test_largest_block), cmocka_unit_test(test_directives_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
