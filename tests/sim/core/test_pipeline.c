// SPDX-License-Identifier: BSD-3-Clause
// Pipelines: result cycle of each class, initiation interval, one result a unit and cycle, result buses, order of the units.
#include "sim/core/pipeline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static machine m;
static pipelines p;
static latch in_front[UNIT_COUNT];
static insn code[16];
static inflight flight[16];
static unsigned made;

static void open_again(void)
{
    memset(&p, 0, sizeof p);
    pipelines_open(&p, &m);
}

static int open_pipelines(void **state)
{
    (void)state;
    machine_defaults(&m);
    open_again();
    memset(in_front, 0, sizeof in_front);
    in_front[UNIT_SP] = (latch){.slots = 2};
    in_front[UNIT_SFU] = (latch){.slots = 1};
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
    put(&in_front[UNIT_SP], LATENCY_INT_ADD);
    pipelines_enter(&p, in_front, 10);
    assert_int_equal(in_front[UNIT_SP].used, 0);
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
    open_again();
    put(&in_front[UNIT_SP], LATENCY_INT_MUL);          // 4 cycles, entry blocked for 2
    put(&in_front[UNIT_SP], LATENCY_INT_MUL);
    pipelines_enter(&p, in_front, 0);
    assert_int_equal(in_front[UNIT_SP].used, 1);
    pipelines_enter(&p, in_front, 1);
    assert_int_equal(in_front[UNIT_SP].used, 1);
    pipelines_enter(&p, in_front, 2);
    assert_int_equal(in_front[UNIT_SP].used, 0);
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
        open_again();
        put(&in_front[UNIT_SP], rows[i].class);
        put(&in_front[UNIT_SP], rows[i].class);
        for (uint64_t cycle = 0; cycle <= rows[i].interval; cycle++) {
            pipelines_enter(&p, in_front, cycle);
            assert_int_equal(in_front[UNIT_SP].used, cycle < rows[i].interval);
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
    open_again();
    put(&in_front[UNIT_SP], LATENCY_INT_MAD);          // 5 cycles
    pipelines_enter(&p, in_front, 0);
    put(&in_front[UNIT_SP], LATENCY_INT_ADD);          // 4 cycles: would come out together
    pipelines_enter(&p, in_front, 1);
    assert_int_equal(in_front[UNIT_SP].used, 1);
    pipelines_enter(&p, in_front, 2);
    assert_int_equal(in_front[UNIT_SP].used, 0);
    assert_null(pipelines_take_results(&p, 7)->next);
    assert_non_null(pipelines_take_results(&p, 8));
}

static void test_result_buses_are_shared_and_oldest_is_first(void **state)
{
    (void)state;
    put(&in_front[UNIT_SP], LATENCY_FP_ADD);
    put(&in_front[UNIT_SP], LATENCY_FP_ADD);
    pipelines_enter(&p, in_front, 0);
    assert_int_equal(in_front[UNIT_SP].used, 0);
    m.latency.sfu = 4;
    p.latency[LATENCY_SFU] = 4;
    put(&in_front[UNIT_SFU], LATENCY_SFU);
    pipelines_enter(&p, in_front, 0);
    assert_int_equal(in_front[UNIT_SFU].used, 1);
    inflight *results = pipelines_take_results(&p, 6);
    assert_ptr_equal(results, &flight[0]);
    assert_ptr_equal(results->next, &flight[1]);
    assert_null(results->next->next);
}

static void test_longest_latency_fits_the_calendar(void **state)
{
    (void)state;
    assert_true(CALENDAR > 1000 + PIPELINE_EXTRA);
    put(&in_front[UNIT_SFU], LATENCY_DP_DIV);
    pipelines_enter(&p, in_front, 100);
    assert_int_equal(pipelines_next_result(&p, 101), 100 + 330 + 2);
    put(&in_front[UNIT_SFU], LATENCY_DP_ADD);
    pipelines_enter(&p, in_front, 229);
    assert_int_equal(in_front[UNIT_SFU].used, 1);
    pipelines_enter(&p, in_front, 230);
    assert_int_equal(in_front[UNIT_SFU].used, 0);
}

// One result a cycle, one instruction for each kind of unit, the oldest for the kind that comes last: SP, DP, INT, SFU, tensor.
static void test_kinds_enter_in_their_order(void **state)
{
    (void)state;
    static const uint8_t kinds[] = {UNIT_TENSOR, UNIT_SFU, UNIT_INT, UNIT_DP, UNIT_SP};
    enum { KINDS = 5 };
    m.core.int_units = m.core.dp_units = m.core.tensor_units = m.core.writeback_slots = 1;
    open_again();
    for (unsigned i = 0; i < KINDS; i++)
        put(&in_front[kinds[i]], LATENCY_SIMPLE);
    for (unsigned cycle = 0; cycle < KINDS; cycle++)
        pipelines_enter(&p, in_front, cycle);
    for (unsigned cycle = 0; cycle < KINDS; cycle++)
        assert_ptr_equal(pipelines_take_results(&p, cycle + 1 + PIPELINE_EXTRA), &flight[KINDS - 1 - cycle]);
}

// With core.sub_cores 2 unit n takes what scheduler n has issued, an older one of another scheduler or not.
static void test_a_unit_of_a_scheduler_takes_its_own(void **state)
{
    (void)state;
    for (unsigned own = 0; own < 2; own++) {
        open_pipelines(NULL);
        m.core.sub_cores = own ? 2 : 1;
        m.core.schedulers = m.core.sp_units = m.core.writeback_slots = 4;
        open_again();
        for (unsigned i = 0; i < 2; i++) {
            put(&in_front[UNIT_SP], LATENCY_INT_MAX);          // 2 cycles in the entry
            flight[i].scheduler = (uint8_t)(3 - i);
        }
        in_front[UNIT_SP].taken = own ? 1u << 3 | 1u << 2 : 0;
        pipelines_enter(&p, in_front, 0);
        assert_int_equal(in_front[UNIT_SP].used, 0);
        assert_int_equal(in_front[UNIT_SP].taken, 0);
        assert_int_equal(flight[0].unit, own ? 3 : 0);
        assert_int_equal(flight[1].unit, own ? 2 : 1);
        put(&in_front[UNIT_SP], LATENCY_INT_MAX);
        flight[2].scheduler = 3;
        pipelines_enter(&p, in_front, 1);
        assert_int_equal(in_front[UNIT_SP].used, own);
        pipelines_enter(&p, in_front, 2);
        assert_int_equal(in_front[UNIT_SP].used, 0);
    }
}

// As long as an fp32 multiply-add where there is no unit for them.
static void test_matrices_have_a_latency_of_their_own(void **state)
{
    (void)state;
    for (unsigned own = 0; own < 2; own++) {
        m.core.tensor_units = own;
        open_again();
        put(&in_front[own ? UNIT_TENSOR : UNIT_SFU], LATENCY_TENSOR);
        pipelines_enter(&p, in_front, 0);
        assert_int_equal(pipelines_next_result(&p, 1), (own ? 64 : 5) + PIPELINE_EXTRA);
    }
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
        cmocka_unit_test_setup(test_kinds_enter_in_their_order, open_pipelines),
        cmocka_unit_test(test_a_unit_of_a_scheduler_takes_its_own),
        cmocka_unit_test_setup(test_matrices_have_a_latency_of_their_own, open_pipelines),
    };
    return cmocka_run_group_tests_name("pipeline", tests, NULL, NULL);
}
