// The model of warp_order: see rtl_c/warp_order.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/warp_order.h"

#define BLOCK warp_order
#define TABLE "rtl_c/warp_order.def"
#include "rtl_c/table_ops.h"

// The warps of a mask, which must be resident, as bits of their age rank.
static uint64_t by_age(const struct warp_order_state *q, uint64_t warps)
{
    uint64_t ages = 0;
    for (int w = 0; w < N; w++)
        ages |= (warps >> w & 1) << q->rank[w];
    return ages;
}

// How many of them are older than a warp of the given rank.
static unsigned older_among(uint64_t ages, unsigned rank) { return count_ones(ages & ((UINT64_C(1) << rank) - 1)); }

static void warp_order_out(const struct warp_order_state *restrict q, const struct warp_order_in *restrict in,
                           struct warp_order_out *restrict out)
{
    uint64_t waits = in->waiting & q->resident;

    out->resident = q->resident;
    for (int w = 0; w < N; w++)
        out->rank[w] = out->rank_run[w] = q->rank[w];
    if (waits) {
        uint64_t ages = by_age(q, waits);
        unsigned running = count_ones(q->resident) - count_ones(waits);
        for (int w = 0; w < N; w++) {
            unsigned older_waiting = older_among(ages, q->rank[w]);
            if (waits >> w & 1)
                out->rank_run[w] = (uint8_t)(running + older_waiting);
            else
                out->rank_run[w] = (uint8_t)(q->rank[w] - older_waiting);
            if (!(q->resident >> w & 1))
                out->rank_run[w] = 0;
        }
    }
}

static void warp_order_next(const struct warp_order_state *restrict q, const struct warp_order_in *restrict in,
                            const struct warp_order_out *restrict out, struct warp_order_state *restrict d)
{
    uint64_t leaving = in->exit & q->resident;
    uint64_t staying = q->resident & ~leaving;
    uint64_t entering = in->launch & ~staying & MASK(N);

    (void)out;
    if (leaving | entering) {
        uint64_t gone_ages = by_age(q, leaving);
        unsigned stay_count = count_ones(staying);
        for (int w = 0; w < N; w++) {
            if (entering >> w & 1)
                d->rank[w] = (uint8_t)(stay_count + count_ones(entering & ((UINT64_C(1) << w) - 1)));
            else if (staying >> w & 1)
                d->rank[w] = (uint8_t)(q->rank[w] - older_among(gone_ages, q->rank[w]));
            else
                d->rank[w] = 0;
        }
        d->resident = staying | entering;
    }
}

static bool warp_order_idle(const struct warp_order_state *q, const struct warp_order_in *in)
{
    return !(in->exit & q->resident) && !(in->launch & ~q->resident & MASK(N));
}

// The ranks of the resident warps are 0, 1, ... without gap or repetition, those of empty slots 0.
static bool warp_order_invariant(const struct warp_order_state *q)
{
    uint64_t seen = 0;
    for (int w = 0; w < N; w++) {
        if (q->resident >> w & 1)
            seen |= UINT64_C(1) << (q->rank[w] & 63);
        else if (q->rank[w] != 0)
            return false;
    }
    return (q->resident & ~MASK(N)) == 0 && seen == MASK(count_ones(q->resident));
}
