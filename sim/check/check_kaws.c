// SPDX-License-Identifier: BSD-3-Clause
// KAWS's blocks; see sim/check/check.h.
#include "sim/check/check_internal.h"

#include "rtl_c/kaws_progress.h"
#include "rtl_c/kaws_share.h"

// Each half of the whole policy is a key of the machine; a policy of one half always has it.
static bool progress_answers(const check *c) { return c->r->m.policy.kaws_progress || !c->share; }
static bool share_answers(const check *c) { return c->r->m.policy.kaws_share || !c->progress; }

// --- progress

void check_progress_early(check *c)
{
    const struct kaws_progress_out *out = OUT_OF(kaws_progress, c->progress);
    const uint64_t running = facts_running(&c->f);
    for (unsigned w = 0; w < c->f.warps; w++) {
        if (running >> w & 1)
            check_element(c, c->progress, "cta", w, c->f.warp[w].slot);
        if (progress_answers(c))
            c->priority[w] = out->warp_class[w];
    }
}

// A kernel begins with the next cycle, and so does another grid.
static bool kernel_next(const check *c)
{
    for (size_t i = c->f.end; i < c->r->events && c->r->event[i].cycle == c->cycle + 1; i++)
        if (c->r->event[i].kind == LINE_SM_kernel)
            return true;
    return false;
}

// The grid's issued CTAs at the end of the cycle, as the next one begins.
static void grid_late(check *c)
{
    const recorded *r = c->r;
    const bool stands = c->level < r->level_lines && r->levels[c->level].cycle == c->cycle + 1;
    if (stands && !kernel_next(c)) {
        check_value(c, c->progress, "ctas_issued", *r->levels[c->level].shown.sm.grid_issued);
        check_value(c, c->progress, "ctas", *r->levels[c->level].shown.sm.grid);
    }
    if (c->f.now.cta) {
        const struct kaws_progress_in *in = IN_OF(kaws_progress, c->progress);
        check_rule(c, in->ctas_issued > c->f.now.cta_number, "grid", -1, c->progress, "a CTA has come that is not counted as issued");
    }
}

void check_progress_late(check *c)
{
    const fact_cycle *now = &c->f.now;
    check_value(c, c->progress, "kernel_launch", now->kernel);
    check_value(c, c->progress, "launch", now->cta);
    if (now->cta)
        check_value(c, c->progress, "launch_cta", now->cta_slot);
    check_value(c, c->progress, "exit", now->cta_ends);
    for (unsigned scheduler = 0; scheduler < c->f.schedulers; scheduler++) {
        check_element(c, c->progress, "issued", scheduler, now->issues_of[scheduler]);
        if (now->issues_of[scheduler])
            check_element(c, c->progress, "issued_cta", scheduler, now->slot_of[scheduler]);
    }
    grid_late(c);
}

// --- loans

// Ready warps that have not issued, whose own scheduler's register for them is full.
static uint64_t stalled_warps(check *c)
{
    uint64_t roomless = 0, own;
    for (unsigned scheduler = 0; scheduler < c->f.schedulers; scheduler++) {
        own = 0;
        for (unsigned w = scheduler; w < c->f.warps; w += c->f.schedulers)
            own |= facts_bit(w);
        roomless |= own & ~facts_room(&c->f, scheduler);
    }
    return c->cycle % c->r->m.core.issue_period ? 0 : facts_ready(&c->f) & roomless & ~c->f.now.issued & c->may_issue;
}

void check_share_early(check *c)
{
    unsigned issues = 0;
    check_warps(c, c->share, "ready", stalled_warps(c));
    for (unsigned scheduler = 0; scheduler < c->f.schedulers; scheduler++) {
        unsigned accepts = 0;
        for (unsigned unit = 0; unit < KINDS_ALWAYS; unit++)
            accepts |= (unsigned)facts_register_free(&c->f, scheduler, unit) << unit;
        check_element(c, c->share, "can_accept", scheduler, accepts);
        issues |= (unsigned)(c->f.now.issues_of[scheduler] != 0) << scheduler;
    }
    check_value(c, c->share, "issues", issues);
    const uint64_t sfu = facts_unit(&c->f, KAWS_SFU), mem = facts_unit(&c->f, KAWS_MEM);
    uint64_t others = 0;
    for (unsigned unit = KINDS_ALWAYS; unit < KINDS_OF_UNIT; unit++)
        others |= facts_unit(&c->f, unit);
    for (unsigned w = 0; w < c->f.warps; w++) {
        check_element(c, c->share, "unit", w, sfu >> w & 1 ? KAWS_SFU : mem >> w & 1 ? KAWS_MEM : others >> w & 1 ? KAWS_UNITS : KAWS_SP);
        check_element(c, c->share, "older", w, c->f.older[w]);
    }
}

// A scheduler that has issued nothing issues what it borrows, and nothing else.
void check_share_late(check *c)
{
    const struct kaws_share_out *out = OUT_OF(kaws_share, c->share);
    const struct kaws_share_in *in = IN_OF(kaws_share, c->share);
    for (unsigned scheduler = 0; scheduler < c->f.schedulers; scheduler++) {
        const bool borrows = share_answers(c) && out->borrows >> scheduler & 1;
        const int issued = c->f.now.issue_of[scheduler];
        if (in->issues >> scheduler & 1)
            continue;
        check_rule(c, issued == (borrows ? (int)out->warp[scheduler] : -1), "loan", issued >= 0 ? issued : (int)out->warp[scheduler],
                   c->share, "what is lent is not what kaws_share says");
    }
}
