// Memory occlusion aware warp scheduling: a load waits while the MSHRs that it is predicted to need are not free.
//
// Source: OAWS section 4; hardware.md section 1. The LD/ST unit's events feed oaws_ocw and oaws_dlc, decoded instructions
// oaws_misspred, ready warps oaws_qualify, whose occlude goes to the arbiters. A load takes its charge along at issue and
// the LD/ST unit hands it back. Wiring only: whatever decides is in the blocks.
#include "sim/policy/oaws.h"

#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"

#include <string.h>

enum { OCW, DLC, MISSPRED, QUALIFY, LINES_MAX = 63, DIVERGENT_FROM = 3 };

const char *const oaws_blocks[] = {"oaws_ocw", "oaws_dlc", "oaws_misspred", "oaws_qualify", NULL};
const policy_register oaws_shown[] = {{"oaws_ocw", "ocw"}, {"oaws_ocw", "cnt"}, {"oaws_qualify", "inflight"}, {NULL, NULL}};

static uint8_t lines_of(uint32_t lines) { return (uint8_t)(lines < LINES_MAX ? lines : LINES_MAX); }

static void early_ocw(struct oaws_ocw_in *in, const policy_view *view)
{
    const machine *m = view->machine;
    const ldst_events *events = view->ldst;
    in->cfg_wmax = (uint8_t)(m->policy.wmax < m->core.warps ? m->policy.wmax : m->core.warps);
    in->cfg_ocw_pin = (uint8_t)m->policy.ocw_pin;
    in->launch = view->kernel_start;
    in->start = events->start;
    in->n_acc = events->start ? lines_of(events->lines) : 0;
    in->access = events->access;
    in->access_set = events->access ? (uint8_t)events->set : 0;
    in->access_hit = events->access && events->first_attempt_hit;
    in->done = events->done;
}

static void early_dlc(struct oaws_dlc_in *in, const policy_view *view)
{
    const ldst_events *events = view->ldst;
    in->cfg_age_period = view->machine->policy.age_period;
    in->clear = view->kernel_start;
    in->coalesce = events->coalesced_lines >= DIVERGENT_FROM;
    in->coalesce_pc = in->coalesce ? events->coalesced_pc : 0;
    in->coalesce_acc = in->coalesce ? lines_of(events->coalesced_lines) : 0;
    in->done_pc = events->done ? events->pc : 0;
    for (unsigned slot = 0; slot < FILLS; slot++)
        in->fill_pc[slot] = view->fill.present[slot] ? view->fill.pc[slot] : 0;
}

void oaws_early(block *const *blocks, const policy_view *view, unsigned mode)
{
    struct oaws_misspred_in *misspred = blocks[MISSPRED]->in;
    struct oaws_qualify_in *qualify = blocks[QUALIFY]->in;
    early_ocw(blocks[OCW]->in, view);
    early_dlc(blocks[DLC]->in, view);
    misspred->cfg_dynamic = mode == OAWS_DYNAMIC;
    misspred->cfg_smr = (uint8_t)view->machine->policy.smr;
    qualify->cfg_mode = (uint8_t)mode;
    qualify->cfg_keep_oldest = view->machine->policy.keep_oldest != 0;
    qualify->ready = view->may_get_ready;
    qualify->load = view->load;
    qualify->avail = (uint8_t)view->free_mshrs;
    if (!view->numbers)                     // static predictions use none
        return;
    memcpy(misspred->rank, view->numbers->rank, sizeof misspred->rank);
    memcpy(qualify->rank_run, view->numbers->rank_run, sizeof qualify->rank_run);
    qualify->oldest_run = view->numbers->oldest_run;
}

void oaws_wire(void *state, block *const *blocks, unsigned next, const policy_view *view)
{
    const struct oaws_ocw_out *ocw = blocks[OCW]->out;
    (void)state;
    if (next == DLC) {
        struct oaws_dlc_in *in = blocks[DLC]->in;
        in->done = view->ldst->done && ocw->div;
        in->done_sets = in->done ? ocw->n_sets : 0;
    }
    if (next == QUALIFY) {
        struct oaws_qualify_in *in = blocks[QUALIFY]->in;
        const struct oaws_misspred_out *misspred = blocks[MISSPRED]->out;
        in->ocw = ocw->ocw;
        memcpy(in->pred, misspred->pred, sizeof in->pred);
    }
}

void oaws_mask(void *state, block *const *blocks, const policy_view *view, policy_masks *masks)
{
    const struct oaws_qualify_out *out = blocks[QUALIFY]->out;
    (void)state, (void)view;
    masks->occlude = out->occlude;
}

uint32_t oaws_charge(void *state, block *const *blocks, unsigned warp, const inflight *load)
{
    oaws_state *oaws = state;
    const struct oaws_qualify_out *out = blocks[QUALIFY]->out;
    (void)load;
    *oaws = (oaws_state){.issues = true, .warp = (uint8_t)warp};
    return out->charge[warp];
}

void oaws_late(void *state, block *const *blocks, const policy_view *view, uint64_t launched, uint64_t exited,
               uint64_t issued)
{
    oaws_state *oaws = state;
    const struct oaws_dlc_out *dlc = blocks[DLC]->out;
    struct oaws_misspred_in *misspred = blocks[MISSPRED]->in;
    struct oaws_qualify_in *qualify = blocks[QUALIFY]->in;
    (void)launched, (void)exited;
    ((struct oaws_ocw_in *)blocks[OCW]->in)->sensitive = dlc->sensitive;
    for (unsigned slot = 0; slot < FILLS; slot++) {
        bool fills = view->fill.present[slot];
        misspred->fill[slot] = fills;
        misspred->fill_warp[slot] = fills ? view->fill.warp : 0;
        misspred->fill_slot[slot] = fills && slot;
        misspred->fill_load[slot] = fills && view->fill.load[slot];
        misspred->fill_divergent[slot] = fills && dlc->fill_hit[slot];
        misspred->fill_active[slot] = fills ? view->fill.active : 0;
    }
    misspred->issue = issued;
    for (unsigned scheduler = 0; scheduler < view->machine->core.schedulers; scheduler++)
        misspred->issue_active[scheduler] = view->issue_active[scheduler];
    misspred->flush = view->flushed;
    qualify->issue = oaws->issues;
    qualify->issue_warp = oaws->warp;
    qualify->release[0] = (uint8_t)(view->ldst->charge - view->ldst->charge_without_access);
    qualify->release[1] = (uint8_t)view->ldst->charge_without_access;
    *oaws = (oaws_state){0};
}
