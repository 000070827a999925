// SPDX-License-Identifier: BSD-3-Clause
// The model of kaws_progress: see rtl_c/kaws_progress.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/kaws_progress.h"

#define BLOCK kaws_progress
#define TABLE "rtl_c/kaws_progress.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= 2 && (int)S >= 1 && (int)C >= 2 && (int)PROGRESS_W >= 4,
               "two warps, a scheduler, two CTAs, or there is no pair; counters that a cycle's issues fit into");

// Whether slot j is marked before slot i in the rows of a register of pairs.
static bool before(const uint32_t *restrict rows, unsigned j, unsigned i)
{
    return j < i ? rows[i] >> j & 1 : !(rows[j] >> i & 1);
}

static void kaws_progress_out(const struct kaws_progress_state *restrict q, const struct kaws_progress_in *restrict in,
                              struct kaws_progress_out *restrict out)
{
    uint32_t ranked = q->mode ? q->resident : 0, ahead[C];

    memset(out, 0, sizeof *out);
    out->mode = q->mode;
    if (!ranked)                                      // until the last CTA of the grid has been issued
        return;
    for (unsigned c = 0; c < C; c++)
        ahead[c] = q->ahead[c];
    for (unsigned i = 0; i < C; i++) {
        uint64_t behind = ~q->ahead[i] & MASK(i) & ranked;
        FOR_EACH_BIT(j, behind, i)
            ahead[j] |= UINT32_C(1) << i;
    }
    FOR_EACH_BIT(c, ranked, C)
        out->rank[c] = (uint8_t)COUNT_OTHERS(ahead[c], c, C);
    for (unsigned w = 0; w < N; w++)
        out->warp_class[w] = in->cta[w] < C ? out->rank[in->cta[w]] : 0;
}

static uint8_t next_mode(const struct kaws_progress_state *q, const struct kaws_progress_in *in)
{
    bool all_issued = in->ctas != 0 && in->ctas_issued == in->ctas;
    return !in->kernel_launch && (q->mode || all_issued);
}

// Slots whose CTA issues.
static uint32_t issuing_slots(const struct kaws_progress_in *in)
{
    uint32_t slots = 0;
    for (unsigned s = 0; s < S; s++)
        if (in->issued[s] && in->issued_cta[s] < C)
            slots |= UINT32_C(1) << in->issued_cta[s];
    return slots;
}

// What the CTAs issue is counted, to the largest number.
static void count_issues(struct kaws_progress_state *restrict d, const struct kaws_progress_in *restrict in,
                         uint32_t issuing)
{
    uint8_t more[C] = {0};
    for (unsigned s = 0; s < S; s++)
        if (in->issued_cta[s] < C)
            more[in->issued_cta[s]] += in->issued[s];
    FOR_EACH_BIT(c, issuing, C) {
        uint64_t sum = (uint64_t)d->progress[c] + more[c];
        d->progress[c] = (uint32_t)(sum > MASK(PROGRESS_W) ? MASK(PROGRESS_W) : sum);
    }
}

// Whether slot j goes before slot i: with less progress, or with as much and later.
static bool goes_first(const struct kaws_progress_state *q, unsigned j, unsigned i)
{
    return ((uint64_t)q->progress[j] << 1 | !before(q->later, j, i)) < ((uint64_t)q->progress[i] << 1 | 1);
}

// A CTA that issues or starts takes its place among all others. Of two that do so both say the same of their pair.
static void take_place(struct kaws_progress_state *d, unsigned slot)
{
    uint32_t first = 0, own = UINT32_C(1) << slot;
    for (unsigned c = 0; c < C; c++)
        first |= (uint32_t)goes_first(d, c, slot) << c;
    d->ahead[slot] = first;
    for (unsigned i = slot + 1; i < C; i++)
        d->ahead[i] = (d->ahead[i] & ~own) | (first >> i & 1 ? 0 : own);
}

static void kaws_progress_next(const struct kaws_progress_state *restrict q, const struct kaws_progress_in *restrict in,
                               const struct kaws_progress_out *restrict out, struct kaws_progress_state *restrict d)
{
    uint32_t issuing = issuing_slots(in), entering = 0;

    (void)out;
    d->mode = next_mode(q, in);
    if (in->launch && in->launch_cta < C)
        entering = UINT32_C(1) << in->launch_cta;
    d->resident = (q->resident & ~in->exit & (uint32_t)MASK(C)) | entering;

    count_issues(d, in, issuing);
    if (entering)
        d->progress[in->launch_cta] = 0;
    for (unsigned i = 0; i < C; i++)
        d->later[i] = entering >> i & 1 ? 0 : q->later[i] | (entering & (uint32_t)MASK(i));

    uint32_t moving = issuing | entering;
    FOR_EACH_BIT(c, moving, C)
        take_place(d, c);
    for (unsigned i = 0; i < C; i++)
        d->ahead[i] = (d->resident >> i & 1 ? d->ahead[i] : UINT32_MAX) & d->resident & (uint32_t)MASK(i);
}

static bool kaws_progress_idle(const struct kaws_progress_state *q, const struct kaws_progress_in *in)
{
    return !(in->exit & q->resident) && !in->launch && !issuing_slots(in) && next_mode(q, in) == q->mode;
}

// The pairs are what the counters say, with the later one first of two with as much, and empty slots behind all CTAs: none is
// ahead that should not be, and none that should be is missing. No proof needs that the launches are an order, which
// verilog/kaws_progress_properties.v says.
static bool kaws_progress_invariant(const struct kaws_progress_state *q)
{
    uint32_t wrong = q->resident & ~(uint32_t)MASK(C), missing = 0;
    for (unsigned i = 0; i < C; i++) {
        uint32_t ahead = 0;
        bool     holds = q->resident >> i & 1;
        wrong |= (q->later[i] & ~(uint32_t)MASK(i)) | (q->progress[i] & ~(uint32_t)MASK(PROGRESS_W));
        for (unsigned j = 0; j < i; j++)
            ahead |= (uint32_t)((q->resident >> j & 1) && (!holds || goes_first(q, j, i))) << j;
        wrong |= q->ahead[i] & ~ahead;
        missing |= ahead & ~q->ahead[i];
    }
    return (wrong | missing) == 0;
}
