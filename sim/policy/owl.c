// SPDX-License-Identifier: BSD-3-Clause
// CTA-aware groups: the CTAs of an SM form groups of at least policy.owl_g_size warps, and only warps of one group issue, round
// robin, until all of them wait for memory or at a barrier.
//
// Source: OWL sections 4.1 to 4.3, Algorithm 1; hardware.md section 5.1. Feeding only: owl_groups forms, orders and chooses
// groups. A policy for each scheme: cta-aware (groups in turn), cta-aware-locality (the front group whenever it can), and
// cta-aware-locality-blp (another front on each SM). The policy holds back warps of other groups.
// An SM may sleep under them as under any policy: it is awake at the edges at which waiting warps change, and until then the
// block's choice stays.
#include "sim/policy/owl.h"

static void feed_early(const policy_view *view, struct owl_groups_in *in, unsigned scheme)
{
    const owl_state *state = view->state;
    const sm_levels *levels = view->levels;
    in->cfg_scheme = (uint8_t)scheme;
    in->cfg_g_size = (uint8_t)view->machine->policy.owl_g_size;
    in->cfg_core = (uint8_t)view->at.index;
    in->blocked = levels->needs_data | levels->waiting | (machine_ldst_blocks(view->machine) ? levels->held_by_ldst : 0);
    in->unfinished = levels->resident;
    memcpy(in->cta, state->cta, sizeof in->cta);
}

// The slots of this cycle's launch are those of the next cycle's warps.
static void feed_late(const policy_view *view, struct owl_groups_in *in)
{
    owl_state *state = view->state;
    const sm_events *events = view->events;
    const cta_launch_event *launch = events->cta_launch_count ? events->cta_launch : NULL;
    const kernel_start_event *start = events->kernel_start_count ? events->kernel_start : NULL;
    in->launch = launch != NULL;
    in->launch_cta = launch ? launch->slot : 0;
    in->exit = (uint32_t)events->cta_end;
    in->kernel_launch = start != NULL;
    in->n_cta = start ? (uint8_t)start->first_fill : 0;
    in->warps_per_cta = start ? (uint8_t)start->warps_per_cta : 0;
    for (uint64_t warps = launch ? launch->warps : 0; warps; warps &= warps - 1)
        state->cta[__builtin_ctzll(warps)] = launch->slot;
}

void owl_feed_groups(const policy_view *view, block *groups, feed_phase phase, unsigned scheme)
{
    if (phase == FEED_EARLY)
        feed_early(view, groups->in, scheme);
    else if (phase == FEED_LATE)
        feed_late(view, groups->in);
}

void owl_allow(const block *groups, policy_masks *masks)
{
    const struct owl_groups_out *out = groups->out;
    masks->may_issue = out->allow;
}
