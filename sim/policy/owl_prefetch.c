// SPDX-License-Identifier: BSD-3-Clause
// OWL's fourth step alone, prefetches from open DRAM rows (section 4.4); see sim/policy/owl_memory.c.
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/owl_memory.h"

static void feed(const policy_view *view, feed_phase phase)
{
    if (view->blocks[0])
        owl_feed_prefetch(view, view->blocks[0], phase);
}

static void offer(const policy_view *view, policy_prefetches *answer) { owl_offers(view, view->blocks[0], answer); }

static const char *const blocks[] = {"owl_prefetch", NULL};
const policy policy_owl_prefetch = {.name = "owl-prefetch", .help = "lines of open DRAM rows are prefetched into the L2; beside any order of warps",
                                    .arbiter_mode = ARBITER_LRR, .any_order = true, .blocks = blocks, .requires = owl_prefetch_requires,
                                    .reads = READS_KEYS(READS(policy, owl_scheme), READS(policy, owl_lower), READS(policy, owl_higher),
                                                        READS(policy, owl_threshold)),
                                    .feed = feed, .prefetch = offer};
