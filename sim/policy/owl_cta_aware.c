// SPDX-License-Identifier: BSD-3-Clause
// OWL's first step, CTA-aware two-level scheduling (section 4.1); see sim/policy/owl.c.
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/owl.h"

static void feed(const policy_view *view, feed_phase phase) { owl_feed_groups(view, view->blocks[0], phase, OWL_CTA_AWARE); }
static void select_group(const policy_view *view, policy_masks *masks) { owl_allow(view->blocks[0], masks); }

static const char *const blocks[] = {"owl_groups", NULL};
const policy policy_owl_cta_aware = {.name = "cta-aware",
                          .help = "loose round robin in a group of CTAs; the next one when all its warps wait",
                          .arbiter_mode = ARBITER_LRR, .blocks = blocks, .watches_data = true, .state_size = sizeof(owl_state),
                          .reads = READS_KEYS(OWL_READS), .feed = feed, .select = select_group};
