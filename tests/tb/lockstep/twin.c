// SPDX-License-Identifier: BSD-3-Clause
// The block of tests/tb/lockstep/twin.h.
#include "tests/tb/lockstep/twin.h"

#include <stdlib.h>

static const block_field fields[] = {
    {"add", FIELD_IN, 0, 1, 4, 1, offsetof(struct in, add), 0, 0, FORM_DEC, "what is added"},
    {"note", FIELD_IN, 0, 1, 4, 1, offsetof(struct in, note), 0, 0, FORM_HEX, "which nothing looks at"},
    {"look_late", FIELD_IN_LATE, 0, 1, 1, 1, offsetof(struct in, look_late), 0, 0, FORM_BOOL, "stored in pair[1]"},
    {"sum", FIELD_OUT, 0, 1, 8, 1, offsetof(struct out, sum), 0, 0, FORM_DEC, "total and add"},
    {"odd", FIELD_OUT, 0, 4, 1, 1, offsetof(struct out, odd), 0, 0, FORM_BOOL, "sum is odd"},
    {"total", FIELD_REG, 0, 1, 8, 1, offsetof(struct state, total), 0, 255, FORM_DEC, "running total"},
    {"pair", FIELD_REG, 1, 1, 8, 2, offsetof(struct state, pair), 0, 255, FORM_HEX, "last add, last late input"},
    {"cell", FIELD_MEM, 1, 1, 8, CELLS, offsetof(struct state, cell), 0, 255, FORM_HEX, "written at total mod 4"},
    {0}};
static const block_param params[] = {{"N", 2}, {NULL, 0}};

static void reset(void *q) { *(struct state *)q = (struct state){.total = 5}; }

static void out(const void *q, const void *in, void *o)
{
    ((struct out *)o)->sum = (uint8_t)(((const struct state *)q)->total + ((const struct in *)in)->add);
    ((struct out *)o)->odd = ((struct out *)o)->sum & 1;
}

static void next(const void *q, const void *in, const void *o, void *d)
{
    struct state *state = d;
    (void)q;
    state->total = ((const struct out *)o)->sum;
    state->pair[0] = ((const struct in *)in)->add;
    state->pair[1] = ((const struct in *)in)->look_late;
    state->cell[state->total % CELLS] = state->pair[0];
}

static bool idle(const void *q, const void *in)
{
    const struct state *state = q;
    const struct in *i = in;
    return i->add == 0 && state->pair[0] == 0 && state->pair[1] == i->look_late &&
           state->cell[state->total % CELLS] == 0;
}

static bool invariant(const void *q) { return ((const struct state *)q)->pair[1] <= 1; }

const block_ops twin_model = {
    "fake", "n2", params, fields, sizeof(struct in), sizeof(struct out), sizeof(struct state),
    reset,  out,  next,   idle,   invariant, NULL};

// The second one.
enum wrong twin_wrong;
uint64_t twin_wrong_at;
unsigned twin_outs, twin_edges, twin_settled;

static void *twin_open(void) { return calloc(1, sizeof(twin)); }
static const void *twin_outputs(twin *t)
{
    out(&t->q, &t->in, &t->out);
    if (twin_wrong == OUTPUT && t->edges >= twin_wrong_at)
        t->out.odd ^= 1;
    if (twin_wrong == LATE_EARLY && t->edges >= twin_wrong_at && t->in.look_late)
        t->out.sum ^= 0x80;
    return &t->out;
}
static const void *twin_out(void *t, const void *in)
{
    twin_outs++;
    ((twin *)t)->in.add = ((const struct in *)in)->add;
    return twin_outputs(t);
}
static const void *twin_settle(void *t, const void *in)
{
    ((twin *)t)->in = *(const struct in *)in;
    twin_settled++;
    return twin_outputs(t);
}
static const void *twin_edge(void *model_twin, const void *in)
{
    twin *t = model_twin;
    struct state before = t->q;
    twin_edges++;
    t->in.look_late = ((const struct in *)in)->look_late;
    struct out sound;
    out(&before, &t->in, &sound);
    next(&before, &t->in, &sound, &t->q);
    t->edges++;
    if (twin_wrong == MOVES_AT_REST && before.pair[0] == 0 && t->in.add == 0)
        t->q.pair[1] |= 0x10;
    if (twin_wrong == REGISTER && t->edges >= twin_wrong_at)
        t->q.pair[1] |= 0x10;
    if (twin_wrong == MEMORY && t->edges >= twin_wrong_at)
        t->q.cell[3] = 0x77;
    return &t->q;
}
static const void *twin_evaluate(void *model_twin, const void *in, bool edge)
{
    twin *t = model_twin;
    if (edge)
        twin_edge(t, &t->in);
    twin_outs++;
    t->in = *(const struct in *)in;
    return twin_outputs(t);
}
static const void *twin_reset(void *t)
{
    struct state before = ((twin *)t)->q;
    reset(&((twin *)t)->q);
    if (twin_wrong == RESET)
        ((twin *)t)->q.pair[0] = before.pair[0];
    return &((twin *)t)->q;
}
static const void *twin_state(void *t) { return &((twin *)t)->q; }
static void twin_load(void *t, const void *q) { ((twin *)t)->q = *(const struct state *)q; }
const verilated_ops twin_ops = {"fake",     "n2",       twin_open,  free,      twin_out,      twin_settle, twin_edge,
                                twin_reset, twin_state, twin_load, twin_evaluate, twin_state, NULL};

const verilated_ops twin_by_halves = {"fake",     "n2",       twin_open, free, twin_out, twin_settle, twin_edge,
                                      twin_reset, twin_state, twin_load, NULL, NULL,     NULL};

lockstep *twin_run(blocks_mode mode, lockstep_when when, bool check_late)
{
    lockstep_options options = {.mode = mode, .when = when, .check_late = check_late, .no_pack = true, .seed = 9};
    char error[200];
    twin_outs = twin_edges = twin_settled = 0;
    return lockstep_open(&options, error, sizeof error);
}

void twin_step(lockstep *run, block *b, uint64_t cycle, unsigned add, unsigned late)
{
    lockstep_cycle(run, cycle);
    ((struct in *)b->in)->add = (uint8_t)add;
    block_out(b);
    ((struct in *)b->in)->look_late = (uint8_t)late;
    block_next(b);
    block_commit(b);
}
