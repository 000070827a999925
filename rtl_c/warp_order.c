// The model of warp_order: see rtl_c/warp_order.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/warp_order.h"

#define BLOCK warp_order
#define TABLE "rtl_c/warp_order.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= 2 && (int)S >= 1, "two warps, or there is no pair");

static void warp_order_out(const struct warp_order_state *restrict q, const struct warp_order_in *restrict in,
                           struct warp_order_out *restrict out)
{
    (void)in;
    out->resident = q->resident;
    for (int i = 0; i < N; i++)
        out->older[i] = q->older[i];
}

static void warp_order_next(const struct warp_order_state *restrict q, const struct warp_order_in *restrict in,
                            const struct warp_order_out *restrict out, struct warp_order_state *restrict d)
{
    uint64_t staying = q->resident & ~in->exit;
    uint64_t entering = in->launch & ~staying & MASK(N);

    (void)out;
    d->resident = staying | entering;
    for (unsigned i = 0; i < N; i++)
        d->older[i] = d->resident & older_bits(i) & (staying >> i & 1 ? q->older[i] & staying : MASK(N));
}

static bool warp_order_idle(const struct warp_order_state *q, const struct warp_order_in *in)
{
    return !(in->exit & q->resident) && !(in->launch & ~q->resident & MASK(N));
}

// Whether slot j stands before slot i, of two slots whose pair exists.
static bool before(const struct warp_order_state *q, unsigned j, unsigned i)
{
    return j < i ? q->older[i] >> j & 1 : !(q->older[j] >> i & 1);
}

// Only pairs that exist, empty slots behind all warps; and the pairs are an order: of the slots of a scheduler, or of
// all, each has another number of slots before it.
static bool warp_order_invariant(const struct warp_order_state *q)
{
    uint64_t numbers[S_MAX] = {0};
    for (unsigned i = 0; i < N; i++) {
        unsigned order = ACROSS ? 0 : i % S, ahead = 0;
        bool     holds = q->resident >> i & 1;
        if ((q->older[i] & ~older_bits(i)) || (!holds && q->older[i] != (q->resident & older_bits(i))) ||
            (q->older[i] & ~q->resident))
            return false;
        for (unsigned j = 0; j < N; j++)
            ahead += j != i && (ACROSS || j % S == order) && before(q, j, i);
        if (numbers[order] >> ahead & 1)
            return false;
        numbers[order] |= UINT64_C(1) << ahead;
    }
    return (q->resident & ~MASK(N)) == 0;
}
