// The half of KAWS that knows how far each CTA is: see sim/policy/kaws.c.
#include "sim/policy/kaws.h"

#include "rtl_c/warp_arbiter.h"

static void feed(const policy_view *view, feed_phase phase) { kaws_feed_progress(view, view->blocks[0], phase); }
static void select_classes(const policy_view *view, policy_masks *masks) { kaws_classes(view->blocks[0], masks); }

static const char *const blocks[] = {"kaws_progress", NULL};
static const policy_register shown[] = {{"kaws_progress", "mode", SHOWN_VALUE}, {"kaws_progress", "resident", SHOWN_ONES},
                                        {"kaws_progress", "progress", SHOWN_LARGEST}, {"kaws_progress", "progress", SHOWN_SUM},
                                        {NULL, NULL, SHOWN_VALUE}};
const policy policy_kaws_progress = {.name = "kaws-progress",
                                     .help = "oldest first, the CTA with the least progress at a kernel's end",
                                     .arbiter_mode = ARBITER_OLDEST, .blocks = blocks, .classes = true, .watches_grid = true, .state_size = sizeof(kaws_state),
                                     .shown = shown, .feed = feed, .select = select_classes};
