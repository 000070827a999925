// SPDX-License-Identifier: BSD-3-Clause
// bucl_bypass: the example, every degree against every threshold, and every set of conditions of every sub-partition
// against the rule as the paper says it.
#include "rtl_c/bucl_bypass.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct bucl_bypass_in bypass_in;
typedef struct { bool load, access; } answer;

static answer ask(const block_ops *model, const bypass_in *in)
{
    struct bucl_bypass_state q;                              // it has none
    struct bucl_bypass_out out = {0};
    model_step(model, &q, in, &out);
    return (answer){out.load_bypass, out.access_bypass};
}

static void test_example_of_the_header(void **state)
{
    const block_ops *model = model_find("bucl_bypass", "p12");
    bypass_in in = {.load = 1, .load_global = 1, .load_acc = 5, .tucd = 5};
    (void)state;
    assert_false(ask(model, &in).load);
    in.load_acc = 6;
    assert_true(ask(model, &in).load);
    in.fail = in.fail_global = in.l1dhr_low = 1;
    in.fail_partition = 4;
    in.uib_low = 0x010;
    assert_true(ask(model, &in).access);
    in.uib_low = 0xfef;
    assert_false(ask(model, &in).access);
}

static void test_every_degree_against_every_threshold(void **state)
{
    const block_ops *model = model_find("bucl_bypass", "p12");
    (void)state;
    for (unsigned degree = 0; degree < 64; degree++)
        for (unsigned tucd = 0; tucd < 64; tucd++)
            for (unsigned load = 0; load < 4; load++) {
                bypass_in in = {.load = load & 1, .load_global = load >> 1, .load_acc = (uint8_t)degree,
                                .tucd = (uint8_t)tucd};
                answer seen = ask(model, &in);
                assert_int_equal(seen.load, load == 3 && degree > tucd);
                assert_false(seen.access);
            }
}

// Also a load and a fail in one cycle: neither answer is moved by the other's inputs.
static void test_every_set_of_conditions_in_every_configuration(void **state)
{
    enum { FAIL = 1, GLOBAL = 2, LOW = 4, ROOM = 8, FULL = 16, SETS = 32 };
    uint64_t seed = 3;
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("bucl_bypass", model)) != NULL;) {
        unsigned partitions = model_param(model, "P"), numbers = 1u << CLOG2(partitions);
        for (unsigned p = 0; p < numbers; p++)
            for (unsigned set = 0; set < SETS; set++) {
                bool exists = p < partitions, load = random_below(&seed, 2);
                bypass_in in = {.load = load, .load_global = 1, .load_acc = 9, .tucd = 8, .fail = (set & FAIL) != 0,
                                .fail_global = (set & GLOBAL) != 0, .fail_partition = (uint8_t)p,
                                .queue_full = (set & FULL) != 0, .l1dhr_low = (set & LOW) != 0,
                                .uib_low = random_mask(&seed, partitions, 50)};
                if (exists)
                    in.uib_low = (in.uib_low & ~(UINT64_C(1) << p)) | (uint64_t)((set & ROOM) != 0) << p;
                answer seen = ask(model, &in);
                assert_int_equal(seen.access, exists && set == (FAIL | GLOBAL | LOW | ROOM));
                assert_int_equal(seen.load, load);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_of_the_header),
        cmocka_unit_test(test_every_degree_against_every_threshold),
        cmocka_unit_test(test_every_set_of_conditions_in_every_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
