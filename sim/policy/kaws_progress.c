// SPDX-License-Identifier: BSD-3-Clause
// The half of KAWS that knows how far each CTA is: see sim/policy/kaws.c.
#include "sim/policy/kaws.h"

#include "rtl_c/warp_arbiter.h"

static void feed(const policy_view *view, feed_phase phase) { kaws_feed_progress(view, view->blocks[0], phase); }
static void select_classes(const policy_view *view, policy_masks *masks) { kaws_classes(view->blocks[0], masks); }

static const char *const blocks[] = {"kaws_progress", NULL};
const policy policy_kaws_progress = {.name = "kaws-progress",
                                     .help = "oldest first, the CTA with the least progress at a kernel's end",
                                     .arbiter_mode = ARBITER_OLDEST, .blocks = blocks, .classes = true, .watches_grid = true, .state_size = sizeof(kaws_state),
                                     .feed = feed, .select = select_classes};
