// SPDX-License-Identifier: BSD-3-Clause
// Observer ccws_vta: runs CCWS's victim tags beside any policy, fed with the loads and evictions of the L1D.
//
// hardware.md section 2.1. A cycle without an event leaves the block idle. Not modelled: any effect on the issue.
#include "sim/policy/ccws.h"

static void observe(const policy_view *view, feed_phase phase) { ccws_feed_vta(view->blocks[0]->in, view, phase, NULL); }

static const policy_requirement requires[] = {
    REQUIRES(l1d, banks, 1, "ccws_vta takes one access and one victim a cycle, and an observer holds nothing back"), {NULL, 0, 0, NULL, false}};
static const char *const observer_blocks[] = {"ccws_vta", NULL};
const policy observer_ccws_vta = {.name = "ccws_vta", .help = "victim tags of CCWS, without a say in the issue",
                                  .blocks = observer_blocks, .requires = requires, .reads = READS_KEYS(READS(policy, vta_stores)), .feed = observe};
