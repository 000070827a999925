// SPDX-License-Identifier: BSD-3-Clause
// The model of ccws_llds: see rtl_c/ccws_llds.h. Compiled once per configuration.
#include "rtl_c/ccws_llds.h"

#define BLOCK ccws_llds
#define TABLE "rtl_c/ccws_llds.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)N >= 2 && (int)BITS >= 5, "two warps and totals of 5 bits at least");

enum { LAST_DIVIDE = 2, FIRST_DIVIDE = DIVIDEND_W + 1, LAST_MULTIPLY = FIRST_DIVIDE + 1 };   // by the register cycles

static bool hit(const struct ccws_llds_in *in) { return in->hit && in->hit_warp < N; }
static bool busy(const struct ccws_llds_state *q) { return q->cycles > 1; }

static void ccws_llds_out(const struct ccws_llds_state *restrict q, const struct ccws_llds_in *restrict in,
                          struct ccws_llds_out *restrict out)
{
    out->apply = busy(q) ? hit(in) : q->live;
    out->apply_warp = busy(q) ? in->hit_warp : q->warp;
    out->score = q->quotient;
}

// K * cutoff, K at most 8, as a sum of shifts.
static uint32_t factor(const struct ccws_llds_in *in)
{
    uint32_t cutoff = in->cutoff;
    if (in->cfg_k & 8)
        return cutoff << 3;
    return (in->cfg_k & 1 ? cutoff : 0) + (in->cfg_k & 2 ? cutoff << 1 : 0) + (in->cfg_k & 4 ? cutoff << 2 : 0);
}

// The totals with this cycle's hit and instructions.
static void count(const struct ccws_llds_state *q, const struct ccws_llds_in *in, struct ccws_llds_state *d)
{
    bool overflows = q->hits + (uint64_t)hit(in) > MASK(BITS) || q->insts + (uint64_t)in->issued > MASK(BITS);
    d->hits = (overflows ? q->hits >> 1 : q->hits) + hit(in);
    d->insts = (overflows ? q->insts >> 1 : q->insts) + in->issued;
}

// The lowest bit of the factor is used up; the product so far moves down, in FACTOR_W cycles to its place.
static void multiply(const struct ccws_llds_state *q, struct ccws_llds_state *d)
{
    uint64_t sum = (q->dividend >> FACTOR_W) + (q->dividend & 1 ? q->remainder : 0);
    d->dividend = sum << (FACTOR_W - 1) | (q->dividend & MASK(FACTOR_W)) >> 1;
    if (q->cycles == LAST_MULTIPLY)
        d->remainder = 0;
}

// The highest bit of the dividend comes down, and a bit of the quotient enters below.
static void divide(const struct ccws_llds_state *q, struct ccws_llds_state *d)
{
    uint64_t partial = (uint64_t)q->remainder << 1 | q->dividend >> (DIVIDEND_W - 1);
    bool fits = partial >= q->divisor;
    d->remainder = (fits ? partial - q->divisor : partial) & MASK(BITS);
    d->dividend = (q->dividend << 1 | fits) & MASK(DIVIDEND_W);
    if (q->cycles == LAST_DIVIDE)
        d->quotient = d->dividend > q->limit ? q->limit : (uint16_t)d->dividend;
}

static void start(const struct ccws_llds_in *in, struct ccws_llds_state *d)
{
    d->cycles = LATENCY;
    d->warp = in->hit_warp;
    d->limit = in->cutoff;
    d->divisor = d->insts;
    d->remainder = d->hits;
    d->dividend = factor(in);
}

static void ccws_llds_next(const struct ccws_llds_state *restrict q, const struct ccws_llds_in *restrict in,
                           const struct ccws_llds_out *restrict out, struct ccws_llds_state *restrict d)
{
    bool starts = hit(in) && !busy(q);

    (void)out;
    count(q, in, d);
    if (q->cycles > FIRST_DIVIDE)
        multiply(q, d);
    else if (busy(q))
        divide(q, d);
    if (q->cycles != 0)
        d->cycles = q->cycles - 1;
    if (starts)
        start(in, d);
    d->live = (starts || (busy(q) && q->live)) && !((in->launch | in->exit) >> d->warp & 1);
    if (in->kernel_launch) {
        d->hits = d->insts = 0;
        d->cycles = d->live = 0;
        d->quotient = in->cfg_base;
    }
}

static bool ccws_llds_idle(const struct ccws_llds_state *q, const struct ccws_llds_in *in)
{
    return q->cycles == 0 && !in->hit && !in->issued && !in->kernel_launch;
}

// The remainder stays below the divisor; a score waits for its warp only while there is a division.
static bool ccws_llds_invariant(const struct ccws_llds_state *q)
{
    bool divides = busy(q) && q->cycles <= FIRST_DIVIDE;
    return q->cycles <= LATENCY && q->warp < N && (!q->live || q->cycles != 0)
           && (!divides || q->divisor == 0 || q->remainder < q->divisor);
}
