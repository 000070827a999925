// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of oaws_qualify: loads that issue when allowed, and are released gradually; MSHRs that run out and come
// back; charges that fill the last of them exactly; anything at all, so that the sum is clamped at both ends.
#include "rtl_c/bits.h"
#include "rtl_c/oaws_qualify.h"
#include "tb/stimuli/stimuli.h"

typedef struct oaws_qualify_in qualify_in;
typedef struct oaws_qualify_out qualify_out;
typedef struct oaws_qualify_state qualify_state;
enum { MODE_SPAN = 64 };     // cycles for which the mode and the pace of releases stay

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned mshrs(const stimuli_state *s) { return stimuli_param(s->ops, "M"); }
static unsigned pass(const block_ops *ops) { return 3000 + 40 * stimuli_param(ops, "N"); }
static unsigned short_pass(const block_ops *ops) { return 500 + 10 * stimuli_param(ops, "N"); }

static void legal_early(stimuli_state *s, const void *state, void *in)
{
    const qualify_state *q = state;
    qualify_in *i = in;
    unsigned n = warps(s), m = mshrs(s), one = random_below(&s->random, n), other = random_below(&s->random, n);
    unsigned room = i->avail > q->inflight ? (unsigned)(i->avail - q->inflight) : 0;
    uint8_t rank;

    if (s->step == 0) {
        for (unsigned w = 0; w < n; w++)
            i->rank_run[w] = (uint8_t)w;
        i->avail = (uint16_t)m;
    }
    if (s->step % MODE_SPAN == 0) {
        i->cfg_mode = (uint8_t)random_below(&s->random, 3);
        i->ocw = (uint8_t)random_below(&s->random, n + 1);
        i->cfg_keep_oldest = random_percent(&s->random, 50);
        s->value[0] = 5 + random_below(&s->random, 95);              // how often a load is released, in percent
        s->value[1] = random_below(&s->random, 3);                   // how MSHRs come and go
    }
    rank = i->rank_run[one];
    i->rank_run[one] = i->rank_run[other];
    i->rank_run[other] = rank;
    if (s->value[1] == 0)
        i->avail = (uint16_t)m;
    else if (random_percent(&s->random, 30))
        i->avail = (uint16_t)random_below(&s->random, random_percent(&s->random, 10) ? 1u << CLOG2(m + 1) : m + 1);

    i->oldest_run = UINT64_C(1) << one | UINT64_C(1) << other;       // of any age: the block must believe it
    i->ready = random_bits(&s->random, n, 1 + random_below(&s->random, 8));
    i->load = random_bits(&s->random, n, 4);
    i->pred[one] = (uint16_t)random_below(&s->random, m);
    i->pred[other] = (uint16_t)(room < m ? room : m - 1);             // just fits
}

// A load that is not held back issues; charges come back in existing pieces.
static void legal_late(stimuli_state *s, const void *state, const void *outputs, void *in)
{
    const qualify_state *q = state;
    const qualify_out *out = outputs;
    qualify_in *i = in;
    unsigned left = q->inflight;
    uint64_t may = i->ready & i->load & ~out->occlude, ahead = may & ~MASK(random_below(&s->random, warps(s)));

    i->issue = may != 0 && random_percent(&s->random, 70);
    i->issue_warp = (uint8_t)(may ? bit_number(lowest_bit(ahead ? ahead : may)) : 0);
    for (unsigned r = 0; r < 2; r++) {
        unsigned piece = left < mshrs(s) ? left : mshrs(s) - 1;
        i->release[r] = 0;
        if (random_percent(&s->random, r == 0 ? s->value[0] : s->value[0] / 8))
            i->release[r] = (uint16_t)(random_percent(&s->random, 30) ? piece : random_below(&s->random, piece + 1));
        left -= i->release[r];
    }
}

// Loads issue whether allowed or not, and hardly anything comes back: the sum goes beyond M.
static void bold_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    qualify_in *i = in;
    stimuli_any_late(s, q, out, in);
    i->issue = random_percent(&s->random, 80);
    for (unsigned r = 0; r < 2; r++)
        if (random_percent(&s->random, 85))
            i->release[r] = 0;
}

// Charges as large as the ports allow, M and beyond; as much comes back in the same cycle, in two parts.
static void large_early(stimuli_state *s, const void *q, void *in)
{
    qualify_in *i = in;
    legal_early(s, q, in);
    i->cfg_mode = OAWS_STATIC;
    for (unsigned w = 0; w < warps(s); w++)
        i->pred[w] = (uint16_t)(MASK(CLOG2(mshrs(s))) - random_below(&s->random, 3) % mshrs(s));
}

static void large_late(stimuli_state *s, const void *state, const void *outputs, void *in)
{
    const qualify_state *q = state;
    const qualify_out *out = outputs;
    qualify_in *i = in;
    unsigned most = (unsigned)MASK(CLOG2(mshrs(s))), left;

    i->issue = random_percent(&s->random, 90);
    i->issue_warp = (uint8_t)random_below(&s->random, warps(s));
    left = q->inflight + (i->issue ? out->charge[i->issue_warp] : 0u);
    for (unsigned r = 0; r < 2; r++) {
        unsigned piece = left < most ? left : most;
        i->release[r] = (uint16_t)(random_percent(&s->random, 60) ? piece - random_below(&s->random, piece / 2 + 1) : 0);
        left -= i->release[r];
    }
}

static const stimuli_phase phases[] = {{"loads", pass, legal_early, legal_late, false},
                                       {"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {"loads, any releases", short_pass, legal_early, stimuli_any_late, false},
                                       {"bold", short_pass, legal_early, bold_late, false},
                                       {"large", short_pass, large_early, large_late, false},
                                       {"bold, any inputs", short_pass, stimuli_any_early, bold_late, true},
                                       {"loads again", pass, legal_early, legal_late, true},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli oaws_qualify_stimuli = {"oaws_qualify", phases};
