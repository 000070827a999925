// SPDX-License-Identifier: BSD-3-Clause
// The front end's chain in C, block after block as hardware.md section 0 orders it; see tb/systemc/front_end.h.
//
// Wired by hand, and so are tb/systemc/warp_scheduling_front_end.cpp and verilog/warp_front_end.v: it is the check of
// both, and a recording of the simulator is a check of all three.
#include "tb/systemc/front_end.h"

#include "rtl_c/bucl_bypass.h"
#include "rtl_c/ccws_llds.h"
#include "rtl_c/ccws_lls.h"
#include "rtl_c/ccws_vta.h"
#include "rtl_c/kaws_progress.h"
#include "rtl_c/kaws_share.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/owl_groups.h"
#include "rtl_c/warp_arbiter.h"
#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
#include "tb/tuples.h"

bool front_end_models_open(front_end_models *m, lockstep *run, const verilated_ops *(*rtl)(const char *block),
                           char *error, size_t error_size)
{
    *m = (front_end_models){.run = run, .warps = front_end_params[0].value, .schedulers = front_end_params[1].value};
    for (unsigned b = 0; b < FE_BLOCKS; b++) {
        if (!front_end_has(b))
            continue;
        const char *name = front_end_name(b);
        const block_ops *ops = tuple_find(name, front_end_params, false, error, error_size);
        char instance[32] = "front end";
        if (!ops)
            return false;
        if (front_end_arbiter(b))
            snprintf(instance, sizeof instance, "front end sched %u", b - FE_ARBITER);
        m->blocks[b] = lockstep_add_ops(run, ops, rtl ? rtl(name) : NULL, instance);
    }
    return true;
}

void front_end_models_reset(front_end_models *m)
{
    for (unsigned b = 0; b < FE_BLOCKS; b++)
        if (m->blocks[b])
            block_reset(m->blocks[b]);
}

// The bits of a scheduler's warps: slot k is warp k * S + scheduler.
static uint64_t slots_of(const front_end_models *m, unsigned scheduler, uint64_t warps)
{
    uint64_t slots = 0;
    for (unsigned k = 0; k * m->schedulers + scheduler < m->warps; k++)
        slots |= (warps >> (k * m->schedulers + scheduler) & 1) << k;
    return slots;
}

static void out_of_oaws(front_end_models *m, const struct front_end_in *in, struct front_end_out *out)
{
    block *const *b = m->blocks;
    const struct warp_order_out *order = b[FE_ORDER]->out;
    const struct warp_rank_out *numbers = b[FE_RANK]->out;
    struct warp_rank_in *rank = b[FE_RANK]->in;
    const struct oaws_ocw_out *cached = b[FE_OCW]->out;
    const struct oaws_misspred_out *predicted = b[FE_MISSPRED]->out;
    struct oaws_ocw_in *ocw = b[FE_OCW]->in;
    struct oaws_dlc_in *dlc = b[FE_DLC]->in;
    struct oaws_misspred_in *misspred = b[FE_MISSPRED]->in;
    struct oaws_qualify_in *qualify = b[FE_QUALIFY]->in;
    const struct oaws_qualify_out *qualified = b[FE_QUALIFY]->out;

    rank->resident = order->resident;
    memcpy(rank->older, order->older, sizeof rank->older);
    rank->waiting = in->waiting;
    block_out(b[FE_RANK]);
    *ocw = (struct oaws_ocw_in){.cfg_wmax = in->cfg_wmax, .cfg_ocw_pin = in->cfg_ocw_pin, .launch = in->kernel_start,
                                .start = in->start, .n_acc = in->n_acc, .access = in->access,
                                .access_set = in->access_set, .access_hit = in->access_hit, .done = in->done};
    block_out(b[FE_OCW]);
    *dlc = (struct oaws_dlc_in){.cfg_age_period = in->cfg_age_period, .clear = in->kernel_start,
                                .coalesce = in->coalesce, .coalesce_pc = in->coalesce_pc,
                                .coalesce_acc = in->coalesce_acc, .done = cached->div_done,
                                .done_pc = in->done_pc, .done_sets = cached->n_sets,
                                .fill_pc = {in->fill_pc[0], in->fill_pc[1]}};
    block_out(b[FE_DLC]);
    memset(misspred, 0, sizeof *misspred);
    misspred->cfg_dynamic = in->cfg_oaws == OAWS_DYNAMIC;
    misspred->cfg_smr = in->cfg_smr;
    memcpy(misspred->rank, numbers->rank, sizeof misspred->rank);
    block_out(b[FE_MISSPRED]);
    memset(qualify, 0, sizeof *qualify);
    qualify->cfg_mode = in->cfg_oaws;
    qualify->cfg_keep_oldest = in->cfg_keep_oldest;
    qualify->ready = in->may_get_ready;
    qualify->load = in->load;
    qualify->ocw = cached->ocw;
    qualify->avail = in->avail;
    memcpy(qualify->rank_run, numbers->rank_run, sizeof qualify->rank_run);
    qualify->oldest_run = numbers->oldest_run;
    memcpy(qualify->pred, predicted->pred, sizeof qualify->pred);
    block_out(b[FE_QUALIFY]);
    memcpy(out->rank, numbers->rank, sizeof out->rank);
    out->ocw = cached->ocw;
    out->occlude = qualified->occlude;
    memcpy(out->charge, qualified->charge, sizeof out->charge);
}

static void out_of_ccws(front_end_models *m, const struct front_end_in *in, struct front_end_out *out)
{
    block *const *b = m->blocks;
    const struct warp_order_out *order = b[FE_ORDER]->out;
    const struct ccws_vta_out *lost = b[FE_VTA]->out;
    const struct ccws_lls_out *scores = b[FE_LLS]->out;
    struct ccws_vta_in *vta = b[FE_VTA]->in;
    struct ccws_lls_in *lls = b[FE_LLS]->in;
    struct ccws_llds_in *llds = b[FE_LLDS]->in;

    *vta = (struct ccws_vta_in){.probe = in->probe, .probe_warp = in->probe_warp, .probe_line = in->probe_line};
    block_out(b[FE_VTA]);
    memset(lls, 0, sizeof *lls);
    lls->cfg_base = in->cfg_base;
    lls->resident = order->resident;
    memcpy(lls->older, order->older, sizeof lls->older);
    block_out(b[FE_LLS]);
    *llds = (struct ccws_llds_in){.cfg_k = in->cfg_k, .cfg_base = in->cfg_base, .hit = lost->hit,
                                  .hit_warp = in->probe_warp, .cutoff = scores->cutoff};
    block_out(b[FE_LLDS]);
    out->may_load = scores->can_issue;
    out->cutoff = scores->cutoff;
}

static void out_of_progress(front_end_models *m, const struct front_end_in *in, struct front_end_out *out)
{
    const struct kaws_progress_out *ranked = m->blocks[FE_PROGRESS]->out;
    struct kaws_progress_in *progress = m->blocks[FE_PROGRESS]->in;

    memset(progress, 0, sizeof *progress);
    memcpy(progress->cta, in->cta, sizeof progress->cta);
    block_out(m->blocks[FE_PROGRESS]);
    out->progress_mode = ranked->mode;
    memcpy(out->cta_rank, ranked->rank, sizeof out->cta_rank);
}

static void out_of_bypass(front_end_models *m, const struct front_end_in *in, struct front_end_out *out)
{
    const struct bucl_bypass_out *passes = m->blocks[FE_BYPASS]->out;
    struct bucl_bypass_in *bypass = m->blocks[FE_BYPASS]->in;

    *bypass = (struct bucl_bypass_in){.load = in->dispatch, .load_global = in->dispatch_global,
                                      .load_acc = in->dispatch_acc, .fail = in->fail, .fail_global = in->fail_global,
                                      .fail_partition = in->fail_partition, .queue_full = in->queue_full,
                                      .tucd = in->tucd, .l1dhr_low = in->l1dhr_low, .uib_low = in->uib_low};
    block_out(m->blocks[FE_BYPASS]);
    out->load_bypass = passes->load_bypass;
    out->access_bypass = passes->access_bypass;
}

static void out_of_groups(front_end_models *m, const struct front_end_in *in, struct front_end_out *out)
{
    const struct owl_groups_out *chosen = m->blocks[FE_GROUPS]->out;
    struct owl_groups_in *groups = m->blocks[FE_GROUPS]->in;

    memset(groups, 0, sizeof *groups);
    groups->cfg_scheme = in->cfg_groups;
    groups->cfg_g_size = in->cfg_g_size;
    groups->cfg_core = in->cfg_core;
    groups->blocked = in->blocked;
    groups->unfinished = in->unfinished;
    memcpy(groups->cta, in->cta, sizeof groups->cta);
    block_out(m->blocks[FE_GROUPS]);
    out->allow = chosen->allow;
    memcpy(out->cta_group, chosen->group, sizeof out->cta_group);
    memcpy(out->cta_priority, chosen->priority, sizeof out->cta_priority);
}

// Behind the arbiters.
static void out_of_share(front_end_models *m, const struct front_end_in *in, struct front_end_out *out)
{
    const struct warp_order_out *order = m->blocks[FE_ORDER]->out;
    const struct kaws_share_out *lent = m->blocks[FE_SHARE]->out;
    struct kaws_share_in *share = m->blocks[FE_SHARE]->in;

    memset(share, 0, sizeof *share);
    share->ready = in->lendable;
    memcpy(share->unit, in->unit, sizeof share->unit);
    memcpy(share->older, order->older, sizeof share->older);
    memcpy(share->can_accept, in->can_accept, sizeof share->can_accept);
    share->issues = out->grant_valid;
    block_out(m->blocks[FE_SHARE]);
    out->borrows = lent->borrows;
    memcpy(out->borrowed_warp, lent->warp, sizeof out->borrowed_warp);
}

static void out_of_arbiter(front_end_models *m, unsigned scheduler, const struct front_end_in *in,
                           struct front_end_out *out)
{
    const struct warp_order_out *order = m->blocks[FE_ORDER]->out;
    const struct oaws_qualify_out *qualified = front_end_has(FE_QUALIFY) ? m->blocks[FE_QUALIFY]->out : NULL;
    const struct kaws_progress_out *ranked = front_end_has(FE_PROGRESS) ? m->blocks[FE_PROGRESS]->out : NULL;
    block *b = m->blocks[FE_ARBITER + scheduler];
    const struct warp_arbiter_out *granted = b->out;
    struct warp_arbiter_in *arbiter = b->in;

    memset(arbiter, 0, sizeof *arbiter);
    arbiter->cfg_mode = in->cfg_arbiter;
    arbiter->cfg_use_class = in->cfg_use_class;
    arbiter->cfg_group = in->cfg_group;
    arbiter->ready = slots_of(m, scheduler, front_end_has(FE_GROUPS) ? in->ready & out->allow : in->ready);
    arbiter->can_issue = slots_of(m, scheduler, out->may_load);
    arbiter->load = slots_of(m, scheduler, in->load);
    arbiter->occlude = qualified ? slots_of(m, scheduler, qualified->occlude) : 0;
    for (unsigned k = 0; k * m->schedulers + scheduler < m->warps; k++) {
        arbiter->older[k] = slots_of(m, scheduler, order->older[k * m->schedulers + scheduler]);
        arbiter->priority[k] = (ranked ? ranked->warp_class : in->priority)[k * m->schedulers + scheduler];
    }
    block_out(b);
    out->grant_valid |= (uint8_t)(granted->grant_valid << scheduler);
    if (!granted->grant_mask)                       // of ages in a circle, which warp_order does not make, none is the oldest
        return;
    unsigned warp = granted->grant * m->schedulers + scheduler;
    out->grant_warp[scheduler] = (uint8_t)warp;
    if (in->hold >> scheduler & 1)
        return;
    out->issue |= UINT64_C(1) << warp;
    if (in->load >> warp & 1 && !out->issue_load) {
        out->issue_load = 1;
        out->issue_load_warp = (uint8_t)warp;
        out->issue_charge = qualified ? qualified->charge[warp] : 0;
    }
}

void front_end_models_out(front_end_models *m, const struct front_end_in *in, struct front_end_out *out)
{
    const struct warp_order_out *order = m->blocks[FE_ORDER]->out;

    memset(m->blocks[FE_ORDER]->in, 0, sizeof(struct warp_order_in));
    block_out(m->blocks[FE_ORDER]);
    memset(out, 0, sizeof *out);
    out->resident = order->resident;
    out->may_load = in->can_issue;
    if (front_end_has(FE_QUALIFY))
        out_of_oaws(m, in, out);
    if (front_end_has(FE_LLS))
        out_of_ccws(m, in, out);
    if (front_end_has(FE_PROGRESS))
        out_of_progress(m, in, out);
    if (front_end_has(FE_BYPASS))
        out_of_bypass(m, in, out);
    if (front_end_has(FE_GROUPS))
        out_of_groups(m, in, out);
    for (unsigned scheduler = 0; scheduler < m->schedulers; scheduler++)
        out_of_arbiter(m, scheduler, in, out);
    if (front_end_has(FE_SHARE))
        out_of_share(m, in, out);
}

static void late_inputs_of_oaws(front_end_models *m, const struct front_end_in *in, const struct front_end_out *out)
{
    const struct oaws_dlc_out *classified = m->blocks[FE_DLC]->out;
    struct oaws_ocw_in *ocw = m->blocks[FE_OCW]->in;
    struct oaws_misspred_in *misspred = m->blocks[FE_MISSPRED]->in;
    struct oaws_qualify_in *qualify = m->blocks[FE_QUALIFY]->in;

    ocw->sensitive = classified->sensitive;
    for (unsigned f = 0; f < 2; f++) {
        misspred->fill[f] = in->fill[f];
        misspred->fill_warp[f] = in->fill_warp[f];
        misspred->fill_slot[f] = in->fill_slot[f];
        misspred->fill_load[f] = in->fill_load[f];
        misspred->fill_divergent[f] = classified->fill_hit[f];
        misspred->fill_active[f] = in->fill_active[f];
        qualify->release[f] = in->release[f];
    }
    misspred->issue = out->issue;
    memcpy(misspred->issue_active, in->issue_active, sizeof misspred->issue_active);
    misspred->flush = in->flush;
    qualify->issue = out->issue_load;
    qualify->issue_warp = out->issue_load_warp;
}

static void late_inputs_of_ccws(front_end_models *m, const struct front_end_in *in)
{
    const struct ccws_llds_out *lost = m->blocks[FE_LLDS]->out;
    struct ccws_vta_in *vta = m->blocks[FE_VTA]->in;
    struct ccws_lls_in *lls = m->blocks[FE_LLS]->in;
    struct ccws_llds_in *llds = m->blocks[FE_LLDS]->in;

    vta->insert = in->insert;
    vta->insert_warp = in->insert_warp;
    vta->insert_line = in->insert_line;
    lls->apply = lost->apply;
    lls->apply_warp = lost->apply_warp;
    lls->score = lost->score;
    llds->issued = in->issued;
    llds->kernel_launch = in->kernel_start;
    vta->launch = lls->launch = llds->launch = in->launch;
    lls->exit = llds->exit = in->exit;
}

// A warp that is granted and held has its slot there, too, but no instruction.
static void late_inputs_of_kaws(front_end_models *m, const struct front_end_in *in, const struct front_end_out *out)
{
    struct kaws_progress_in *progress = m->blocks[FE_PROGRESS]->in;

    for (unsigned s = 0; s < m->schedulers; s++) {
        const struct warp_arbiter_out *granted = m->blocks[FE_ARBITER + s]->out;
        progress->issued[s] = in->instructions[s];
        progress->issued_cta[s] = out->borrows >> s & 1 ? in->cta[out->borrowed_warp[s]]
                                : granted->grant_mask ? in->cta[out->grant_warp[s]] : 0;
    }
    progress->launch = in->cta_launch;
    progress->launch_cta = in->cta_launch_slot;
    progress->exit = in->cta_exit;
    progress->ctas_issued = in->ctas_issued;
    progress->ctas = in->ctas;
    progress->kernel_launch = in->kernel_start;
}

static void late_inputs_of_owl(front_end_models *m, const struct front_end_in *in)
{
    struct owl_groups_in *groups = m->blocks[FE_GROUPS]->in;

    groups->launch = in->cta_launch;
    groups->launch_cta = in->cta_launch_slot;
    groups->exit = in->cta_exit;
    groups->kernel_launch = in->kernel_start;
    groups->n_cta = in->n_cta;
    groups->warps_per_cta = in->warps_per_cta;
}

void front_end_models_late(front_end_models *m, const struct front_end_in *in, const struct front_end_out *out)
{
    struct warp_order_in *order = m->blocks[FE_ORDER]->in;

    order->launch = in->launch;
    order->exit = in->exit;
    if (front_end_has(FE_QUALIFY))
        late_inputs_of_oaws(m, in, out);
    if (front_end_has(FE_LLS))
        late_inputs_of_ccws(m, in);
    if (front_end_has(FE_PROGRESS))
        late_inputs_of_kaws(m, in, out);
    if (front_end_has(FE_GROUPS))
        late_inputs_of_owl(m, in);
    for (unsigned scheduler = 0; scheduler < m->schedulers; scheduler++) {
        struct warp_arbiter_in *arbiter = m->blocks[FE_ARBITER + scheduler]->in;
        arbiter->launch = slots_of(m, scheduler, in->launch);
        arbiter->exit = slots_of(m, scheduler, in->exit);
        arbiter->hold = in->hold >> scheduler & 1;
    }
}

void front_end_models_edge(front_end_models *m, const struct front_end_in *in, const struct front_end_out *out)
{
    front_end_models_late(m, in, out);
    for (unsigned b = 0; b < FE_BLOCKS; b++)
        if (m->blocks[b])
            block_next(m->blocks[b]);
    for (unsigned b = 0; b < FE_BLOCKS; b++)
        if (m->blocks[b])
            block_commit(m->blocks[b]);
}
