// SPDX-License-Identifier: BSD-3-Clause
// Steps that were compared before (tb/lockstep/known_steps.h): what counts as one.
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_a_step_is),
                                       cmocka_unit_test(each_byte_of_the_outputs_counts),
                                       cmocka_unit_test(of_a_cycle_the_last_are_known),
                                       cmocka_unit_test(no_step_is_known_that_was_not_compared),
                                       cmocka_unit_test(each_step_of_a_loop_is_made_again),
                                       cmocka_unit_test(large_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
