// SPDX-License-Identifier: BSD-3-Clause
// CCWS as the OAWS paper describes it: "the warp that has the largest locality loss is exclusively prioritized".
//
// Source: OAWS section 5, which compares with it. The blocks are those of ccws, fed alike (sim/policy/ccws.c). The largest
// score above base in ccws_lls names the warp, among equals the oldest (hardware.md section 2.3). Its instructions go before
// all others, and while there is such a warp, only it may load: the paper uses the same words for MASCAR's owner
// ("exclusively prioritizes memory instructions from one owner warp"), and counts CCWS among what throttles concurrency.
// policy.ccws_exclusive `order` is the other reading: the warp goes first, and none is held back. The cutoff and the walk of
// ccws_lls have no say. As for MASCAR's owner, no block makes the choice: hardware would look at the top of the heap, and
// might see it as late as marks arrive.
#include "sim/policy/ccws.h"
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/ccws_direct.h"

enum { FIRST = 0, OTHERS = 1 };

typedef struct {
    ccws_state fed;
    uint8_t  priority[N_MAX];
    uint64_t first;                     // the warp that `priority` is for
} priority_state;

// One bit; 0: every score is at base.
static uint64_t largest_loss(const policy_view *view)
{
    const struct ccws_lls_state *scores = ccws_scores(view);
    const uint64_t *older = view->levels->order->older;
    const unsigned warps = view->machine->core.warps;
    unsigned largest = 0, first = N_MAX;
    for (unsigned place = 0; place < warps; place++)
        largest = scores->lls[place] > largest ? scores->lls[place] : largest;
    if (largest <= view->machine->policy.ccws_base)
        return 0;
    for (unsigned place = 0; place < warps; place++)
        if (scores->lls[place] == largest && (first == N_MAX || ccws_older(older, scores->heap[place], first)))
            first = scores->heap[place];
    return UINT64_C(1) << first;
}

static void select_first(const policy_view *view, policy_masks *masks)
{
    priority_state *state = view->state;
    const uint64_t first = largest_loss(view);
    for (unsigned warp = 0; warp < N_MAX && state->first != first; warp++)
        state->priority[warp] = first >> warp & 1 || !first ? FIRST : OTHERS;
    state->first = first;
    masks->priority = state->priority;
    if (first && view->machine->policy.ccws_exclusive == CCWS_LOADS)
        masks->can_issue = first;
}

const policy policy_ccws_priority = {.name = "ccws-priority",
                                     .help = "CCWS as OAWS describes it: loads of the warp that has lost the most lines alone; it goes first",
                                     .arbiter_mode = ARBITER_GTO, .blocks = ccws_blocks, .one_a_cycle = ONE_MISS, .state_size = sizeof(priority_state),
                                     .classes = true, .remembers = ccws_remembers, .reads = READS_KEYS(CCWS_READS, READS(policy, ccws_exclusive)),
                                     .feed = ccws_feed, .select = select_first};
