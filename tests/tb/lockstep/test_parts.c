// SPDX-License-Identifier: BSD-3-Clause
// Parts of a run: a clock, known steps and a divergence each. The run reports the earliest divergence.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "tests/tb/lockstep/adder.h"

static block *add_to(lockstep *run, unsigned part, unsigned sm)
{
    char name[32];
    snprintf(name, sizeof name, "sm %u", sm);
    block *b = adder_add(lockstep_part(run, part), name);
    b->place.index = sm;
    return b;
}

static void a_part_has_its_own_clock_and_known_steps(void **unused)
{
    (void)unused;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *b[2] = {add_to(run, 0, 0), add_to(run, 3, 1)};
    assert_ptr_equal(lockstep_part(run, 3), b[1]->owner);
    assert_ptr_not_equal(b[0]->owner, b[1]->owner);
    for (uint64_t cycle = 0; cycle < 4; cycle++)
        for (unsigned i = 0; i < 2; i++)
            adder_step(run, b[i], cycle, cycle + 1, 0);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(b[i]->clock->cycle, 3);
        assert_ptr_not_equal(b[i]->clock, &run->clock);
    }
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    assert_int_equal(lockstep_count(run).instances, 2);
    assert_int_equal(lockstep_count(run).cycles, 8);          // the same steps in another part are not known
    assert_int_equal(lockstep_count(run).known, 0);
    lockstep_close(run);
}

// What a part has met in a cycle the others know from the next one on.
static void between_cycles_parts_share_known_steps(void **unused)
{
    (void)unused;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *first = add_to(run, 0, 0), *second = add_to(run, 1, 1), *third = add_to(run, 3, 2);
    adder_step(run, first, 0, 1, 0);
    adder_step(run, second, 0, 1, 0);
    assert_int_equal(lockstep_count(run).known, 0);
    lockstep_settle(run);
    adder_step(run, third, 1, 1, 0);
    assert_int_equal(lockstep_count(run).known, 1);
    adder_step(run, first, 1, 2, 0);
    assert_int_equal(lockstep_count(run).known, 1);
    lockstep_settle(run);
    adder_step(run, second, 2, 2, 0);
    adder_step(run, third, 2, 2, 0);
    lockstep_settle(run);
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    assert_int_equal(lockstep_count(run).known, 3);
    assert_int_equal(lockstep_count(run).cycles, 3);
    lockstep_close(run);
}

// SM 6 owes a bad step that SM 5, of another part, took for known and goes wrong behind: SM 6 is named, in its cycle.
static void what_another_part_owes_comes_first(void **unused)
{
    (void)unused;
    adder_wrong.registers_from = 1;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *owes = add_to(run, 1, 6), *other = add_to(run, 2, 5);
    adder_step(run, owes, 0, 1, 0);
    for (uint64_t cycle = 1; cycle < 4; cycle++) {
        lockstep_settle(run);
        assert_null(lockstep_failed(run));
        adder_step(run, other, cycle, (unsigned)cycle, 0);
    }
    assert_int_equal(lockstep_count(run).known, 1);
    assert_string_equal(lockstep_failed(other->owner), "lockstep: fake[sm 5]: cycle 3: register total: C 0x6, Verilog 0x7");
    lockstep_settle(run);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 6]: cycle 1: register total: C 0x4, Verilog 0x5");
    lockstep_close(run);
    adder_wrong = (adder_faults){0};
}

// SM 6 and SM 5, of other parts, owe an edge of cycle 0 that is wrong. SM 6 is stepped again, and found out; SM 5 not.
static void the_earliest_is_reported(void **unused)
{
    (void)unused;
    adder_wrong.registers_from = 1;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *later = add_to(run, 1, 6), *first = add_to(run, 2, 5);
    adder_step(run, first, 0, 1, 0);
    adder_step(run, later, 0, 1, 0);
    adder_step(run, later, 1, 2, 0);
    assert_null(lockstep_failed(run));
    assert_string_equal(lockstep_failed(later->owner), "lockstep: fake[sm 6]: cycle 1: register total: C 0x4, Verilog 0x5");
    adder_step(run, later, 2, 2, 0);
    lockstep_settle(run);
    assert_non_null(lockstep_failed(run));
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 5]: cycle 1: register total: C 0x4, Verilog 0x5");
    assert_null(lockstep_failed(lockstep_part(run, 0)));
    assert_int_equal(lockstep_count(run).mismatches, 2);
    assert_int_equal(((const struct state *)later->owner->divergence.met)->total, 3);       // as at reset, two steps ago
    lockstep_close(run);
    adder_wrong = (adder_faults){0};
}

// SMs of two parts owe an edge of cycle 0 that is wrong, each with other inputs. The one that is stepped again and found out is none of
// the lowest, in its part or in the run.
static void in_a_cycle_the_lowest_is_reported(void **unused)
{
    enum { SMS = 4 };
    static const unsigned parts[SMS] = {1, 1, 2, 2}, sms[SMS] = {6, 4, 5, 3};
    (void)unused;
    adder_wrong.registers_from = 1;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *b[SMS];
    for (unsigned i = 0; i < SMS; i++)
        b[i] = add_to(run, parts[i], sms[i]);
    for (unsigned i = 0; i < SMS; i++)
        adder_step(run, b[i], 0, i + 1, 0);
    adder_step(run, b[0], 1, 9, 0);
    assert_string_equal(lockstep_failed(b[0]->owner), "lockstep: fake[sm 4]: cycle 1: register total: C 0x5, Verilog 0x4");
    lockstep_settle(run);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 3]: cycle 1: register total: C 0x7, Verilog 0x6");
    lockstep_close(run);
    adder_wrong = (adder_faults){0};
}

// Outputs of a cycle come of the registers that it begins with.
static void registers_come_before_outputs(void **unused)
{
    (void)unused;
    adder_wrong.registers_from = 1;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *outputs = add_to(run, 1, 1), *registers = add_to(run, 2, 5);
    adder_step(run, registers, 0, 1, 0);
    adder_wrong.outputs = true;
    adder_step(run, outputs, 1, 1, 0);
    assert_string_equal(lockstep_failed(outputs->owner), "lockstep: fake[sm 1]: cycle 1: output sum: C 0x4, Verilog 0x5");
    lockstep_settle(run);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 5]: cycle 1: register total: C 0x4, Verilog 0x5");
    lockstep_close(run);
    adder_wrong = (adder_faults){0};
}

static void a_run_with_a_recording_is_one_part(void **unused)
{
    (void)unused;
    char error[200];
    lockstep *run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .record_dir = "build/no_such_recording", .record_cycles = 1}, error, sizeof error);
    assert_non_null(run);
    assert_true(lockstep_is_one(run));
    assert_ptr_equal(lockstep_part(run, 2), run);
    lockstep_close(run);
    run = adder_run(LOCKSTEP_ACTIVE);
    assert_false(lockstep_is_one(run));
    lockstep_close(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_part_has_its_own_clock_and_known_steps),
                                       cmocka_unit_test(between_cycles_parts_share_known_steps),
                                       cmocka_unit_test(what_another_part_owes_comes_first),
                                       cmocka_unit_test(the_earliest_is_reported),
                                       cmocka_unit_test(in_a_cycle_the_lowest_is_reported),
                                       cmocka_unit_test(registers_come_before_outputs),
                                       cmocka_unit_test(a_run_with_a_recording_is_one_part)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
