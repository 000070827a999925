// SPDX-License-Identifier: BSD-3-Clause
// The model of oaws_ocw: see rtl_c/oaws_ocw.h. Compiled once per configuration.
#include "rtl_c/bits.h"
#include "rtl_c/oaws_ocw.h"

#define BLOCK oaws_ocw
#define TABLE "rtl_c/oaws_ocw.def"
#include "rtl_c/table_ops.h"

enum { CNT_RESET = 128, CNT_MAX = 255, COHERENT_LINES = 2 };

_Static_assert((int)OCW_MIN <= (int)N, "OCW_MIN warps must exist");

static unsigned wmax(const struct oaws_ocw_in *in)
{
    if (in->cfg_wmax < OCW_MIN)
        return OCW_MIN;
    if (in->cfg_wmax > N)
        return N;
    return in->cfg_wmax;
}

// The registers of the load being serviced, after this cycle's start and access.
static void service(const struct oaws_ocw_state *q, const struct oaws_ocw_in *in, struct oaws_ocw_state *d)
{
    d->div = in->start ? in->n_acc > COHERENT_LINES : q->div;
    d->fcl = in->start ? 0 : q->fcl;
    d->sets_touched = in->start ? 0 : q->sets_touched;
    if (in->access) {
        if (in->access_set < SETS)
            d->sets_touched |= UINT64_C(1) << in->access_set;
        if (!in->access_hit)
            d->fcl = 1;
    }
}

static void oaws_ocw_out(const struct oaws_ocw_state *restrict q, const struct oaws_ocw_in *restrict in,
                         struct oaws_ocw_out *restrict out)
{
    struct oaws_ocw_state load;

    service(q, in, &load);
    out->div_done = in->done && load.div;
    out->n_sets = (uint8_t)count_ones(load.sets_touched);
    out->ocw = q->ocw;
    if (out->ocw > wmax(in))
        out->ocw = (uint8_t)wmax(in);
    if (in->cfg_ocw_pin != 0)
        out->ocw = in->cfg_ocw_pin;
}

static void oaws_ocw_next(const struct oaws_ocw_state *restrict q, const struct oaws_ocw_in *restrict in,
                          const struct oaws_ocw_out *restrict out, struct oaws_ocw_state *restrict d)
{
    unsigned cnt = q->cnt, ocw = q->ocw;

    (void)out;
    service(q, in, d);
    if (in->launch) {
        cnt = CNT_RESET;
        ocw = OCW_MIN;
    }
    if (ocw > wmax(in))
        ocw = wmax(in);
    if (in->done && d->div && !d->fcl) {
        if (cnt < CNT_MAX)
            cnt += 1;
        if (cnt == CNT_MAX && ocw < wmax(in)) {
            ocw += 1;
            cnt = 0;
        }
    }
    if (in->done && d->div && d->fcl) {
        unsigned delta = in->sensitive ? cnt - cnt / 2 : 1;
        cnt = cnt > delta ? cnt - delta : 0;
        if (cnt == 0 && ocw > OCW_MIN) {
            ocw -= 1;
            cnt = CNT_MAX;
        }
    }
    d->cnt = (uint8_t)cnt;
    d->ocw = (uint8_t)ocw;
}

static bool oaws_ocw_idle(const struct oaws_ocw_state *q, const struct oaws_ocw_in *in)
{
    return !(in->launch | in->start | in->access | in->done) && q->ocw <= wmax(in);
}

static bool oaws_ocw_invariant(const struct oaws_ocw_state *q)
{
    return q->div <= 1 && q->fcl <= 1 && (q->sets_touched & ~MASK(SETS)) == 0 && q->ocw >= OCW_MIN && q->ocw <= N;
}
