// SPDX-License-Identifier: BSD-3-Clause
// A recording of the simulator (`warplock run --record FOLDER`) as stimulus: inputs of one SM's blocks, cycle by cycle.
//
// Each input of the front end goes unchanged to some block and is taken from there. Inputs that blocks give each other
// are not driven but compared: the wiring here must give what the simulator's gave.
#include "tb/systemc/stimulus_source.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rtl_c/bits.h"
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
#include "tb/field.h"
#include "tb/stimuli/stimulus.h"

typedef struct {
    stimulus_source source;
    stimulus        blocks[FE_BLOCKS];           // FE_ORDER ..
    unsigned        warps, schedulers;
    size_t          at;                          // cycles done after the reset
    bool            reset_done;
    uint64_t        borrowed, in_progress;       // warps; cycles in which progress decides
    uint64_t        passing[2];                  // cycles in which a load bypasses the L1D, and an access
    uint64_t        outside, chosen;             // warp-cycles outside the chosen group; how often it was another one
    uint64_t        allowed;                     // of the last cycle
    char            message[256];
} recorded;

static const void *inputs(const recorded *r, unsigned b) { return stimulus_inputs(stimulus_at(&r->blocks[b], r->at)); }

static void put_oaws(const recorded *r, struct front_end_in *in)
{
    const struct warp_rank_in *rank = inputs(r, FE_RANK);
    const struct oaws_ocw_in *ocw = inputs(r, FE_OCW);
    const struct oaws_dlc_in *dlc = inputs(r, FE_DLC);
    const struct oaws_misspred_in *misspred = inputs(r, FE_MISSPRED);
    const struct oaws_qualify_in *qualify = inputs(r, FE_QUALIFY);

    *in = (struct front_end_in){
        .cfg_oaws = qualify->cfg_mode, .cfg_keep_oldest = qualify->cfg_keep_oldest, .cfg_smr = misspred->cfg_smr,
        .cfg_wmax = ocw->cfg_wmax,
        .cfg_ocw_pin = ocw->cfg_ocw_pin, .cfg_age_period = dlc->cfg_age_period, .kernel_start = ocw->launch,
        .waiting = rank->waiting, .may_get_ready = qualify->ready, .load = qualify->load, .avail = qualify->avail,
        .coalesce = dlc->coalesce, .coalesce_pc = dlc->coalesce_pc, .coalesce_acc = dlc->coalesce_acc,
        .start = ocw->start, .n_acc = ocw->n_acc, .access = ocw->access, .access_set = ocw->access_set,
        .access_hit = ocw->access_hit, .done = ocw->done, .done_pc = dlc->done_pc,
        .flush = misspred->flush};
    memcpy(in->issue_active, misspred->issue_active, sizeof in->issue_active);
    for (unsigned f = 0; f < 2; f++) {
        in->fill_pc[f] = dlc->fill_pc[f];
        in->fill[f] = misspred->fill[f];
        in->fill_warp[f] = misspred->fill_warp[f];
        in->fill_slot[f] = misspred->fill_slot[f];
        in->fill_load[f] = misspred->fill_load[f];
        in->fill_active[f] = misspred->fill_active[f];
        in->release[f] = qualify->release[f];
    }
}

static void put_ccws(const recorded *r, struct front_end_in *in)
{
    const struct ccws_vta_in *vta = inputs(r, FE_VTA);
    const struct ccws_llds_in *llds = inputs(r, FE_LLDS);

    *in = (struct front_end_in){
        .cfg_k = llds->cfg_k, .cfg_base = llds->cfg_base, .kernel_start = llds->kernel_launch, .probe = vta->probe,
        .probe_warp = vta->probe_warp, .probe_line = vta->probe_line, .insert = vta->insert,
        .insert_warp = vta->insert_warp, .insert_line = vta->insert_line, .issued = llds->issued};
}

static void put_kaws(const recorded *r, struct front_end_in *in)
{
    const struct kaws_progress_in *progress = inputs(r, FE_PROGRESS);
    const struct kaws_share_in *share = inputs(r, FE_SHARE);

    *in = (struct front_end_in){
        .kernel_start = progress->kernel_launch, .lendable = share->ready, .cta_launch = progress->launch,
        .cta_launch_slot = progress->launch_cta, .cta_exit = progress->exit, .ctas_issued = progress->ctas_issued,
        .ctas = progress->ctas};
    memcpy(in->cta, progress->cta, sizeof in->cta);
    memcpy(in->unit, share->unit, sizeof in->unit);
    memcpy(in->can_accept, share->can_accept, sizeof in->can_accept);
    memcpy(in->instructions, progress->issued, sizeof in->instructions);
}

static void put_bucl(const recorded *r, struct front_end_in *in)
{
    const struct bucl_bypass_in *bypass = inputs(r, FE_BYPASS);

    *in = (struct front_end_in){
        .dispatch = bypass->load, .dispatch_global = bypass->load_global, .dispatch_acc = bypass->load_acc,
        .fail = bypass->fail, .fail_global = bypass->fail_global, .fail_partition = bypass->fail_partition,
        .queue_full = bypass->queue_full, .tucd = bypass->tucd, .l1dhr_low = bypass->l1dhr_low,
        .uib_low = bypass->uib_low};
}

static void put_owl(const recorded *r, struct front_end_in *in)
{
    const struct owl_groups_in *groups = inputs(r, FE_GROUPS);

    *in = (struct front_end_in){
        .cfg_groups = groups->cfg_scheme, .cfg_g_size = groups->cfg_g_size, .cfg_core = groups->cfg_core,
        .blocked = groups->blocked, .unfinished = groups->unfinished, .kernel_start = groups->kernel_launch,
        .cta_launch = groups->launch, .cta_launch_slot = groups->launch_cta, .cta_exit = groups->exit,
        .n_cta = groups->n_cta, .warps_per_cta = groups->warps_per_cta};
    memcpy(in->cta, groups->cta, sizeof in->cta);
}

// Except in OAWS only the arbiters are told of loads. What CCWS gives them of who may load, and KAWS of classes, is not
// set here.
static void put_order_and_arbiters(const recorded *r, struct front_end_in *in)
{
    const struct warp_order_in *order = inputs(r, FE_ORDER);
    in->launch = order->launch;
    in->exit = order->exit;
    for (unsigned s = 0; s < r->schedulers; s++) {
        const struct warp_arbiter_in *arbiter = inputs(r, FE_ARBITER + s);
        in->cfg_arbiter = arbiter->cfg_mode;
        in->cfg_use_class = arbiter->cfg_use_class;
        in->cfg_group = arbiter->cfg_group;
        in->hold |= (uint8_t)(arbiter->hold << s);
        for (unsigned k = 0; k * r->schedulers + s < r->warps; k++) {
            unsigned warp = k * r->schedulers + s;
            in->ready |= (arbiter->ready >> k & 1) << warp;
            if (!front_end_has(FE_LLS))
                in->can_issue |= (arbiter->can_issue >> k & 1) << warp;
            if (!front_end_has(FE_QUALIFY))
                in->load |= (arbiter->load >> k & 1) << warp;
            if (!front_end_has(FE_PROGRESS))
                in->priority[warp] = arbiter->priority[k];
        }
    }
}

static bool early(stimulus_source *source, struct front_end_in *in, bool *reset)
{
    recorded *r = (recorded *)source;
    *reset = !r->reset_done;
    if (*reset) {
        memset(in, 0, sizeof *in);
        return true;
    }
    if (r->at == r->blocks[0].count)
        return false;
    memset(in, 0, sizeof *in);
    if (front_end_has(FE_QUALIFY))
        put_oaws(r, in);
    if (front_end_has(FE_LLS))
        put_ccws(r, in);
    if (front_end_has(FE_PROGRESS))
        put_kaws(r, in);
    if (front_end_has(FE_BYPASS))
        put_bucl(r, in);
    if (front_end_has(FE_GROUPS))
        put_owl(r, in);
    put_order_and_arbiters(r, in);
    return true;
}

// Late inputs are there already: what follows from the grants here followed from the same grants in the simulator.
static void late(stimulus_source *source, const struct front_end_out *out, struct front_end_in *in)
{
    (void)source, (void)out, (void)in;
}

static const char *differs(recorded *r, const block *b, const void *seen, uint64_t cycle)
{
    for (const block_field *f = b->ops->fields; f->name; f++)
        for (unsigned element = 0; field_is_input(f) && element < f->count; element++) {
            uint64_t here = field_get(f, b->in, element), there = field_get(f, seen, element);
            char name[FIELD_TEXT];
            if (here == there)
                continue;
            field_element_name(f, element, name);
            snprintf(r->message, sizeof r->message,
                     "recorded: %s[%s]: cycle %" PRIu64 ": %s %s: simulator 0x%" PRIx64 ", front end 0x%" PRIx64,
                     b->ops->block, b->name, cycle, field_kind_word(f), name, there, here);
            return r->message;
        }
    return NULL;
}

static const char *checked(stimulus_source *source, const front_end_models *models)
{
    recorded *r = (recorded *)source;
    if (!r->reset_done) {
        r->reset_done = true;
        return NULL;
    }
    for (unsigned b = 0; b < FE_BLOCKS; b++) {
        if (!front_end_has(b))
            continue;
        const char *message = differs(r, models->blocks[b], inputs(r, b), stimulus_at(&r->blocks[b], r->at)->cycle);
        if (message)
            return message;
    }
    if (front_end_has(FE_SHARE)) {
        const struct kaws_progress_out *progress = models->blocks[FE_PROGRESS]->out;
        const struct kaws_share_out *share = models->blocks[FE_SHARE]->out;
        r->borrowed += count_ones(share->borrows);
        r->in_progress += progress->mode;
    }
    if (front_end_has(FE_BYPASS)) {
        const struct bucl_bypass_out *bypass = models->blocks[FE_BYPASS]->out;
        r->passing[0] += bypass->load_bypass;
        r->passing[1] += bypass->access_bypass;
    }
    if (front_end_has(FE_GROUPS)) {
        const struct owl_groups_in *groups = inputs(r, FE_GROUPS);
        const struct owl_groups_out *chosen = models->blocks[FE_GROUPS]->out;
        r->outside += count_ones(groups->unfinished & ~chosen->allow);
        r->chosen += chosen->allow != r->allowed;
        r->allowed = chosen->allow;
    }
    r->at++;
    return NULL;
}

static void describe(const stimulus_source *source, FILE *file)
{
    const recorded *r = (const recorded *)source;
    uint64_t grants = 0;
    for (size_t i = 0; i < r->at; i++)
        for (unsigned s = 0; s < r->schedulers; s++) {
            const struct warp_arbiter_in *arbiter = stimulus_inputs(stimulus_at(&r->blocks[FE_ARBITER + s], i));
            grants += (arbiter->ready & (arbiter->can_issue | ~arbiter->load) & ~arbiter->occlude) != 0;
        }
    fprintf(file, "%s of the simulator, %" PRIu64 " grants", r->blocks[0].instance, grants);
    if (front_end_has(FE_SHARE))
        fprintf(file, ", %" PRIu64 " loans, %" PRIu64 " cycles by progress", r->borrowed, r->in_progress);
    if (front_end_has(FE_BYPASS))
        fprintf(file, ", %" PRIu64 " loads pass the L1D by and %" PRIu64 " accesses", r->passing[0], r->passing[1]);
    if (front_end_has(FE_GROUPS))
        fprintf(file, ", %" PRIu64 " choices of a group, %" PRIu64 " warp-cycles outside it", r->chosen, r->outside);
    fprintf(file, "; the blocks' inputs are the simulator's");
}

static void close_recorded(stimulus_source *source)
{
    recorded *r = (recorded *)source;
    for (unsigned b = 0; b < FE_BLOCKS; b++)
        stimulus_close(&r->blocks[b]);
    free(r);
}

// Reads one block's file and checks that it fits: made from reset, of this geometry, with the cycles of the first.
// Which pairs the simulator keeps is not checked: no block is told of more than those that base has.
static bool read_block(recorded *r, const char *folder, unsigned b, char *error, size_t error_size)
{
    char path[1024];
    stimulus *s = &r->blocks[b];
    if (front_end_arbiter(b))
        snprintf(path, sizeof path, "%.900s/%s.%u.txt", folder, front_end_name(b), b - FE_ARBITER);
    else
        snprintf(path, sizeof path, "%.900s/%s.txt", folder, front_end_name(b));
    if (!stimulus_read(s, path, false, error, error_size))
        return false;
    for (const block_param *own = s->ops->params; own->name; own++)
        for (const block_param *p = front_end_params; p->name; p++)
            if (strcmp(own->name, p->name) == 0 && own->value != p->value && strcmp(p->name, "ACROSS") != 0) {
                snprintf(error, error_size, "%s: recorded with %s = %u, expected %u, as this program is built", path,
                         own->name, own->value, p->value);
                return false;
            }
    if (!s->from_reset || s->count != r->blocks[0].count) {
        snprintf(error, error_size, "%s: %zu cycles from %s, expected %zu from reset", path, s->count,
                 s->from_reset ? "reset" : "a state", r->blocks[0].count);
        return false;
    }
    return true;
}

stimulus_source *recorded_open(const char *folder, char *error, size_t error_size)
{
    recorded *r = calloc(1, sizeof *r);
    if (!r)
        abort();
    r->source = (stimulus_source){early, late, checked, describe, close_recorded};
    r->warps = front_end_params[0].value;
    r->schedulers = front_end_params[1].value;
    for (unsigned b = 0; b < FE_BLOCKS; b++)
        if (front_end_has(b) && !read_block(r, folder, b, error, error_size)) {
            close_recorded(&r->source);
            return NULL;
        }
    return &r->source;
}
