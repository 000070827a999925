// The model of oaws_misspred: see rtl_c/oaws_misspred.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/oaws_misspred.h"

#define BLOCK oaws_misspred
#define TABLE "rtl_c/oaws_misspred.def"
#include "rtl_c/table_ops.h"

enum { LAST_MSHR = M - 1 };

_Static_assert((int)N >= 2 && (int)M >= 2, "two warps and two MSHRs at least");

static unsigned static_misses(const struct oaws_misspred_in *in, unsigned active)
{
    return (active * in->cfg_smr + 99) * 5243 >> 19;
}

// Of fill f, whose warp exists.
static uint8_t prediction(const struct oaws_misspred_in *in, int f)
{
    unsigned misses = 0, active = in->fill_active[f];
    if (in->fill_load[f] && in->fill_divergent[f])
        misses = in->cfg_dynamic ? (active + 1) / 2 + in->rank[in->fill_warp[f]] : static_misses(in, active);
    else if (in->fill_load[f])
        misses = in->cfg_dynamic || in->cfg_smr != 0;
    return (uint8_t)(misses > LAST_MSHR ? LAST_MSHR : misses);
}

static void oaws_misspred_out(const struct oaws_misspred_state *restrict q, const struct oaws_misspred_in *restrict in,
                              struct oaws_misspred_out *restrict out)
{
    (void)in;
    for (int w = 0; w < N; w++)
        out->pred[w] = q->pred[2 * w];
}

static void oaws_misspred_next(const struct oaws_misspred_state *restrict q, const struct oaws_misspred_in *restrict in,
                               const struct oaws_misspred_out *restrict out, struct oaws_misspred_state *restrict d)
{
    uint64_t issuing = in->issue & MASK(N), flushed = in->flush & MASK(N);

    (void)out;
    for (int i = 0; i < N && issuing; i++) {
        unsigned w = bit_number(lowest_bit(issuing));
        d->pred[2 * w] = q->pred[2 * w + 1];
        d->pred[2 * w + 1] = 0;
        issuing &= issuing - 1;
    }
    for (int f = 0; f < 2; f++)
        if (in->fill[f] && in->fill_warp[f] < N)
            d->pred[2 * in->fill_warp[f] + in->fill_slot[f]] = prediction(in, f);
    for (int i = 0; i < N && flushed; i++) {
        unsigned w = bit_number(lowest_bit(flushed));
        d->pred[2 * w] = 0;
        d->pred[2 * w + 1] = 0;
        flushed &= flushed - 1;
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
    return true;
}
