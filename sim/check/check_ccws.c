// SPDX-License-Identifier: BSD-3-Clause
// CCWS's blocks; see sim/check/check.h.
#include "sim/check/check_internal.h"

#include "rtl_c/ccws_llds.h"
#include "rtl_c/ccws_lls.h"
#include "rtl_c/ccws_vta.h"

// The candidate that matches this probe; else the access that certainly misses, or one that may.
static unsigned probed(const fact_cycle *now, unsigned warp, uint64_t line)
{
    for (unsigned i = 0; !now->lost && i < now->may_be_lost; i++)
        if (now->lost_warp[i] == warp && now->lost_line[i] == line)
            return i;
    return 0;
}

// The cycle whose miss and victim ccws_vta is fed.
static const fact_cycle *fed(const check *c) { return c->r->m.policy.ccws_vta_latency ? &c->before : &c->f.now; }

// The SM's events do not tell whether a failed access's line is in flight: there may be a probe or none.
static void vta_early(check *c)
{
    const fact_cycle *now = fed(c);
    const struct ccws_vta_in *in = IN_OF(ccws_vta, c->vta);
    check_between(c, c->vta, "probe", now->lost != 0, now->may_be_lost != 0);
    check_rule(c, now->lost < 2 && now->victims < 2, "miss", -1, c->vta, "a second load misses in a cycle, or a second line is replaced");
    if (!in->probe)
        return;
    const unsigned candidate = probed(now, in->probe_warp, in->probe_line);
    check_value(c, c->vta, "probe_warp", now->lost_warp[candidate]);
    check_value(c, c->vta, "probe_line", now->lost_line[candidate]);
}

static void vta_late(check *c)
{
    const fact_cycle *now = fed(c);
    const bool evicts = now->replaced || (now->stored_over && c->r->m.policy.vta_stores);
    const bool emptied = now != &c->f.now && now->launched >> now->victim_warp & 1;     // meanwhile
    check_value(c, c->vta, "insert", evicts && !emptied);
    check_warps(c, c->vta, "launch", c->f.now.launched);
    if (!evicts || emptied)
        return;
    check_value(c, c->vta, "insert_warp", now->victim_warp);
    check_value(c, c->vta, "insert_line", now->victim_line);
}

// --- ccws-priority: the scores by D-13, from losses, launches and time

static unsigned decayed(unsigned score, uint64_t cycles, unsigned base)
{
    return score > base + cycles ? score - (unsigned)cycles : score ? base : 0;
}

// While the SM sleeps, and nothing is compared, they only decay.
static void scores_now(check *c)
{
    for (unsigned w = 0; w < c->f.warps; w++)
        c->score[w] = decayed(c->score[w], c->cycle - c->scored_at, c->r->m.policy.ccws_base);
    c->scored_at = c->cycle;
}

static void scores_next(check *c)
{
    const unsigned cutoff = OUT_OF(ccws_lls, c->lls)->cutoff;
    const struct ccws_llds_out *lost = OUT_OF(ccws_llds, c->llds);
    for (unsigned w = 0; w < c->f.warps; w++) {
        unsigned *score = &c->score[w];
        *score = decayed(*score, 1, c->r->m.policy.ccws_base);
        if (*score && lost->apply && lost->apply_warp == w && lost->score > *score)
            *score = lost->score;
        *score = *score > cutoff ? cutoff : *score;
        if (c->f.now.exited >> w & 1)
            *score = 0;
        if (c->f.now.launched >> w & 1)
            *score = c->r->m.policy.ccws_base;
    }
    c->scored_at = c->cycle + 1;
}

// The warp with the largest score above base, the oldest of several; -1: none.
static int most_lost(const check *c)
{
    int found = -1;
    for (unsigned w = 0; w < c->f.warps; w++)
        if (c->score[w] > c->r->m.policy.ccws_base &&
            (found < 0 || c->score[w] > c->score[found] || (c->score[w] == c->score[found] && c->f.rank[w] < c->f.rank[found])))
            found = (int)w;
    return found;
}

static void answer_loss(check *c)
{
    scores_now(c);
    const int first = most_lost(c);
    const bool alone = first >= 0 && c->r->m.policy.ccws_exclusive == CCWS_LOADS;
    for (unsigned w = 0; w < WARPS; w++)
        c->priority[w] = first >= 0 && (int)w != first;
    c->can_issue &= alone ? facts_bit((unsigned)first) : ~UINT64_C(0);
}

// --- all blocks

void check_ccws_early(check *c)
{
    vta_early(c);
    check_value(c, c->lls, "cfg_base", c->r->m.policy.ccws_base);
    check_warps(c, c->lls, "resident", facts_running(&c->f));
    for (unsigned w = 0; w < c->f.warps; w++)
        check_element(c, c->lls, "older", w, c->f.older[w]);
    check_value(c, c->llds, "cfg_k", c->r->m.policy.ccws_k);
    check_value(c, c->llds, "cfg_base", c->r->m.policy.ccws_base);
    check_value(c, c->llds, "hit", OUT_OF(ccws_vta, c->vta)->hit);
    check_value(c, c->llds, "cutoff", OUT_OF(ccws_lls, c->lls)->cutoff);
    if (IN_OF(ccws_vta, c->vta)->probe)
        check_value(c, c->llds, "hit_warp", IN_OF(ccws_vta, c->vta)->probe_warp);
    if (c->policy.rules & RULES_LOSS)
        answer_loss(c);
    else
        c->can_issue &= OUT_OF(ccws_lls, c->lls)->can_issue;
}

void check_ccws_late(check *c)
{
    const struct ccws_llds_out *scored = OUT_OF(ccws_llds, c->llds);
    const fact_cycle *now = &c->f.now;
    vta_late(c);
    check_value(c, c->lls, "apply", scored->apply);
    check_value(c, c->lls, "apply_warp", scored->apply_warp);
    check_value(c, c->lls, "score", scored->score);
    check_warps(c, c->lls, "launch", now->launched);
    check_warps(c, c->lls, "exit", now->exited);
    check_value(c, c->llds, "issued", now->issues);
    check_warps(c, c->llds, "launch", now->launched);
    check_warps(c, c->llds, "exit", now->exited);
    check_value(c, c->llds, "kernel_launch", now->kernel);
    check_rule(c, !(now->loads & ~c->can_issue), "grant", check_first(now->loads & ~c->can_issue, 0), c->lls,
               "a load issues whose warp may not load");
    scores_next(c);
    if (c->r->m.policy.ccws_vta_latency)
        c->before = *now;
}
