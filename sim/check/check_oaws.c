// SPDX-License-Identifier: BSD-3-Clause
// OAWS's blocks; see sim/check/check.h.
#include "sim/check/check_internal.h"

#include <string.h>

#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/warp_rank.h"

enum { WIRE_ACC_MAX = 63, MODE_STATIC = 0, MODE_DYNAMIC = 1, MODE_THROTTLE = 2 };

static unsigned mode_of(const check *c)
{
    return check_is_under(c, "oaws-dyn") ? MODE_DYNAMIC : check_is_under(c, "ocw") ? MODE_THROTTLE : MODE_STATIC;
}

static void ocw_early(check *c)
{
    const fact_cycle *now = &c->f.now;
    const unsigned wmax = c->r->m.policy.wmax;
    check_value(c, c->ocw, "cfg_wmax", wmax < c->f.warps ? wmax : c->f.warps);
    check_value(c, c->ocw, "cfg_ocw_pin", c->r->m.policy.ocw_pin);
    check_value(c, c->ocw, "launch", now->kernel);
    check_value(c, c->ocw, "start", now->start);
    if (now->start)
        check_value(c, c->ocw, "n_acc", now->lines);
    check_value(c, c->ocw, "access", now->access);
    if (now->access) {
        check_value(c, c->ocw, "access_set", now->set);
        check_value(c, c->ocw, "access_hit", now->hit);
    }
    check_value(c, c->ocw, "done", now->done);
    check_rule(c, now->followed < 2 && !now->overtakes, "fifo", -1, c->ocw,
               "a second access of divergent loads is looked up in a cycle, or one in front of an older such load's");
}

static void dlc_early(check *c)
{
    const fact_cycle *now = &c->f.now;
    bool coalesced = now->coalesced && now->coalesced_lines > DIVERGENT_LINES, done = now->done && now->divergent;
    check_value(c, c->dlc, "cfg_age_period", c->r->m.policy.age_period);
    check_value(c, c->dlc, "clear", now->kernel);
    check_value(c, c->dlc, "coalesce", coalesced);
    if (coalesced) {
        check_value(c, c->dlc, "coalesce_pc", now->coalesced_pc);
        check_value(c, c->dlc, "coalesce_acc", now->coalesced_lines < WIRE_ACC_MAX ? now->coalesced_lines : WIRE_ACC_MAX);
    }
    check_value(c, c->dlc, "done", done);
    if (done) {
        check_value(c, c->dlc, "done_pc", now->done_pc);
        check_value(c, c->dlc, "done_sets", now->sets);
        check_value(c, c->dlc, "done_sets", OUT_OF(oaws_ocw, c->ocw)->n_sets);
    }
    for (unsigned slot = 0; slot < 2; slot++)
        if (now->fill && now->filled[slot].present)
            check_element(c, c->dlc, "fill_pc", slot, now->filled[slot].pc);
}

// Only divergent loads are on the wires: coalesced with PC and lines, started with lines, done with PC, first in, first
// out.
static void wire_fifo(check *c)
{
    const struct oaws_dlc_in *d = IN_OF(oaws_dlc, c->dlc);
    const struct oaws_ocw_in *o = IN_OF(oaws_ocw, c->ocw);
    if (o->start && o->n_acc > DIVERGENT_LINES)
        check_rule(c, c->count && c->fifo[c->first].lines == o->n_acc, "wire_fifo", -1, c->ocw,
                   "a load starts with other lines than it was coalesced with");
    if (d->done) {
        check_rule(c, c->count && c->fifo[c->first].pc == d->done_pc, "wire_fifo", -1, c->dlc,
                   "a load is done with another PC than it was coalesced with");
        c->first = (c->first + 1) % WIRE_FIFO;
        c->count -= c->count > 0;
    }
    if (d->coalesce && c->count < WIRE_FIFO) {
        unsigned place = (c->first + c->count++) % WIRE_FIFO;
        c->fifo[place].pc = d->coalesce_pc;
        c->fifo[place].lines = d->coalesce_acc;
    }
}

// Unused numbers are 0.
static void numbers_of(check *c, const recorded_block *b, const char *name, unsigned asked, const uint8_t *expected)
{
    static const uint8_t none[WARPS];
    check_each(c, b, name, 0, 1, check_param(c->rank, "NUMBERS") & asked ? expected : none);
}

static void misspred_early(check *c)
{
    const struct oaws_misspred_out *out = OUT_OF(oaws_misspred, c->misspred);
    uint64_t loads = facts_buffered_loads(&c->f);
    check_value(c, c->misspred, "cfg_dynamic", mode_of(c) == MODE_DYNAMIC);
    check_value(c, c->misspred, "cfg_smr", c->r->m.policy.smr);
    numbers_of(c, c->misspred, "rank", NUMBERS_RANK, c->f.rank);
    for (unsigned w = 0; w < c->f.warps && (mode_of(c) == MODE_DYNAMIC || c->r->m.policy.smr); w++)
        check_rule(c, (out->pred[w] != 0) == (loads >> w & 1), "prediction", (int)w, c->misspred,
                   "a prediction is 0 for a buffered load, or not 0 for what is none");
}

// Free MSHRs beyond the policy.oaws_mshrs by which loads are judged.
static unsigned not_counted(const check *c)
{
    const unsigned counted = c->r->m.policy.oaws_mshrs;
    const unsigned beyond = counted && counted < c->f.mshrs ? c->f.mshrs - counted : 0;
    return beyond < c->f.free_mshrs ? beyond : c->f.free_mshrs;
}

// `ready` is what is clear, even at a barrier: some may open before the schedulers look.
static void qualify_early(check *c)
{
    const unsigned asked = check_param(c->rank, "NUMBERS");
    uint64_t oldest = 0;
    if (asked & NUMBERS_OLDEST_RUN)
        oldest = OUT_OF(warp_rank, c->rank)->oldest_run;
    uint64_t membars = 0;
    for (unsigned w = 0; w < c->f.warps; w++)
        membars |= c->f.warp[w].membar ? facts_bit(w) : 0;
    check_value(c, c->qualify, "cfg_mode", mode_of(c));
    check_value(c, c->qualify, "cfg_keep_oldest", c->r->m.policy.keep_oldest);
    check_warps(c, c->qualify, "load", facts_loads(&c->f));
    check_warps(c, c->qualify, "oldest_run", oldest);
    check_value(c, c->qualify, "ocw", OUT_OF(oaws_ocw, c->ocw)->ocw);
    if (!c->f.now.slept) {                  // asleep, no load is ready, and these inputs stay
        check_value(c, c->qualify, "avail", c->f.free_mshrs - not_counted(c));
        check_warps(c, c->qualify, "ready", facts_clear(&c->f) & ~(membars | facts_atomic(&c->f)));
    }
    numbers_of(c, c->qualify, "rank_run", NUMBERS_RANK_RUN, c->f.rank_run);
    for (unsigned w = 0; w < c->f.warps; w++)
        check_element(c, c->qualify, "pred", w, OUT_OF(oaws_misspred, c->misspred)->pred[w]);
}

// After an issued load with a charge in this cycle: the others that have one, too.
uint64_t check_behind_charge(const check *c)
{
    uint64_t behind = 0;
    for (unsigned w = 0; w < c->f.warps && c->qualify && c->f.now.charges; w++)
        behind |= OUT_OF(oaws_qualify, c->qualify)->charge[w] ? facts_bit(w) : 0;
    return behind & facts_loads(&c->f);
}

void check_oaws_early(check *c)
{
    ocw_early(c);
    dlc_early(c);
    wire_fifo(c);
    misspred_early(c);
    qualify_early(c);
    c->occlude |= OUT_OF(oaws_qualify, c->qualify)->occlude;
}

static void misspred_late(check *c)
{
    const fact_cycle *now = &c->f.now;
    check_rule(c, now->fills < 2, "fill", (int)now->fill_warp, c->misspred, "a second warp gets a load into its buffer in a cycle");
    for (unsigned slot = 0; slot < 2; slot++) {
        bool fills = now->fill && now->filled[slot].present;
        check_element(c, c->misspred, "fill", slot, fills);
        if (!fills)
            continue;
        check_element(c, c->misspred, "fill_warp", slot, now->fill_warp);
        check_element(c, c->misspred, "fill_slot", slot, slot);
        check_element(c, c->misspred, "fill_load", slot, facts_is_load(&c->f, now->filled[slot].pc));
        check_element(c, c->misspred, "fill_divergent", slot, OUT_OF(oaws_dlc, c->dlc)->fill_hit[slot]);
        check_element(c, c->misspred, "fill_active", slot, now->fill_active);
    }
    check_warps(c, c->misspred, "issue", now->issued);
    for (unsigned scheduler = 0; scheduler < c->f.schedulers; scheduler++)
        check_element(c, c->misspred, "issue_active", scheduler, now->issue_of[scheduler] < 0 ? 0 : now->left_of[scheduler]);
    check_warps(c, c->misspred, "flush", now->flushed);
}

static void qualify_late(check *c)
{
    const struct oaws_qualify_out *out = OUT_OF(oaws_qualify, c->qualify);
    const fact_cycle *now = &c->f.now;
    const int warp = now->load_issues ? (int)now->load_warp : -1;
    check_value(c, c->qualify, "issue", now->load_issues);
    if (now->load_issues) {
        check_value(c, c->qualify, "issue_warp", now->load_warp);
        for (uint64_t left = now->loads; left; left &= left - 1) {
            const unsigned w = (unsigned)__builtin_ctzll(left);
            check_rule(c, now->charge_of[w % c->f.schedulers] == out->charge[w], "charge", (int)w, c->qualify,
                       "a load is not charged what oaws_qualify says");
        }
        check_rule(c, !(out->occlude & now->loads), "grant", warp, c->qualify, "a load that is held back issues");
        check_rule(c, now->charges < 2, "charge", warp, c->qualify, "a second load with a charge issues in a cycle");
    }
    check_element(c, c->qualify, "release", 0, now->released);
    check_element(c, c->qualify, "release", 1, now->released_without_access);
    c->inflight += now->load_issues ? now->load_charge : 0;
    uint64_t released = now->released + now->released_without_access;
    check_rule(c, released <= c->inflight && c->inflight - released <= c->f.mshrs, "charge", warp, c->qualify,
               "more is released than was charged, or more charged than there are MSHRs");
    c->inflight -= released < c->inflight ? released : c->inflight;
}

void check_oaws_late(check *c)
{
    check_value(c, c->ocw, "sensitive", OUT_OF(oaws_dlc, c->dlc)->sensitive);
    misspred_late(c);
    qualify_late(c);
}
