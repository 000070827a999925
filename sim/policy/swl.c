// SPDX-License-Identifier: BSD-3-Clause
// Static warp limiting: only the policy.swl_limit oldest running warps of each scheduler, or of the SM (policy.swl_scope), may
// issue, greedy then oldest.
//
// Source: CCWS (MICRO 2012) section 5, as GPGPU-Sim's warp_limiting scheduler; hardware.md sections 6 and 7; per SM in BUCL's
// Table III. Age is rank_run, which ranks warps at a barrier or membar last: a waiting warp gives its place to the next one,
// so a kernel with barriers cannot deadlock. Not modelled: GPGPU-Sim's greedy warp that keeps its place until it cannot issue.
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/policy.h"

#include <string.h>

typedef struct {
    uint64_t resident;                  // that `allowed` was computed from
    uint8_t  rank_run[N_MAX];
    uint64_t allowed;
    bool     known;
} swl_state;

// The `limit` warps with the lowest rank_run, of every `step`-th one from `first` on.
static uint64_t oldest_running(const policy_view *view, unsigned first, unsigned step, unsigned limit)
{
    uint64_t by_rank[N_MAX] = {0}, chosen = 0;
    for (unsigned warp = first; warp < view->machine->core.warps; warp += step)
        if (view->levels->order->resident >> warp & 1)
            by_rank[view->levels->numbers->rank_run[warp]] = UINT64_C(1) << warp;
    for (unsigned rank = 0; rank < view->machine->core.warps && limit; rank++) {
        chosen |= by_rank[rank];
        limit -= by_rank[rank] != 0;
    }
    return chosen;
}

static void swl_select(const policy_view *view, policy_masks *masks)
{
    swl_state *swl = view->state;
    if (!swl->known || swl->resident != view->levels->order->resident ||
        memcmp(swl->rank_run, view->levels->numbers->rank_run, sizeof swl->rank_run)) {
        const unsigned sets = view->machine->policy.swl_scope == SWL_SM ? 1 : view->machine->core.schedulers;
        swl->allowed = 0;
        for (unsigned set = 0; set < sets; set++)
            swl->allowed |= oldest_running(view, set, sets, view->machine->policy.swl_limit);
        swl->resident = view->levels->order->resident;
        memcpy(swl->rank_run, view->levels->numbers->rank_run, sizeof swl->rank_run);
        swl->known = true;
    }
    masks->may_issue = swl->allowed;
}

const policy policy_swl = {.name = "swl",
                           .help = "static warp limiting: policy.swl_limit running warps per scheduler or SM, greedy then oldest",
                           .arbiter_mode = ARBITER_GTO, .any_order = true, .numbers = NUMBERS_RANK_RUN, .state_size = sizeof(swl_state), .reads = READS_KEYS(READS(policy, swl_limit), READS(policy, swl_scope)),
                           .select = swl_select};
