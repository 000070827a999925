// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of ccws_lls: warps that lose lines in every cycle, now and then, or not for long, so that walks follow one
// another and the block comes to rest; CTAs that start and end at once; warps worth the same, or the whole cutoff; all
// slots full; anything at all. Except in the last, residents and ages are as warp_order gives them.
#include "rtl_c/ccws_lls.h"
#include "tb/stimuli/stimuli.h"

typedef struct ccws_lls_in lls_in;
typedef struct ccws_lls_state lls_state;
enum { BASE, VALUE };                    // what a phase remembers: the base, what hits of "tied" are worth

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned pass(const block_ops *ops) { return 400 + 60 * stimuli_param(ops, "N"); }

// The order of the cycle before, with its launches and exits, as warp_order keeps it.
static void legal_early(stimuli_state *s, const void *state, void *in)
{
    const lls_state *q = state;
    lls_in *i = in;
    unsigned n = warps(s);
    uint64_t staying = s->step > 0 ? i->resident & ~i->exit : 0;

    if (s->step == 0)
        s->value[BASE] = random_percent(&s->random, 30) ? 127 : 1 + random_below(&s->random, 127);
    i->cfg_base = (uint8_t)s->value[BASE];
    i->resident = 0;
    for (unsigned p = 0; p < n; p++)
        i->resident |= (uint64_t)(q->lls[p] != 0) << q->heap[p];
    for (unsigned w = 0; w < n; w++)
        i->older[w] = i->resident & MASK(w) & (staying >> w & 1 ? i->older[w] & staying : MASK(w));
}

static void hit(stimuli_state *s, lls_in *i, unsigned percent, unsigned score)
{
    i->apply = random_percent(&s->random, percent);
    i->apply_warp = (uint8_t)random_below(&s->random, warps(s));
    i->score = (uint16_t)score;
}

// Mostly a few times the base, now and then up to the cutoff and past it.
static unsigned some_score(stimuli_state *s, const lls_in *i)
{
    unsigned most = random_percent(&s->random, 20) ? MASK(13) : i->cfg_base * (2 + random_below(&s->random, warps(s)));
    return random_below(&s->random, most) & MASK(13);
}

static uint64_t one_warp(stimuli_state *s, unsigned percent)
{
    return (uint64_t)random_percent(&s->random, percent) << random_below(&s->random, warps(s));
}

// A CTA of neighbouring warps starts at once, or the SM is filled; warps end one by one, several at once, or all.
static void lives(stimuli_state *s, lls_in *i, unsigned percent)
{
    unsigned n = warps(s), size = 1 + random_below(&s->random, n < 8 ? n : 8);
    uint64_t cta = MASK(size) << random_below(&s->random, n / size) * size;

    i->launch = random_percent(&s->random, percent) ? random_percent(&s->random, 10) ? MASK(n) : cta : 0;
    i->exit = one_warp(s, percent);
    if (random_percent(&s->random, percent / 4))
        i->exit |= random_percent(&s->random, 10) ? MASK(n) : random_bits(&s->random, n, 2);
}

static void storm_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    lls_in *i = in;
    (void)q, (void)out;
    hit(s, i, 100, some_score(s, i));
    lives(s, i, s->step % 256 < 64 ? 40 : 3);
}

static void seldom_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    lls_in *i = in;
    (void)q, (void)out;
    hit(s, i, 2, some_score(s, i) % (4 * i->cfg_base));
    lives(s, i, 1);
}

// All slots hold warps that lose lines in a row and are then worth the same.
static void tied_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    lls_in *i = in;
    (void)q, (void)out;
    i->launch = s->step == 0 ? MASK(warps(s)) : i->exit;
    i->exit = one_warp(s, 2);
    if (s->step % 16 == 0)
        s->value[VALUE] = random_percent(&s->random, 30) ? 8191 : i->cfg_base + some_score(s, i) % (3 * i->cfg_base);
    if (s->value[VALUE] < 8191 && s->value[VALUE] > 0)
        s->value[VALUE]--;
    hit(s, i, 80, s->value[VALUE]);
}

// One burst after another, and pauses until every score is back at base.
static void bursts_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    lls_in *i = in;
    unsigned at = (unsigned)(s->step % (16 * warps(s)));
    (void)q, (void)out;
    i->apply = 0;
    i->launch = i->exit = 0;
    if (at == 0)
        i->launch = random_percent(&s->random, 50) ? MASK(warps(s)) : random_bits(&s->random, warps(s), 4);
    if (at < 4)
        hit(s, i, 60, i->cfg_base + random_below(&s->random, 6 * warps(s)));
    if (at == 12 * warps(s))
        i->exit = random_percent(&s->random, 20) ? MASK(warps(s)) : one_warp(s, 60);
}

static unsigned full_pass(const block_ops *ops) { return 80 + 6 * stimuli_param(ops, "N"); }

static void full_early(stimuli_state *s, const void *q, void *in)
{
    lls_in *i = in;
    legal_early(s, q, in);
    i->cfg_base = 127;
}

// All slots restart with the largest base; when a walk has passed over all of them a warp is worth the whole cutoff.
static void full_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    lls_in *i = in;
    (void)q, (void)out;
    i->launch = i->exit = s->step == 0 ? MASK(warps(s)) : 0;
    i->apply = s->step > 40 + 4 * warps(s);
    i->apply_warp = 0;
    i->score = MASK(13);
}

static const stimuli_phase phases[] = {{"storm", pass, legal_early, storm_late, false},
                                       {"seldom", pass, legal_early, seldom_late, false},
                                       {"tied", pass, legal_early, tied_late, false},
                                       {"bursts", pass, legal_early, bursts_late, true},
                                       {"any inputs", pass, stimuli_any_early, stimuli_any_late, true},
                                       {"storm again", pass, legal_early, storm_late, true},
                                       {"full", full_pass, full_early, full_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli ccws_lls_stimuli = {"ccws_lls", phases};
