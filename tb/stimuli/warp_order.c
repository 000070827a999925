// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of warp_order: masks of any kind, whole SMs that fill and drain, CTAs that come and go.
#include "rtl_c/bits.h"
#include "rtl_c/warp_order.h"
#include "tb/stimuli/stimuli.h"

typedef struct warp_order_state order_state;
typedef struct warp_order_in order_in;

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned short_pass(const block_ops *ops) { return 8 * stimuli_param(ops, "N"); }
static unsigned long_pass(const block_ops *ops) { return 40 * stimuli_param(ops, "N"); }

// There is no early input.
static void no_early(stimuli_state *s, const void *q, void *in) { (void)s, (void)q, (void)in; }

static void any_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    (void)q, (void)out;
    ((order_in *)in)->launch = random_bits(&s->random, warps(s), random_below(&s->random, 9));
    ((order_in *)in)->exit = random_bits(&s->random, warps(s), random_below(&s->random, 9));
}

// Nothing most of the time, else one launch and one exit.
static void sparse_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    order_in *i = in;
    (void)q, (void)out;
    i->launch = random_percent(&s->random, 30) ? UINT64_C(1) << random_below(&s->random, warps(s)) : 0;
    i->exit = random_percent(&s->random, 20) ? UINT64_C(1) << random_below(&s->random, warps(s)) : 0;
}

// One warp after another from a random slot on until the SM is full, then out again in another order.
static void one_by_one_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    order_in *i = in;
    unsigned n = warps(s), slot = random_below(&s->random, n);
    uint64_t resident = ((const order_state *)q)->resident, wanted = s->value[0] ? resident : ~resident & MASK(n);

    (void)out;
    i->launch = i->exit = 0;
    if (!wanted) {
        s->value[0] = !s->value[0];
        return;
    }
    uint64_t ahead = wanted & ~MASK(slot), one = lowest_bit(ahead ? ahead : wanted);
    if (s->value[0])
        i->exit = one;
    else
        i->launch = one;
}

// All at once: fill, drain, or both in the same cycle.
static void all_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    order_in *i = in;
    unsigned what = random_below(&s->random, 4);
    (void)q, (void)out;
    i->launch = what & 1 ? MASK(warps(s)) : 0;
    i->exit = what & 2 ? MASK(warps(s)) : 0;
}

// CTAs of a few neighbouring warps launch when their slots are free; single warps end.
static void ctas_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    order_in *i = in;
    unsigned n = warps(s), size = 1 + random_below(&s->random, n < 8 ? n : 8),
             place = random_below(&s->random, n / size) * size;
    uint64_t cta = MASK(size) << place, resident = ((const order_state *)q)->resident;

    (void)out;
    i->launch = !(resident & cta) && random_percent(&s->random, 60) ? cta : 0;
    i->exit = random_percent(&s->random, 40) ? resident & UINT64_C(1) << random_below(&s->random, n) : 0;
}

static const stimuli_phase phases[] = {{"any masks", short_pass, no_early, any_late, true},
                                       {"all at once", short_pass, no_early, all_late, false},
                                       {"one by one", long_pass, no_early, one_by_one_late, false},
                                       {"ctas", long_pass, no_early, ctas_late, false},
                                       {"sparse", long_pass, no_early, sparse_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli warp_order_stimuli = {"warp_order", phases};
