// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of ccws_vta: more lines a warp than its section holds, so that they push one another out; probes and inserts of
// one set in one cycle, of the same line and of others; every order of a set's ways; lines that differ in one bit;
// anything at all.
#include "rtl_c/ccws_vta.h"
#include "tb/stimuli/stimuli.h"

typedef struct ccws_vta_in vta_in;
typedef struct ccws_vta_state vta_state;

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned ways(const stimuli_state *s) { return stimuli_param(s->ops, "WAYS"); }
static unsigned short_pass(const block_ops *ops) { return 1000 + 50 * stimuli_param(ops, "N") * stimuli_param(ops, "WAYS"); }
static unsigned orders_pass(const block_ops *ops) { return 24 * stimuli_param(ops, "N") * stimuli_param(ops, "WAYS"); }

// A warp, now and then one that does not exist if its number has room for it.
static uint8_t draw_warp(stimuli_state *s, unsigned of_first)
{
    unsigned w = random_percent(&s->random, 3) ? (unsigned)random_word(&s->random) : random_below(&s->random, of_first);
    return (uint8_t)(w & MASK(CLOG2(warps(s))));
}

// One of `count` tags of either set; the first is 0, the second has every bit set.
static uint64_t draw_line(stimuli_state *s, unsigned count)
{
    unsigned number = random_below(&s->random, count);
    uint64_t tag = number == 0 ? 0 : number == 1 ? MASK(33) : 0x2000 + 8 * number;
    return tag << 1 | random_below(&s->random, 2);
}

// A line that a warp's section holds, or held.
static uint64_t held_line(stimuli_state *s, const vta_state *q, unsigned warp)
{
    unsigned set = random_below(&s->random, 2), way = random_below(&s->random, ways(s));
    return q->tags[ways(s) * (2 * (warp % warps(s)) + set) + way] << 1 | set;
}

static void draw_events(stimuli_state *s, const vta_state *q, vta_in *i, unsigned of_first, unsigned lines)
{
    i->probe = random_percent(&s->random, 40);
    i->probe_warp = draw_warp(s, of_first);
    i->probe_line = random_percent(&s->random, 50) ? held_line(s, q, i->probe_warp) : draw_line(s, lines);
    i->insert = random_percent(&s->random, 70);
    i->insert_warp = random_percent(&s->random, 30) ? i->probe_warp : draw_warp(s, of_first);
    i->insert_line = random_percent(&s->random, 15) ? held_line(s, q, i->insert_warp) : draw_line(s, lines);
    if (random_percent(&s->random, 15))
        i->insert_line = i->probe_line;
    i->launch = 0;
}

static void no_late(stimuli_state *s, const void *q, const void *out, void *in) { (void)s, (void)q, (void)out, (void)in; }

static void crowd_early(stimuli_state *s, const void *q, void *in)
{
    vta_in *i = in;
    draw_events(s, q, i, warps(s), ways(s) + 2);
    if (random_percent(&s->random, 2))
        i->launch = UINT64_C(1) << random_below(&s->random, warps(s));
}

// Only two warps, whose sections are full most of the time, so that it matters which tag is the oldest.
static void full_early(stimuli_state *s, const void *q, void *in)
{
    vta_in *i = in;
    draw_events(s, q, i, 2, ways(s) + 1 + random_below(&s->random, 3));
    i->probe &= random_percent(&s->random, 40);
    if (s->step % 400 == 399)
        i->launch = random_bits(&s->random, warps(s), 4);
}

// Set by set: fills it, inserts each way's tag again from last to first, in other passes in any order; then probes take
// it apart, while others come.
static void orders_early(stimuli_state *s, const void *state, void *in)
{
    const vta_state *q = state;
    vta_in *i = in;
    unsigned turn = (unsigned)s->step % (8 * ways(s)), set = (unsigned)s->step / (8 * ways(s)) % (2 * warps(s));
    unsigned way = turn < 2 * ways(s) ? 2 * ways(s) - 1 - turn : random_below(&s->random, ways(s));
    uint64_t held = q->tags[ways(s) * set + way % ways(s)] << 1 | (set & 1);

    draw_events(s, q, i, warps(s), 3 * ways(s));
    i->insert_warp = i->probe_warp = (uint8_t)(set / 2);
    i->insert = turn < 6 * ways(s) || random_percent(&s->random, 30);
    i->insert_line = turn < ways(s) ? (uint64_t)turn << 2 | (set & 1) : held;
    i->probe = turn >= 6 * ways(s);
    i->probe_line = held;
    if (turn >= 4 * ways(s) && random_percent(&s->random, 50))
        i->insert_line = draw_line(s, 3 * ways(s));
}

// Lines that differ from present ones in one bit, either way.
static void one_bit_early(stimuli_state *s, const void *q, void *in)
{
    vta_in *i = in;
    draw_events(s, q, i, 2, ways(s));
    i->probe_line = held_line(s, q, i->probe_warp) ^ UINT64_C(1) << random_below(&s->random, 34);
    i->insert_line = random_percent(&s->random, 50) ? random_word(&s->random) & MASK(34)
                                                    : held_line(s, q, i->insert_warp) ^ UINT64_C(1) << random_below(&s->random, 34);
}

static const stimuli_phase phases[] = {{"crowd", short_pass, crowd_early, no_late, true},
                                       {"full", short_pass, full_early, no_late, false},
                                       {"orders", orders_pass, orders_early, no_late, false},
                                       {"one bit", short_pass, one_bit_early, no_late, false},
                                       {"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli ccws_vta_stimuli = {"ccws_vta", phases};
