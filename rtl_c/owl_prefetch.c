// SPDX-License-Identifier: BSD-3-Clause
// The model of owl_prefetch: see rtl_c/owl_prefetch.h. Compiled once per configuration.
#include "rtl_c/owl_prefetch.h"

#define BLOCK owl_prefetch
#define TABLE "rtl_c/owl_prefetch.def"
#define BLOCK_COUNTS
#include "rtl_c/table_ops.h"

_Static_assert((int)BANKS >= 2 && (int)LINES >= 2, "two banks and two lines of a row");

enum { DEMAND, PREFETCH, DROP, NO_KIND };
enum { CLOCKS_W = 10, MOST_WAITING = 127, MOST_PREFETCHED = 63 };

static unsigned limited(unsigned waiting) { return waiting < MOST_WAITING ? waiting : MOST_WAITING; }
static uint64_t bank_mask(unsigned event, unsigned bank) { return event && bank < BANKS ? UINT64_C(1) << bank : 0; }

static void owl_prefetch_out(const struct owl_prefetch_state *restrict q, const struct owl_prefetch_in *restrict in,
                             struct owl_prefetch_out *restrict out)
{
    uint64_t left = 0, below = 0;

    out->degree = in->waiting < q->average ? in->cfg_higher : in->cfg_lower;
    for (unsigned b = 0; b < BANKS; b++) {
        uint64_t first = lowest_bit(~q->fetched[b] & MASK(LINES));
        left |= (uint64_t)(first != 0) << b;
        below |= (uint64_t)(q->prefetched[b] < out->degree) << b;
        out->line[b] = first ? (uint8_t)bit_number(first) : 0;
    }
    uint64_t offers = q->opened & left & in->room & ~in->demand_open, lasts = in->cfg_scheme ? below : 0;
    out->valid = offers & (~in->demand_other | lasts);
    out->hold = offers & in->demand_other & lasts;
}

static void owl_prefetch_next(const struct owl_prefetch_state *restrict q, const struct owl_prefetch_in *restrict in,
                              const struct owl_prefetch_out *restrict out, struct owl_prefetch_state *restrict d)
{
    uint64_t opens = bank_mask(in->open, in->open_bank), closes = bank_mask(in->close, in->close_bank);
    uint64_t sends = in->sent_line < LINES && in->sent_kind != NO_KIND ? bank_mask(in->sent, in->sent_bank) : 0;
    bool period_ends = q->clocks == MASK(CLOCKS_W);
    uint32_t sum = q->sum + limited(in->waiting);
    (void)out;

    d->opened = (q->opened & ~closes) | opens;
    sends &= d->opened;
    for (unsigned b = 0; b < BANKS; b++) {
        if (opens >> b & 1)
            d->fetched[b] = d->prefetched[b] = 0;
        if (sends >> b & 1) {
            d->fetched[b] |= UINT64_C(1) << in->sent_line;
            if (in->sent_kind == PREFETCH && d->prefetched[b] < MOST_PREFETCHED)
                d->prefetched[b]++;
        }
    }
    d->clocks = (uint16_t)((q->clocks + 1) & MASK(CLOCKS_W));
    d->sum = period_ends ? 0 : sum;
    if (period_ends)
        d->average = (uint8_t)(sum >> CLOCKS_W);
}

// Its clocks never rest.
static bool owl_prefetch_idle(const struct owl_prefetch_state *q, const struct owl_prefetch_in *in)
{
    (void)q, (void)in;
    return false;
}

// Up to the last clock before the end of the period, which is a step; any number when the average comes out the same.
static uint64_t owl_prefetch_count(const struct owl_prefetch_state *q, const struct owl_prefetch_in *in,
                                   uint64_t cycles, struct owl_prefetch_state *d)
{
    uint32_t waiting = limited(in->waiting);
    bool steady = q->average == waiting && q->sum == waiting * q->clocks;

    if (in->open | in->close | in->sent)
        return 0;
    if (!steady && cycles > MASK(CLOCKS_W) - q->clocks)
        cycles = MASK(CLOCKS_W) - q->clocks;
    d->clocks = (uint16_t)((q->clocks + cycles) & MASK(CLOCKS_W));
    d->sum = steady ? waiting * d->clocks : (uint32_t)(q->sum + waiting * cycles);
    return cycles;
}

// The sum is that of its clocks, so that the average fits its register; who has prefetched has sent.
static bool owl_prefetch_invariant(const struct owl_prefetch_state *q)
{
    bool holds = q->sum <= (uint32_t)MOST_WAITING * q->clocks;

    for (unsigned b = 0; b < BANKS; b++)
        holds = holds && (q->fetched[b] != 0 || q->prefetched[b] == 0);
    return holds;
}
