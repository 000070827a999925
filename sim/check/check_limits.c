// SPDX-License-Identifier: BSD-3-Clause
// Static warp limiting and MASCAR, which have no blocks: their answers to the arbiters; see sim/check/check.h.
#include "sim/check/check_internal.h"

enum { NEARLY_FULL = 1, COMPUTATION = 1 };

// The warps with the lowest rank_run, of each scheduler or of the SM, up to the limit.
void check_swl(check *c)
{
    const uint64_t running = facts_running(&c->f);
    const unsigned sets = c->r->m.policy.swl_scope == SWL_SM ? 1 : c->f.schedulers;
    uint64_t allowed = 0;
    for (unsigned w = 0; w < c->f.warps; w++) {
        unsigned before = 0;
        for (unsigned other = w % sets; other < c->f.warps; other += sets)
            before += running >> other & 1 && c->f.rank_run[other] < c->f.rank_run[w];
        if (running >> w & 1 && before < c->r->m.policy.swl_limit)
            allowed |= facts_bit(w);
    }
    c->may_issue &= allowed;
}

// D-36: the oldest warp with a ready memory instruction owns memory while that is saturated.
static uint64_t oldest_of(const check *c, uint64_t warps)
{
    int found = -1;
    for (unsigned w = 0; w < c->f.warps; w++)
        if (warps >> w & 1 && (found < 0 || c->f.rank[w] < c->f.rank[found]))
            found = (int)w;
    return found < 0 ? 0 : facts_bit((unsigned)found);
}

void check_mascar(check *c)
{
    facts *f = &c->f;
    const uint64_t memory = facts_memory(f);
    const bool saturated = f->free_mshrs <= NEARLY_FULL || *c->shown->sm.miss_queue_room <= NEARLY_FULL;
    if (f->now.slept)                       // nobody is asked; the answers stay
        return;
    c->owner &= saturated ? facts_running(f) & ~(facts_waiting(f) | facts_needs_data(f) | facts_atomic(f)) : 0;
    if (saturated && !c->owner)
        c->owner = oldest_of(c, facts_ready(f) & memory);
    c->occlude |= saturated ? memory & ~c->owner : 0;
    for (unsigned w = 0; w < WARPS; w++)
        c->priority[w] = memory >> w & 1 ? 0 : COMPUTATION;
}
