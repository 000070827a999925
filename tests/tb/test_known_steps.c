// SPDX-License-Identifier: BSD-3-Clause
// Steps that were compared before: what counts as one, and that an instance which leaves them out goes on as if it had made them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tb/known_steps.h"
#include "tb/lockstep_internal.h"

// A block that adds, so that registers and outputs come again; and in place of its Verilog another that counts its edges, which
// no row of its table names.
struct in { uint8_t add, late, unread; };
struct out { uint8_t sum, odd; };
struct state { uint8_t total, last; };
typedef struct { struct in in; struct out out; struct state q; uint64_t edges; } second;

static const block_field fields[] = {
    {"add", FIELD_IN, 0, 1, 4, 1, offsetof(struct in, add), 0, 0, FORM_DEC, "what is added"},
    {"late", FIELD_IN_LATE, 0, 1, 4, 1, offsetof(struct in, late), 0, 0, FORM_DEC, "stored in last"},
    {"unread", FIELD_IN_LATE, 0, 1, 1, 1, offsetof(struct in, unread), 0, 0, FORM_BOOL, "which nothing looks at"},
    {"sum", FIELD_OUT, 0, 1, 4, 1, offsetof(struct out, sum), 0, 0, FORM_DEC, "total and add"},
    {"odd", FIELD_OUT, 0, 1, 1, 1, offsetof(struct out, odd), 0, 0, FORM_BOOL, "sum is odd"},
    {"total", FIELD_REG, 0, 1, 4, 1, offsetof(struct state, total), 0, 15, FORM_DEC, "running total"},
    {"last", FIELD_REG, 0, 1, 4, 1, offsetof(struct state, last), 0, 15, FORM_DEC, "late input"},
    {0}};
static const block_param params[] = {{"N", 2}, {NULL, 0}};

static void reset(void *q) { *(struct state *)q = (struct state){.total = 3}; }
static void out(const void *q, const void *in, void *o)
{
    ((struct out *)o)->sum = (((const struct state *)q)->total + ((const struct in *)in)->add) & 15;
    ((struct out *)o)->odd = ((struct out *)o)->sum & 1;
}
static void next(const void *q, const void *in, const void *o, void *d)
{
    (void)q;
    *(struct state *)d = (struct state){((const struct out *)o)->sum, ((const struct in *)in)->late};
}
static bool idle(const void *q, const void *in) { return !((const struct in *)in)->add && ((const struct state *)q)->last == ((const struct in *)in)->late; }
static bool fits(const void *q) { return ((const struct state *)q)->total < 16; }
static const block_ops model = {"fake", "n2", params, fields, sizeof(struct in), sizeof(struct out), sizeof(struct state),
                                reset, out, next, idle, fits, NULL};

// Of all instances since the run was opened.
static unsigned edges, evaluations, puts_made;
static uint64_t wrong_from;                    // edge of an instance from which on its outputs are wrong; 0: none
static uint64_t registers_wrong_from;          // the same of its registers
static bool put_nothing, unread_is_read, outputs_wrong, moves_at_rest;

static void *open_second(void) { return calloc(1, sizeof(second)); }
static const void *outputs(second *s)
{
    out(&s->q, &s->in, &s->out);
    s->out.sum ^= outputs_wrong || (wrong_from && s->edges >= wrong_from);
    return &s->out;
}
static const void *evaluate(void *model_second, const void *in, bool edge)
{
    second *s = model_second;
    struct out sound;
    evaluations++;
    if (edge) {
        const bool rested = idle(&s->q, &s->in);
        out(&s->q, &s->in, &sound);
        next(&s->q, &s->in, &sound, &s->q);
        s->q.total ^= unread_is_read && s->in.unread;
        s->edges++;
        s->q.total ^= (registers_wrong_from && s->edges >= registers_wrong_from) || (moves_at_rest && rested);
        edges++;
    }
    s->in = *(const struct in *)in;
    return outputs(s);
}
static const void *ask(void *s, const void *in) { return evaluate(s, in, false); }
static const void *step(void *s, const void *in)
{
    ((second *)s)->in = *(const struct in *)in;
    evaluate(s, in, true);
    return &((second *)s)->q;
}
static const void *reset_second(void *s)
{
    reset(&((second *)s)->q);
    return &((second *)s)->q;
}
static const void *registers(void *s) { return &((second *)s)->q; }
static void load(void *s, const void *q) { ((second *)s)->q = *(const struct state *)q; }
static void put(void *s, const void *q)
{
    puts_made++;
    if (!put_nothing)
        load(s, q);
}
static const verilated_ops verilog = {"fake", "n2", open_second, free, ask, ask, step, reset_second, registers, load, evaluate, registers, put};

static lockstep *open_run(lockstep_when when)
{
    char error[200];
    edges = evaluations = puts_made = 0;
    return lockstep_open(&(lockstep_options){.mode = BLOCKS_LOCKSTEP, .when = when, .no_pack = true}, error, sizeof error);
}

static void one_cycle(lockstep *run, block *b, uint64_t cycle, unsigned add, unsigned late)
{
    lockstep_cycle(run, cycle);
    ((struct in *)b->in)->add = (uint8_t)add;
    block_out(b);
    ((struct in *)b->in)->late = (uint8_t)late;
    block_next(b);
    block_commit(b);
}

// A step is its registers, inputs and outputs and the registers that it leaves, all of them. Outputs are part of it.
static void what_a_step_is(void **unused)
{
    known_steps *all = NULL, *k = known_steps_of(&all, &model);
    const struct state q[2] = {{1, 2}, {1, 3}}, d[2] = {{4, 5}, {4, 6}};
    const struct in in[2] = {{3, 0}, {3, 1}};
    const struct out o[2] = {{4, 0}, {4, 1}};
    block_ops other = model;
    (void)unused;
    assert_ptr_equal(known_steps_of(&all, &model), k);
    assert_ptr_not_equal(known_steps_of(&all, &other), k);
    assert_ptr_equal(known_steps_of(&all, &model), k);
    assert_false(known_step(k, &q[0], &in[0], &o[0], NULL));
    assert_true(known_step(k, &q[0], &in[0], &o[0], NULL));
    assert_false(known_step(k, &q[0], &in[0], &o[0], &d[0]));        // the outputs were compared, the edge not
    assert_true(known_step(k, &q[0], &in[0], &o[0], &d[0]));
    assert_true(known_step(k, &q[0], &in[0], &o[0], NULL));
    assert_false(known_step(known_steps_of(&all, &other), &q[0], &in[0], &o[0], &d[0]));
    assert_false(known_step(k, &q[1], &in[0], &o[0], &d[0]));
    assert_false(known_step(k, &q[0], &in[1], &o[0], &d[0]));
    assert_false(known_step(k, &q[0], &in[0], &o[1], &d[0]));        // in the place of that with the first outputs
    assert_false(known_step(k, &q[0], &in[0], &o[0], &d[0]));
    assert_false(known_step(k, &q[0], &in[0], &o[0], &d[1]));
    assert_false(known_step(k, &q[0], &in[0], &o[0], &d[0]));
    known_steps_close(all);
}

// Of many steps, more than there is room for, none is called known that has not been put before; most are that have.
static void no_step_is_known_that_was_not_compared(void **unused)
{
    enum { STEPS = 200000 };
    known_steps *all = NULL, *k = known_steps_of(&all, &model);
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
        if (known_step(k, &q, &in, &o, edge ? &d : NULL)) {
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
    known_steps *all = NULL, *k = known_steps_of(&all, &model);
    unsigned made[LENGTH] = {0};
    (void)unused;
    for (unsigned i = 0; i < LENGTH * TURNS; i++) {
        const struct state q = {i % LENGTH, 0};
        const struct in in = {0};
        const struct out o = {i % LENGTH, 0};
        made[i % LENGTH] += !known_step(k, &q, &in, &o, &q);
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
        lockstep *run = open_run(every ? LOCKSTEP_EVERY : LOCKSTEP_ACTIVE);
        block *b[INSTANCES];
        for (unsigned i = 0; i < INSTANCES; i++)
            b[i] = lockstep_add_ops(run, &model, &verilog, "sm");
        for (uint64_t cycle = 0; cycle < CYCLES; cycle++)
            for (unsigned i = 0; i < INSTANCES; i++)
                one_cycle(run, b[i], cycle, cycle % 7, cycle % 3);
        lockstep_complete(run);
        assert_null(lockstep_failed(run));
        const lockstep_counts counts = lockstep_count(run);
        assert_int_equal(counts.cycles, edges);
        assert_int_equal(counts.cycles + counts.known, INSTANCES * CYCLES);
        // 7 * 3 * 16 steps are all that there are; one in 64 of the others is made, too, and each of two that have one place.
        if (every)
            assert_int_equal(counts.known, 0);
        else
            assert_in_range(edges, 7 * 3 * 16 + 50, 7 * 3 * 16 + INSTANCES * CYCLES / (KNOWN_STEPS_AGAIN / 4));
        assert_int_equal(puts_made > 50, !every);
        lockstep_close(run);
    }
}

// The instances part: what an instance has left out its Verilog gets before the next step, and without it is found out.
static void registers_come_before_the_next_step(void **unused)
{
    (void)unused;
    for (int without = 0; without < 2; without++) {
        put_nothing = without;
        lockstep *run = open_run(LOCKSTEP_ACTIVE);
        block *first = lockstep_add_ops(run, &model, &verilog, "sm 0"), *other = lockstep_add_ops(run, &model, &verilog, "sm 1");
        for (uint64_t cycle = 0; cycle < 5; cycle++) {
            one_cycle(run, first, cycle, 1, 0);
            one_cycle(run, other, cycle, 1, 0);
        }
        assert_int_equal(lockstep_count(run).known, 5);
        assert_int_equal(puts_made, 0);
        one_cycle(run, other, 5, 7, 2);
        lockstep_complete(run);
        assert_int_equal(puts_made, 1);
        if (without)
            assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 1]: cycle 5: output sum: C 0xf, Verilog 0xa");
        else
            assert_null(lockstep_failed(run));
        lockstep_close(run);
    }
    put_nothing = false;
}

// A step that is known counts as compared only because the instance that made it owes it: it is named by its own cycle.
static void a_step_that_is_owed_is_compared(void **unused)
{
    (void)unused;
    wrong_from = 1;                            // behind its first edge
    lockstep *run = open_run(LOCKSTEP_ACTIVE);
    block *first = lockstep_add_ops(run, &model, &verilog, "sm 0"), *other = lockstep_add_ops(run, &model, &verilog, "sm 1");
    one_cycle(run, first, 0, 1, 0);
    one_cycle(run, other, 0, 1, 0);
    assert_int_equal(lockstep_count(run).known, 1);
    lockstep_cycle(run, 1);
    ((struct in *)other->in)->add = 2;
    block_out(other);                          // the Verilog of this one has had no edge
    assert_null(lockstep_failed(run));
    ((struct in *)first->in)->add = 2;
    block_out(first);
    lockstep_complete(run);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 0]: cycle 1: output sum: C 0x6, Verilog 0x7");
    lockstep_close(run);
    wrong_from = 0;
}

// Of an instance that owes a bad step and sleeps, and one that took it for known and goes wrong by itself, the first is named, in its cycle.
static void what_others_took_for_known_comes_first(void **unused)
{
    (void)unused;
    for (int wrong_outputs = 0; wrong_outputs < 2; wrong_outputs++) {
        registers_wrong_from = 1;
        lockstep *run = open_run(LOCKSTEP_ACTIVE);
        block *later = lockstep_add_ops(run, &model, &verilog, "sm 0"), *first = lockstep_add_ops(run, &model, &verilog, "sm 1"),
              *last = lockstep_add_ops(run, &model, &verilog, "sm 2"), *other = lockstep_add_ops(run, &model, &verilog, "sm 3");
        one_cycle(run, first, 0, 1, 0);
        one_cycle(run, later, 1, 2, 0);
        one_cycle(run, last, 1, 3, 0);
        one_cycle(run, other, 2, 1, 0);
        assert_int_equal(lockstep_count(run).known, 1);
        outputs_wrong = wrong_outputs;
        one_cycle(run, other, 3, 5, 1);
        if (!wrong_outputs)
            one_cycle(run, other, 4, 6, 1);
        assert_non_null(lockstep_failed(run));
        assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 1]: cycle 1: register total: C 0x4, Verilog 0x5");
        assert_ptr_equal(run->divergence.block, first);
        assert_int_equal(lockstep_count(run).mismatches, 1);
        lockstep_close(run);
        registers_wrong_from = 0;
        outputs_wrong = false;
    }
}

// Outputs that were compared without an edge are no step: the step is made. A second time they are known.
static void outputs_alone(void **unused)
{
    (void)unused;
    lockstep *run = open_run(LOCKSTEP_ACTIVE);
    block *first = lockstep_add_ops(run, &model, &verilog, "sm 0"), *other = lockstep_add_ops(run, &model, &verilog, "sm 1");
    evaluations = 0;
    for (int i = 0; i < 2; i++) {
        block *b = i ? other : first;
        ((struct in *)b->in)->add = 1;
        block_out(b);
        ((struct in *)b->in)->add = (uint8_t)(2 + i);           // those with 1 are compared before
        block_out(b);
        assert_int_equal(evaluations, 1);
    }
    registers_wrong_from = 1;
    one_cycle(run, other, 0, 1, 0);
    assert_int_equal(lockstep_count(run).known, 0);
    lockstep_complete(run);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 1]: cycle 1: register total: C 0x4, Verilog 0x5");
    lockstep_close(run);
    registers_wrong_from = 0;
}

// After a step that is known an instance stands as after one that was made: its inputs have been seen, its steps counted and kept for
// a pack, and that the model moved is no rest of the Verilog's.
static void a_known_step_leaves_what_any_does(void **unused)
{
    (void)unused;
    moves_at_rest = true;
    lockstep *run = open_run(LOCKSTEP_ACTIVE);
    block *first = lockstep_add_ops(run, &model, &verilog, "sm 0"), *other = lockstep_add_ops(run, &model, &verilog, "sm 1");
    one_cycle(run, first, 0, 0, 5);
    one_cycle(run, other, 0, 0, 5);
    assert_int_equal(lockstep_count(run).known, 1);
    assert_memory_equal(other->monitor->seen, other->in, sizeof(struct in));
    assert_int_equal(other->monitor->steps, 1);
    assert_int_equal(other->monitor->history[0].count, 1);
    assert_false(other->monitor->rests);
    one_cycle(run, other, 1, 0, 5);            // the model rests
    assert_int_equal(other->monitor->history[0].count, 2);
    assert_int_equal(lockstep_count(run).skipped, 0);
    lockstep_complete(run);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 1]: cycle 2: register total: C 0x3, Verilog 0x2");
    lockstep_close(run);
    moves_at_rest = false;
}

// Outputs that are due are compared when a reset comes, behind a known step too.
static void outputs_due_at_a_reset(void **unused)
{
    (void)unused;
    lockstep *run = open_run(LOCKSTEP_ACTIVE);
    block *first = lockstep_add_ops(run, &model, &verilog, "sm 0"), *other = lockstep_add_ops(run, &model, &verilog, "sm 1");
    one_cycle(run, first, 0, 1, 0);
    one_cycle(run, other, 0, 1, 0);
    lockstep_cycle(run, 1);
    ((struct in *)other->in)->add = 9;
    block_out(other);
    outputs_wrong = true;
    block_reset(other);
    assert_non_null(lockstep_failed(run));
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 1]: cycle 1: output sum: C 0xd, Verilog 0xc");
    lockstep_close(run);
    outputs_wrong = false;
}

// Into Verilog that takes no registers none are put: each of its steps is made.
static void verilog_that_takes_no_registers(void **unused)
{
    verilated_ops takes_none = verilog;
    (void)unused;
    takes_none.put_registers = NULL;
    lockstep *run = open_run(LOCKSTEP_ACTIVE);
    block *first = lockstep_add_ops(run, &model, &takes_none, "sm 0"), *other = lockstep_add_ops(run, &model, &takes_none, "sm 1");
    for (uint64_t cycle = 0; cycle < 20; cycle++) {
        one_cycle(run, first, cycle, cycle % 2, 0);
        one_cycle(run, other, cycle, cycle % 2, 0);
    }
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    assert_int_equal(lockstep_count(run).known, 0);
    lockstep_close(run);
}

// Registers of any size: all of their bytes say where a step is kept, and steps that are too large for the room take each other's place.
static void large_steps(void **unused)
{
    enum { LARGE = 200 << 10, SMALL = 96, STEPS = 500, LARGE_STEPS = 64 };
    static unsigned char q[LARGE];
    const struct in in = {0};
    const struct out o = {0};
    known_steps *all = NULL;
    block_ops small = model, large = model;
    unsigned known = 0;
    (void)unused;
    small.state_size = SMALL;
    large.state_size = LARGE;
    known_steps *k = known_steps_of(&all, &small);
    for (unsigned turn = 0; turn < 2; turn++)
        for (unsigned i = 0; i < STEPS; i++) {
            memcpy(q + SMALL - 2, &(uint16_t){(uint16_t)i}, 2);
            known += known_step(k, q, &in, &o, q);
        }
    assert_in_range(known, STEPS * 3 / 4, STEPS);
    memset(q, 0, SMALL);
    k = known_steps_of(&all, &large);
    known = 0;
    for (unsigned i = 0; i < 2 * LARGE_STEPS; i++) {
        q[LARGE - 1] = i % LARGE_STEPS;
        known += known_step(k, q, &in, &o, q);
    }
    assert_in_range(known, 0, 5);                                   // as many as 2 MB hold
    assert_true(known_step(k, q, &in, &o, q));
    known_steps_close(all);
}

// Verilog that is no function of the registers and inputs that its table names: from its 30th edge on it is wrong, when all steps are
// known. One in 64 is made, so it comes to that edge and is seen.
static void a_register_that_no_row_names_is_found_out(void **unused)
{
    (void)unused;
    wrong_from = 30;
    lockstep *run = open_run(LOCKSTEP_ACTIVE);
    block *b = lockstep_add_ops(run, &model, &verilog, "sm 0");
    uint64_t cycle = 0;
    while (!lockstep_failed(run) && cycle < 3000) {
        one_cycle(run, b, cycle, 1, 0);
        cycle++;
    }
    assert_non_null(lockstep_failed(run));
    assert_non_null(strstr(lockstep_failed(run), "output sum"));
    assert_in_range(lockstep_count(run).known, 500, 30 * KNOWN_STEPS_AGAIN);
    lockstep_close(run);
    wrong_from = 0;
}

// A late input that nothing looks at is part of a step: what the model leaves is the same, what the Verilog leaves need not be.
static void late_inputs_are_part_of_a_step(void **unused)
{
    (void)unused;
    unread_is_read = true;
    lockstep *run = open_run(LOCKSTEP_ACTIVE);
    block *first = lockstep_add_ops(run, &model, &verilog, "sm 0"), *other = lockstep_add_ops(run, &model, &verilog, "sm 1");
    one_cycle(run, first, 0, 1, 0);
    ((struct in *)other->in)->unread = 1;
    one_cycle(run, other, 0, 1, 0);
    assert_int_equal(lockstep_count(run).known, 0);
    lockstep_complete(run);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 1]: cycle 1: register total: C 0x4, Verilog 0x5");
    lockstep_close(run);
    unread_is_read = false;
}

// A reset clears nothing that is known, but begins with the Verilog's own registers.
static void a_reset_brings_the_verilog_back(void **unused)
{
    (void)unused;
    lockstep *run = open_run(LOCKSTEP_ACTIVE);
    block *first = lockstep_add_ops(run, &model, &verilog, "sm 0"), *other = lockstep_add_ops(run, &model, &verilog, "sm 1");
    for (uint64_t cycle = 0; cycle < 3; cycle++) {
        one_cycle(run, first, cycle, 1, 0);
        one_cycle(run, other, cycle, 1, 0);
    }
    block_reset(other);
    one_cycle(run, other, 3, 9, 1);
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    assert_int_equal(puts_made, 0);
    lockstep_close(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_a_step_is),
                                       cmocka_unit_test(no_step_is_known_that_was_not_compared),
                                       cmocka_unit_test(each_step_of_a_loop_is_made_again),
                                       cmocka_unit_test(steps_that_repeat_are_left_out),
                                       cmocka_unit_test(registers_come_before_the_next_step),
                                       cmocka_unit_test(a_step_that_is_owed_is_compared),
                                       cmocka_unit_test(what_others_took_for_known_comes_first),
                                       cmocka_unit_test(outputs_alone),
                                       cmocka_unit_test(a_known_step_leaves_what_any_does),
                                       cmocka_unit_test(outputs_due_at_a_reset),
                                       cmocka_unit_test(verilog_that_takes_no_registers),
                                       cmocka_unit_test(large_steps),
                                       cmocka_unit_test(a_register_that_no_row_names_is_found_out),
                                       cmocka_unit_test(late_inputs_are_part_of_a_step),
                                       cmocka_unit_test(a_reset_brings_the_verilog_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
