// Observer oaws_ocw: runs OAWS's optimal-cached-warps block beside any policy, fed with the loads of the LD/ST unit.
//
// hardware.md section 1.2. No classifier is present, so no load counts as associativity sensitive. A cycle without an event
// leaves the block idle. Not modelled: any effect on the issue.
#include "sim/policy/policy.h"
#include "rtl_c/oaws_ocw.h"

static void observe_early(void *state, block *const *blocks, const policy_view *view)
{
    struct oaws_ocw_in *in = blocks[0]->in;
    const ldst_events *events = view->ldst;
    (void)state;
    in->cfg_wmax = (uint8_t)view->machine->core.warps;
    in->launch = view->kernel_start;
    in->start = events->start;
    in->n_acc = (uint8_t)(!events->start ? 0 : events->lines < 63 ? events->lines : 63);
    in->access = events->access;
    in->access_set = events->access ? (uint8_t)events->set : 0;
    in->access_hit = events->access && events->first_attempt_hit;
    in->done = events->done;
}

static const char *const observer_blocks[] = {"oaws_ocw", NULL};
static const policy_register observer_shown[] = {{"oaws_ocw", "ocw"}, {"oaws_ocw", "cnt"}, {NULL, NULL}};
const policy observer_ocw = {.name = "oaws_ocw", .help = "optimal cached warps of OAWS, without a say in the issue",
                             .blocks = observer_blocks, .shown = observer_shown, .early = observe_early};
