// SPDX-License-Identifier: BSD-3-Clause
// SP and SFU pipelines: result cycle of each class, initiation interval, one result a unit and cycle, result buses.
#include "sim/core/pipeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static machine m;
static pipelines p;
static latch sp, sfu;
static insn code[16];
static inflight flight[16];
static unsigned made;

static int open_pipelines(void **state)
{
    (void)state;
    machine_defaults(&m);
    pipelines_open(&p, &m);
    sp = (latch){.slots = 2};
    sfu = (latch){.slots = 1};
    made = 0;
    return 0;
}

static void put(latch *to, insn_latency class)
{
    code[made] = (insn){.latency = (uint8_t)class};
    flight[made] = (inflight){.step = {.insn = &code[made]}, .age = made};
    latch_put(to, &flight[made++]);
}

static void test_result_comes_latency_plus_two_cycles_after_entry(void **state)
{
    (void)state;
    put(&sp, LATENCY_INT_ADD);
    pipelines_enter(&p, &sp, &sfu, 10);
    assert_int_equal(sp.used, 0);
    assert_int_equal(pipelines_next_result(&p, 11), 10 + 4 + 2);
    for (uint64_t cycle = 11; cycle < 16; cycle++)
        assert_null(pipelines_take_results(&p, cycle));
    assert_ptr_equal(pipelines_take_results(&p, 16), &flight[0]);
    assert_int_equal(p.busy, 0);
    assert_true(pipelines_next_result(&p, 17) == UINT64_MAX);
}

static void test_interval_blocks_the_entry_but_not_the_result(void **state)
{
    (void)state;
    m.core.sp_units = 1;
    pipelines_open(&p, &m);
    put(&sp, LATENCY_INT_MUL);          // 4 cycles, entry blocked for 2
    put(&sp, LATENCY_INT_MUL);
    pipelines_enter(&p, &sp, &sfu, 0);
    assert_int_equal(sp.used, 1);
    pipelines_enter(&p, &sp, &sfu, 1);
    assert_int_equal(sp.used, 1);
    pipelines_enter(&p, &sp, &sfu, 2);
    assert_int_equal(sp.used, 0);
    assert_ptr_equal(pipelines_take_results(&p, 6), &flight[0]);
    assert_ptr_equal(pipelines_take_results(&p, 8), &flight[1]);
}

// mul24 and mad24: int_mul and int_mad, one cycle more of both latency and interval.
static void test_24_bit_products_take_a_cycle_more(void **state)
{
    (void)state;
    static const struct { insn_latency class; unsigned latency, interval; } rows[] = {
        {LATENCY_INT_MUL24, 5, 3}, {LATENCY_INT_MAD24, 6, 2}};
    for (unsigned i = 0; i < 2; i++) {
        open_pipelines(NULL);
        m.core.sp_units = 1;
        pipelines_open(&p, &m);
        put(&sp, rows[i].class);
        put(&sp, rows[i].class);
        for (uint64_t cycle = 0; cycle <= rows[i].interval; cycle++) {
            pipelines_enter(&p, &sp, &sfu, cycle);
            assert_int_equal(sp.used, cycle < rows[i].interval);
        }
        assert_ptr_equal(pipelines_take_results(&p, rows[i].latency + PIPELINE_EXTRA), &flight[0]);
        assert_ptr_equal(pipelines_take_results(&p, rows[i].latency + PIPELINE_EXTRA + rows[i].interval), &flight[1]);
    }
}

static void test_a_unit_gives_one_result_a_cycle(void **state)
{
    (void)state;
    m.core.sp_units = 1;
    m.core.writeback_slots = 4;
    pipelines_open(&p, &m);
    put(&sp, LATENCY_INT_MAD);          // 5 cycles
    pipelines_enter(&p, &sp, &sfu, 0);
    put(&sp, LATENCY_INT_ADD);          // 4 cycles: would come out together
    pipelines_enter(&p, &sp, &sfu, 1);
    assert_int_equal(sp.used, 1);
    pipelines_enter(&p, &sp, &sfu, 2);
    assert_int_equal(sp.used, 0);
    assert_null(pipelines_take_results(&p, 7)->next);
    assert_non_null(pipelines_take_results(&p, 8));
}

static void test_result_buses_are_shared_and_oldest_is_first(void **state)
{
    (void)state;
    put(&sp, LATENCY_FP_ADD);
    put(&sp, LATENCY_FP_ADD);
    pipelines_enter(&p, &sp, &sfu, 0);
    assert_int_equal(sp.used, 0);
    m.latency.sfu = 4;
    p.latency[LATENCY_SFU] = 4;
    put(&sfu, LATENCY_SFU);
    pipelines_enter(&p, &sp, &sfu, 0);
    assert_int_equal(sfu.used, 1);
    inflight *results = pipelines_take_results(&p, 6);
    assert_ptr_equal(results, &flight[0]);
    assert_ptr_equal(results->next, &flight[1]);
    assert_null(results->next->next);
}

static void test_longest_latency_fits_the_calendar(void **state)
{
    (void)state;
    assert_true(CALENDAR > 1000 + PIPELINE_EXTRA);
    put(&sfu, LATENCY_DP_DIV);
    pipelines_enter(&p, &sp, &sfu, 100);
    assert_int_equal(pipelines_next_result(&p, 101), 100 + 330 + 2);
    put(&sfu, LATENCY_DP_ADD);
    pipelines_enter(&p, &sp, &sfu, 229);
    assert_int_equal(sfu.used, 1);
    pipelines_enter(&p, &sp, &sfu, 230);
    assert_int_equal(sfu.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_result_comes_latency_plus_two_cycles_after_entry, open_pipelines),
        cmocka_unit_test_setup(test_interval_blocks_the_entry_but_not_the_result, open_pipelines),
        cmocka_unit_test(test_24_bit_products_take_a_cycle_more),
        cmocka_unit_test_setup(test_a_unit_gives_one_result_a_cycle, open_pipelines),
        cmocka_unit_test_setup(test_result_buses_are_shared_and_oldest_is_first, open_pipelines),
        cmocka_unit_test_setup(test_longest_latency_fits_the_calendar, open_pipelines),
    };
    return cmocka_run_group_tests_name("pipeline", tests, NULL, NULL);
}
