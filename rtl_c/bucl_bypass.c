// SPDX-License-Identifier: BSD-3-Clause
// The model of bucl_bypass: see rtl_c/bucl_bypass.h. Compiled once per configuration.
#include "rtl_c/bucl_bypass.h"

#define BLOCK bucl_bypass
#define TABLE "rtl_c/bucl_bypass.def"
#include "rtl_c/table_ops.h"

_Static_assert((int)P >= 2, "two sub-partitions, or their number has no bit");

static void bucl_bypass_out(const struct bucl_bypass_state *restrict q, const struct bucl_bypass_in *restrict in,
                            struct bucl_bypass_out *restrict out)
{
    bool room = in->fail_partition < P && (in->uib_low >> in->fail_partition & 1);

    (void)q;
    out->load_bypass = in->load && in->load_global && in->load_acc > in->tucd;
    out->access_bypass = in->fail && in->fail_global && in->l1dhr_low && room && !in->queue_full;
}

// There is no register.
static void bucl_bypass_next(const struct bucl_bypass_state *restrict q, const struct bucl_bypass_in *restrict in,
                             const struct bucl_bypass_out *restrict out, struct bucl_bypass_state *restrict d)
{
    (void)q, (void)in, (void)out, (void)d;
}

static bool bucl_bypass_idle(const struct bucl_bypass_state *q, const struct bucl_bypass_in *in)
{
    (void)q, (void)in;
    return true;
}

static bool bucl_bypass_invariant(const struct bucl_bypass_state *q)
{
    (void)q;
    return true;
}
