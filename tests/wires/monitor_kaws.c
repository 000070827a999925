// SPDX-License-Identifier: BSD-3-Clause
// What the inputs of KAWS's blocks must be, from the CTAs, warps and registers of an SM; see tests/wires/monitor.c.
#ifndef WARPLOCK_MONITOR
#define WARPLOCK_MONITOR
#endif
#include "tests/wires/monitor_internal.h"

#include "rtl_c/kaws_progress.h"
#include "rtl_c/kaws_share.h"

bool monitor_cta_launched(const sm *s, const monitored_ctas *ctas, unsigned slot)
{
    return s->ctas[slot].cta && (!ctas->held[slot] || ctas->index[slot] != s->ctas[slot].index);
}

void monitor_ctas_over(const sm *s, monitored_ctas *ctas)
{
    for (unsigned slot = 0; slot < CTA_SLOTS; slot++) {
        ctas->held[slot] = s->ctas[slot].cta != NULL;
        ctas->index[slot] = s->ctas[slot].index;
    }
}

static bool register_full(const sm *s, unsigned scheduler, unsigned kind)
{
    const latch *registers = &s->issue_slot[kind];
    for (unsigned i = 0; i < registers->used; i++)
        if (registers->slot[i]->scheduler == scheduler)
            return true;
    return false;
}

// hardware.md 3.1: CTAs with less progress, and of as much the ones launched later, go first.
static unsigned class_of(const monitored_ctas *ctas, unsigned slot)
{
    unsigned first = 0;
    for (unsigned other = 0; other < CTA_SLOTS && ctas->mode; other++)
        first += ctas->held[other] && other != slot &&
                 (ctas->progress[other] < ctas->progress[slot] ||
                  (ctas->progress[other] == ctas->progress[slot] && ctas->started[other] > ctas->started[slot]));
    return first;
}

void monitor_kaws_early(const sm *s, const monitor *mon)
{
    const block *progress = monitor_block(s, "kaws_progress");
    if (!progress)
        return;
    const struct kaws_progress_in *in = progress->in;
    const struct kaws_progress_out *out = progress->out;
    monitor_demand(s, "kaws_progress", "mode", out->mode, mon->ctas.mode);
    for (uint64_t left = mon->running; left; left &= left - 1) {
        const unsigned warp = (unsigned)__builtin_ctzll(left), slot = s->warp[warp].cta_slot;
        monitor_demand(s, "kaws_progress", "cta", in->cta[warp], slot);
        monitor_demand(s, "kaws_progress", "warp_class", out->warp_class[warp], class_of(&mon->ctas, slot));
    }
}

void monitor_kaws_classes(const sm *s, const monitor *mon, unsigned scheduler)
{
    const struct warp_arbiter_in *in = s->arbiter[scheduler]->in;
    if (!monitor_block(s, "kaws_progress"))
        return;
    const bool asked = s->machine->policy.kaws_progress || !monitor_block(s, "kaws_share");
    for (uint64_t left = mon->running & scheduler_warps(s, scheduler); left; left &= left - 1) {
        const unsigned warp = (unsigned)__builtin_ctzll(left);
        monitor_demand(s, "warp_arbiter", "priority", in->priority[warp / s->schedulers],
                       asked ? class_of(&mon->ctas, s->warp[warp].cta_slot) : 0);
    }
}

void monitor_kaws_lend(const sm *s, const monitor *mon)
{
    const block *share = monitor_block(s, "kaws_share");
    if (!share)
        return;
    const struct kaws_share_in *in = share->in;
    const monitor_masks m = monitor_look(s);
    const monitor_issues issued = monitor_issued(s);
    uint64_t ready = 0;
    unsigned issues = 0;
    for (unsigned scheduler = 0; scheduler < s->schedulers; scheduler++) {
        unsigned accepts = 0;
        for (unsigned kind = 0; kind < UNIT_COUNT; kind++) {
            accepts |= (unsigned)!register_full(s, scheduler, kind) << kind;
            if (register_full(s, scheduler, kind))
                ready |= m.unit[kind] & scheduler_warps(s, scheduler);
        }
        monitor_demand(s, "kaws_share", "can_accept", in->can_accept[scheduler], accepts);
        issues |= (unsigned)(issued.count[scheduler] != 0) << scheduler;
    }
    monitor_demand(s, "kaws_share", "issues", in->issues, issues);
    monitor_demand(s, "kaws_share", "ready", in->ready, ready & m.clear & ~(m.waiting | m.on_atomic | issued.warps));
    for (unsigned warp = 0; warp < s->warps; warp++) {
        const unsigned kind = m.unit[UNIT_SFU] >> warp & 1 ? KAWS_SFU : m.unit[UNIT_MEM] >> warp & 1 ? KAWS_MEM : KAWS_SP;
        uint64_t older = 0;
        for (unsigned other = 0; other < warp; other++)
            older |= (uint64_t)monitor_before(mon, other, warp) << other;
        monitor_demand(s, "kaws_share", "unit", in->unit[warp], kind);
        monitor_demand(s, "kaws_share", "older", in->older[warp] & MASK(warp), older);
    }
}

int monitor_kaws_loan(const sm *s, unsigned scheduler)
{
    const block *share = monitor_block(s, "kaws_share");
    if (!share || (!s->machine->policy.kaws_share && monitor_block(s, "kaws_progress")))
        return -1;
    const struct kaws_share_out *out = share->out;
    return out->borrows >> scheduler & 1 ? out->warp[scheduler] : -1;
}

// What each CTA has issued, from the instructions' warps.
static void count(const sm *s, monitored_ctas *ctas, const monitor_issues *issued)
{
    for (unsigned scheduler = 0; scheduler < s->schedulers; scheduler++)
        ctas->progress[s->warp[issued->warp[scheduler]].cta_slot] += issued->count[scheduler];
    for (unsigned slot = 0; slot < CTA_SLOTS; slot++) {
        if (monitor_cta_launched(s, ctas, slot)) {
            ctas->progress[slot] = 0;
            ctas->started[slot] = ctas->starts++;
        }
    }
    monitor_ctas_over(s, ctas);
    const gpu_levels *gpu = s->levels.gpu;
    ctas->mode = !s->events.kernel_start_count && (ctas->mode || (gpu->ctas && gpu->ctas_issued == gpu->ctas));
}

void monitor_kaws_late(const sm *s, monitor *mon)
{
    const block *progress = monitor_block(s, "kaws_progress");
    const monitor_issues issued = monitor_issued(s);
    if (!progress)
        return;
    const struct kaws_progress_in *in = progress->in;
    const struct kaws_progress_state *q = progress->q;
    uint32_t ends = 0;
    unsigned starts = 0;
    for (unsigned scheduler = 0; scheduler < s->schedulers; scheduler++) {
        monitor_demand(s, "kaws_progress", "issued", in->issued[scheduler], issued.count[scheduler]);
        if (issued.count[scheduler])
            monitor_demand(s, "kaws_progress", "issued_cta", in->issued_cta[scheduler],
                           s->warp[issued.warp[scheduler]].cta_slot);
    }
    for (unsigned slot = 0; slot < CTA_SLOTS; slot++) {
        const bool starts_here = monitor_cta_launched(s, &mon->ctas, slot);
        ends |= (uint32_t)(mon->ctas.held[slot] && (starts_here || !s->ctas[slot].cta)) << slot;
        starts += starts_here;
        if (mon->ctas.held[slot])
            monitor_demand(s, "kaws_progress", "progress", q->progress[slot], mon->ctas.progress[slot]);
        if (starts_here && in->launch)
            monitor_demand(s, "kaws_progress", "launch_cta", in->launch_cta, slot);
    }
    monitor_demand(s, "kaws_progress", "launch", in->launch, starts);
    monitor_demand(s, "kaws_progress", "exit", in->exit, ends);
    monitor_demand(s, "kaws_progress", "ctas_issued", in->ctas_issued, s->levels.gpu->ctas_issued);
    monitor_demand(s, "kaws_progress", "ctas", in->ctas, s->levels.gpu->ctas);
    monitor_demand(s, "kaws_progress", "kernel_launch", in->kernel_launch, s->events.kernel_start_count);
    count(s, &mon->ctas, &issued);
}
