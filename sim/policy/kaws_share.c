// SPDX-License-Identifier: BSD-3-Clause
// The half of KAWS that lends stalled warps: see sim/policy/kaws.c.
#include "sim/policy/kaws.h"

#include "rtl_c/warp_arbiter.h"

static void feed(const policy_view *view, feed_phase phase) { kaws_feed_share(view, view->blocks[0], phase); }
static void lend(const policy_view *view, policy_loans *loans) { kaws_loans(view, view->blocks[0], loans); }

static const char *const blocks[] = {"kaws_share", NULL};
const policy policy_kaws_share = {.name = "kaws-share", .help = "oldest first; stalled warps are lent to schedulers with a free register",
                                  .arbiter_mode = ARBITER_OLDEST, .blocks = blocks, .behind = 1,
                                  .requires = kaws_share_requires, .feed = feed, .lend = lend};
