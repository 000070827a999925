// The model of warp_order: see rtl_c/warp_order.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/warp_order.h"

#define BLOCK warp_order
#define TABLE "rtl_c/warp_order.def"
#include "rtl_c/table_ops.h"

// For each slot, how many of the given resident warps are older than the slot's own.
// (The Verilog counts the set in groups of eight ages and looks up a rank; here whole rows of bytes are compared.)
static void count_older(const uint8_t *restrict rank, uint64_t warps, uint8_t *restrict older)
{
    uint64_t left = warps;
    for (int w = 0; w < N; w++)
        older[w] = 0;
    for (int i = 0; i < N && left; i++) {
        uint8_t counted = rank[bit_number(lowest_bit(left))];
        for (int w = 0; w < N; w++)
            older[w] += counted < rank[w];
        left &= left - 1;
    }
}

// The warp with the smallest rank, in one bit.
static uint64_t oldest(const uint8_t *restrict rank, uint64_t warps)
{
    uint64_t chosen = 0, left = warps;
    unsigned least = N;
    for (int i = 0; i < N && left; i++) {
        uint64_t warp = lowest_bit(left);
        unsigned w = bit_number(warp);
        if (rank[w] < least) {
            least = rank[w];
            chosen = warp;
        }
        left ^= warp;
    }
    return chosen;
}

// Of each scheduler's warps the oldest that does not wait, else the oldest.
static uint64_t oldest_running(const uint8_t *restrict rank, uint64_t resident, uint64_t waiting)
{
    uint64_t found = 0;
    for (unsigned s = 0; s < S; s++) {
        uint64_t own = resident & scheduler_bits(S, s), runs = own & ~waiting;
        found |= oldest(rank, runs ? runs : own);
    }
    return found;
}

static void warp_order_out(const struct warp_order_state *restrict q, const struct warp_order_in *restrict in,
                           struct warp_order_out *restrict out)
{
    uint64_t waits = in->waiting & q->resident;

    out->resident = q->resident;
    out->oldest_run = oldest_running(q->rank, q->resident, in->waiting);
    for (int w = 0; w < N; w++)
        out->rank[w] = out->rank_run[w] = q->rank[w];
    if (waits) {
        uint8_t older_waiting[N];
        unsigned running = count_ones(q->resident & ~waits);
        uint64_t left = waits;
        count_older(q->rank, waits, older_waiting);
        for (int w = 0; w < N; w++)
            out->rank_run[w] = (uint8_t)(q->rank[w] - older_waiting[w]);
        for (int i = 0; i < N && left; i++) {
            unsigned w = bit_number(lowest_bit(left));
            out->rank_run[w] = (uint8_t)(running + older_waiting[w]);
            left &= left - 1;
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
        uint8_t older_gone[N];
        unsigned new_rank = count_ones(staying);
        uint64_t left = leaving | entering;
        count_older(q->rank, leaving, older_gone);
        for (int w = 0; w < N; w++)
            d->rank[w] = (uint8_t)(q->rank[w] - older_gone[w]);
        for (int i = 0; i < N && left; i++) {
            unsigned w = bit_number(lowest_bit(left));
            d->rank[w] = 0;
            if (entering >> w & 1) {
                d->rank[w] = (uint8_t)new_rank;
                new_rank += 1;
            }
            left &= left - 1;
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
