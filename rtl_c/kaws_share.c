// SPDX-License-Identifier: BSD-3-Clause
// The model of kaws_share: see rtl_c/kaws_share.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/kaws_share.h"

#define BLOCK kaws_share
#define TABLE "rtl_c/kaws_share.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= (int)S && (int)S >= 2, "two schedulers, or there is none to borrow from");

// The scheduler that a class is offered to, one-hot; 0: it is offered to none.
static unsigned offered_to(const struct kaws_share_in *restrict in, unsigned unit)
{
    unsigned open = 0;

    for (unsigned x = 0; x < S; x++)
        open |= (unsigned)(in->can_accept[x] >> unit & 1) << x;
    return (open & (open - 1)) == 0 ? open & ~(unsigned)in->issues : 0;
}

// The warps of the mask that another of it is older than: all but one at most, as each pair beats one of its warps.
static uint64_t beaten_of(const uint64_t *restrict older, uint64_t warps)
{
    uint64_t beaten = 0;
    FOR_EACH_BIT(k, warps, N) {
        uint64_t warp = UINT64_C(1) << k, rivals = warps & (warp - 1), row = older[k];
        if (rivals & row)
            beaten |= warp;
        beaten |= rivals & ~row;
    }
    return beaten;
}

static void kaws_share_out(const struct kaws_share_state *restrict q, const struct kaws_share_in *restrict in,
                           struct kaws_share_out *restrict out)
{
    unsigned offered[KAWS_UNITS], borrowers = 0;
    uint64_t candidates[KAWS_UNITS] = {0}, ready = in->ready & MASK(N);

    (void)q;
    for (unsigned u = 0; u < KAWS_UNITS; u++) {
        offered[u] = offered_to(in, u);
        borrowers |= offered[u];
    }
    ready = borrowers ? ready : 0;
    FOR_EACH_BIT(w, ready, N) {
        unsigned unit = in->unit[w];
        if (unit < KAWS_UNITS && (offered[unit] & ~(1u << w % S)))
            candidates[unit] |= UINT64_C(1) << w;
    }
    out->borrows = 0;
    for (unsigned x = 0; x < S; x++)
        out->warp[x] = 0;
    for (unsigned u = 0; u < KAWS_UNITS; u++) {
        uint64_t rivals = candidates[u], first;          // and those of other classes offered to the same scheduler
        unsigned number;
        if (candidates[u] == 0)
            continue;
        for (unsigned v = 0; v < KAWS_UNITS; v++)
            if (offered[u] & offered[v])
                rivals |= candidates[v];
        first = candidates[u] & ~beaten_of(in->older, rivals);
        number = NUMBER_OF_ONLY(first, N);
        FOR_EACH_BIT(x, offered[u], S) {
            out->borrows |= (uint8_t)((first != 0) << x);
            out->warp[x] |= (uint8_t)number;
        }
    }
}

// There is no register.
static void kaws_share_next(const struct kaws_share_state *restrict q, const struct kaws_share_in *restrict in,
                            const struct kaws_share_out *restrict out, struct kaws_share_state *restrict d)
{
    (void)q, (void)in, (void)out, (void)d;
}

static bool kaws_share_idle(const struct kaws_share_state *q, const struct kaws_share_in *in)
{
    (void)q, (void)in;
    return true;
}

static bool kaws_share_invariant(const struct kaws_share_state *q)
{
    (void)q;
    return true;
}
