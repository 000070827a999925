// SPDX-License-Identifier: BSD-3-Clause
// Kernel-aware warp scheduling with warp sharing: oldest first; after the last CTA of a kernel has been issued, the warps of
// the CTA with the least progress. A scheduler that issues nothing issues a stalled warp of another one through a register that
// is free only in its own.
//
// Source: KAWS section 3; hardware.md section 3. Feeding only: kaws_progress and kaws_share decide. Each half is also a policy
// of its own, and a key of this one switches it off.
#include "sim/policy/kaws.h"

#include "rtl_c/kaws_progress.h"
#include "rtl_c/kaws_share.h"
#include "rtl_c/warp_arbiter.h"

enum { PROGRESS, SHARE };

const policy_requirement kaws_share_requires[] = {
    REFUSES(core, sub_cores, 0, "a warp is lent to a scheduler that has issue registers of its own"),
    REFUSES(core, schedulers, 1, "a warp is lent by one scheduler to another"),
    {NULL, 0, 0, NULL, false}};

static void feed_counters(const policy_view *view, struct kaws_progress_in *in)
{
    kaws_state *state = view->state;
    const sm_events *events = view->events;
    const cta_launch_event *launch = events->cta_launch_count ? events->cta_launch : NULL;
    for (unsigned scheduler = 0; scheduler < view->machine->core.schedulers; scheduler++)
        in->issued[scheduler] = in->issued_cta[scheduler] = 0;
    for (unsigned i = 0; i < events->warp_issue_count; i++) {
        const warp_issue_event *issued = &events->warp_issue[i];
        in->issued[issued->through]++;
        in->issued_cta[issued->through] = state->cta[issued->warp];
    }
    in->launch = launch != NULL;
    in->launch_cta = launch ? launch->slot : 0;
    in->exit = (uint32_t)events->cta_end;
    in->ctas_issued = (uint32_t)view->levels->gpu->ctas_issued;
    in->ctas = (uint32_t)view->levels->gpu->ctas;
    in->kernel_launch = events->kernel_start_count != 0;
    for (uint64_t warps = launch ? launch->warps : 0; warps; warps &= warps - 1)
        state->cta[__builtin_ctzll(warps)] = launch->slot;
}

// The slots of this cycle's launch are those of the next cycle's warps.
void kaws_feed_progress(const policy_view *view, block *progress, feed_phase phase)
{
    struct kaws_progress_in *in = progress->in;
    const kaws_state *state = view->state;
    if (phase == FEED_LATE)
        feed_counters(view, in);
    else if (phase == FEED_EARLY)
        memcpy(in->cta, state->cta, sizeof in->cta);
}

static void set_units(struct kaws_share_in *in, uint64_t warps, uint8_t unit)
{
    FOR_EACH_BIT_FAST(warp, warps, N_MAX)
        in->unit[warp] = unit;
}

void kaws_feed_share(const policy_view *view, block *share, feed_phase phase)
{
    struct kaws_share_in *in = share->in;
    const sm_levels *levels = view->levels;
    if (phase != FEED_LEND)
        return;
    in->ready = levels->ready_but_register;
    memset(in->unit, KAWS_SP, sizeof in->unit);         // one without an instruction counts as SP, and is not ready
    set_units(in, levels->unit[KAWS_SFU], KAWS_SFU);
    set_units(in, levels->unit[KAWS_MEM], KAWS_MEM);
    set_units(in, levels->other_unit, KAWS_UNITS);
    memcpy(in->can_accept, levels->can_accept, sizeof in->can_accept);
    in->issues = levels->issues;
}

void kaws_classes(const block *progress, policy_masks *masks)
{
    const struct kaws_progress_out *out = progress->out;
    masks->priority = out->warp_class;
}

void kaws_loans(const policy_view *view, const block *share, policy_loans *loans)
{
    const struct kaws_share_out *out = share->out;
    loans->through = out->borrows;
    for (unsigned scheduler = 0; scheduler < view->machine->core.schedulers; scheduler++)
        loans->warp[scheduler] = out->warp[scheduler];
}

static void feed(const policy_view *view, feed_phase phase)
{
    kaws_feed_progress(view, view->blocks[PROGRESS], phase);
    kaws_feed_share(view, view->blocks[SHARE], phase);
}

static void select_classes(const policy_view *view, policy_masks *masks)
{
    if (view->machine->policy.kaws_progress)
        kaws_classes(view->blocks[PROGRESS], masks);
}

static void lend(const policy_view *view, policy_loans *loans)
{
    if (view->machine->policy.kaws_share)
        kaws_loans(view, view->blocks[SHARE], loans);
}

static const char *const blocks[] = {"kaws_progress", "kaws_share", NULL};
const policy policy_kaws = {.name = "kaws", .help = "oldest first, the CTA with the least progress at a kernel's end; stalled warps are lent",
                            .arbiter_mode = ARBITER_OLDEST, .blocks = blocks, .behind = 1, .classes = true, .watches_grid = true,
                            .state_size = sizeof(kaws_state),
                            .requires = kaws_share_requires, .reads = READS_KEYS(READS(policy, kaws_progress), READS(policy, kaws_share)),
                            .feed = feed, .select = select_classes, .lend = lend};
