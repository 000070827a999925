// SPDX-License-Identifier: BSD-3-Clause
// Observer oaws_ocw: runs OAWS's optimal-cached-warps block beside any policy, fed with the loads of the LD/ST unit.
//
// hardware.md section 1.2. No classifier is present, so no load counts as associativity sensitive. A cycle without an event
// leaves the block idle. Not modelled: any effect on the issue.
#include "sim/policy/oaws.h"

static void observe(const policy_view *view, feed_phase phase)
{
    struct oaws_ocw_in *in = view->blocks[0]->in;
    if (phase != FEED_EARLY)
        return;
    in->cfg_wmax = (uint8_t)view->machine->core.warps;
    in->cfg_ocw_pin = 0;
    oaws_feed_ocw(in, view);
}

static const char *const observer_blocks[] = {"oaws_ocw", NULL};
static const policy_requirement requires[] = {REQUIRES(l1d, banks, 1, "oaws_ocw takes one access a cycle, and an observer holds nothing back"), {NULL, 0, 0, NULL, false}};
const policy observer_ocw = {.name = "oaws_ocw", .help = "optimal cached warps of OAWS, without a say in the issue",
                             .blocks = observer_blocks, .requires = requires, .feed = observe};
