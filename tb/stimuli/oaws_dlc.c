// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of oaws_dlc: more loads than entries, so that entries are replaced; few loads counted up to the ends of every
// counter and over them; short ageing periods that free entries, and one that is as long as it can be; PCs that differ
// in one bit; anything at all.
#include "rtl_c/oaws_dlc.h"
#include "tb/stimuli/stimuli.h"

typedef struct oaws_dlc_in dlc_in;
typedef struct oaws_dlc_state dlc_state;
enum { AGE_PERIOD_MAX = 131071, SETS_MOST = 127, ACC_MOST = 63, COUNT_MOST = 1023 };

static unsigned entries(const stimuli_state *s) { return stimuli_param(s->ops, "ENTRIES"); }
static unsigned short_pass(const block_ops *ops) { return 1000 + 60 * stimuli_param(ops, "ENTRIES"); }
static unsigned strangers_pass(const block_ops *ops) { return 16 * short_pass(ops); }
static unsigned one_bit_pass(const block_ops *ops) { return 10 * short_pass(ops); }
static unsigned slow_pass(const block_ops *ops) { return 4 * short_pass(ops); }
static unsigned ends_pass(const block_ops *ops) { return 2 * short_pass(ops); }
static unsigned whole_period(const block_ops *ops)
{
    (void)ops;
    return AGE_PERIOD_MAX + 1000;
}

static unsigned all_powers(const block_ops *ops)
{
    (void)ops;
    return AGE_PERIOD_MAX;
}

static void no_late(stimuli_state *s, const void *q, const void *out, void *in) { (void)s, (void)q, (void)out, (void)in; }

static void any_early(stimuli_state *s, const void *q, void *in)
{
    (void)q;
    stimuli_random_inputs(s, FIELD_IN, in);
    if (random_percent(&s->random, 70))
        ((dlc_in *)in)->clear = 0;
}

// One of `count` PCs: the first is 0, which free entries hold too, the second has every bit set.
static uint64_t draw_pc(stimuli_state *s, unsigned count)
{
    unsigned number = random_below(&s->random, count);
    return number == 0 ? 0 : number == 1 ? MASK(40) : 0x10000 + 8 * number;
}

// A PC that the table holds, if the entry drawn has one.
static uint64_t held_pc(stimuli_state *s, const dlc_state *q) { return q->pc[random_below(&s->random, entries(s))]; }

static void draw_events(stimuli_state *s, const dlc_state *q, dlc_in *i, unsigned pcs)
{
    i->clear = 0;
    i->coalesce = random_percent(&s->random, 60);
    i->coalesce_pc = draw_pc(s, pcs);
    i->coalesce_acc = (uint8_t)(3 + random_below(&s->random, 30));
    i->done = random_percent(&s->random, 60);
    i->done_pc = random_percent(&s->random, 20) ? i->coalesce_pc : draw_pc(s, pcs);
    i->done_sets = (uint8_t)(1 + random_below(&s->random, random_percent(&s->random, 50) ? 32 : 16));
    i->fill_pc[0] = random_percent(&s->random, 50) ? held_pc(s, q) : draw_pc(s, 2 * pcs);
    i->fill_pc[1] = random_percent(&s->random, 30) ? i->coalesce_pc : draw_pc(s, pcs);
}

static void crowd_early(stimuli_state *s, const void *q, void *in)
{
    dlc_in *i = in;
    draw_events(s, q, i, entries(s) + 1 + entries(s) / 2);
    i->cfg_age_period = 0;
    i->clear = random_percent(&s->random, 1) && random_percent(&s->random, 20);
}

static void ageing_early(stimuli_state *s, const void *q, void *in)
{
    dlc_in *i = in;
    draw_events(s, q, i, entries(s) + 2);
    if (s->step % 100 == 0)
        i->cfg_age_period = random_percent(&s->random, 20) ? 1 : 2 + random_below(&s->random, 60);
    i->coalesce &= random_percent(&s->random, 30);
    i->clear = random_percent(&s->random, 2);
}

static unsigned smaller(unsigned one, unsigned other) { return one < other ? one : other; }

// Counts up a held PC: exactly to the end of a counter, or over it by one or more. In turns that is inst, sets until
// inst is 1, acc alone in as few loads as possible, and all three.
static void ends_early(stimuli_state *s, const void *state, void *in)
{
    const dlc_state *q = state;
    dlc_in *i = in;
    unsigned e = random_below(&s->random, smaller(entries(s), 3));
    bool exact = random_percent(&s->random, 60);
    unsigned end = COUNT_MOST + random_below(&s->random, 2);
    enum { INST, SETS, ACC, ALL } turn = s->step / 500 % 4;

    draw_events(s, q, i, 2 + smaller(entries(s), 3));
    i->cfg_age_period = s->step % 500 == 499;                        // at once, whatever was counted
    if (q->inst[e] != 0) {
        i->coalesce_pc = i->done_pc = q->pc[e];
        i->coalesce = turn != SETS;
        i->coalesce_acc = (uint8_t)(turn == INST ? random_below(&s->random, 8) : 40 + random_below(&s->random, 24));
        if (exact && end - q->acc[e] <= ACC_MOST)
            i->coalesce_acc = (uint8_t)(end - q->acc[e]);
        if (turn == ACC)
            i->coalesce_acc = ACC_MOST;
        i->done_sets = (uint8_t)(turn == INST || turn == ACC ? 0 : random_below(&s->random, SETS_MOST + 1));
        if (exact && end - q->sets[e] <= SETS_MOST)
            i->done_sets = (uint8_t)(end - q->sets[e]);
    }
}

// Loads that the table holds, one counted faster than the others for a while. A new one, which replaces the least,
// comes often or seldom, and whenever it matters which of two is the least.
static void strangers_early(stimuli_state *s, const void *state, void *in)
{
    const dlc_state *q = state;
    dlc_in *i = in;
    unsigned one = random_below(&s->random, entries(s)), other = random_below(&s->random, entries(s));
    bool nearly_tied = q->inst[one] == q->inst[other] + 1;

    draw_events(s, q, i, 2 * entries(s));
    if (s->step % 50 == 0)
        s->value[0] = random_below(&s->random, entries(s));
    i->cfg_age_period = 0;
    i->coalesce_acc = (uint8_t)(1 + random_below(&s->random, 6));
    if (random_below(&s->random, 1000) >= (nearly_tied ? 200u : s->step / 500 % 2 ? 40u : 4u))
        i->coalesce_pc = q->pc[random_percent(&s->random, 40) ? s->value[0] : one];
}

// Sets around two thirds of the accesses, where sensitivity turns.
static void sensitive_early(stimuli_state *s, const void *state, void *in)
{
    const dlc_state *q = state;
    dlc_in *i = in;
    unsigned e = random_below(&s->random, entries(s)), wanted = q->acc[e] * 2u / 3u + random_below(&s->random, 2);

    draw_events(s, q, i, entries(s));
    i->cfg_age_period = 0;
    i->coalesce_acc = (uint8_t)(1 + random_below(&s->random, 6));
    i->done_pc = q->pc[e];
    i->done_sets = (uint8_t)(wanted > q->sets[e] ? smaller(wanted - q->sets[e], SETS_MOST) : 0);
}

// Two loads repeatedly, until any of their counters can reach any value, before a period ends.
static void slow_ageing_early(stimuli_state *s, const void *q, void *in)
{
    dlc_in *i = in;
    draw_events(s, q, i, 2);
    if (s->step % 300 == 0)
        i->cfg_age_period = 2 + random_below(&s->random, 150);
    i->coalesce = random_percent(&s->random, 90);
}

// A few loads often, of few lines, or acc would be full before inst is; then all age at once, mostly as the table is cleared. A load
// that is coalesced in that cycle enters the first entry anew.
static void cleared_early(stimuli_state *s, const void *q, void *in)
{
    dlc_in *i = in;
    draw_events(s, q, i, smaller(entries(s), 3));
    i->cfg_age_period = s->step % 250 == 249;
    i->clear = i->cfg_age_period && random_percent(&s->random, 80);
    i->coalesce = random_percent(&s->random, i->cfg_age_period ? 50 : 95);
    i->coalesce_acc = (uint8_t)random_below(&s->random, 6);
    i->done_sets = (uint8_t)random_below(&s->random, 6);
}

static void whole_early(stimuli_state *s, const void *q, void *in)
{
    dlc_in *i = in;
    draw_events(s, q, i, entries(s));
    i->cfg_age_period = AGE_PERIOD_MAX;
    i->coalesce &= random_percent(&s->random, 10);
    i->done &= random_percent(&s->random, 10);
    i->clear = s->step == 0;
}

// Every period that is a power of two, once.
static void powers_early(stimuli_state *s, const void *q, void *in)
{
    dlc_in *i = in;
    whole_early(s, q, in);
    if (s->step == 0)
        s->value[0] = 1;
    else if (s->step + 1 == 2 * s->value[0])
        s->value[0] *= 2;
    i->cfg_age_period = s->value[0];
}

// PCs that differ in one bit, either way: from those that the table holds, and that of done from that of coalesce.
static void one_bit_early(stimuli_state *s, const void *q, void *in)
{
    dlc_in *i = in;
    uint64_t near[4], bit = UINT64_C(1) << random_below(&s->random, 40);
    for (int n = 0; n < 4; n++)
        near[n] = held_pc(s, q) ^ UINT64_C(1) << random_below(&s->random, 40);
    draw_events(s, q, i, 2);
    i->cfg_age_period = 0;
    i->clear = s->step % 500 == 499;                                 // or an entry with many instances would stay forever
    i->coalesce_pc = random_percent(&s->random, 50) ? near[0] : random_word(&s->random) & MASK(40);
    i->done_pc = random_percent(&s->random, 50) ? near[1] : i->coalesce_pc ^ bit;
    i->fill_pc[0] = near[2];
    i->fill_pc[1] = near[3];
}

static const stimuli_phase phases[] = {{"crowd", short_pass, crowd_early, no_late, false},
                                       {"ends", ends_pass, ends_early, no_late, false},
                                       {"ageing", short_pass, ageing_early, no_late, false},
                                       {"slow ageing", slow_pass, slow_ageing_early, no_late, false},
                                       {"cleared as it ages", slow_pass, cleared_early, no_late, false},
                                       {"strangers", strangers_pass, strangers_early, no_late, false},
                                       {"sensitive", short_pass, sensitive_early, no_late, false},
                                       {"any inputs", short_pass, any_early, no_late, true},
                                       {"whole period", whole_period, whole_early, no_late, false},
                                       {"powers of two", all_powers, powers_early, no_late, false},
                                       {"one bit", one_bit_pass, one_bit_early, no_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli oaws_dlc_stimuli = {"oaws_dlc", phases};
