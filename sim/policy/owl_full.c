// SPDX-License-Identifier: BSD-3-Clause
// OWL, all four steps: groups of CTAs, another front group on each SM, and prefetches from open DRAM rows (sections 4.1 to 4.4);
// see sim/policy/owl.c and owl_memory.c.
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/owl.h"
#include "sim/policy/owl_memory.h"

enum { GROUPS, PREFETCH };

static void feed(const policy_view *view, feed_phase phase)
{
    if (view->blocks[GROUPS])
        owl_feed_groups(view, view->blocks[GROUPS], phase, OWL_BLP);
    if (view->blocks[PREFETCH])
        owl_feed_prefetch(view, view->blocks[PREFETCH], phase);
}

static void select_group(const policy_view *view, policy_masks *masks) { owl_allow(view->blocks[GROUPS], masks); }
static void offer(const policy_view *view, policy_prefetches *answer) { owl_offers(view, view->blocks[PREFETCH], answer); }

static const char *const blocks[] = {"owl_groups", "owl_prefetch", NULL};
const policy policy_owl = {.name = "owl", .help = "cta-aware-locality-blp; lines of open DRAM rows are prefetched into the L2",
                           .arbiter_mode = ARBITER_LRR, .blocks = blocks, .watches_data = true, .state_size = sizeof(owl_state),
                           .requires = owl_prefetch_requires,
                           .reads = READS_KEYS(OWL_READS, READS(policy, owl_scheme), READS(policy, owl_lower), READS(policy, owl_higher),
                                               READS(policy, owl_threshold)),
                           .feed = feed, .select = select_group, .prefetch = offer};
