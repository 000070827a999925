// SPDX-License-Identifier: BSD-3-Clause
// Cache-conscious wavefront scheduling: a warp that loses lines which it loads again gets a higher score. While the sum of the
// scores, in descending order, exceeds the cutoff, the last warps may issue no loads.
//
// Source: CCWS section 3; hardware.md section 2. The L1D's evictions and missing loads feed ccws_vta, whose hit goes to
// ccws_llds, whose score goes to ccws_lls, whose can_issue goes to the arbiters. Feeding only: the wires between the blocks are
// in rtl_c/wires.def, decisions in the blocks. GTO among the warps that are left.
// With policy.ccws_vta_latency 1 the tags are read like an SRAM macro, which takes the address in one cycle and gives the tags in
// the next: a cycle's miss and victim reach ccws_vta a cycle later, and so does the hit ccws_llds. A victim is dropped if a
// launch empties its warp's section meanwhile. In hardware these are registers before the block, none in it.
// With policy.ccws_direct can_issue follows its definition in every cycle instead: what a walk would give that is never late.
#include "sim/policy/ccws.h"

#include "rtl_c/ccws_llds.h"
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/ccws_direct.h"

enum { VTA, LLS, LLDS, LINE_BITS = 34 };

const char *const ccws_blocks[] = {"ccws_vta", "ccws_lls", "ccws_llds", NULL};

static uint64_t launched(const sm_events *events) { return events->cta_launch_count ? events->cta_launch[0].warps : 0; }

static uint64_t line_number(const policy_view *view, uint64_t address)
{
    return address / view->machine->l1d.line_bytes & MASK(LINE_BITS);
}

// A load's access whose line is neither in the L1D nor in flight, at its first attempt (D-26).
static const l1d_access_event *missing(const sm_events *events)
{
    for (unsigned i = 0; i < events->l1d_access_count; i++)
        if (events->l1d_access[i].first_try && events->l1d_access[i].found == FOUND_NOWHERE)
            return &events->l1d_access[i];
    return NULL;
}

// The victim of this cycle: a replaced line, or if there is none, with policy.vta_stores, one that a store evicts.
static const l1d_evict_event *victim(const policy_view *view)
{
    const l1d_evict_event *found = NULL;
    for (unsigned i = 0; i < view->events->l1d_evict_count; i++) {
        const l1d_evict_event *evicted = &view->events->l1d_evict[i];
        if (evicted->cause == EVICT_REPLACED)
            return evicted;
        if (evicted->cause == EVICT_STORE && view->machine->policy.vta_stores)
            found = evicted;
    }
    return found;
}

static const l1d_access_event *probing(const policy_view *view, const ccws_state *last)
{
    if (!last)
        return missing(view->events);
    return last->probes ? &last->access : NULL;
}

static const l1d_evict_event *inserted(const policy_view *view, const ccws_state *last)
{
    if (!last)
        return victim(view);
    return last->inserts ? &last->evicted : NULL;
}

static void remember(ccws_state *last, const policy_view *view)
{
    const l1d_access_event *access = missing(view->events);
    const l1d_evict_event *evicted = victim(view);
    last->probes = access != NULL;
    if (access)
        last->access = *access;
    last->inserts = evicted && !(launched(view->events) >> evicted->owner & 1);
    if (evicted)
        last->evicted = *evicted;
}

void ccws_feed_vta(struct ccws_vta_in *in, const policy_view *view, feed_phase phase, const ccws_state *last)
{
    if (phase == FEED_EARLY) {
        const l1d_access_event *access = probing(view, last);
        in->probe = access != NULL;
        in->probe_warp = access ? access->warp : 0;
        in->probe_line = access ? line_number(view, access->line) : 0;
        return;
    }
    const l1d_evict_event *evicted = inserted(view, last);
    in->insert = evicted != NULL;
    in->insert_warp = evicted ? evicted->owner : 0;
    in->insert_line = evicted ? line_number(view, evicted->line) : 0;
    in->launch = launched(view->events);
}

static void feed_early(const policy_view *view, const ccws_state *last)
{
    struct ccws_lls_in *lls = view->blocks[LLS]->in;
    struct ccws_llds_in *llds = view->blocks[LLDS]->in;
    const l1d_access_event *access = probing(view, last);
    lls->cfg_base = llds->cfg_base = (uint8_t)view->machine->policy.ccws_base;
    llds->cfg_k = (uint8_t)view->machine->policy.ccws_k;
    llds->hit_warp = access ? access->warp : 0;
}

static void feed_late(const policy_view *view)
{
    const sm_events *events = view->events;
    struct ccws_lls_in *lls = view->blocks[LLS]->in;
    struct ccws_llds_in *llds = view->blocks[LLDS]->in;
    lls->launch = llds->launch = launched(events);
    lls->exit = llds->exit = events->warp_exit;
    llds->issued = events->warp_issue_count;
    llds->kernel_launch = events->kernel_start_count != 0;
}

void ccws_feed(const policy_view *view, feed_phase phase)
{
    ccws_state *last = ccws_remembers(view->machine) ? view->state : NULL;
    ccws_feed_vta(view->blocks[VTA]->in, view, phase, last);
    if (phase == FEED_EARLY) {
        feed_early(view, last);
        return;
    }
    feed_late(view);
    if (last)
        remember(last, view);
}

bool ccws_remembers(const machine *m) { return m->policy.ccws_vta_latency; }

// --- the scores in the present cycle

const struct ccws_lls_state *ccws_scores(const policy_view *view) { return view->blocks[LLS]->q; }

static uint64_t by_definition(const policy_view *view)
{
    const struct ccws_lls_state *q = ccws_scores(view);
    const struct ccws_lls_out *out = view->blocks[LLS]->out;
    const struct warp_order_out *order = view->levels->order;
    const unsigned warps = view->machine->core.warps;
    uint16_t score[N_MAX] = {0};
    for (unsigned place = 0; place < warps; place++)
        score[q->heap[place]] = q->lls[place];
    return ccws_direct(warps, score, order->older, order->resident, out->cutoff);
}

static void ccws_select(const policy_view *view, policy_masks *masks)
{
    const struct ccws_lls_out *out = view->blocks[LLS]->out;
    masks->can_issue = view->machine->policy.ccws_direct ? by_definition(view) : out->can_issue;
}

const policy policy_ccws = {.name = "ccws", .help = "CCWS: loads of warps whose lost locality does not fit the cutoff wait; greedy then oldest",
                            .arbiter_mode = ARBITER_GTO, .any_order = true, .blocks = ccws_blocks, .one_a_cycle = ONE_MISS, .state_size = sizeof(ccws_state),
                            .remembers = ccws_remembers, .reads = READS_KEYS(CCWS_READS, READS(policy, ccws_direct)), .feed = ccws_feed, .select = ccws_select};
