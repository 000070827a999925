// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of warp_rank: pairs of any kind, and orders as warp_order gives them, with warps that wait.
#include "rtl_c/warp_rank.h"
#include "tb/stimuli/stimuli.h"

typedef struct warp_rank_in rank_in;

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned short_pass(const block_ops *ops) { return 8 * stimuli_param(ops, "N"); }
static unsigned long_pass(const block_ops *ops) { return 40 * stimuli_param(ops, "N"); }

// The order continues from the inputs of the last cycle.
static void change_order(rank_in *i, unsigned n, uint64_t launch, uint64_t exit)
{
    uint64_t staying = i->resident & ~exit;
    i->resident = staying | launch;
    for (unsigned w = 0; w < n; w++)
        i->older[w] = i->resident & MASK(w) & (staying >> w & 1 ? i->older[w] & staying : MASK(n));
}

static void begin(stimuli_state *s, rank_in *i)
{
    if (s->step == 0)
        change_order(i, warps(s), 0, MASK(warps(s)));
}

// Any number of warps start and end; any wait.
static void any_lives_early(stimuli_state *s, const void *q, void *in)
{
    rank_in *i = in;
    unsigned n = warps(s), eighths = random_below(&s->random, 9);
    (void)q;
    begin(s, i);
    change_order(i, n, random_bits(&s->random, n, eighths), random_bits(&s->random, n, random_below(&s->random, 9)));
    i->waiting = random_bits(&s->random, n, random_below(&s->random, 9));
}

// A CTA of neighbouring warps starts, a warp ends; the warps of a CTA come to a barrier one by one and leave it together.
static void ctas_early(stimuli_state *s, const void *q, void *in)
{
    rank_in *i = in;
    unsigned n = warps(s), size = 1 + random_below(&s->random, n < 8 ? n : 8);
    uint64_t cta = MASK(size) << random_below(&s->random, n / size) * size;
    (void)q;
    begin(s, i);
    if (random_percent(&s->random, 40))
        change_order(i, n, cta, cta);
    if (random_percent(&s->random, 30))
        change_order(i, n, 0, UINT64_C(1) << random_below(&s->random, n));
    if (random_percent(&s->random, 20))
        i->waiting &= ~cta;
    i->waiting |= random_percent(&s->random, 70) ? UINT64_C(1) << random_below(&s->random, n) : 0;
}

// All warps in one order or the other; none, all or all but one waiting: every number reaches its ends.
static void full_early(stimuli_state *s, const void *q, void *in)
{
    rank_in *i = in;
    unsigned n = warps(s), one = random_below(&s->random, n);
    (void)q;
    change_order(i, n, MASK(n), MASK(n));
    for (unsigned w = 0; random_percent(&s->random, 50) && w < n; w++)
        i->older[w] = 0;
    i->waiting = random_percent(&s->random, 50) ? MASK(n) : 0;
    i->waiting ^= random_percent(&s->random, 50) ? UINT64_C(1) << one : 0;
}

static const stimuli_phase phases[] = {{"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {"any lives", long_pass, any_lives_early, stimuli_any_late, false},
                                       {"ctas", long_pass, ctas_early, stimuli_any_late, false},
                                       {"full", short_pass, full_early, stimuli_any_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli warp_rank_stimuli = {"warp_rank", phases};
