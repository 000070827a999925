// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of kaws_progress: any inputs; SMs that fill and drain in either order; CTAs as in kernels, level with each
// other and far apart, to the end of their counters; kernels whose last CTA is issued.
#include "rtl_c/bits.h"
#include "rtl_c/kaws_progress.h"
#include "tb/stimuli/stimuli.h"

typedef struct kaws_progress_in progress_in;
typedef struct kaws_progress_state progress_state;

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned schedulers(const stimuli_state *s) { return stimuli_param(s->ops, "S"); }
static unsigned slots(const stimuli_state *s) { return stimuli_param(s->ops, "C"); }
static unsigned short_pass(const block_ops *ops) { return 500 + 20 * stimuli_param(ops, "C"); }
static unsigned long_pass(const block_ops *ops) { return 1500 + 60 * stimuli_param(ops, "C"); }

// Each warp of some CTA slot; now and then one of another.
static void ctas_early(stimuli_state *s, const void *q, void *in)
{
    progress_in *i = in;
    (void)q;
    for (unsigned w = 0; s->step == 0 && w < warps(s); w++)
        i->cta[w] = (uint8_t)(w % slots(s));
    i->cta[random_below(&s->random, warps(s))] = (uint8_t)random_below(&s->random, slots(s));
}

// No event; a kernel of which not all CTAs are issued.
static void quiet(progress_in *i)
{
    i->launch = 0;
    i->exit = 0;
    i->kernel_launch = 0;
    i->ctas = 100;
    i->ctas_issued = 50;
    for (unsigned s = 0; s < S_MAX; s++)
        i->issued[s] = i->issued_cta[s] = 0;
}

// Now and then all CTAs have been issued, or a kernel starts, or both in one cycle.
static void kernel_late(stimuli_state *s, progress_in *i)
{
    quiet(i);
    i->kernel_launch = random_percent(&s->random, 4);
    i->ctas = random_below(&s->random, 4);
    i->ctas_issued = random_percent(&s->random, 10) ? i->ctas : i->ctas + 1 + random_below(&s->random, 3);
    if (random_percent(&s->random, 3))
        i->ctas_issued = i->ctas ^ UINT32_C(1) << random_below(&s->random, 32);
}

// Through each scheduler up to two instructions of a resident CTA, of few of them or of all.
static void issue_late(stimuli_state *s, const progress_state *q, progress_in *i, unsigned percent, unsigned few)
{
    for (unsigned x = 0; x < schedulers(s); x++) {
        unsigned slot = random_below(&s->random, few && few < slots(s) ? few : slots(s));
        i->issued_cta[x] = (uint8_t)slot;
        i->issued[x] = 0;
        if ((q->resident >> slot & 1) && random_percent(&s->random, percent))
            i->issued[x] = (uint8_t)(1 + random_below(&s->random, 2));
    }
}

static void lives_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    progress_in *i = in;
    const progress_state *state = q;
    uint32_t empty = ~state->resident & (uint32_t)MASK(slots(s));
    (void)out;
    kernel_late(s, i);
    if (random_percent(&s->random, 15))
        i->exit = state->resident & UINT32_C(1) << random_below(&s->random, slots(s));
    if ((empty || i->exit) && random_percent(&s->random, 30)) {
        i->launch = 1;
        i->launch_cta = (uint8_t)bit_number(lowest_bit(empty ? empty : i->exit));
    }
    issue_late(s, state, i, 60, s->step / 32 % 2 ? 2 : 0);
}

// The SM fills, from the top down or from the bottom up; CTAs run level with each other for a while, then one far ahead
// of the others; then it drains.
static void waves_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    progress_in *i = in;
    const progress_state *state = q;
    unsigned c = slots(s), at = (unsigned)(s->step % (16 * c)), wave = (unsigned)(s->step / (16 * c));
    (void)out;
    quiet(i);
    i->ctas_issued = at >= c ? 100 : 50;
    i->kernel_launch = at == 0;
    if (at < c) {
        i->launch = 1;
        i->launch_cta = (uint8_t)(wave % 2 ? at : c - 1 - at);
    } else if (at < 12 * c) {
        for (unsigned x = 0; x < schedulers(s); x++) {
            i->issued[x] = 1;
            i->issued_cta[x] = (uint8_t)((at + x) % c);
        }
    } else if (at < 15 * c)
        issue_late(s, state, i, 100, 1);
    else
        i->exit = UINT32_C(1) << at % c;
}

// Moves all wide counters up by the same amount, so that the largest is near its end and their order stays.
static void runaway_early(stimuli_state *s, const void *q, void *in)
{
    static progress_state near_end;
    const uint32_t end = (uint32_t)MASK(stimuli_param(s->ops, "PROGRESS_W"));
    uint32_t largest = 0;

    ctas_early(s, q, in);
    if (end <= UINT8_MAX || s->step % 200 != 2 * slots(s))
        return;
    near_end = *(const progress_state *)q;
    for (unsigned c = 0; c < slots(s); c++)
        largest = near_end.progress[c] > largest ? near_end.progress[c] : largest;
    for (unsigned c = 0; c < slots(s) && largest < end - 100; c++)
        near_end.progress[c] += end - 100 - largest;
    s->load = &near_end;
}

// One CTA reaches the end of its counter, the others stay behind.
static void runaway_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    progress_in *i = in;
    (void)q, (void)out;
    quiet(i);
    i->ctas_issued = 100;
    i->launch = s->step < slots(s) || random_percent(&s->random, 1);
    i->launch_cta = (uint8_t)(s->step < slots(s) ? s->step : random_below(&s->random, slots(s)));
    for (unsigned x = 0; x < schedulers(s); x++) {
        i->issued[x] = (uint8_t)random_below(&s->random, 4);
        i->issued_cta[x] = (uint8_t)(slots(s) - 1);
        if (random_percent(&s->random, 10))
            i->issued_cta[x] = (uint8_t)random_below(&s->random, slots(s));
    }
}

static const stimuli_phase phases[] = {{"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {"lives", long_pass, ctas_early, lives_late, false},
                                       {"waves", long_pass, ctas_early, waves_late, false},
                                       {"runaway", short_pass, runaway_early, runaway_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli kaws_progress_stimuli = {"kaws_progress", phases};
