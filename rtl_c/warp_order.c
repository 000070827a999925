// SPDX-License-Identifier: BSD-3-Clause
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

// Only pairs that exist, empty slots behind all warps; and the pairs are an order: no three slots stand in a circle. With j
// before i what is before j is before i too; with j behind i what is before i is before j too; of slots below j.
static bool warp_order_invariant(const struct warp_order_state *q)
{
    uint64_t wrong = q->resident & ~MASK(N);
    for (unsigned i = 0; i < N; i++) {
        bool holds = q->resident >> i & 1;
        wrong |= q->older[i] & ~(older_bits(i) & q->resident);
        wrong |= holds ? 0 : q->older[i] ^ (q->resident & older_bits(i));
        for (unsigned j = 0; j < i; j++) {
            uint64_t own = q->older[i] & MASK(j), other = q->older[j];
            if (older_bits(i) >> j & 1)
                wrong |= q->older[i] >> j & 1 ? other & ~own : own & ~other;
        }
    }
    return wrong == 0;
}
