// SPDX-License-Identifier: BSD-3-Clause
// The block of tests/tb/lockstep/adder.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/tb/lockstep/adder.h"

#include <stdlib.h>

#include "tb/lockstep/replay.h"

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
static bool idle(const void *q, const void *in)
{
    return !((const struct in *)in)->add && ((const struct state *)q)->last == ((const struct in *)in)->late;
}
static bool fits(const void *q) { return ((const struct state *)q)->total < 16; }
const block_ops adder_model = {"fake", "n2", params, fields, sizeof(struct in), sizeof(struct out), sizeof(struct state),
                               reset, out, next, idle, fits, NULL};

adder_faults adder_wrong;
unsigned adder_edges, adder_evaluations, adder_puts;

// The one that stands for the Verilog.
typedef struct { struct in in; struct out out; struct state q; uint64_t edges; } second;

static void *open_second(void) { return calloc(1, sizeof(second)); }
static const void *outputs(second *s)
{
    out(&s->q, &s->in, &s->out);
    s->out.sum ^= adder_wrong.outputs || (adder_wrong.outputs_from && s->edges >= adder_wrong.outputs_from);
    return &s->out;
}
static void edge_of(second *s)
{
    const struct state met = s->q;
    struct out sound;

    out(&met, &s->in, &sound);
    next(&met, &s->in, &sound, &s->q);
    s->edges++;
    adder_edges++;
    s->q.total ^= adder_wrong.unread_is_read && s->in.unread;
    s->q.total ^= (adder_wrong.registers_from && s->edges >= adder_wrong.registers_from) || (adder_wrong.moves_at_rest && idle(&met, &s->in)) ||
                  (adder_wrong.add && met.total == adder_wrong.total && s->in.add == adder_wrong.add);
}
static const void *evaluate(void *model_second, const void *in, bool edge)
{
    second *s = model_second;
    adder_evaluations++;
    if (edge)
        edge_of(s);
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
    adder_puts++;
    if (!adder_wrong.put_nothing)
        load(s, q);
}
const verilated_ops adder_verilog = {"fake", "n2", open_second, free, ask, ask, step, reset_second, registers, load, evaluate, registers, put};

static lockstep *open_run(const lockstep_options *options)
{
    char error[200];
    return lockstep_open(options, error, sizeof error);
}

lockstep *adder_run(lockstep_when when)
{
    adder_edges = adder_evaluations = adder_puts = 0;
    return open_run(&(lockstep_options){.mode = BLOCKS_LOCKSTEP, .when = when, .no_pack = true, .pack_cycles = 8});
}

block *adder_add(lockstep *run, const char *name) { return lockstep_add_ops(run, &adder_model, &adder_verilog, name); }

void adder_step(lockstep *run, block *b, uint64_t cycle, unsigned add, unsigned late)
{
    lockstep_cycle(run, cycle);
    ((struct in *)b->in)->add = (uint8_t)add;
    block_out(b);
    ((struct in *)b->in)->late = (uint8_t)late;
    block_next(b);
    block_commit(b);
}

void adder_expect_failure(const lockstep *run, const char *line)
{
    assert_non_null(lockstep_failed(run));
    assert_string_equal(lockstep_failed(run), line);
    assert_int_equal(lockstep_count(run).mismatches, 1);
    const block *b = run->divergence.block;
    stimulus steps;
    history_stimulus(&b->monitor->history, &steps, b->name, 0);
    lockstep *again = open_run(&(lockstep_options){.mode = BLOCKS_LOCKSTEP, .when = LOCKSTEP_EVERY, .no_pack = true,
                                                   .check_late = steps.check_late});
    block *replayed = adder_add(again, b->name);
    stimulus_play(again, replayed, &steps, NULL);
    assert_non_null(lockstep_failed(again));
    assert_string_equal(lockstep_failed(again), line);
    stimulus_close(&steps);
    lockstep_close(again);
}
