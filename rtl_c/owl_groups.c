// SPDX-License-Identifier: BSD-3-Clause
// The model of owl_groups: see rtl_c/owl_groups.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/owl_groups.h"

#define BLOCK owl_groups
#define TABLE "rtl_c/owl_groups.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= 2 && (int)C >= 2, "two warps and two CTA slots");
_Static_assert((int)CORE_W >= 6, "the number of any of 64 SMs");

// Where a group stands in the queue.
static unsigned place_in_queue(const struct owl_groups_state *q, unsigned scheme, unsigned number)
{
    if (scheme < OWL_BLP || number >= q->first)
        return number;
    return number < q->rotated ? number + q->first - q->rotated : number - q->rotated;
}

// The slots with a warp of a set, and the warps with a slot of a set; in steps of 32 warps, which compilers take at once. Those
// that there are not may have any slot.
static uint32_t slots_of(const struct owl_groups_in *in, uint64_t warps)
{
    uint32_t slots = 0;
    for (unsigned k = 0; k < N; k += 32) {
        uint32_t set = (uint32_t)(warps >> k);
        for (uint32_t w = 0; w < 32; w++)
            slots |= (set >> w & 1) << (in->cta[k + w] & 31u);
    }
    return slots;
}
static uint64_t warps_of(const struct owl_groups_in *in, uint32_t slots)
{
    uint64_t warps = 0;
    for (unsigned k = 0; k < N; k += 32) {
        uint32_t set = 0;
        for (uint32_t w = 0; w < 32; w++)
            set |= (slots >> (in->cta[k + w] & 31u) & 1) << w;
        warps |= (uint64_t)set << k;
    }
    return warps & MASK(N);
}

// The groups with a slot of a set, and the slots of the groups of a set.
static uint32_t groups_of(const struct owl_groups_state *q, uint32_t slots)
{
    uint32_t groups = 0;
    for (uint32_t c = 0; c < C; c++)
        groups |= (slots >> c & 1) << (uint32_t)q->group[c];
    return groups;
}
static uint32_t slots_of_groups(const struct owl_groups_state *q, uint32_t groups)
{
    uint32_t slots = 0;
    for (uint32_t c = 0; c < C; c++)
        slots |= (groups >> (uint32_t)q->group[c] & 1) << c;
    return slots & q->resident;
}

// The chosen group, one-hot; 0: there is none. The queue begins with the numbers from the place on in CTA-Aware, with
// those of the first fill that are not rotated in BLP. Of one group alone nobody needs to ask whether it is blocked.
static uint32_t chosen_group(const struct owl_groups_state *restrict q, const struct owl_groups_in *restrict in)
{
    uint64_t live = in->unfinished & ~in->blocked & MASK(N);
    uint32_t awake = q->groups > 1 ? groups_of(q, slots_of(in, live) & q->resident) : 0, begin = 0, candidates;

    if (in->cfg_scheme == OWL_CTA_AWARE)
        begin = ~(uint32_t)MASK(q->place);
    if (in->cfg_scheme >= OWL_BLP)
        begin = (uint32_t)(MASK(q->first) & ~MASK(q->rotated));
    candidates = awake ? awake : (uint32_t)MASK(q->groups);
    return (uint32_t)lowest_bit(candidates & begin ? candidates & begin : candidates);
}

static void owl_groups_out(const struct owl_groups_state *restrict q, const struct owl_groups_in *restrict in,
                           struct owl_groups_out *restrict out)
{
    out->allow = warps_of(in, slots_of_groups(q, chosen_group(q, in)));
    for (unsigned c = 0; c < C; c++) {
        bool has_priority = (q->resident >> c & 1) && in->cfg_scheme != OWL_CTA_AWARE;
        out->group[c] = q->group[c];
        out->priority[c] = has_priority ? (uint8_t)place_in_queue(q, in->cfg_scheme, q->group[c]) : 0;
    }
}

// Slots become free. The new number of a group that stays is how many before it stay; the place goes to the next.
static void leave(const struct owl_groups_state *restrict q, uint32_t leaving, unsigned place,
                  struct owl_groups_state *restrict d)
{
    uint32_t resident = q->resident & ~leaving, stays = groups_of(q, resident);

    d->resident = resident;
    for (unsigned c = 0; c < C; c++)
        d->group[c] = resident >> c & 1 ? (uint8_t)count_ones(stays & MASK(q->group[c])) : 0;
    d->groups = (uint8_t)count_ones(stays);
    d->first = (uint8_t)count_ones(stays & MASK(q->first));
    d->rotated = (uint8_t)count_ones(stays & MASK(q->rotated));
    d->place = (uint8_t)count_ones(stays & MASK(place));
    if (d->place == d->groups)
        d->place = 0;
    d->open = q->open && (stays >> (q->groups - 1) & 1);
}

// A kernel starts. n begins with 1 and grows while a group of n has too few warps; how many groups the first fill has,
// and the remainder of the SM's number by that, by compares.
static void start_kernel(const struct owl_groups_in *restrict in, struct owl_groups_state *restrict d)
{
    unsigned n_cta = in->n_cta < C ? in->n_cta : (unsigned)C, n = 1, groups = 0, remainder = in->cfg_core;

    for (unsigned m = 1; m < C; m++)
        n += n == m && m < n_cta && m * in->warps_per_cta < in->cfg_g_size;
    for (unsigned m = 1; m <= C; m++)
        groups += m * n <= n_cta;
    for (int bit = CORE_W - 1; bit >= 0; bit--)
        if (remainder >= groups << bit)
            remainder -= groups << bit;
    d->size = (uint8_t)n;
    d->to_come = (uint8_t)n_cta;
    d->joined = 0;
    d->to_rotate = groups ? (uint8_t)remainder : 0;
}

// Whether a CTA behind the first fill joins the youngest group: that is not the front one, and has fewer than n.
static bool joins_youngest(const struct owl_groups_state *d, unsigned scheme)
{
    unsigned members = 0, front = scheme >= OWL_BLP && d->rotated < d->first ? d->rotated : 0;
    for (unsigned c = 0; c < C; c++)
        members += (d->resident >> c & 1) && d->group[c] + 1 == d->groups;
    return d->groups > front + 1 && members < d->size;
}

// A CTA starts. One of the first fill begins another group when the one before has its n and as many are to come, and
// opens its group anew when all CTAs of it are gone.
static void launch(const struct owl_groups_in *restrict in, struct owl_groups_state *restrict d)
{
    bool opens;

    if (d->to_come) {
        bool begins = d->joined == d->size && d->to_come >= d->size;
        opens = begins || !d->open;
        d->to_come--;
        d->joined = begins ? 1 : d->joined < d->size ? (uint8_t)(d->joined + 1) : d->size;
        if (begins && d->to_rotate)
            d->to_rotate--;
        d->first += opens;
        d->rotated += opens && d->to_rotate;
    } else {
        opens = !joins_youngest(d, in->cfg_scheme);
    }
    d->groups += opens;
    d->resident |= UINT32_C(1) << in->launch_cta;
    d->group[in->launch_cta] = (uint8_t)(d->groups - 1);
    d->open = 1;
}

static bool launches(const struct owl_groups_in *in)
{
    return in->launch && in->launch_cta < C;
}

static void owl_groups_next(const struct owl_groups_state *restrict q, const struct owl_groups_in *restrict in,
                            const struct owl_groups_out *restrict out, struct owl_groups_state *restrict d)
{
    uint32_t leaving = in->kernel_launch ? (uint32_t)MASK(C) : in->exit;
    unsigned place = q->place;

    (void)out;
    if (launches(in))
        leaving |= UINT32_C(1) << in->launch_cta;
    if (in->cfg_scheme == OWL_CTA_AWARE && q->groups)
        place = bit_number(chosen_group(q, in));
    leave(q, leaving, place, d);
    if (in->kernel_launch)
        start_kernel(in, d);
    if (launches(in))
        launch(in, d);
}

static bool owl_groups_idle(const struct owl_groups_state *q, const struct owl_groups_in *in)
{
    bool moves = in->cfg_scheme == OWL_CTA_AWARE && q->groups && chosen_group(q, in) != UINT32_C(1) << q->place;
    return !(in->exit & q->resident) && !launches(in) && !in->kernel_launch && !moves;
}

// Each number below groups is that of a group with a CTA. While the first fill is under way there are no others, those
// rotated and those that still may be are at most C - 1, and none is opened behind one that is not rotated and is.
static bool owl_groups_invariant(const struct owl_groups_state *q)
{
    uint32_t numbers = 0;
    bool     rotates = q->to_rotate != 0;

    for (unsigned c = 0; c < C; c++) {
        bool holds = q->resident >> c & 1;
        if (q->group[c] >= C || (!holds && q->group[c]))
            return false;
        numbers |= (uint32_t)holds << q->group[c];
    }
    if ((q->resident & ~(uint32_t)MASK(C)) || q->groups > C || numbers != MASK(q->groups) || q->first > q->groups ||
        q->rotated > q->first || q->rotated >= C || (q->place && q->place >= q->groups) || (q->open && !q->groups) ||
        q->size < 1 || q->size > C || q->joined > q->size || q->to_come > C || q->to_rotate >= C)
        return false;
    return q->to_come == 0 ||
           (q->first == q->groups && (rotates ? q->rotated == q->groups : !q->open || q->rotated < q->groups) &&
            q->rotated + q->to_rotate < C + (rotates && q->open));
}
