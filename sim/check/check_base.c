// SPDX-License-Identifier: BSD-3-Clause
// What all systems share: the age order, its numbers, the arbiters, and the SM's levels; see sim/check/check.h.
#include "sim/check/check_internal.h"

#include <inttypes.h>

#include "rtl_c/warp_arbiter.h"
#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"

// The oldest of each scheduler's warps that does not wait, or else the oldest.
static uint64_t oldest_running(const check *c)
{
    uint64_t oldest = 0, waiting = facts_waiting(&c->f), running = facts_running(&c->f);
    for (unsigned scheduler = 0; scheduler < c->f.schedulers; scheduler++) {
        int found = -1;
        for (unsigned w = scheduler; w < c->f.warps; w += c->f.schedulers) {
            if (!(running >> w & 1))
                continue;
            bool waits = waiting >> w & 1, found_waits = found >= 0 && waiting >> found & 1;
            if (found < 0 || (waits == found_waits ? c->f.rank[w] < c->f.rank[found] : found_waits))
                found = (int)w;
        }
        oldest |= found < 0 ? 0 : UINT64_C(1) << found;
    }
    return oldest;
}

static void rank_early(check *c)
{
    const struct warp_rank_out *out = OUT_OF(warp_rank, c->rank);
    const unsigned asked = check_param(c->rank, "NUMBERS");
    const uint64_t oldest = asked & NUMBERS_OLDEST_RUN ? oldest_running(c) : 0;
    check_warps(c, c->rank, "resident", facts_running(&c->f));
    check_warps(c, c->rank, "waiting", facts_waiting(&c->f));
    check_rule(c, out->oldest_run == oldest, "order", check_first(out->oldest_run, oldest), c->rank,
               "a scheduler's oldest running warp is another");
    for (unsigned w = 0; w < c->f.warps; w++) {
        check_element(c, c->rank, "older", w, c->f.older[w]);
        check_rule(c, out->rank[w] == (asked & NUMBERS_RANK ? c->f.rank[w] : 0), "order", (int)w, c->rank,
                   "ranks are not the order of launches");
        check_rule(c, out->rank_run[w] == (asked & NUMBERS_RANK_RUN ? c->f.rank_run[w] : 0), "order", (int)w, c->rank,
                   "running ranks are not the order of launches");
    }
}

// Only those of one scheduler if there are no pairs of all warps.
static uint64_t pairs_of(const check *c, unsigned warp)
{
    uint64_t own = 0;
    for (unsigned w = warp % c->f.schedulers; w < c->f.warps; w += c->f.schedulers)
        own |= facts_bit(w);
    return check_param(c->order, "ACROSS") ? ~UINT64_C(0) : own;
}

void check_order_early(check *c)
{
    const struct warp_order_out *out = OUT_OF(warp_order, c->order);
    const uint64_t running = facts_running(&c->f);
    check_rule(c, out->resident == running, "order", check_first(out->resident, running), c->order,
               "resident warps are not those launched and not ended");
    for (unsigned w = 0; w < c->f.warps; w++)
        check_rule(c, !((out->older[w] ^ c->f.older[w]) & pairs_of(c, w)), "order", (int)w, c->order,
                   "the pairs are not the order of launches");
    if (c->rank)
        rank_early(c);
}

void check_order_late(check *c)
{
    check_warps(c, c->order, "launch", c->f.now.launched);
    check_warps(c, c->order, "exit", c->f.now.exited);
}

// --- arbiters

// Ready: the SIMT stack's next instruction is first in the warp's buffer, its registers are there, the warp waits for nothing,
// the policy lets it issue, and its issue register is free; in a cycle in which schedulers issue.
static uint64_t ready_of(check *c, unsigned scheduler)
{
    if (c->cycle % c->r->m.core.issue_period)
        return 0;
    return facts_ready(&c->f) & facts_room(&c->f, scheduler) & c->may_issue & ~check_behind_charge(c);
}

static void ready_early(check *c, const recorded_block *b, unsigned scheduler)
{
    const struct warp_arbiter_in *in = IN_OF(warp_arbiter, b);
    const uint64_t ready = check_slots_of(c, scheduler, ready_of(c, scheduler));
    if (c->f.now.slept)
        check_rule(c, !in->ready && !ready, "sleep", (int)scheduler + (int)c->f.schedulers * check_first(in->ready | ready, 0), b,
                   "a warp is ready while the SM sleeps");
    else if (c->answers_known)
        check_slots(c, b, scheduler, "ready", ready);
    else
        check_between(c, b, "ready", 0, ready);
}

static void answers_early(check *c, const recorded_block *b, unsigned scheduler)
{
    uint8_t priority[WARPS] = {0};
    const unsigned slots = c->f.warps / c->f.schedulers;
    for (unsigned k = 0; k < slots; k++)
        priority[k] = c->priority[k * c->f.schedulers + scheduler];
    check_value(c, b, "cfg_mode", c->policy.mode);
    check_value(c, b, "cfg_use_class", c->policy.classes);
    check_slots(c, b, scheduler, "can_issue", check_slots_of(c, scheduler, c->can_issue));
    check_slots(c, b, scheduler, "occlude", check_slots_of(c, scheduler, c->occlude));
    check_each(c, b, "priority", scheduler, c->f.schedulers, priority);
}

void check_arbiter_early(check *c, unsigned scheduler)
{
    const recorded_block *b = c->arbiter[scheduler];
    const unsigned slots = c->f.warps / c->f.schedulers, group = c->r->m.policy.fetch_group;
    check_value(c, b, "cfg_group", group <= slots ? group : 0);
    for (unsigned k = 0; k < slots; k++)
        check_element(c, b, "older", k, check_slots_of(c, scheduler, c->f.older[k * c->f.schedulers + scheduler]));
    if (!c->f.now.slept) {                  // asleep no warp is ready, and these inputs stay
        check_slots(c, b, scheduler, "load", check_slots_of(c, scheduler, facts_loads(&c->f)));
        if (c->answers_known)
            answers_early(c, b, scheduler);
    }
    ready_early(c, b, scheduler);
}

void check_arbiter_granted(check *c, unsigned scheduler)
{
    const recorded_block *b = c->arbiter[scheduler];
    const struct warp_arbiter_out *out = OUT_OF(warp_arbiter, b);
    const int granted = out->grant_valid ? (int)(out->grant * c->f.schedulers + scheduler) : -1, issued = c->f.now.issue_of[scheduler];
    check_rule(c, granted == issued, "grant", granted < 0 ? issued : granted, b, "the warp that issues is not the one that is granted");
    c->result->issues += issued >= 0;
}

void check_arbiter_late(check *c, unsigned scheduler)
{
    const recorded_block *b = c->arbiter[scheduler];
    check_slots(c, b, scheduler, "launch", check_slots_of(c, scheduler, c->f.now.launched));
    check_slots(c, b, scheduler, "exit", check_slots_of(c, scheduler, c->f.now.exited));
    check_value(c, b, "hold", 0);
}

// --- levels: the SM's own against those that follow from its events

static void level(check *c, const char *name, bool of_warps, uint64_t seen, uint64_t expected)
{
    char rule[FINDING_NAME], text[FINDING_TEXT];
    c->result->comparisons++;
    if (seen == expected)
        return;
    snprintf(rule, sizeof rule, "level %s", name);
    snprintf(text, sizeof text, "seen 0x%" PRIx64 ", expected 0x%" PRIx64, seen, expected);
    check_rule(c, false, rule, of_warps ? check_first(seen, expected) : -1, NULL, text);
}

static uint64_t registers_taken(const check *c, unsigned unit)
{
    uint64_t taken = 0;
    for (unsigned i = 0; i < c->f.schedulers; i++)
        taken += c->r->m.core.sub_cores ? (uint64_t)(c->f.registers[unit][i] != 0) << i : c->f.registers[unit][i];
    return taken;
}

static uint64_t at_barrier(const check *c)
{
    uint64_t warps = 0;
    for (unsigned w = 0; w < c->f.warps; w++)
        warps |= c->f.warp[w].running && c->f.warp[w].barrier >= 0 ? facts_bit(w) : 0;
    return warps;
}

static uint64_t at_membar(const check *c)
{
    uint64_t warps = 0;
    for (unsigned w = 0; w < c->f.warps; w++)
        warps |= c->f.warp[w].running && c->f.warp[w].membar ? facts_bit(w) : 0;
    return warps;
}

void check_levels(check *c)
{
    const sm_shown *shown = &c->shown->sm;
    facts *f = &c->f;
    const bool ldst_was_free = c->ldst_free;
    c->ldst_free = !c->f.now.slept && c->level && *shown->ldst_room;
    if (c->f.now.slept || !c->level)
        return;
    const uint64_t has = facts_running(f) & ~(facts_no_insn(f) | facts_wrong_insn(f));
    level(c, "resident", true, *shown->resident, facts_running(f));
    level(c, "no_insn", true, *shown->no_insn, facts_no_insn(f));
    level(c, "wrong_insn", true, *shown->wrong_insn, facts_wrong_insn(f));
    level(c, "hazard", true, *shown->hazard, has & ~facts_clear(f));
    level(c, "barrier", true, *shown->barrier, at_barrier(c));
    level(c, "membar", true, *shown->membar, at_membar(c));
    level(c, "atomic", true, *shown->atomic, facts_atomic(f));
    level(c, "ready", true, *shown->ready, facts_ready(f));
    level(c, "data", true, *shown->data, facts_needs_data(f));
    level(c, "load", true, *shown->load, facts_loads(f));
    level(c, "memory", true, *shown->memory, facts_memory(f));
    const machine *m = &c->r->m;
    const unsigned kinds = m->core.int_units || m->core.dp_units || m->core.tensor_units ? KINDS_OF_UNIT : KINDS_ALWAYS;
    for (unsigned unit = 0; unit < kinds; unit++) {
        level(c, "unit", true, shown->unit[unit], facts_unit(f, unit));
        level(c, "registers", false, shown->registers[unit], registers_taken(c, unit));
    }
    level(c, "ldst_full", false, *shown->ldst_full, *shown->ldst_full && !ldst_was_free);
    level(c, "mshrs", false, *shown->mshrs, f->free_mshrs);
    level(c, "ctas", false, *shown->ctas, f->cta_held);
}
