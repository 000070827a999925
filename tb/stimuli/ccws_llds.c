// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of ccws_llds: hits that find the divider idle, busy and just done; warps that exit or launch meanwhile, in
// every cycle of a division; scores from 0 to the cutoff, with totals as small as they begin; totals at their ends;
// anything at all.
#include "rtl_c/ccws_llds.h"
#include "tb/stimuli/stimuli.h"

typedef struct ccws_llds_in llds_in;
typedef struct ccws_llds_state llds_state;

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned short_pass(const block_ops *ops)
{
    (void)ops;
    return 4000;
}

static void draw(stimuli_state *s, const llds_state *q, llds_in *i, unsigned hit_percent)
{
    unsigned n = warps(s);
    if (s->step == 0) {
        s->value[0] = random_below(&s->random, 16);
        s->value[1] = 1 + random_below(&s->random, 127);
        s->value[2] = random_below(&s->random, 30);
    }
    *i = (llds_in){.cfg_k = (uint8_t)s->value[0], .cfg_base = (uint8_t)s->value[1]};
    i->hit = random_percent(&s->random, q->cycles == 1 ? 50 : hit_percent);
    i->hit_warp = (uint8_t)random_below(&s->random, 1u << CLOG2(n));
    i->cutoff = (uint16_t)(random_below(&s->random, n + 1) * i->cfg_base);
    i->issued = (uint8_t)(random_percent(&s->random, s->value[2]) ? random_below(&s->random, 16) : 0);
}

static void gone_late(stimuli_state *s, const void *state, const void *out, void *in)
{
    const llds_state *q = state;
    llds_in *i = in;
    (void)out;
    if (random_percent(&s->random, 1)) {
        unsigned warp = random_percent(&s->random, 50) ? q->warp : i->hit_warp;
        uint64_t bit = warp < warps(s) ? UINT64_C(1) << warp : 0;
        *(random_percent(&s->random, 50) ? &i->launch : &i->exit) = bit;
    }
    if (i->hit && random_percent(&s->random, 10))
        i->exit |= (UINT64_C(1) << i->hit_warp) & MASK(warps(s));
    i->launch |= random_bits(&s->random, warps(s), 1) & random_bits(&s->random, warps(s), 1) & ~(UINT64_C(1) << q->warp);
    i->kernel_launch = random_below(&s->random, 700) == 0;
}

static void seldom_early(stimuli_state *s, const void *q, void *in) { draw(s, q, in, 1); }
static void often_early(stimuli_state *s, const void *q, void *in) { draw(s, q, in, 40); }

// Cutoffs of every size with few instructions, so that every quotient and its limit are met.
static void scores_early(stimuli_state *s, const void *q, void *in)
{
    llds_in *i = in;
    draw(s, q, i, 3);
    i->cfg_k = (uint8_t)random_below(&s->random, 16);
    i->cutoff = (uint16_t)(random_percent(&s->random, 20) ? MASK(13) : random_word(&s->random) & MASK(13) >> random_below(&s->random, 13));
    i->issued = (uint8_t)(random_percent(&s->random, 60) ? random_below(&s->random, 4) : random_below(&s->random, 16));
}

static void scores_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    (void)q, (void)out;
    ((llds_in *)in)->kernel_launch = s->step % 500 == 499;
}

// Totals that overflow: small ones are counted up, hits alone or instructions alone for a while; others begin near their
// ends. Divisions of the largest by the largest, and by 0.
static void ends_early(stimuli_state *s, const void *state, void *in)
{
    static llds_state near_ends;
    const llds_state *q = state;
    llds_in *i = in;
    unsigned bits = stimuli_param(s->ops, "BITS"), turn = (unsigned)s->step / 100 % 4;

    draw(s, q, i, turn == 3 ? 3 : 90);
    i->cutoff = (uint16_t)(random_percent(&s->random, 50) ? MASK(13) : random_word(&s->random) & MASK(13));
    i->cfg_k = (uint8_t)(random_percent(&s->random, 50) ? 8 : random_below(&s->random, 16));
    i->issued = (uint8_t)(turn < 2 ? 0 : random_below(&s->random, 16));
    if (bits <= 8 || s->step % 100 != 0)
        return;
    near_ends = *q;
    near_ends.hits = (uint32_t)(turn < 3 ? MASK(bits) - random_below(&s->random, 90) : random_word(&s->random) & MASK(bits));
    near_ends.insts = (uint32_t)(turn == 0   ? random_below(&s->random, 2)
                                 : turn == 1 ? MASK(bits)
                                             : MASK(bits) - random_below(&s->random, 700));
    s->load = &near_ends;
}

static void seldom_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    (void)q, (void)out;
    ((llds_in *)in)->kernel_launch = s->step % 1000 == 999;
}

static const stimuli_phase phases[] = {{"seldom", short_pass, seldom_early, gone_late, false},
                                       {"often", short_pass, often_early, gone_late, false},
                                       {"scores", short_pass, scores_early, scores_late, false},
                                       {"ends", short_pass, ends_early, seldom_late, false},
                                       {"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli ccws_llds_stimuli = {"ccws_llds", phases};
