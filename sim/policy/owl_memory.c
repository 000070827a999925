// SPDX-License-Identifier: BSD-3-Clause
// OWL's opportunistic prefetching: lines of an open DRAM row that no request wants go to the L2 before the row is closed.
//
// Source: OWL section 4.4; hardware.md section 5.2. Feeding only: owl_prefetch decides which line of a row is next, and whether
// the row is held for it; the controller decides which bank gets the data bus, and knows what the L2 has
// (sim/memory/dram_prefetch.c).
#include "sim/policy/owl_memory.h"

#include "rtl_c/owl_prefetch.h"

enum { WAITING_MAX = 255 };

_Static_assert(LINE_DEMAND == 0 && LINE_PREFETCH == 1 && LINE_DROPPED == 2, "sent_kind is that of the event");

const policy_requirement owl_prefetch_requires[] = {
    REFUSES(dram, partition_indexing, PARTITION_RANDOM, "what else is in a row is drawn at random"),
    {NULL, 0, 0, NULL, false}};

// policy.owl_threshold: the block compares with its own average, so both its numbers become the one that the fixed threshold
// chooses.
static void compare_with_threshold(struct owl_prefetch_in *in, bool fewer_wait)
{
    if (fewer_wait)
        in->cfg_lower = in->cfg_higher;
    else
        in->cfg_higher = in->cfg_lower;
}

static void feed_levels(struct owl_prefetch_in *in, const policy_view *view)
{
    const controller_levels *levels = view->controller;
    in->cfg_scheme = view->machine->policy.owl_scheme == 2;
    in->cfg_lower = (uint8_t)view->machine->policy.owl_lower;
    in->cfg_higher = (uint8_t)view->machine->policy.owl_higher;
    if (view->machine->policy.owl_threshold)
        compare_with_threshold(in, levels->pending < view->machine->policy.owl_threshold);
    in->demand_open = levels->demand_open;
    in->demand_other = levels->demand_other;
    in->waiting = (uint8_t)(levels->pending < WAITING_MAX ? levels->pending : WAITING_MAX);
    in->room = levels->room;
}

// A line counts at its first column; a store's goes the other way.
static void feed_commands(struct owl_prefetch_in *in, const controller_events *events)
{
    const line_sent_event *sent = events->line_sent;
    in->open = events->row_open_count != 0;
    in->open_bank = in->open ? events->row_open[0].bank : 0;
    in->close = events->row_close_count != 0;
    in->close_bank = in->close ? events->row_close[0].bank : 0;
    in->sent = events->line_sent_count && sent->first && !sent->write;
    in->sent_bank = in->sent ? sent->bank : 0;
    in->sent_line = (uint8_t)(in->sent ? sent->line : 0);
    in->sent_kind = in->sent ? sent->kind : 0;
}

void owl_feed_prefetch(const policy_view *view, block *prefetch, feed_phase phase)
{
    if (phase == FEED_EARLY)
        feed_levels(prefetch->in, view);
    else if (phase == FEED_LATE)
        feed_commands(prefetch->in, view->controller_events);
}

void owl_offers(const policy_view *view, const block *prefetch, policy_prefetches *answer)
{
    const struct owl_prefetch_out *out = prefetch->out;
    answer->offers = out->valid;
    answer->hold = out->hold;
    for (unsigned bank = 0; bank < view->machine->dram.banks; bank++)
        answer->line[bank] = out->line[bank];
}
