// SPDX-License-Identifier: BSD-3-Clause
// The model of oaws_misspred: see rtl_c/oaws_misspred.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/oaws_misspred.h"

#define BLOCK oaws_misspred
#define TABLE "rtl_c/oaws_misspred.def"
#include "rtl_c/table_ops.h"

enum { LAST_MSHR = M - 1 };

_Static_assert((int)N >= 2 && (int)M >= 2, "two warps and two MSHRs at least");

// ceil(percent / 100) is z / 25 rounded down, z = ceil(percent / 4) + 24; and that is 41 z / 1024 as long as z is below
// 1024. Above, one is taken from z first.
static unsigned static_misses(const struct oaws_misspred_in *in, unsigned active)
{
    unsigned z = (active * in->cfg_smr + 99) / 4;
    return 41 * (z < 1024 ? z : z - 1) / 1024;
}

// Of a divergent load, by the active threads of its warp and the warp's rank.
static uint16_t divergent_prediction(const struct oaws_misspred_in *in, unsigned active, unsigned rank)
{
    unsigned misses = in->cfg_dynamic ? active / 2 + rank + active % 2 : static_misses(in, active);
    return (uint16_t)(misses > LAST_MSHR ? LAST_MSHR : misses);
}

// Of fill f, whose warp exists.
static uint16_t fill_prediction(const struct oaws_misspred_in *in, int f)
{
    if (in->fill_load[f] && in->fill_divergent[f])
        return divergent_prediction(in, in->fill_active[f], in->rank[in->fill_warp[f]]);
    return in->fill_load[f] && (in->cfg_dynamic || in->cfg_smr != 0);
}

// Of what the warps of scheduler s move into slot 0: their rank is selected by one bit for each that issues.
static uint16_t issue_prediction(const struct oaws_misspred_in *in, int s, uint64_t issuing)
{
    unsigned rank = 0;
    FOR_EACH_BIT(w, issuing, N)
        rank |= in->rank[w];
    return divergent_prediction(in, in->issue_active[s], rank);
}

static void oaws_misspred_out(const struct oaws_misspred_state *restrict q, const struct oaws_misspred_in *restrict in,
                              struct oaws_misspred_out *restrict out)
{
    (void)in;
    for (int w = 0; w < N; w++)
        out->pred[w] = q->pred[2 * w];
}

// The warps of scheduler s that issue: slot 1 moves into slot 0, a divergent load by what is predicted of it now.
static void shift(const struct oaws_misspred_state *q, const struct oaws_misspred_in *in, int s,
                  struct oaws_misspred_state *d)
{
    uint64_t issuing = in->issue & MASK(N) & scheduler_bits(S, (unsigned)s);
    uint16_t again = issuing & q->slot1_divergent ? issue_prediction(in, s, issuing) : 0;

    FOR_EACH_BIT(w, issuing, N) {
        uint64_t warp = UINT64_C(1) << w;
        d->pred[2 * w] = q->slot1_divergent & warp ? again : q->pred[2 * w + 1];
        d->pred[2 * w + 1] = 0;
        d->slot1_divergent &= ~warp;
    }
}

static void fill(const struct oaws_misspred_in *in, int f, struct oaws_misspred_state *d)
{
    unsigned w = in->fill_warp[f], slot = in->fill_slot[f];
    if (!in->fill[f] || w >= N)
        return;
    d->pred[2 * w + slot] = fill_prediction(in, f);
    if (slot) {
        d->slot1_divergent &= ~(UINT64_C(1) << w);
        d->slot1_divergent |= (uint64_t)(in->fill_load[f] & in->fill_divergent[f]) << w;
    }
}

static void oaws_misspred_next(const struct oaws_misspred_state *restrict q, const struct oaws_misspred_in *restrict in,
                               const struct oaws_misspred_out *restrict out, struct oaws_misspred_state *restrict d)
{
    uint64_t flushed = in->flush & MASK(N);

    (void)out;
    for (int s = 0; s < S; s++)
        shift(q, in, s, d);
    for (int f = 0; f < 2; f++)
        fill(in, f, d);
    d->slot1_divergent &= ~flushed;
    FOR_EACH_BIT(w, flushed, N) {
        d->pred[2 * w] = 0;
        d->pred[2 * w + 1] = 0;
    }
}

static bool oaws_misspred_idle(const struct oaws_misspred_state *q, const struct oaws_misspred_in *in)
{
    (void)q;
    return !(in->fill[0] | in->fill[1]) && !in->issue && !in->flush;
}

static bool oaws_misspred_invariant(const struct oaws_misspred_state *q)
{
    for (int i = 0; i < 2 * N; i++)
        if (q->pred[i] > LAST_MSHR)
            return false;
    return (q->slot1_divergent & ~MASK(N)) == 0;
}
