// SPDX-License-Identifier: BSD-3-Clause
// The model of warp_arbiter: see rtl_c/warp_arbiter.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/warp_arbiter.h"

#define BLOCK warp_arbiter
#define TABLE "rtl_c/warp_arbiter.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N == (int)W * (int)S && (int)W >= 2, "every scheduler has the same number of slots, 2 or more");

// Slots below a number, 0..W.
static uint64_t below(unsigned slot) { return MASK(slot); }

// The first of the slots in cyclic order after the marked ones, one-hot.
static uint64_t first_after(uint64_t slots, uint64_t after)
{
    uint64_t ahead = slots & after;
    return lowest_bit(ahead ? ahead : slots);
}

// The slots above a one-hot slot; none without one.
static uint64_t above(uint64_t slot) { return ~(slot | (slot - 1)) & MASK(W); }

// The slots with the smallest class, of a mask with at least one: from the highest digit down, two bits in a step, as in the
// Verilog.
static uint64_t lowest_class(const uint8_t *classes, uint64_t slots)
{
    for (int p = 4; p >= 0; p -= 2) {
        uint64_t of_digit[4] = {0};
        FOR_EACH_BIT(k, slots, W)
            of_digit[classes[k] >> p & 3] |= UINT64_C(1) << k;
        for (int digit = 3; digit >= 0; digit--)
            slots = of_digit[digit] ? of_digit[digit] : slots;
    }
    return slots;
}

// The slot that no other of the mask is older than. Each pair beats one of its slots, so there is at most one.
static uint64_t oldest(const uint64_t *older, uint64_t slots)
{
    uint64_t beaten = 0;
    FOR_EACH_BIT(k, slots, W) {
        uint64_t slot = UINT64_C(1) << k, rivals = slots & (slot - 1), row = older[k];
        if (rivals & row)
            beaten |= slot;
        beaten |= rivals & ~row;
    }
    return slots & ~beaten;
}

static uint64_t eligible_slots(const struct warp_arbiter_in *in)
{
    return in->ready & (in->can_issue | ~in->load) & ~in->occlude & MASK(W);
}

// Eligible slots that remain after the priority classes.
static uint64_t candidate_slots(const struct warp_arbiter_in *in)
{
    uint64_t eligible = eligible_slots(in);
    return in->cfg_use_class && eligible ? lowest_class(in->priority, eligible) : eligible;
}

static bool is_two_level(unsigned mode) { return mode == ARBITER_TWO_LEVEL_RR || mode == ARBITER_TWO_LEVEL_GTO; }
static bool is_greedy(unsigned mode) { return mode == ARBITER_GTO || mode == ARBITER_TWO_LEVEL_GTO; }

static unsigned group_size(const struct warp_arbiter_in *in)
{
    return in->cfg_group == 0 || in->cfg_group > W ? W : in->cfg_group;
}

static uint64_t active_slots(const struct warp_arbiter_state *q, const struct warp_arbiter_in *in)
{
    unsigned first = q->active_group * group_size(in), end = first + group_size(in);
    return below(end < W ? end : W) & ~below(first < W ? first : W);
}

// The group after the active one, in cyclic order, that has a candidate; there is one, outside the active group. The
// Verilog has a constant table of slot div size; here multiples are counted.
static unsigned next_group(const struct warp_arbiter_state *q, const struct warp_arbiter_in *in, uint64_t candidates)
{
    unsigned size = group_size(in), end = (q->active_group + 1u) * size, group = 0;
    unsigned slot = bit_number(first_after(candidates, ~below(end < W ? end : W)));
    for (int g = 1; g < W; g++)
        group += g * size <= slot;
    return group;
}

static uint64_t choose(const struct warp_arbiter_state *q, const struct warp_arbiter_in *in, uint64_t allowed)
{
    if (!allowed)
        return 0;
    if (is_greedy(in->cfg_mode) && (allowed & q->last))
        return q->last;
    if (is_greedy(in->cfg_mode) || in->cfg_mode == ARBITER_OLDEST)
        return oldest(in->older, allowed);
    return first_after(allowed, above(q->last));
}

static void warp_arbiter_out(const struct warp_arbiter_state *restrict q, const struct warp_arbiter_in *restrict in,
                             struct warp_arbiter_out *restrict out)
{
    uint64_t candidates = candidate_slots(in);
    uint64_t allowed = is_two_level(in->cfg_mode) ? candidates & active_slots(q, in) : candidates;
    out->grant_valid = allowed != 0;
    out->grant_mask = choose(q, in, allowed);
    out->grant = out->grant_mask ? (uint8_t)bit_number(out->grant_mask) : 0;
}

static void warp_arbiter_next(const struct warp_arbiter_state *restrict q, const struct warp_arbiter_in *restrict in,
                              const struct warp_arbiter_out *restrict out, struct warp_arbiter_state *restrict d)
{
    if (is_two_level(in->cfg_mode) && !out->grant_valid && eligible_slots(in))
        d->active_group = (uint8_t)next_group(q, in, candidate_slots(in));
    if (out->grant_valid && !in->hold)
        d->last = out->grant_mask;
    d->last &= ~(in->launch | in->exit);
}

static bool warp_arbiter_idle(const struct warp_arbiter_state *q, const struct warp_arbiter_in *in)
{
    return !eligible_slots(in) && !(q->last & (in->launch | in->exit));
}

static bool warp_arbiter_invariant(const struct warp_arbiter_state *q)
{
    return (q->last & ~MASK(W)) == 0 && (q->last & (q->last - 1)) == 0 && q->active_group < W;
}
