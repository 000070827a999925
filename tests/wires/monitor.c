// SPDX-License-Identifier: BSD-3-Clause
// What the masks of an SM and the inputs of its blocks must be; see sim/core/monitor.h.
//
// Everything is computed the slow way, from the warps' buffers, SIMT stacks, registers and instructions in flight, and not
// from the masks that events keep up to date.
#ifndef WARPLOCK_MONITOR
#define WARPLOCK_MONITOR
#endif
#include "tests/wires/monitor_internal.h"

#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "sim/core/ldst_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The blocks of OAWS, NULL under other policies.
typedef struct { const block *ocw, *dlc, *misspred, *qualify; } oaws_view;

static void violated(const sm *s, const char *module, const char *what, uint64_t seen, uint64_t expected)
{
    fprintf(stderr, "warplock: bug: monitor: %s[sm %u]: cycle %" PRIu64 ": %s: seen 0x%" PRIx64 ", expected 0x%" PRIx64 "\n",
            module, s->index, s->cycle, what, seen, expected);
    abort();
}

void monitor_demand(const sm *s, const char *module, const char *what, uint64_t seen, uint64_t expected)
{
    if (seen != expected)
        violated(s, module, what, seen, expected);
}
#define demand monitor_demand

static monitor *monitor_of(sm *s)
{
    if (!s->monitor)
        s->monitor = calloc(1, sizeof(monitor));
    if (!s->monitor)
        abort();
    return s->monitor;
}

void monitor_close(sm *s)
{
    free(s->monitor);
    s->monitor = NULL;
}

const block *monitor_block(const sm *s, const char *name)
{
    const place_hook *policy = &s->place.hooks[0];
    for (unsigned b = policy->first; b < policy->first + policy->count; b++)
        if (strcmp(s->place.blocks[b].block->ops->block, name) == 0)
            return s->place.blocks[b].block;
    return NULL;
}

static bool find_oaws(const sm *s, oaws_view *oaws)
{
    *oaws = (oaws_view){monitor_block(s, "oaws_ocw"), monitor_block(s, "oaws_dlc"), monitor_block(s, "oaws_misspred"),
                        monitor_block(s, "oaws_qualify")};
    return oaws->ocw && oaws->dlc && oaws->misspred && oaws->qualify;
}

// --- warps

static const insn *head_of(const warp_slot *slot) { return slot->valid ? slot->buffer[slot->next] : NULL; }

// hardware.md 1: a global, local or generic load that goes to the L1D; on a machine whose global memory passes it by, a local
// one or one that asks for it.
static bool is_load(const sm *s, const insn *head)
{
    static const bool cached[] = {[SPACE_GLOBAL] = true, [SPACE_LOCAL] = true, [SPACE_GENERIC] = true};
    if (!head || head->memory != MEMORY_LOAD || head->flags & INSN_PAST_L1D || head->space > SPACE_GENERIC)
        return false;
    const bool skips = s->machine->l1d.global == L1D_SKIPS_GLOBAL && head->space != SPACE_LOCAL && !(head->flags & INSN_AT_L1D);
    return cached[head->space] && !skips;
}

// Some register that it reads or writes is still to be written.
static bool collides(const sm *s, unsigned warp, const insn *head)
{
    for (unsigned i = 0; i < head->n_src; i++)
        if (scoreboard_reserved(&s->scoreboard, warp, head->src[i]))
            return true;
    for (unsigned i = 0; i < head->n_dst; i++)
        if (scoreboard_reserved(&s->scoreboard, warp, head->dst[i]))
            return true;
    return false;
}

typedef monitor_masks masks;

static void look_at_warp(const sm *s, unsigned warp, masks *m)
{
    const warp_slot *slot = &s->warp[warp];
    uint64_t bit = warp_bit(warp);
    const insn *head = head_of(slot), *wanted = slot->cta ? warp_next(slot->cta, slot->in_cta) : NULL;
    bool is_wanted = head && wanted && head->pc == wanted->pc;
    m->has_insn |= slot->valid ? bit : 0;
    m->hazard |= slot->valid && !is_wanted ? bit : 0;
    m->clear |= is_wanted && !collides(s, warp, head) ? bit : 0;
    m->load |= is_wanted && is_load(s, head) ? bit : 0;
    m->buffered_load |= is_load(s, head) ? bit : 0;
    m->on_atomic |= slot->atomics ? bit : 0;
    if (is_wanted)
        m->unit[head->unit] |= bit;
    barrier_wait wait;
    m->waiting |= slot->cta && warp_barrier(slot->cta, slot->in_cta, &wait) ? bit : 0;
    bool held = slot->membar || slot->stores || s->scoreboard.pending[warp];
    m->waiting |= slot->membar || (s->at_membar & bit && held) ? bit : 0;
}

monitor_masks monitor_look(const sm *s)
{
    masks m = {0};
    uint64_t alive = s->resident & ~s->finished;
    for (unsigned warp = 0; warp < s->warps; warp++)
        if (alive >> warp & 1)
            look_at_warp(s, warp, &m);
    demand(s, "sm", "warps with an instruction", s->has_insn & alive, m.has_insn);
    demand(s, "sm", "warps with the wrong instruction", s->hazard & alive, m.hazard);
    demand(s, "sm", "warps that pass the scoreboard", s->clear & alive, m.clear);
    demand(s, "sm", "warps with a load", s->load & alive, m.load);
    demand(s, "sm", "warps at a barrier or membar", sm_waiting(s) & alive, m.waiting);
    demand(s, "sm", "warps that wait for an atomic", s->on_atomic & alive, m.on_atomic);
    return m;
}

static unsigned rank_of(const sm *s, const monitor *mon, unsigned warp, uint64_t waiting)
{
    unsigned rank = 0;
    for (uint64_t left = mon->running; left; left &= left - 1) {
        unsigned other = (unsigned)__builtin_ctzll(left);
        bool waits = waiting >> other & 1, own = waiting >> warp & 1;
        rank += waits == own ? mon->started[other] < mon->started[warp] : own;
    }
    return mon->running >> warp & 1 && warp < s->warps ? rank : 0;
}

// Of each scheduler's warps the oldest that does not wait, or else the oldest.
static uint64_t oldest_running(const sm *s, const monitor *mon, uint64_t waiting)
{
    uint64_t oldest = 0;
    for (unsigned scheduler = 0; scheduler < s->schedulers; scheduler++) {
        unsigned found = s->warps;
        for (unsigned warp = scheduler; warp < s->warps; warp += s->schedulers)
            if (mon->running >> warp & 1 &&
                (found == s->warps || rank_of(s, mon, warp, waiting) < rank_of(s, mon, found, waiting)))
                found = warp;
        oldest |= found == s->warps ? 0 : warp_bit(found);
    }
    return oldest;
}

// Whether slot `other` holds an older warp than slot `warp`, or any if that is empty.
bool monitor_before(const monitor *mon, unsigned other, unsigned warp)
{
    bool holds = mon->running >> warp & 1;
    return mon->running >> other & 1 && (!holds || mon->started[other] < mon->started[warp]);
}

static void look_at_numbers(const sm *s, const monitor *mon, uint64_t waiting)
{
    const policy *policy = s->place.hooks[0].policy;
    if (!s->rank)
        return;
    const struct warp_rank_in *in = s->rank->block->in;
    const struct warp_rank_out *out = s->rank->block->out;
    demand(s, "warp_rank", "waiting", in->waiting, waiting);
    demand(s, "warp_rank", "resident", in->resident, mon->running);
    if (policy->numbers & NUMBERS_OLDEST_RUN)
        demand(s, "warp_rank", "oldest_run", out->oldest_run, oldest_running(s, mon, waiting));
    for (unsigned warp = 0; warp < s->warps; warp++) {
        const struct warp_order_out *order = s->order->block->out;
        demand(s, "warp_rank", "older", in->older[warp], order->older[warp]);
        if (policy->numbers & NUMBERS_RANK)
            demand(s, "warp_rank", "rank", out->rank[warp], rank_of(s, mon, warp, 0));
        if (policy->numbers & NUMBERS_RANK_RUN)
            demand(s, "warp_rank", "rank_run", out->rank_run[warp], rank_of(s, mon, warp, waiting));
    }
}

static void look_at_order(const sm *s, const monitor *mon, uint64_t waiting)
{
    const struct warp_order_out *out = s->order->block->out;
    demand(s, "warp_order", "resident", out->resident, mon->running);
    for (unsigned warp = 0; warp < s->warps; warp++) {
        const struct warp_arbiter_in *arbiter = s->arbiter[warp % s->schedulers]->in;
        uint64_t lower = MASK(warp), older = 0, slots = 0;
        for (unsigned other = 0; other < warp; other++)
            older |= (uint64_t)monitor_before(mon, other, warp) << other;
        for (unsigned other = warp % s->schedulers, k = 0; other < warp; other += s->schedulers, k++)
            slots |= (older >> other & 1) << k;
        demand(s, "warp_order", "older", out->older[warp] & lower, older);
        demand(s, "warp_arbiter", "older", arbiter->older[warp / s->schedulers], slots);
    }
    look_at_numbers(s, mon, waiting);
}

// --- loads

// Lines that the lanes of a load touch, byte by byte.
unsigned monitor_lines(const ldst *unit, const warp_step *step)
{
    uint64_t line[COALESCER_MAX];
    unsigned lines = 0;
    for (unsigned byte = 0; byte < WARP_LANES * step->insn->element; byte++) {
        unsigned lane = byte / step->insn->element, offset = byte % step->insn->element;
        uint64_t address = step->address[lane] + (step->space == SPACE_LOCAL ? offset % 4 : offset);
        if (!(step->memory_lanes >> lane & 1) || (step->space == SPACE_LOCAL && offset >= 4))
            continue;                               // further words of local memory are counted by the recording's checker
        unsigned i = 0;
        while (i < lines && line[i] != address / unit->machine->l1d.line_bytes)
            i++;
        if (i == lines)
            line[lines++] = address / unit->machine->l1d.line_bytes;
    }
    return lines;
}

// The load that the LD/ST unit has taken in this cycle, NULL: none.
const inflight *monitor_accepted_load(const sm *s, const monitor *mon)
{
    const inflight *insn = s->ldst->dispatch;
    bool taken = insn && !(mon->accepts && mon->accepted == insn->age);
    bool cached = taken && (insn->step.space == SPACE_GLOBAL || insn->step.space == SPACE_LOCAL) && insn->step.memory_lanes;
    return cached && is_load(s, insn->step.insn) ? insn : NULL;
}

// Charges of loads that the LD/ST unit has not serviced yet: between issue and its dispatch register, and behind it.
static uint64_t charges_out(const sm *s)
{
    const ldst *unit = s->ldst;
    uint64_t sum = 0;
    const latch *latches[] = {&s->issue_slot[UNIT_MEM], &s->unit_slot[UNIT_MEM]};
    for (unsigned l = 0; l < 2; l++)
        for (unsigned i = 0; i < latches[l]->used; i++)
            sum += latches[l]->slot[i]->policy_charge;
    for (unsigned i = 0; i < s->collectors.units; i++)
        sum += s->collectors.unit[i].insn ? s->collectors.unit[i].insn->policy_charge : 0;
    for (uint32_t slot = 0; slot < unit->slot_count; slot++)
        if (unit->slots[slot].insn && unit->slots[slot].to_l1d && unit->slots[slot].lookups_left)
            sum += unit->slots[slot].insn->policy_charge;
    bool counted = unit->dispatch && unit->slot != NO_SLOT && unit->slots[unit->slot].to_l1d;
    return sum + (unit->dispatch && !counted ? unit->dispatch->policy_charge : 0);
}

static void look_at_loads(const sm *s, const monitor *mon, const oaws_view *oaws)
{
    const struct oaws_dlc_in *dlc = oaws->dlc->in;
    const inflight *load = monitor_accepted_load(s, mon);
    unsigned lines = load ? monitor_lines(s->ldst, &load->step) : 0;
    bool wide = load && load->step.space == SPACE_LOCAL && load->step.insn->element > 4;
    if (!wide)
        demand(s, "oaws_dlc", "coalesce", dlc->coalesce, lines > 2);
    if (dlc->coalesce && !wide) {
        demand(s, "oaws_dlc", "coalesce_pc", dlc->coalesce_pc, load->step.insn->pc);
        demand(s, "oaws_dlc", "coalesce_acc", dlc->coalesce_acc, lines < 63 ? lines : 63);
    }
    if (s->fetched_count) {
        demand(s, "sm", "instructions in the buffer that is filled", s->warp[s->fetched[0].warp].valid, 0);
        if (kernel_insn(s->kernel, s->fetched[0].pc))
            demand(s, "oaws_dlc", "fill_pc[0]", dlc->fill_pc[0], s->fetched[0].pc);
    }
}

static void look_at_predictions(const sm *s, const monitor *mon, const oaws_view *oaws, const masks *m)
{
    const struct oaws_misspred_in *in = oaws->misspred->in;
    const struct oaws_misspred_out *out = oaws->misspred->out;
    const struct oaws_qualify_in *qualify = oaws->qualify->in;
    unsigned numbers = s->place.hooks[0].policy->numbers;
    for (unsigned warp = 0; warp < s->warps; warp++) {
        if (numbers & NUMBERS_RANK)
            demand(s, "oaws_misspred", "rank", in->rank[warp], rank_of(s, mon, warp, 0));
        if (numbers & NUMBERS_RANK_RUN)
            demand(s, "oaws_qualify", "rank_run", qualify->rank_run[warp], rank_of(s, mon, warp, m->waiting));
        demand(s, "oaws_qualify", "pred", qualify->pred[warp], out->pred[warp]);
        if (in->cfg_dynamic || in->cfg_smr)
            demand(s, "oaws_misspred", "a prediction other than 0", out->pred[warp] != 0, m->buffered_load >> warp & 1);
    }
}

// --- the calls

void monitor_early(sm *s)
{
    monitor *mon = monitor_of(s);
    masks m = monitor_look(s);
    oaws_view oaws;
    look_at_order(s, mon, m.waiting);
    monitor_kaws_early(s, mon);
    monitor_bucl_early(s, mon);
    monitor_owl_early(s, mon, &m);
    if (!find_oaws(s, &oaws))
        return;
    const struct oaws_qualify_in *qualify = oaws.qualify->in;
    uint64_t leaves_barrier = m.clear & ~m.on_atomic & ~s->at_membar;
    demand(s, "oaws_qualify", "ready", qualify->ready, leaves_barrier);
    demand(s, "oaws_qualify", "load", qualify->load, m.load);
    if (s->place.hooks[0].policy->numbers & NUMBERS_OLDEST_RUN)
        demand(s, "oaws_qualify", "oldest_run", qualify->oldest_run, oldest_running(s, mon, m.waiting));
    demand(s, "oaws_qualify", "avail", qualify->avail, l1d_free_mshrs(ldst_l1d(s->ldst)));
    demand(s, "oaws_qualify", "ocw", qualify->ocw, ((const struct oaws_ocw_out *)oaws.ocw->out)->ocw);
    demand(s, "oaws_ocw", "launch", ((const struct oaws_ocw_in *)oaws.ocw->in)->launch, s->events.kernel_start_count);
    demand(s, "oaws_dlc", "clear", ((const struct oaws_dlc_in *)oaws.dlc->in)->clear, s->events.kernel_start_count);
    look_at_loads(s, mon, &oaws);
    look_at_predictions(s, mon, &oaws, &m);
}

// What other schedulers have issued may have opened a barrier since, and taken places in front of the collectors.
void monitor_grant(const sm *s, unsigned scheduler, const policy_masks *answer)
{
    const struct warp_arbiter_in *in = s->arbiter[scheduler]->in;
    bool turn = s->cycle % s->machine->core.issue_period == 0;
    masks m = monitor_look(s);
    uint64_t ready = 0, load = 0, occlude = 0;
    for (unsigned warp = scheduler, k = 0; warp < s->warps; warp += s->schedulers, k++) {
        const insn *head = head_of(&s->warp[warp]);
        bool may = turn && (m.clear & ~(m.waiting | m.on_atomic) & answer->may_issue) >> warp & 1;
        ready |= (uint64_t)(may && sm_has_room(s, scheduler, head->unit)) << k;
        load |= (m.load >> warp & 1) << k;
        occlude |= (answer->occlude >> warp & 1) << k;
    }
    demand(s, "warp_arbiter", "ready", in->ready, ready);
    demand(s, "warp_arbiter", "load", in->load, load);
    demand(s, "warp_arbiter", "occlude", in->occlude, occlude);
    monitor_kaws_classes(s, s->monitor, scheduler);
    monitor_owl_grant(s, answer);
}

void monitor_lend(const sm *s) { monitor_kaws_lend(s, s->monitor); }

monitor_issues monitor_issued(const sm *s)
{
    monitor_issues issued = {0};
    for (unsigned kind = 0; kind < UNIT_COUNT; kind++)
        for (unsigned i = 0; i < s->issue_slot[kind].used; i++) {
            const inflight *insn = s->issue_slot[kind].slot[i];
            if (insn->issued != s->cycle)
                continue;
            issued.count[insn->scheduler]++;
            issued.warp[insn->scheduler] = insn->warp;
            issued.warps |= warp_bit(insn->warp);
        }
    return issued;
}

// Each scheduler issues the warp that is granted, up to two instructions of it, or one by way of a loan, or none.
static void look_at_grants(const sm *s)
{
    const monitor_issues issued = monitor_issued(s);
    uint64_t warps = 0;
    for (unsigned i = 0; i < s->schedulers; i++) {
        const struct warp_arbiter_out *out = s->arbiter[i]->out;
        const struct warp_arbiter_in *in = s->arbiter[i]->in;
        const int granted = in->ready && out->grant_valid ? (int)(out->grant * s->schedulers + i) : -1;
        const int issues = granted < 0 ? monitor_kaws_loan(s, i) : granted;
        if (issues >= 0)
            demand(s, "sm", "the warp that issues", issued.warp[i], (unsigned)issues);
        demand(s, "sm", "whether a scheduler issues", issued.count[i] != 0, issues >= 0);
        if (granted < 0 || s->machine->core.issue_width == 1)
            demand(s, "sm", "instructions that a scheduler issues", issued.count[i], issues >= 0);
        warps |= issues >= 0 ? warp_bit((unsigned)issues) : 0;
    }
    uint64_t told = 0;
    for (unsigned i = 0; i < s->events.warp_issue_count; i++)
        told |= warp_bit(s->events.warp_issue[i].warp);
    demand(s, "sm", "warps that are said to issue", s->events.heard ? told : warps, warps);
}

static void look_at_issues(const sm *s, const oaws_view *oaws)
{
    const struct oaws_misspred_in *misspred = oaws->misspred->in;
    const struct oaws_qualify_in *in = oaws->qualify->in;
    const struct oaws_qualify_out *out = oaws->qualify->out;
    const struct oaws_qualify_state *q = oaws->qualify->q;
    const uint64_t issued = monitor_issued(s).warps;
    demand(s, "oaws_misspred", "issue", misspred->issue, issued);
    for (uint64_t left = issued; left; left &= left - 1) {
        unsigned warp = (unsigned)__builtin_ctzll(left);
        demand(s, "oaws_misspred", "issue_active", misspred->issue_active[warp % s->schedulers], sm_active_lanes(s, warp));
    }
    uint64_t loads = in->load & issued;
    demand(s, "oaws_qualify", "issue", in->issue, loads != 0);
    if (loads)
        demand(s, "oaws_qualify", "issue_warp", in->issue_warp, (unsigned)__builtin_ctzll(loads));
    demand(s, "oaws_qualify", "loads held back that issue", loads & out->occlude, 0);
    uint64_t next = (uint64_t)q->inflight + (in->issue ? out->charge[in->issue_warp] : 0);
    demand(s, "oaws_qualify", "inflight", next - in->release[0] - in->release[1], charges_out(s));
}

void monitor_late(sm *s)
{
    monitor *mon = monitor_of(s);
    const struct warp_order_in *order = s->order->block->in;
    uint64_t running = s->resident & ~s->finished, launched = running & ~mon->running;
    oaws_view oaws;
    if (!s->fault)
        look_at_grants(s);
    demand(s, "warp_order", "launch", launched ? order->launch : s->events.cta_launch_count, launched);
    demand(s, "warp_order", "exit", s->events.warp_exit ? order->exit : 0, mon->running & ~running);
    if (find_oaws(s, &oaws) && !s->fault)
        look_at_issues(s, &oaws);
    if (!s->fault) {
        monitor_kaws_late(s, mon);
        monitor_owl_late(s, mon);
    }
    for (uint64_t left = launched; left; left &= left - 1)
        mon->started[__builtin_ctzll(left)] = mon->starts++;
    mon->running = running;
    mon->accepts = s->ldst->dispatch != NULL;
    mon->accepted = mon->accepts ? s->ldst->dispatch->age : 0;
}
