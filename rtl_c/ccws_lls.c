// SPDX-License-Identifier: BSD-3-Clause
// The model of ccws_lls: see rtl_c/ccws_lls.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/ccws_lls.h"

#define BLOCK ccws_lls
#define TABLE "rtl_c/ccws_lls.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= 2, "two places, or there is no heap");

static uint64_t bit(unsigned number) { return UINT64_C(1) << number; }

// The larger of the two below a place; of equal ones the first.
static unsigned larger_below(const uint16_t *lls, unsigned place)
{
    unsigned first = 2 * place + 1;
    return first + 1 < N && lls[first + 1] > lls[first] ? first + 1 : first;
}

// The marked places that exchange with the larger below, from the bottom up, none with one that itself exchanges.
static uint64_t exchanges(const uint16_t *lls, uint64_t mark)
{
    uint64_t takes = 0;
    for (unsigned p = PARENTS; mark && p-- > 0;) {
        unsigned below = larger_below(lls, p);
        if (mark >> p & 1 && lls[below] > lls[p] && !(takes >> below & 1))
            takes |= bit(p);
    }
    return takes;
}

// The places above what rose, and those that fell.
static uint64_t disturbed(uint64_t rose, uint64_t fell)
{
    uint64_t mark = fell & MASK(PARENTS);
    for (unsigned p = 1; rose >> 1 && p < N; p++)
        mark |= (rose >> p & 1) << (p - 1) / 2;
    return mark;
}

static unsigned decayed(unsigned lls, unsigned base, unsigned cutoff)
{
    unsigned next = lls > base ? lls - 1 : base;
    return lls == 0 ? 0 : next < cutoff ? next : cutoff;
}

static void ccws_lls_out(const struct ccws_lls_state *restrict q, const struct ccws_lls_in *restrict in,
                         struct ccws_lls_out *restrict out)
{
    out->can_issue = q->can_issue;
    out->cutoff = (uint16_t)(COUNT_OF(in->resident, N) * in->cfg_base);
}

// What events do to the scores, before the exchanges: places whose score rose against the others, or fell.
struct events { uint64_t rose, fell; bool changed; };

static struct events update(const struct ccws_lls_state *q, const struct ccws_lls_in *in, unsigned cutoff,
                            uint16_t *lls)
{
    struct events events = {0};
    unsigned applied = in->score < cutoff ? in->score : cutoff, hit_lls = 0;

    for (unsigned p = 0; p < N; p++)
        lls[p] = (uint16_t)decayed(q->lls[p], in->cfg_base, cutoff);
    for (unsigned p = 0; in->apply && p < N; p++)
        if (q->heap[p] == in->apply_warp && q->lls[p] != 0) {
            hit_lls |= q->lls[p];                            // of one place at most: no warp has two
            events.rose |= bit(p);
        }
    if (applied < decayed(hit_lls, in->cfg_base, cutoff))
        applied = decayed(hit_lls, in->cfg_base, cutoff);
    FOR_EACH_BIT(p, events.rose, N)
        lls[p] = (uint16_t)applied;
    for (unsigned p = 0; (in->launch | in->exit) != 0 && p < N; p++) {
        bool holds = q->lls[p] != 0, exits = in->exit >> q->heap[p] & 1, starts = in->launch >> q->heap[p] & 1;
        if (holds && exits) {
            lls[p] = 0;
            events.fell |= bit(p);
        }
        if (starts && !(holds && !exits)) {
            lls[p] = in->cfg_base;
            events.rose |= bit(p);
            events.changed = true;                           // also where the score is what it was (D-42)
        }
    }
    for (unsigned p = 0; p < N; p++)
        events.changed |= lls[p] != q->lls[p];
    return events;
}

static void heap_next(const struct ccws_lls_state *q, const uint16_t *lls, struct events events,
                      struct ccws_lls_state *d)
{
    uint64_t takes = exchanges(q->lls, q->mark);

    for (unsigned p = 0; p < N; p++)
        d->lls[p] = lls[p];
    for (unsigned p = 0; takes && p < PARENTS; p++)
        if (takes >> p & 1) {
            unsigned below = larger_below(q->lls, p);
            uint64_t both = bit(p) | bit(below);
            uint64_t rose = events.rose & both, fell = events.fell & both;
            d->heap[p] = q->heap[below];
            d->heap[below] = q->heap[p];
            d->lls[p] = lls[below];
            d->lls[below] = lls[p];
            events.rose ^= rose != 0 && rose != both ? both : 0;
            events.fell ^= fell != 0 && fell != both ? both : 0;
            events.rose |= bit(p);
            events.fell |= bit(below);
        }
    d->mark = disturbed(events.rose, events.fell);
}

// Of a set the warp that is younger than all others of it.
static uint64_t youngest(const struct ccws_lls_state *q, uint64_t set)
{
    uint64_t none_younger = set;
    for (unsigned w = 0; w < N; w++)
        if (set >> w & 1) {
            if (set & MASK(w) & ~q->walk_older[w])
                none_younger &= ~bit(w);
            none_younger &= ~q->walk_older[w];
        }
    return none_younger;
}

// The warp at the top leaves: what follows from it alone. Whether the walk ends with it.
static bool walk_step(const struct ccws_lls_state *q, struct ccws_lls_state *d)
{
    unsigned top = q->walk_lls[0], next = q->walk_lls[larger_below(q->walk_lls, 0)];
    uint64_t warp = top != 0 ? bit(q->walk_heap[0]) : 0, tied = (q->walk_same ? q->walk_tied : 0) | warp;
    bool     fits = q->walk_set == 0 || q->walk_sum + top <= q->walk_cutoff;

    d->walk_sum = (uint16_t)(fits ? q->walk_sum + top : q->walk_sum);
    d->walk_set = (q->walk_set | warp) & ~(fits ? 0 : youngest(q, tied));
    d->walk_tied = tied & d->walk_set;
    d->walk_same = next == top;
    return next == 0 || (!fits && next != top);
}

// And from the top down, along the larger scores, each place takes what is below it; the last is empty then.
static void walk_pop(const struct ccws_lls_state *q, struct ccws_lls_state *d)
{
    uint64_t place = bit(0);
    for (unsigned level = 0; level < WARP_W; level++) {
        uint64_t next = 0;
        FOR_EACH_BIT(p, place, PARENTS) {
            unsigned below = larger_below(q->walk_lls, p);
            d->walk_heap[p] = q->walk_heap[below];
            d->walk_lls[p] = q->walk_lls[below];
            if (below < PARENTS)
                next |= bit(below);
            else
                d->walk_lls[below] = 0;
        }
        place = next;
    }
}

static void walk_repair(const struct ccws_lls_state *q, struct ccws_lls_state *d)
{
    uint64_t takes = exchanges(q->walk_lls, q->walk_mark), gives = 0;

    for (unsigned p = 0; takes && p < PARENTS; p++)
        if (takes >> p & 1) {
            unsigned below = larger_below(q->walk_lls, p);
            d->walk_heap[p] = q->walk_heap[below];
            d->walk_heap[below] = q->walk_heap[p];
            d->walk_lls[p] = q->walk_lls[below];
            d->walk_lls[below] = q->walk_lls[p];
            gives |= bit(below);
        }
    d->walk_mark = disturbed(takes, gives);
}

static void walk_begin(const struct ccws_lls_state *q, const struct ccws_lls_in *in, unsigned cutoff,
                       struct ccws_lls_state *d)
{
    for (unsigned p = 0; p < N; p++) {
        d->walk_heap[p] = q->heap[p];
        d->walk_lls[p] = q->lls[p];
        d->walk_older[p] = in->older[p] & MASK(p);
    }
    d->walk_mark = q->mark;
    d->walk_cutoff = (uint16_t)cutoff;
    d->walk_sum = 0;
    d->walk_set = 0;
    d->walk_tied = 0;
    d->walk_same = 0;
}

static void ccws_lls_next(const struct ccws_lls_state *restrict q, const struct ccws_lls_in *restrict in,
                          const struct ccws_lls_out *restrict out, struct ccws_lls_state *restrict d)
{
    uint16_t      lls[N];
    struct events events = update(q, in, out->cutoff, lls);
    bool          ends = false, begins;

    heap_next(q, lls, events, d);
    if (q->walking && q->walk_mark == 0) {
        ends = walk_step(q, d);
        walk_pop(q, d);
    } else if (q->walking) {
        walk_repair(q, d);
    }
    if (ends)
        d->can_issue = d->walk_set;
    begins = q->stale && (!q->walking || ends);
    if (begins)
        walk_begin(q, in, out->cutoff, d);
    d->walking = begins || (q->walking && !ends);
    d->stale = events.changed || (!begins && (q->stale || out->cutoff != q->walk_cutoff));
}

static bool ccws_lls_idle(const struct ccws_lls_state *q, const struct ccws_lls_in *in)
{
    bool still = !(q->walking | q->stale | in->apply) && (q->mark | in->launch | in->exit) == 0 &&
                 q->walk_cutoff == COUNT_OF(in->resident, N) * in->cfg_base && (q->lls[0] == 0 || in->resident != 0);
    for (unsigned p = 0; still && p < N; p++)
        still = q->lls[p] == 0 || q->lls[p] == in->cfg_base;
    return still;
}

// Unmarked places are in order.
static bool ordered(const uint16_t *lls, uint64_t mark)
{
    for (unsigned p = 0; p < PARENTS; p++)
        if (!(mark >> p & 1) && lls[larger_below(lls, p)] > lls[p])
            return false;
    return true;
}

// No two places hold the same slot, so every slot has one; what a walk has left in its copy are different warps, and none
// has passed. Said pair by pair, which asks a solver for little.
static bool ccws_lls_invariant(const struct ccws_lls_state *q)
{
    for (unsigned p = 0; p < N; p++) {
        bool left = q->walking && q->walk_lls[p] != 0;
        if (q->heap[p] >= N || q->lls[p] > LLS_MAX || q->walk_heap[p] >= N || q->walk_lls[p] > LLS_MAX ||
            (q->walk_older[p] & ~MASK(p)) || (left && q->walk_set >> q->walk_heap[p] & 1))
            return false;
        for (unsigned other = 0; other < p; other++)
            if (q->heap[other] == q->heap[p] ||
                (left && q->walk_lls[other] != 0 && q->walk_heap[other] == q->walk_heap[p]))
                return false;
    }
    return ordered(q->lls, q->mark) && (!q->walking || ordered(q->walk_lls, q->walk_mark)) &&
           (q->walk_tied & ~q->walk_set) == 0 && q->walk_sum <= LLS_MAX && q->walk_cutoff <= LLS_MAX &&
           (q->walk_set != 0 || q->walk_sum == 0) && (q->walking || q->walk_mark == 0) &&
           (!q->walking || q->walk_set == 0 || (q->walk_mark == 0 && q->walk_lls[0] != 0));
}
