// SPDX-License-Identifier: BSD-3-Clause
// Steps that were compared before: what counts as one, and that an instance which leaves them out goes on as if it had made them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/tb/lockstep/adder.h"

// The caller keeps the sums up to date.
static bool known_step_of(known_steps *k, const block_ops *ops, const void *q, const void *in, const void *out, const void *d)
{
    const chunk_sum met = chunks_sum(q, ops->state_size, 0), inputs = chunks_sum(in, ops->in_size, KNOWN_INPUTS),
                    step = chunk_sum_both(&met, &inputs), left = d ? chunks_sum(d, ops->state_size, 0) : step;
    return known_step(k, &step, out, d ? &left : NULL);
}

// A step is its registers, inputs and outputs and the registers that it leaves, all of them. Outputs are part of it.
static void what_a_step_is(void **unused)
{
    known_steps *all = NULL, *k = known_steps_of(&all, NULL, &adder_model);
    const struct state q[2] = {{1, 2}, {1, 3}}, d[2] = {{4, 5}, {4, 6}};
    const struct in in[2] = {{3, 0}, {3, 1}};
    const struct out o[2] = {{4, 0}, {4, 1}};
    block_ops other = adder_model;
    (void)unused;
    assert_ptr_equal(known_steps_of(&all, NULL, &adder_model), k);
    assert_ptr_not_equal(known_steps_of(&all, NULL, &other), k);
    assert_ptr_equal(known_steps_of(&all, NULL, &adder_model), k);
    assert_false(known_step_of(k, &adder_model, &q[0], &in[0], &o[0], NULL));
    assert_true(known_step_of(k, &adder_model, &q[0], &in[0], &o[0], NULL));
    assert_false(known_step_of(k, &adder_model, &q[0], &in[0], &o[0], &d[0]));        // the outputs were compared, the edge not
    assert_true(known_step_of(k, &adder_model, &q[0], &in[0], &o[0], &d[0]));
    assert_true(known_step_of(k, &adder_model, &q[0], &in[0], &o[0], NULL));
    assert_false(known_step_of(known_steps_of(&all, NULL, &other), &other, &q[0], &in[0], &o[0], &d[0]));
    for (unsigned half = 0; half < 2; half++) {                                        // others may have half of a sum, too
        const chunk_sum one = {{5, 6}}, left = {{7, 8}};
        chunk_sum differs = one;
        differs.halves[half]++;
        assert_false(known_step(k, &one, &o[0], &left));
        assert_true(known_step(k, &one, &o[0], &left));
        assert_false(known_step(k, &differs, &o[0], &left));
    }
    assert_false(known_step_of(k, &adder_model, &q[1], &in[0], &o[0], &d[0]));
    assert_false(known_step_of(k, &adder_model, &q[0], &in[1], &o[0], &d[0]));
    assert_false(known_step_of(k, &adder_model, &q[0], &in[0], &o[1], &d[0]));        // in the place of that with the first outputs
    assert_false(known_step_of(k, &adder_model, &q[0], &in[0], &o[0], &d[0]));
    assert_false(known_step_of(k, &adder_model, &q[0], &in[0], &o[0], &d[1]));
    assert_false(known_step_of(k, &adder_model, &q[0], &in[0], &o[0], &d[0]));
    known_steps_close(all);
}

static void each_byte_of_the_outputs_counts(void **unused)
{
    enum { OUT = 20 };
    unsigned char out[OUT] = {0};
    const struct state q = {1, 2};
    const struct in in = {3, 0};
    block_ops ops = adder_model;
    known_steps *all = NULL;
    (void)unused;
    ops.out_size = OUT;
    known_steps *k = known_steps_of(&all, NULL, &ops);
    for (unsigned byte = 0; byte < OUT; byte++) {
        out[byte] = 1;
        assert_false(known_step_of(k, &ops, &q, &in, out, &q));
        assert_true(known_step_of(k, &ops, &q, &in, out, &q));
    }
    known_steps_close(all);
}

// Of a cycle a part knows the last steps, and between cycles these are shared.
static void of_a_cycle_the_last_are_known(void **unused)
{
    enum { STEPS = 200, LAST = 64 };
    known_steps *all[2] = {NULL, NULL}, *shared = NULL;
    (void)unused;
    for (unsigned part = 0; part < 2; part++) {
        known_steps *k = known_steps_of(&all[part], &shared, &adder_model);
        unsigned known = 0;
        for (unsigned i = 0; i < STEPS; i++)
            for (unsigned again = 0; again < 2; again++) {
                const unsigned step = i < STEPS - LAST ? i : STEPS - 1 - (i - (STEPS - LAST));     // the shared ones last, from the newest
                const struct state q = {step & 15, step >> 4 & 15};
                known += known_step_of(k, &adder_model, &q, &(struct in){0}, &(struct out){0}, &q);
            }
        assert_in_range(known, part ? STEPS + LAST - 20 : STEPS - 20, part ? STEPS + LAST : STEPS);
        known_steps_share(all[part]);
    }
    known_steps_close(all[0]);
    known_steps_close(all[1]);
    known_steps_close(shared);
}

// Of many steps, more than there is room for, none is called known that has not been put before; most are that have.
static void no_step_is_known_that_was_not_compared(void **unused)
{
    enum { STEPS = 200000 };
    known_steps *all = NULL, *k = known_steps_of(&all, NULL, &adder_model);
    static bool seen[1 << 16], seen_with_edge[1 << 16];
    uint32_t random = 1;
    unsigned known = 0, repeated = 0;
    (void)unused;
    memset(seen, 0, sizeof seen);
    memset(seen_with_edge, 0, sizeof seen_with_edge);
    for (unsigned i = 0; i < STEPS; i++) {
        random = random * 1664525 + 1013904223;
        const unsigned which = random >> (i % 2 ? 20 : 16);             // 4,096 of them more often
        const bool edge = random >> 8 & 3;
        const struct state q = {which & 15, which >> 4 & 15}, d = {which >> 2 & 15, which & 3};
        const struct in in = {which >> 8 & 15, which >> 12};
        const struct out o = {which & 15, which & 1};
        repeated += seen[which];
        if (known_step_of(k, &adder_model, &q, &in, &o, edge ? &d : NULL)) {
            assert_true(edge ? seen_with_edge[which] : seen[which]);
            known++;
        }
        seen[which] = true;
        seen_with_edge[which] |= edge;
    }
    assert_true(known > repeated / 5);
    assert_true(known < repeated);
    known_steps_close(all);
}

// A loop's length may divide 64.
static void each_step_of_a_loop_is_made_again(void **unused)
{
    enum { LENGTH = 8, TURNS = 8000 };
    known_steps *all = NULL, *k = known_steps_of(&all, NULL, &adder_model);
    unsigned made[LENGTH] = {0};
    (void)unused;
    for (unsigned i = 0; i < LENGTH * TURNS; i++) {
        const struct state q = {i % LENGTH, 0};
        const struct in in = {0};
        const struct out o = {i % LENGTH, 0};
        made[i % LENGTH] += !known_step_of(k, &adder_model, &q, &in, &o, &q);
    }
    for (unsigned i = 0; i < LENGTH; i++)
        assert_in_range(made[i], TURNS / KNOWN_STEPS_AGAIN / 2, TURNS / KNOWN_STEPS_AGAIN * 2);
    known_steps_close(all);
}

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

// Registers of any size, all of whose bytes count.
static void large_steps(void **unused)
{
    enum { LARGE = 200 << 10, SMALL = 96, STEPS = 500 };
    static unsigned char q[LARGE];
    const struct in in = {0};
    const struct out o = {0};
    known_steps *all = NULL;
    block_ops small = adder_model, large = adder_model;
    (void)unused;
    small.state_size = SMALL;
    large.state_size = LARGE;
    for (const block_ops *ops = &small; ops; ops = ops == &small ? &large : NULL) {
        known_steps *k = known_steps_of(&all, NULL, ops);
        unsigned known = 0;
        for (unsigned turn = 0; turn < 2; turn++)
            for (unsigned i = 0; i < STEPS; i++) {
                memcpy(q + ops->state_size - 2, &(uint16_t){(uint16_t)i}, 2);
                known += known_step_of(k, ops, q, &in, &o, q);
                assert_true(turn || !known);
            }
        assert_in_range(known, STEPS * 3 / 4, STEPS);
        memset(q, 0, SMALL);
    }
    known_steps_close(all);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_a_step_is),
                                       cmocka_unit_test(each_byte_of_the_outputs_counts),
                                       cmocka_unit_test(of_a_cycle_the_last_are_known),
                                       cmocka_unit_test(no_step_is_known_that_was_not_compared),
                                       cmocka_unit_test(each_step_of_a_loop_is_made_again),
                                       cmocka_unit_test(steps_that_repeat_are_left_out),
                                       cmocka_unit_test(registers_come_before_the_next_step),
                                       cmocka_unit_test(outputs_alone),
                                       cmocka_unit_test(outputs_are_of_their_inputs),
                                       cmocka_unit_test(outputs_belong_to_their_registers),
                                       cmocka_unit_test(known_outputs_pay_no_edge),
                                       cmocka_unit_test(a_pack_replays_known_steps),
                                       cmocka_unit_test(a_known_step_leaves_what_any_does),
                                       cmocka_unit_test(a_pack_has_a_late_input_behind_a_skipped_cycle),
                                       cmocka_unit_test(outputs_due_at_a_reset),
                                       cmocka_unit_test(known_outputs_are_paid_at_a_reset),
                                       cmocka_unit_test(verilog_that_takes_no_registers),
                                       cmocka_unit_test(large_steps),
                                       cmocka_unit_test(a_register_that_no_row_names_is_found_out),
                                       cmocka_unit_test(late_inputs_are_part_of_a_step),
                                       cmocka_unit_test(a_reset_brings_the_verilog_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
