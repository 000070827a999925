// SPDX-License-Identifier: BSD-3-Clause
// Memory occlusion aware warp scheduling: a load waits while the MSHRs that it is predicted to need are not free.
//
// Source: OAWS section 4; hardware.md section 1. The LD/ST unit's events feed oaws_ocw and oaws_dlc, decoded instructions
// feed oaws_misspred, ready warps oaws_qualify, whose occlude goes to the arbiters. A load takes its charge along at issue
// and the LD/ST unit returns it. Feeding only: the wires between the blocks are in rtl_c/wires.def, decisions in the blocks.
#include "sim/policy/oaws.h"

#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"

enum { OCW, DLC, MISSPRED, QUALIFY, MOST_LINES = 63, SLOTS = 2 };

const char *const oaws_blocks[] = {"oaws_ocw", "oaws_dlc", "oaws_misspred", "oaws_qualify", NULL};
const policy_requirement oaws_requires[] = {
    REQUIRES(core, issue_width, 1, "oaws_misspred shifts a warp's predictions by one a cycle"),
    {NULL, 0, 0, NULL, false}};

static uint8_t lines_of(uint32_t lines) { return (uint8_t)(lines < MOST_LINES ? lines : MOST_LINES); }

// With several L1D banks oaws_ocw follows only divergent loads: coherent ones change nothing in it (D-44).
static bool is_followed(const machine *m, uint32_t lines) { return m->l1d.banks == 1 || lines > COHERENT_LINES; }

// The load whose last access the L1D serviced in this cycle; NULL: none.
static const load_done_event *serviced(const policy_view *view)
{
    const sm_events *events = view->events;
    for (unsigned i = 0; i < events->load_done_count; i++)
        if (events->load_done[i].had_access && is_followed(view->machine, events->load_done[i].lines))
            return &events->load_done[i];
    return NULL;
}

static const l1d_access_event *looked_up(const policy_view *view)
{
    const sm_events *events = view->events;
    for (unsigned i = 0; i < events->l1d_access_count; i++)
        if (is_followed(view->machine, events->l1d_access[i].lines))
            return &events->l1d_access[i];
    return NULL;
}

// If several warps are fetched for in a cycle, the fill that brings a load: predictions of an empty buffer are 0, as of any other
// fill.
static const buffer_fill_event *filled(const policy_view *view)
{
    const sm_events *events = view->events;
    for (unsigned i = 0; i < events->buffer_fill_count; i++)
        if (view->machine->core.fetches == 1 || events->buffer_fill[i].load)
            return &events->buffer_fill[i];
    return NULL;
}

void oaws_feed_ocw(struct oaws_ocw_in *in, const policy_view *view)
{
    const sm_events *events = view->events;
    const l1d_access_event *access = looked_up(view);
    in->launch = events->kernel_start_count != 0;
    in->start = access && access->first_of_load && access->first_try;
    in->n_acc = in->start ? lines_of(access->lines) : 0;
    in->access = access != NULL;
    in->access_set = access ? (uint8_t)access->set : 0;
    in->access_hit = access && access->first_try && access->outcome == L1D_HIT;
    in->done = serviced(view) != NULL;
}

static void feed_dlc(struct oaws_dlc_in *in, const policy_view *view)
{
    const sm_events *events = view->events;
    const load_coalesced_event *load = events->load_coalesced_count ? events->load_coalesced : NULL;
    const load_done_event *done = serviced(view);
    const buffer_fill_event *fill = filled(view);
    in->cfg_age_period = view->machine->policy.age_period;
    in->clear = events->kernel_start_count != 0;
    in->coalesce = load && load->lines > COHERENT_LINES;
    in->coalesce_pc = in->coalesce ? load->pc : 0;
    in->coalesce_acc = in->coalesce ? lines_of(load->lines) : 0;
    in->done_pc = done ? done->pc : 0;
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        bool fills = fill && fill->present >> slot & 1;
        in->fill_pc[slot] = !fills ? 0 : slot ? fill->second_pc : fill->pc;
    }
}

// The free ones of the MSHRs that loads are judged by: the L1D's, or only the first policy.oaws_mshrs of them.
static uint16_t counted_free(const machine *m, uint32_t free)
{
    const uint32_t in_use = m->l1d.mshrs - free, counted = m->policy.oaws_mshrs;

    if (!counted || counted >= m->l1d.mshrs)
        return (uint16_t)free;
    return (uint16_t)(counted > in_use ? counted - in_use : 0);
}

static void feed_early(const policy_view *view, unsigned mode)
{
    const machine *m = view->machine;
    struct oaws_ocw_in *ocw = view->blocks[OCW]->in;
    struct oaws_misspred_in *misspred = view->blocks[MISSPRED]->in;
    struct oaws_qualify_in *qualify = view->blocks[QUALIFY]->in;
    ocw->cfg_wmax = (uint8_t)(m->policy.wmax < m->core.warps ? m->policy.wmax : m->core.warps);
    ocw->cfg_ocw_pin = (uint8_t)m->policy.ocw_pin;
    oaws_feed_ocw(ocw, view);
    feed_dlc(view->blocks[DLC]->in, view);
    misspred->cfg_dynamic = mode == OAWS_DYNAMIC;
    misspred->cfg_smr = (uint8_t)m->policy.smr;
    qualify->cfg_mode = (uint8_t)mode;
    qualify->cfg_keep_oldest = m->policy.keep_oldest != 0;
    qualify->ready = view->levels->may_get_ready;
    qualify->load = view->levels->load;
    qualify->avail = counted_free(m, view->levels->free_mshrs);
}

static void feed_fill(struct oaws_misspred_in *in, const buffer_fill_event *fill)
{
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        bool fills = fill && fill->present >> slot & 1;
        in->fill[slot] = fills;
        in->fill_warp[slot] = fills ? fill->warp : 0;
        in->fill_slot[slot] = fills && slot;
        in->fill_load[slot] = fills && fill->load >> slot & 1;
        in->fill_active[slot] = fills ? fill->active : 0;
    }
}

static void feed_late(const policy_view *view)
{
    const sm_events *events = view->events;
    struct oaws_misspred_in *misspred = view->blocks[MISSPRED]->in;
    struct oaws_qualify_in *qualify = view->blocks[QUALIFY]->in;
    feed_fill(misspred, filled(view));
    misspred->issue = 0;
    qualify->issue = qualify->issue_warp = 0;
    for (unsigned scheduler = 0; scheduler < view->machine->core.schedulers; scheduler++)
        misspred->issue_active[scheduler] = 0;
    for (unsigned i = 0; i < events->warp_issue_count; i++) {
        const warp_issue_event *issued = &events->warp_issue[i];
        misspred->issue |= UINT64_C(1) << issued->warp;
        misspred->issue_active[issued->scheduler] = issued->active;
        if (!issued->load || (qualify->issue && !issued->charge))       // only one of several loads has a charge
            continue;
        qualify->issue = 1;
        qualify->issue_warp = issued->warp;
    }
    misspred->flush = events->buffer_flush;
    qualify->release[0] = qualify->release[1] = 0;
    for (unsigned i = 0; i < events->load_done_count; i++)
        qualify->release[!events->load_done[i].had_access] += (uint16_t)events->load_done[i].charge;
}

void oaws_feed(const policy_view *view, feed_phase phase, unsigned mode)
{
    if (phase == FEED_EARLY)
        feed_early(view, mode);
    else
        feed_late(view);
}

void oaws_select(const policy_view *view, policy_masks *masks)
{
    const struct oaws_qualify_out *out = view->blocks[QUALIFY]->out;
    masks->occlude = out->occlude;
}

uint32_t oaws_charge(const policy_view *view, unsigned warp)
{
    const struct oaws_qualify_out *out = view->blocks[QUALIFY]->out;
    return out->charge[warp];
}

// As wide as a prediction (PRED_W of rtl_c/oaws_qualify.def).
uint32_t oaws_charges_done(const machine *m)
{
    return (uint32_t)MASK(CLOG2(m->l1d.mshrs));
}
