// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of warp_arbiter: every mode with true age orders and with random pairs, every group size, with and without
// classes, drawn from all or nearly the same.
#include "rtl_c/bits.h"
#include "rtl_c/warp_arbiter.h"
#include "tb/stimuli/stimuli.h"

typedef struct warp_arbiter_in arbiter_in;
typedef struct warp_arbiter_state arbiter_state;
enum { MODE_SPAN = 64 };     // cycles for which the cfg_ inputs stay

static unsigned slots(const stimuli_state *s) { return stimuli_param(s->ops, "N") / stimuli_param(s->ops, "S"); }
static unsigned pass(const block_ops *ops) { return 60 * stimuli_param(ops, "N"); }
static unsigned short_pass(const block_ops *ops) { return 15 * stimuli_param(ops, "N"); }

static void draw_masks(stimuli_state *s, arbiter_in *i, unsigned eighths)
{
    unsigned w = slots(s);
    i->ready = random_bits(&s->random, w, eighths);
    i->load = random_bits(&s->random, w, 4);
    i->can_issue = random_bits(&s->random, w, 6);
    i->occlude = random_bits(&s->random, w, 1);
}

// An order of the slots, at first the lower the older; now and then a warp ends and a new one takes its slot: the youngest.
static void draw_ages(stimuli_state *s, arbiter_in *i)
{
    unsigned w = slots(s), young = random_below(&s->random, w);
    if (s->step == 0)
        for (unsigned k = 0; k < w; k++)
            i->older[k] = MASK(k);
    if (random_percent(&s->random, 30)) {
        for (unsigned k = young + 1; k < w; k++)
            i->older[k] &= ~(UINT64_C(1) << young);
        i->older[young] = MASK(young);
    }
}

static void draw_mode(stimuli_state *s, arbiter_in *i, unsigned modes, unsigned class_percent)
{
    unsigned w = slots(s);
    if (s->step % MODE_SPAN != 0)
        return;
    i->cfg_mode = (uint8_t)random_below(&s->random, modes);
    i->cfg_use_class = random_percent(&s->random, class_percent);
    i->cfg_group = random_percent(&s->random, 10) ? 0 : (uint8_t)(1 + random_below(&s->random, w));
    for (unsigned k = 0; k < w; k++)
        i->priority[k] = (uint8_t)random_below(&s->random, i->cfg_mode & 1 ? 3 : 64);
}

static void modes_early(stimuli_state *s, const void *q, void *in)
{
    (void)q;
    draw_mode(s, in, 5, 30);
    draw_ages(s, in);
    draw_masks(s, in, 1 + random_below(&s->random, 8));
}

// Few warps ready, so that groups run dry.
static void groups_early(stimuli_state *s, const void *q, void *in)
{
    arbiter_in *i = in;
    (void)q;
    draw_mode(s, i, 2, 20);
    if (s->step % MODE_SPAN == 0) {
        i->cfg_mode = (uint8_t)(ARBITER_TWO_LEVEL_RR + i->cfg_mode);
        i->cfg_group = random_percent(&s->random, 50) ? 1 : i->cfg_group;
    }
    draw_ages(s, i);
    i->ready = UINT64_C(1) << random_below(&s->random, slots(s)) | UINT64_C(1) << random_below(&s->random, slots(s));
    i->load = i->occlude = 0;
    i->can_issue = MASK(slots(s));
}

// Classes that differ in one pair of bits alone; the others are the same.
static void near_classes_early(stimuli_state *s, const void *q, void *in)
{
    arbiter_in *i = in;
    unsigned place = 2 * random_below(&s->random, 3), class = random_below(&s->random, 64) & ~(3u << place);
    modes_early(s, q, in);
    i->cfg_use_class = 1;
    for (unsigned k = 0; k < slots(s); k++)
        i->priority[k] = (uint8_t)(class | random_below(&s->random, 4) << place);
}

// Warps start and end; the last issued one ends more often than others.
static void lives_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    arbiter_in *i = in;
    unsigned w = slots(s);
    uint64_t last = ((const arbiter_state *)q)->last;

    i->hold = random_percent(&s->random, 10);
    i->exit = random_percent(&s->random, 5) ? UINT64_C(1) << random_below(&s->random, w) : 0;
    i->launch = random_percent(&s->random, 5) ? UINT64_C(1) << random_below(&s->random, w) : 0;
    if (random_percent(&s->random, 4))
        i->exit |= last;
    if (random_percent(&s->random, 4))
        i->launch |= last;
    if (random_percent(&s->random, 4))
        i->exit |= ((const struct warp_arbiter_out *)out)->grant_mask;
}

static const stimuli_phase phases[] = {{"any inputs", pass, stimuli_any_early, stimuli_any_late, true},
                                       {"modes", pass, modes_early, lives_late, false},
                                       {"groups", pass, groups_early, lives_late, false},
                                       {"modes, any end", short_pass, modes_early, stimuli_any_late, true},
                                       {"near classes", short_pass, near_classes_early, lives_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli warp_arbiter_stimuli = {"warp_arbiter", phases};
