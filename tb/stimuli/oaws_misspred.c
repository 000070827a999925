// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of oaws_misspred: instruction buffers that fill, issue and are flushed under every miss rate; all of a cycle's
// events on the same few warps; predictions around M - 1; anything at all.
#include "rtl_c/bits.h"
#include "rtl_c/oaws_misspred.h"
#include "tb/stimuli/stimuli.h"

typedef struct oaws_misspred_in misspred_in;
typedef struct oaws_misspred_state misspred_state;
enum { MODE_SPAN = 32, LANES = 32 };     // cycles for which the cfg_ inputs stay

static unsigned warps(const stimuli_state *s) { return stimuli_param(s->ops, "N"); }
static unsigned pass(const block_ops *ops) { return 1500 + 60 * stimuli_param(ops, "N"); }
static unsigned short_pass(const block_ops *ops) { return 500 + 20 * stimuli_param(ops, "N"); }

// Miss rates from 0 to 100; ranks are an order of all warps in which two swap places now and then.
static void legal_early(stimuli_state *s, const void *q, void *in)
{
    misspred_in *i = in;
    unsigned n = warps(s), one = random_below(&s->random, n), other = random_below(&s->random, n);
    uint8_t rank;

    (void)q;
    for (unsigned w = 0; s->step == 0 && w < n; w++)
        i->rank[w] = (uint8_t)w;
    rank = i->rank[one];
    i->rank[one] = i->rank[other];
    i->rank[other] = rank;
    if (s->step % MODE_SPAN == 0) {
        i->cfg_dynamic = random_percent(&s->random, 50);
        i->cfg_smr = (uint8_t)(random_percent(&s->random, 20) ? 0
                               : random_below(&s->random, random_percent(&s->random, 25) ? 5 : 101));
    }
}

// The largest prediction that the ports can ask for.
static void extreme_early(stimuli_state *s, const void *q, void *in)
{
    misspred_in *i = in;
    legal_early(s, q, in);
    i->cfg_dynamic = random_percent(&s->random, 50);
    i->cfg_smr = (uint8_t)(random_percent(&s->random, 50) ? 127 : 100);
    for (unsigned w = 0; w < warps(s) && random_percent(&s->random, 50); w++)
        i->rank[w] = (uint8_t)MASK(CLOG2(warps(s)));
}

// All lanes, a power of two, or any number: small products of threads and miss rate show how sums are rounded.
static uint8_t draw_active(stimuli_state *s)
{
    if (random_percent(&s->random, 40))
        return LANES;
    return (uint8_t)(random_percent(&s->random, 50) ? 1u << random_below(&s->random, 5)
                                                    : random_below(&s->random, LANES + 1));
}

static void draw_fill(stimuli_state *s, misspred_in *i, unsigned f, unsigned warp, unsigned slot)
{
    i->fill[f] = 1;
    i->fill_warp[f] = (uint8_t)warp;
    i->fill_slot[f] = (uint8_t)slot;
    i->fill_load[f] = random_percent(&s->random, 60);
    i->fill_divergent[f] = random_percent(&s->random, 60);
    i->fill_active[f] = draw_active(s);
}

// Threads of the warps that issue, after the issue.
static void draw_threads(stimuli_state *s, misspred_in *i)
{
    for (unsigned scheduler = 0; scheduler < stimuli_param(s->ops, "S"); scheduler++)
        i->issue_active[scheduler] = draw_active(s);
}

static uint64_t some_warp(stimuli_state *s)
 { return UINT64_C(1) << random_below(&s->random, warps(s)); }

// One warp after another gets two instructions; two warps issue in a cycle; a flush now and then.
static void program_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    misspred_in *i = in;
    unsigned warp = random_below(&s->random, warps(s));

    (void)q, (void)out;
    i->fill[0] = i->fill[1] = 0;
    if (random_percent(&s->random, 60)) {
        draw_fill(s, i, 0, warp, 0);
        draw_fill(s, i, 1, warp, 1);
        i->fill[1] = random_percent(&s->random, 80);
    }
    i->issue = (random_percent(&s->random, 50) ? some_warp(s) : 0) | (random_percent(&s->random, 50) ? some_warp(s) : 0);
    draw_threads(s, i);
    i->flush = random_percent(&s->random, 5) ? some_warp(s) : 0;
}

// Fills, issues and flushes that meet on two neighbouring warps.
static void clash_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    misspred_in *i = in;
    unsigned first = s->step / MODE_SPAN % (warps(s) - 1);

    (void)q, (void)out;
    for (unsigned f = 0; f < 2; f++) {
        draw_fill(s, i, f, first + random_below(&s->random, 2), random_below(&s->random, 2));
        i->fill[f] = random_percent(&s->random, 70);
    }
    i->issue = (random_word(&s->random) & 3) << first;
    draw_threads(s, i);
    i->flush = random_percent(&s->random, 30) ? (random_word(&s->random) & 3) << first : 0;
}

static void extreme_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    misspred_in *i = in;
    program_late(s, q, out, in);
    i->fill_load[0] = i->fill_divergent[0] = 1;
    i->fill_active[0] = (uint8_t)(random_percent(&s->random, 50) ? 63 : LANES);
    i->issue &= random_bits(&s->random, warps(s), 2);
    for (unsigned scheduler = 0; scheduler < stimuli_param(s->ops, "S"); scheduler++)
        if (random_percent(&s->random, 50))
            i->issue_active[scheduler] = 63;
}

static unsigned full_pass(const block_ops *ops) { return 4 * stimuli_param(ops, "N"); }

// Every warp in turn gets a divergent load after its instruction, until all have one; then one after another issues.
static void full_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    misspred_in *i = in;
    unsigned warp = (unsigned)(s->step % warps(s));

    (void)q, (void)out;
    i->fill[0] = i->fill[1] = 0;
    i->issue = i->flush = 0;
    draw_threads(s, i);
    if (s->step / warps(s) % 2) {
        i->issue = UINT64_C(1) << warp;
    } else {
        draw_fill(s, i, 1, warp, 1);
        i->fill_load[1] = i->fill_divergent[1] = 1;
    }
}

static const stimuli_phase phases[] = {{"program", pass, legal_early, program_late, false},
                                       {"clash", pass, legal_early, clash_late, false},
                                       {"extreme", short_pass, extreme_early, extreme_late, false},
                                       {"full buffers", full_pass, legal_early, full_late, false},
                                       {"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {"program again", pass, legal_early, program_late, true},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli oaws_misspred_stimuli = {"oaws_misspred", phases};
