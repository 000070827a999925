// SPDX-License-Identifier: BSD-3-Clause
// OWL's groups of CTAs; see sim/check/check.h.
#include "sim/check/check_internal.h"

#include <string.h>

#include "rtl_c/owl_groups.h"

static unsigned scheme_of(const check *c)
{
    static const char *const names[] = {"cta-aware", "cta-aware-locality"};
    for (unsigned scheme = 0; scheme < 2; scheme++)
        if (check_is_under(c, names[scheme]))
            return scheme;
    return 2;
}


// D-33: ready, but no LD/ST issue register is free, as the unit has not taken what is in them.
static uint64_t held_by_ldst(check *c)
{
    uint64_t held = 0;
    if (!*c->shown->sm.ldst_full || c->r->m.policy.owl_waits == OWL_WAITS_DATA)
        return 0;
    for (unsigned w = 0; w < c->f.warps; w++)
        held |= facts_register_free(&c->f, w % c->f.schedulers, UNIT_LDST) ? 0 : facts_bit(w);
    return held & facts_ready(&c->f) & facts_unit(&c->f, UNIT_LDST);
}

void check_owl_early(check *c)
{
    const struct owl_groups_out *out = OUT_OF(owl_groups, c->groups);
    const uint64_t running = facts_running(&c->f);
    const uint64_t blocked = facts_needs_data(&c->f) | facts_atomic(&c->f) | facts_waiting(&c->f) | held_by_ldst(c);
    check_value(c, c->groups, "cfg_scheme", scheme_of(c));
    check_value(c, c->groups, "cfg_g_size", c->r->m.policy.owl_g_size);
    check_value(c, c->groups, "cfg_core", c->r->index);
    check_warps(c, c->groups, "unfinished", running);
    if (!c->f.now.slept)
        check_warps(c, c->groups, "blocked", blocked);
    for (unsigned w = 0; w < c->f.warps; w++)
        if (running >> w & 1)
            check_element(c, c->groups, "cta", w, c->f.warp[w].slot);
    check_rule(c, !(running & ~blocked) || c->f.now.slept || out->allow & running & ~blocked, "group", -1, c->groups,
               "nobody of the chosen group can go on, and somebody of another can");
    c->may_issue &= out->allow;
}

// CTAs of the first fill: as many as there is room for; of a smaller grid those launched when all are issued.
static void first_fill(check *c)
{
    const fact_cycle *now = &c->f.now;
    const sm_shown *shown = &c->shown->sm;
    if (now->kernel) {
        c->came = 0;
        c->ctas_per_sm = now->ctas_per_sm;
        c->told = IN_OF(owl_groups, c->groups)->n_cta;
        c->told_warps = IN_OF(owl_groups, c->groups)->warps_per_cta;
    } else if (!now->slept && c->ctas_per_sm) {
        const bool whole = *shown->grid >= (uint64_t)c->r->m.gpu.sms * c->ctas_per_sm;
        check_rule(c, !whole || c->told == c->ctas_per_sm, "first_fill", -1, c->groups, "the first fill is not what an SM holds");
        check_rule(c, whole || *shown->grid_issued != *shown->grid || c->told == c->came, "first_fill", -1, c->groups,
                   "another number of CTAs has come at the first fill");
    }
    c->came += now->cta;
}

void check_owl_late(check *c)
{
    const fact_cycle *now = &c->f.now;
    check_value(c, c->groups, "kernel_launch", now->kernel);
    check_value(c, c->groups, "launch", now->cta);
    if (now->cta)
        check_value(c, c->groups, "launch_cta", now->cta_slot);
    check_value(c, c->groups, "exit", now->cta_ends);
    if (now->kernel) {
        check_value(c, c->groups, "n_cta", now->first_fill);
        check_value(c, c->groups, "warps_per_cta", now->warps_per_cta);
    }
    first_fill(c);
    if (now->cta)
        check_rule(c, c->told_warps == (unsigned)__builtin_popcountll(now->launched), "first_fill", -1, c->groups,
                   "a CTA has another number of warps than the kernel's start has told");
}
