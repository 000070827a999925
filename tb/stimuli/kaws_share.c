// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of kaws_share: any inputs; warps in an order, and few of the registers empty; all classes offered to one
// scheduler; one warp of a class.
#include "rtl_c/kaws_share.h"
#include "tb/stimuli/stimuli.h"

typedef struct kaws_share_in share_in;

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned schedulers(const stimuli_state *s) { return stimuli_param(s->ops, "S"); }
static unsigned short_pass(const block_ops *ops) { return 300 + 8 * stimuli_param(ops, "N"); }
static unsigned long_pass(const block_ops *ops) { return 1000 + 20 * stimuli_param(ops, "N"); }

// The pairs of an order by numbers, the lower slot older among equals: all random, all in slot order, or a few changed
// since the last cycle.
static void any_order(stimuli_state *s, share_in *i)
{
    unsigned n = warps(s), spread = random_percent(&s->random, 20) ? 1 : 64 * n, number[N_MAX];

    if (s->step != 0 && random_percent(&s->random, 50))
        return;
    for (unsigned w = 0; w < n; w++)
        number[w] = random_below(&s->random, spread);
    for (unsigned w = 0; w < n; w++) {
        i->older[w] = 0;
        for (unsigned v = 0; v < w; v++)
            i->older[w] |= (uint64_t)(number[v] <= number[w]) << v;
    }
}

static void any_units(stimuli_state *s, share_in *i)
{
    unsigned few = random_below(&s->random, 4);
    for (unsigned w = 0; w < warps(s); w++)
        i->unit[w] = (uint8_t)(random_percent(&s->random, 30) ? random_below(&s->random, 4) : few);
}

// For most cycles each class has its register empty in at most one scheduler.
static void few_empty_early(stimuli_state *s, const void *q, void *in)
{
    share_in *i = in;

    (void)q;
    any_order(s, i);
    any_units(s, i);
    i->ready = random_bits(&s->random, warps(s), random_below(&s->random, 9));
    i->issues = (uint8_t)random_bits(&s->random, schedulers(s), random_below(&s->random, 5));
    for (unsigned x = 0; x < schedulers(s); x++)
        i->can_accept[x] = 0;
    for (unsigned u = 0; u < KAWS_UNITS; u++) {
        if (random_percent(&s->random, 80))
            i->can_accept[random_below(&s->random, schedulers(s))] |= (uint8_t)(1 << u);
        if (random_percent(&s->random, 10))
            i->can_accept[random_below(&s->random, schedulers(s))] |= (uint8_t)(1 << u);
    }
}

// One scheduler has all the empty registers.
static void one_borrower_early(stimuli_state *s, const void *q, void *in)
{
    share_in *i = in;
    few_empty_early(s, q, in);
    i->issues = 0;
    for (unsigned x = 0; x < schedulers(s); x++)
        i->can_accept[x] = 0;
    i->can_accept[random_below(&s->random, schedulers(s))] = 7;
}

// At most one ready warp of each scheduler: only these are candidates, of their own scheduler.
static void few_ready_early(stimuli_state *s, const void *q, void *in)
{
    share_in *i = in;
    few_empty_early(s, q, in);
    i->ready = 0;
    for (unsigned k = 0; k < schedulers(s); k++)
        i->ready |= UINT64_C(1) << random_below(&s->random, warps(s));
}

static const stimuli_phase phases[] = {{"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {"few empty", long_pass, few_empty_early, stimuli_any_late, false},
                                       {"one borrower", short_pass, one_borrower_early, stimuli_any_late, false},
                                       {"few ready", short_pass, few_ready_early, stimuli_any_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli kaws_share_stimuli = {"kaws_share", phases};
