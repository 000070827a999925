// SPDX-License-Identifier: BSD-3-Clause
// The model of warp_rank: see rtl_c/warp_rank.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/warp_rank.h"

#define BLOCK warp_rank
#define TABLE "rtl_c/warp_rank.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= 2 && (int)S >= 1 && (int)NUMBERS >= 1, "two warps, a scheduler, a number to make");

// Of each slot that holds a warp all slots before it: of the lower ones those that its row names, of the higher ones those
// that do not have it in theirs.
static void slots_before(const uint64_t *restrict pairs, uint64_t resident, uint64_t *restrict older)
{
    for (unsigned w = 0; w < N; w++)
        older[w] = pairs[w] & MASK(w);
    for (unsigned i = 0; i < N; i++) {
        uint64_t higher = ~pairs[i] & MASK(i) & resident;
        FOR_EACH_BIT(j, higher, i)
            older[j] |= UINT64_C(1) << i;
    }
}

static void warp_rank_out(const struct warp_rank_state *restrict q, const struct warp_rank_in *restrict in,
                          struct warp_rank_out *restrict out)
{
    uint64_t behind = in->waiting | (~in->resident & MASK(N)), older[N];

    (void)q;
    out->oldest_run = 0;
    slots_before(in->older, in->resident, older);
    for (unsigned w = 0; w < N; w++) {
        uint64_t warp = UINT64_C(1) << w, own = scheduler_bits(S, w % S);
        uint64_t running = ~behind & MASK(N) & ~warp;
        uint64_t ahead = behind & warp ? older[w] | running : older[w] & running;
        bool     holds = in->resident & warp;
        out->rank[w] = (uint8_t)(NUMBERS & NUMBERS_RANK && holds ? COUNT_OTHERS(older[w], w, N) : 0);
        out->rank_run[w] = (uint8_t)(NUMBERS & NUMBERS_RANK_RUN && holds ? COUNT_OTHERS(ahead, w, N) : 0);
        if (NUMBERS & NUMBERS_OLDEST_RUN && holds && !(ahead & own))
            out->oldest_run |= warp;
    }
}

// There is no register.
static void warp_rank_next(const struct warp_rank_state *restrict q, const struct warp_rank_in *restrict in,
                           const struct warp_rank_out *restrict out, struct warp_rank_state *restrict d)
{
    (void)q, (void)in, (void)out, (void)d;
}

static bool warp_rank_idle(const struct warp_rank_state *q, const struct warp_rank_in *in)
{
    (void)q, (void)in;
    return true;
}

static bool warp_rank_invariant(const struct warp_rank_state *q)
{
    (void)q;
    return true;
}
