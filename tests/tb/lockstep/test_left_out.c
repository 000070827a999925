// SPDX-License-Identifier: BSD-3-Clause
// Steps that were compared before: an instance that leaves them out goes on as if it had made them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/tb/lockstep/adder.h"

// Four instances that do the same: the Verilog of the first is stepped until it repeats itself, that of the others hardly ever.
static void steps_that_repeat_are_left_out(void **unused)
{
    enum { INSTANCES = 4, CYCLES = 1000 };
    (void)unused;
    for (int every = 0; every < 2; every++) {
        lockstep *run = adder_run(every ? LOCKSTEP_EVERY : LOCKSTEP_ACTIVE);
        block *b[INSTANCES];
        for (unsigned i = 0; i < INSTANCES; i++)
            b[i] = adder_add(run, "sm");
        for (uint64_t cycle = 0; cycle < CYCLES; cycle++)
            for (unsigned i = 0; i < INSTANCES; i++)
                adder_step(run, b[i], cycle, cycle % 7, cycle % 3);
        lockstep_complete(run);
        assert_null(lockstep_failed(run));
        const lockstep_counts counts = lockstep_count(run);
        assert_int_equal(counts.cycles, adder_edges);
        assert_int_equal(counts.cycles + counts.known, INSTANCES * CYCLES);
        // 7 * 3 * 16 steps are all that there are; one in 64 of the others is made, too, and each of two that have one place.
        if (every)
            assert_int_equal(counts.known, 0);
        else
            assert_in_range(adder_edges, 7 * 3 * 16 + 50, 7 * 3 * 16 + INSTANCES * CYCLES / (KNOWN_STEPS_AGAIN / 4));
        assert_int_equal(adder_puts > 50, !every);
        lockstep_close(run);
    }
}

// The instances part: what an instance has left out its Verilog gets before the next step, and without it is found out.
static void registers_come_before_the_next_step(void **unused)
{
    (void)unused;
    for (int without = 0; without < 2; without++) {
        adder_wrong.put_nothing = without;
        lockstep *run = adder_run(LOCKSTEP_ACTIVE);
        block *first = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
        for (uint64_t cycle = 0; cycle < 5; cycle++) {
            adder_step(run, first, cycle, 1, 0);
            adder_step(run, other, cycle, 1, 0);
        }
        assert_int_equal(lockstep_count(run).known, 5);
        assert_int_equal(adder_puts, 0);
        adder_step(run, other, 5, 7, 2);
        lockstep_complete(run);
        assert_int_equal(adder_puts, 1);
        assert_true(!without || lockstep_failed(run));
        if (without)
            assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 1]: cycle 5: output sum: C 0xf, Verilog 0xa");
        else
            assert_null(lockstep_failed(run));
        lockstep_close(run);
    }
    adder_wrong.put_nothing = false;
}

// Outputs that were compared without an edge are no step: the step is made. A second time they are known.
static void outputs_alone(void **unused)
{
    (void)unused;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *first = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
    adder_evaluations = 0;
    for (int i = 0; i < 2; i++) {
        block *b = i ? other : first;
        ((struct in *)b->in)->add = 1;
        block_out(b);
        ((struct in *)b->in)->add = (uint8_t)(2 + i);           // those with 1 are compared before
        block_out(b);
        assert_int_equal(adder_evaluations, 1);
    }
    adder_wrong.registers_from = 1;
    adder_step(run, other, 0, 1, 0);
    assert_int_equal(lockstep_count(run).known, 0);
    lockstep_complete(run);
    adder_expect_failure(run, "lockstep: fake[sm 1]: cycle 1: register total: C 0x4, Verilog 0x5");
    lockstep_close(run);
    adder_wrong.registers_from = 0;
}

// A model that overlooks the fourth bit of what is added.
static void out_of_three_bits(const void *q, const void *in, void *out)
{
    const struct in seen = {((const struct in *)in)->add & 7, 0, 0};
    adder_model.out(q, &seen, out);
}

// Outputs of the same registers under other inputs are not known, not even if the model's are the same.
static void outputs_are_of_their_inputs(void **unused)
{
    block_ops overlooks = adder_model;
    (void)unused;
    overlooks.out = out_of_three_bits;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *b[3];
    for (unsigned i = 0; i < 3; i++) {
        b[i] = lockstep_add_ops(run, &overlooks, &adder_verilog, i == 0 ? "sm 0" : i == 1 ? "sm 1" : "sm 2");
        adder_step(run, b[i], 0, 1, 0);
    }
    assert_int_equal(lockstep_count(run).known, 2);
    lockstep_cycle(run, 1);
    for (unsigned i = 1; i < 3; i++) {
        assert_null(lockstep_failed(run));
        ((struct in *)b[i]->in)->add = i == 1 ? 1 : 9;
        block_out(b[i]);
        ((struct in *)b[i]->in)->add = 2;                  // those with 1 or 9 are compared before
        block_out(b[i]);
    }
    assert_non_null(lockstep_failed(run));
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 2]: cycle 1: output sum: C 0x5, Verilog 0xd");
    lockstep_close(run);
}

// Outputs that are known are those of the registers behind the last edge, not of those in front of it, and say nothing of any edge.
static void outputs_belong_to_their_registers(void **unused)
{
    (void)unused;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *b = adder_add(run, "sm 0");
    adder_step(run, b, 0, 0, 5);               // other registers with the same outputs
    lockstep_cycle(run, 1);
    for (unsigned i = 0; i < 4; i++) {
        ((struct in *)b->in)->add = (const uint8_t[]){0, 7, 0, 9}[i];
        adder_wrong.outputs = i == 3;
        block_out(b);
    }
    assert_non_null(lockstep_failed(run));
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 0]: cycle 1: output sum: C 0x3, Verilog 0x2");
    lockstep_close(run);
    adder_wrong.outputs = false;

    adder_wrong.moves_at_rest = true;
    run = adder_run(LOCKSTEP_ACTIVE);
    b = adder_add(run, "sm 0");
    for (uint8_t add = 0; add < 2; add++) {
        ((struct in *)b->in)->add = add;
        block_out(b);
    }
    adder_step(run, b, 0, 0, 0);               // leaves what it meets
    lockstep_complete(run);
    adder_expect_failure(run, "lockstep: fake[sm 0]: cycle 1: register total: C 0x3, Verilog 0x2");
    lockstep_close(run);
    adder_wrong.moves_at_rest = false;
}

// Outputs that are known do not make an edge forgotten that is due with them: at a reset, and when the run is complete.
static void known_outputs_pay_no_edge(void **unused)
{
    (void)unused;
    adder_wrong.moves_at_rest = true;
    for (int resets = 0; resets < 2; resets++) {
        lockstep *run = adder_run(LOCKSTEP_ACTIVE);
        block *b = adder_add(run, "sm 0");
        adder_step(run, b, 0, 0, 5);
        adder_step(run, b, 1, 0, 5);           // at rest, which the Verilog has not shown
        assert_null(lockstep_failed(run));
        if (resets)
            block_reset(b);
        lockstep_complete(run);
        adder_expect_failure(run, "lockstep: fake[sm 0]: cycle 2: register total: C 0x3, Verilog 0x2");
        lockstep_close(run);
    }
    adder_wrong.moves_at_rest = false;
}

// Nor does a sleep: its first cycle is a step of both sides, unless they have rested under these inputs before.
static void a_sleeper_has_rested_once(void **unused)
{
    (void)unused;
    for (int moves = 0; moves < 2; moves++) {
        adder_wrong.moves_at_rest = moves;
        lockstep *run = adder_run(LOCKSTEP_ACTIVE);
        block *b = adder_add(run, "sm 0");
        adder_step(run, b, 0, 0, 5);
        block_sleep(b, 10);
        block_sleep(b, 10);
        assert_int_equal(b->cycle, 21);
        lockstep_complete(run);
        if (moves) {
            adder_expect_failure(run, "lockstep: fake[sm 0]: cycle 2: register total: C 0x3, Verilog 0x2");
        } else {
            assert_null(lockstep_failed(run));
            assert_int_equal(adder_edges, 2);
            assert_int_equal(lockstep_count(run).skipped, 19);
        }
        lockstep_close(run);
    }
    adder_wrong.moves_at_rest = false;
}

// Idle cycles may wait for a sleep where nothing shows each.
static void who_is_shown_may_not_lag(void **unused)
{
    char folder[] = "build/lockstep.XXXXXX", error[200];
    (void)unused;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(rmdir(folder), 0);            // a recording wants a new one
    const struct { lockstep_options options; bool may; } runs[] = {
        {{.mode = BLOCKS_C}, true}, {{.mode = BLOCKS_LOCKSTEP}, true},
        {{.mode = BLOCKS_LOCKSTEP, .when = LOCKSTEP_EVERY}, false}, {{.mode = BLOCKS_VERILOG}, false},
        {{.mode = BLOCKS_LOCKSTEP, .check_late = true}, false}, {{.mode = BLOCKS_LOCKSTEP, .record_dir = folder}, false}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        lockstep *run = lockstep_open(&runs[i].options, error, sizeof error);
        assert_int_equal(block_may_lag(adder_add(run, "sm 0")), runs[i].may);
        lockstep_close(run);
    }
}

// A pack of an instance that has left out its steps replays them all, from a reset or from registers on the way: its Verilog, which goes
// wrong in the step behind them, does so then.
static void a_pack_replays_known_steps(void **unused)
{
    (void)unused;
    for (unsigned steps = 1; steps < 40; steps++) {
        char line[100];
        const unsigned total = (3 + steps) & 15, left = (total + 7) & 15;
        adder_wrong.add = 7, adder_wrong.total = (uint8_t)total;
        lockstep *run = adder_run(LOCKSTEP_ACTIVE);
        block *first = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
        for (uint64_t cycle = 0; cycle < steps; cycle++) {
            adder_step(run, first, cycle, 1, cycle % 3);
            adder_step(run, other, cycle, 1, cycle % 3);
        }
        assert_in_range(lockstep_count(run).known, steps - steps / 8, 2 * steps);
        adder_step(run, other, steps, 7, 0);
        lockstep_complete(run);
        snprintf(line, sizeof line, "lockstep: fake[sm 1]: cycle %u: register total: C 0x%x, Verilog 0x%x", steps + 1, left, left ^ 1);
        adder_expect_failure(run, line);
        assert_int_equal(other->monitor->history.segments[1].steps > 0, steps >= 8);
        lockstep_close(run);
    }
    adder_wrong.add = 0;
}

// After a step that is known an instance stands as after one that was made: its inputs have been seen, its steps counted and kept for
// a pack, and that the model moved is no rest of the Verilog's.
static void a_known_step_leaves_what_any_does(void **unused)
{
    (void)unused;
    adder_wrong.moves_at_rest = true;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *first = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
    adder_step(run, first, 0, 0, 5);
    adder_step(run, other, 0, 0, 5);
    assert_int_equal(lockstep_count(run).known, 1);
    assert_memory_equal(other->monitor->seen, other->in, sizeof(struct in));
    assert_int_equal(other->monitor->steps, 1);
    assert_int_equal(other->monitor->history.segments[0].steps, 1);
    assert_false(other->monitor->rests);
    adder_step(run, other, 1, 0, 5);            // the model rests
    assert_int_equal(other->monitor->history.segments[0].steps, 2);
    assert_int_equal(lockstep_count(run).skipped, 0);
    lockstep_complete(run);
    adder_expect_failure(run, "lockstep: fake[sm 1]: cycle 2: register total: C 0x3, Verilog 0x2");
    lockstep_close(run);
    adder_wrong.moves_at_rest = false;
}

// A step behind a skipped cycle, for whose outputs nobody asked: a pack has its late input.
static void a_pack_has_a_late_input_behind_a_skipped_cycle(void **unused)
{
    stimulus steps;
    (void)unused;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *b = adder_add(run, "sm 0");
    for (uint64_t cycle = 0; cycle < 2; cycle++)
        adder_step(run, b, cycle, 0, 0);
    assert_int_equal(lockstep_count(run).skipped, 1);
    lockstep_cycle(run, 2);
    ((struct in *)b->in)->late = 5;
    block_next(b);
    block_commit(b);
    history_stimulus(&b->monitor->history, &steps, b->name, 0);
    assert_int_equal(steps.count, 2);
    assert_int_equal(((const struct in *)stimulus_inputs(stimulus_at(&steps, 1)))->late, 5);
    stimulus_close(&steps);
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    lockstep_close(run);
}

// Outputs that are due are compared when a reset comes, behind a known step too.
static void outputs_due_at_a_reset(void **unused)
{
    (void)unused;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *first = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
    adder_step(run, first, 0, 1, 0);
    adder_step(run, other, 0, 1, 0);
    lockstep_cycle(run, 1);
    ((struct in *)other->in)->add = 9;
    block_out(other);
    adder_wrong.outputs = true;
    block_reset(other);
    assert_non_null(lockstep_failed(run));
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 1]: cycle 1: output sum: C 0xd, Verilog 0xc");
    lockstep_close(run);
    adder_wrong.outputs = false;
}

// Outputs that are known have been paid when a reset comes: behind it nothing is due.
static void known_outputs_are_paid_at_a_reset(void **unused)
{
    (void)unused;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *first = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
    adder_step(run, first, 0, 1, 0);
    ((struct in *)other->in)->add = 1;
    block_out(other);
    block_reset(other);
    assert_false(other->monitor->out_due);
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    lockstep_close(run);
}

// Into Verilog that takes no registers none are put: each of its steps is made.
static void verilog_that_takes_no_registers(void **unused)
{
    verilated_ops takes_none = adder_verilog;
    (void)unused;
    takes_none.put_registers = NULL;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *first = lockstep_add_ops(run, &adder_model, &takes_none, "sm 0"), *other = lockstep_add_ops(run, &adder_model, &takes_none, "sm 1");
    for (uint64_t cycle = 0; cycle < 20; cycle++) {
        adder_step(run, first, cycle, cycle % 2, 0);
        adder_step(run, other, cycle, cycle % 2, 0);
    }
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    assert_int_equal(lockstep_count(run).known, 0);
    lockstep_close(run);
}

// Verilog that is no function of the registers and inputs that its table names: from its 30th edge on it is wrong, when all steps are
// known. One in 64 is made, so it comes to that edge and is seen.
static void a_register_that_no_row_names_is_found_out(void **unused)
{
    (void)unused;
    adder_wrong.outputs_from = 30;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *b = adder_add(run, "sm 0");
    uint64_t cycle = 0;
    while (!lockstep_failed(run) && cycle < 3000) {
        adder_step(run, b, cycle, 1, 0);
        cycle++;
    }
    assert_non_null(lockstep_failed(run));
    assert_non_null(strstr(lockstep_failed(run), "output sum"));
    assert_in_range(lockstep_count(run).known, 500, 30 * KNOWN_STEPS_AGAIN);
    lockstep_close(run);
    adder_wrong.outputs_from = 0;
}

// A late input that nothing looks at is part of a step: what the model leaves is the same, what the Verilog leaves need not be.
static void late_inputs_are_part_of_a_step(void **unused)
{
    (void)unused;
    adder_wrong.unread_is_read = true;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *first = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
    adder_step(run, first, 0, 1, 0);
    ((struct in *)other->in)->unread = 1;
    adder_step(run, other, 0, 1, 0);
    assert_int_equal(lockstep_count(run).known, 0);
    lockstep_complete(run);
    adder_expect_failure(run, "lockstep: fake[sm 1]: cycle 1: register total: C 0x4, Verilog 0x5");
    lockstep_close(run);
    adder_wrong.unread_is_read = false;
}

// A reset clears nothing that is known, but begins with the Verilog's own registers.
static void a_reset_brings_the_verilog_back(void **unused)
{
    (void)unused;
    lockstep *run = adder_run(LOCKSTEP_ACTIVE);
    block *first = adder_add(run, "sm 0"), *other = adder_add(run, "sm 1");
    for (uint64_t cycle = 0; cycle < 3; cycle++) {
        adder_step(run, first, cycle, 1, 0);
        adder_step(run, other, cycle, 1, 0);
    }
    block_reset(other);
    adder_step(run, other, 3, 9, 1);
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    assert_int_equal(adder_puts, 0);
    lockstep_close(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_that_repeat_are_left_out),
                                       cmocka_unit_test(registers_come_before_the_next_step),
                                       cmocka_unit_test(outputs_alone),
                                       cmocka_unit_test(outputs_are_of_their_inputs),
                                       cmocka_unit_test(outputs_belong_to_their_registers),
                                       cmocka_unit_test(known_outputs_pay_no_edge),
                                       cmocka_unit_test(a_sleeper_has_rested_once),
                                       cmocka_unit_test(who_is_shown_may_not_lag),
                                       cmocka_unit_test(a_pack_replays_known_steps),
                                       cmocka_unit_test(a_known_step_leaves_what_any_does),
                                       cmocka_unit_test(a_pack_has_a_late_input_behind_a_skipped_cycle),
                                       cmocka_unit_test(outputs_due_at_a_reset),
                                       cmocka_unit_test(known_outputs_are_paid_at_a_reset),
                                       cmocka_unit_test(verilog_that_takes_no_registers),
                                       cmocka_unit_test(a_register_that_no_row_names_is_found_out),
                                       cmocka_unit_test(late_inputs_are_part_of_a_step),
                                       cmocka_unit_test(a_reset_brings_the_verilog_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
