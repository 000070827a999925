// SPDX-License-Identifier: BSD-3-Clause
// The model of oaws_qualify: see rtl_c/oaws_qualify.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/oaws_qualify.h"

#define BLOCK oaws_qualify
#define TABLE "rtl_c/oaws_qualify.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= 2 && (int)M >= 2, "two warps and two MSHRs at least");

// Locality warps, ready or not.
static void find_locality(const struct oaws_qualify_in *restrict in, uint8_t *restrict locality)
{
    bool known = in->cfg_mode == OAWS_DYNAMIC || in->cfg_mode == OAWS_THROTTLE;
    uint64_t kept = known && in->cfg_keep_oldest ? in->oldest_run & MASK(N) : 0;

    for (int w = 0; w < N; w++)
        locality[w] = known & (in->rank_run[w] < in->ocw);
    FOR_EACH_BIT(w, kept, N)
        locality[w] = 1;
}

static void oaws_qualify_out(const struct oaws_qualify_state *restrict q, const struct oaws_qualify_in *restrict in,
                             struct oaws_qualify_out *restrict out)
{
    unsigned avail = in->avail < M ? in->avail : M;
    unsigned room = avail > q->inflight ? avail - q->inflight : 0;
    bool throttle = in->cfg_mode == OAWS_THROTTLE;
    uint64_t ready = in->ready & MASK(N);
    uint8_t locality[N];

    find_locality(in, locality);
    out->occlude = 0;
    for (int w = 0; w < N; w++) {
        const uint16_t pred = in->pred[w];                                 // read in any case, or it is one warp at a time
        out->charge[w] = throttle | locality[w] ? 0 : pred;
        out->ocw_warps[w] = OAWS_NOT_READY;
    }
    FOR_EACH_BIT(w, ready, N) {
        bool too_much = throttle || in->pred[w] > room;
        if ((in->load >> w & 1) && !locality[w] && too_much)
            out->occlude |= UINT64_C(1) << w;
        out->ocw_warps[w] = locality[w] ? OAWS_LOCALITY_WARP : OAWS_THRASHING_WARP;
    }
}

static void oaws_qualify_next(const struct oaws_qualify_state *restrict q, const struct oaws_qualify_in *restrict in,
                              const struct oaws_qualify_out *restrict out, struct oaws_qualify_state *restrict d)
{
    unsigned charged = q->inflight, released = (unsigned)in->release[0] + in->release[1];

    if (in->issue && in->issue_warp < N)
        charged += out->charge[in->issue_warp];
    charged = charged > released ? charged - released : 0;
    d->inflight = (uint16_t)(charged > M ? M : charged);
}

static bool oaws_qualify_idle(const struct oaws_qualify_state *q, const struct oaws_qualify_in *in)
{
    (void)q;
    return !in->issue && !(in->release[0] | in->release[1]);
}

static bool oaws_qualify_invariant(const struct oaws_qualify_state *q) { return q->inflight <= M; }
