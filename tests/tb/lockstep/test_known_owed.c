// SPDX-License-Identifier: BSD-3-Clause
// A step that an instance still owes counts as known to the others of its tuple: who owes a bad one is named first, in its cycle.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/tb/lockstep/adder.h"

// A step that is known counts as compared only because the instance that made it owes it: it is named by its own cycle.
static void a_step_that_is_owed_is_compared(void **unused)
{
    (void)unused;
    adder_wrong.outputs_from = 1;              // behind its first edge
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *first = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
    adder_step(run, first, 0, 1, 0);
    adder_step(run, other, 0, 1, 0);
    assert_int_equal(lockstep_count(run).known, 1);
    lockstep_cycle(run, 1);
    ((struct in *)other->in)->add = 2;
    block_out(other);                          // the Verilog of this one has had no edge
    assert_null(lockstep_failed(run));
    ((struct in *)first->in)->add = 2;
    block_out(first);
    lockstep_complete(run);
    adder_expect_failure(run, "lockstep: fake[sm 0]: cycle 1: output sum: C 0x6, Verilog 0x7");
    lockstep_close(run);
    adder_wrong.outputs_from = 0;
}

// Of an instance that owes a bad step and sleeps, and one that took it for known and goes wrong by itself, the first is named, in its cycle.
static void what_others_took_for_known_comes_first(void **unused)
{
    (void)unused;
    for (int wrong_outputs = 0; wrong_outputs < 2; wrong_outputs++) {
        adder_wrong.registers_from = 1;
        lockstep *run = adder_run(LOCKSTEP_ACTIVE);
        block *later = adder_add(run, "sm 0"), *first = adder_add(run, "sm 1"), *last = adder_add(run, "sm 2"), *other = adder_add(run, "sm 3");
        adder_step(run, first, 0, 1, 0);
        adder_step(run, later, 1, 2, 0);
        adder_step(run, last, 1, 3, 0);
        adder_step(run, other, 2, 1, 0);
        assert_int_equal(lockstep_count(run).known, 1);
        adder_wrong.outputs = wrong_outputs;
        adder_step(run, other, 3, 5, 1);
        if (!wrong_outputs)
            adder_step(run, other, 4, 6, 1);
        adder_wrong.outputs = false;
        adder_expect_failure(run, "lockstep: fake[sm 1]: cycle 1: register total: C 0x4, Verilog 0x5");
        assert_ptr_equal(run->divergence.block, first);
        lockstep_close(run);
        adder_wrong.registers_from = 0;
    }
}

// What they owe from before is compared then, not outputs of the present cycle: that is later than the edge that went wrong.
static void outputs_of_others_come_later(void **unused)
{
    (void)unused;
    adder_wrong.registers_from = 2;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *owes = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
    adder_step(run, owes, 0, 1, 0);
    adder_step(run, other, 1, 2, 0);
    adder_step(run, other, 4, 3, 0);
    adder_wrong.outputs = true;
    lockstep_cycle(run, 50);
    block_out(owes);
    adder_step(run, other, 50, 3, 0);
    adder_wrong.outputs = false;
    assert_true(owes->monitor->out_due && !owes->monitor->edge_due);
    adder_expect_failure(run, "lockstep: fake[sm 1]: cycle 5: register total: C 0x8, Verilog 0x9");
    lockstep_close(run);
    adder_wrong.registers_from = 0;
}

// An instance that has had its edge in this cycle has not committed it, and owes nothing from before.
static void who_has_not_committed_is_not_compared(void **unused)
{
    (void)unused;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *stepping = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
    lockstep_cycle(run, 7);
    ((struct in *)stepping->in)->add = 1;
    block_out(stepping);
    block_next(stepping);
    assert_true(stepping->monitor->edge_due);
    adder_wrong.outputs = true;
    adder_step(run, other, 7, 2, 0);
    assert_non_null(lockstep_failed(run));
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 1]: cycle 7: output sum: C 0x5, Verilog 0x4");
    assert_int_equal(lockstep_count(run).mismatches, 1);
    lockstep_close(run);
    adder_wrong = (adder_faults){0};
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_step_that_is_owed_is_compared),
                                       cmocka_unit_test(what_others_took_for_known_comes_first),
                                       cmocka_unit_test(outputs_of_others_come_later),
                                       cmocka_unit_test(who_has_not_committed_is_not_compared)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
