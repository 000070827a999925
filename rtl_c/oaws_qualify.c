// The model of oaws_qualify: see rtl_c/oaws_qualify.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/oaws_qualify.h"

#define BLOCK oaws_qualify
#define TABLE "rtl_c/oaws_qualify.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= 2 && (int)M >= 2, "two warps and two MSHRs at least");

static bool knows_locality(const struct oaws_qualify_in *in)
{
    return in->cfg_mode == OAWS_DYNAMIC || in->cfg_mode == OAWS_THROTTLE;
}

static void oaws_qualify_out(const struct oaws_qualify_state *restrict q, const struct oaws_qualify_in *restrict in,
                             struct oaws_qualify_out *restrict out)
{
    unsigned room = in->avail > q->inflight ? (unsigned)(in->avail - q->inflight) : 0;
    bool throttle = in->cfg_mode == OAWS_THROTTLE;
    uint64_t ready = in->ready & MASK(N);

    out->occlude = 0;
    for (int w = 0; w < N; w++)
        out->charge[w] = out->ocw_warps[w] = 0;
    for (int i = 0; i < N && ready; i++) {
        uint64_t warp = lowest_bit(ready);
        unsigned w = bit_number(warp);
        bool locality = knows_locality(in) && in->rank_run[w] < in->ocw;
        out->ocw_warps[w] = locality ? OAWS_LOCALITY_WARP : OAWS_THRASHING_WARP;
        if ((in->load & warp) && !locality) {
            out->charge[w] = throttle ? 0 : in->pred[w];
            if (throttle || out->charge[w] > room)
                out->occlude |= warp;
        }
        ready ^= warp;
    }
}

static void oaws_qualify_next(const struct oaws_qualify_state *restrict q, const struct oaws_qualify_in *restrict in,
                              const struct oaws_qualify_out *restrict out, struct oaws_qualify_state *restrict d)
{
    unsigned charged = q->inflight, released = (unsigned)in->release[0] + in->release[1];

    if (in->issue && in->issue_warp < N)
        charged += out->charge[in->issue_warp];
    charged = charged > released ? charged - released : 0;
    d->inflight = (uint8_t)(charged > M ? M : charged);
}

static bool oaws_qualify_idle(const struct oaws_qualify_state *q, const struct oaws_qualify_in *in)
{
    (void)q;
    return !in->issue && !(in->release[0] | in->release[1]);
}

static bool oaws_qualify_invariant(const struct oaws_qualify_state *q) { return q->inflight <= M; }
