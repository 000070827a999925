// SPDX-License-Identifier: BSD-3-Clause
// OWL's third step, another front group on each SM for more banks at once (section 4.3); see sim/policy/owl.c.
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/owl.h"

static void feed(const policy_view *view, feed_phase phase) { owl_feed_groups(view, view->blocks[0], phase, OWL_BLP); }
static void select_group(const policy_view *view, policy_masks *masks) { owl_allow(view->blocks[0], masks); }

static const char *const blocks[] = {"owl_groups", NULL};
const policy policy_owl_cta_aware_locality_blp = {.name = "cta-aware-locality-blp",
                          .help = "the same; each SM begins with another group of CTAs",
                          .arbiter_mode = ARBITER_LRR, .blocks = blocks, .watches_data = true, .state_size = sizeof(owl_state),
                          .reads = READS_KEYS(OWL_READS), .feed = feed, .select = select_group};
