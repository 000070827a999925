// SPDX-License-Identifier: BSD-3-Clause
// The SM by the contract: warps and their instructions; see sim/check/facts.h. Registers are in facts_registers.c, the LD/ST unit in facts_ldst.c.
#include "sim/check/facts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void facts_complain(facts *f, const char *rule, int warp, uint64_t cycle, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    f->complain(f->context, rule, warp, cycle, text);
}

void facts_open(facts *f, const recorded *r, fact_complaint *complaint, void *context)
{
    *f = (facts){.r = r, .complain = complaint, .context = context, .warps = r->m.core.warps, .schedulers = r->m.core.schedulers,
                 .sets = r->m.l1d.sets, .line_bytes = r->m.l1d.line_bytes, .mshrs = r->m.l1d.mshrs, .free_mshrs = r->m.l1d.mshrs};
    f->load = calloc(FACT_RING, sizeof *f->load);
    if (!f->load)
        abort();
    for (unsigned w = 0; w < WARPS; w++)
        f->warp[w].barrier = -1;
}

void facts_close(facts *f)
{
    free(f->load);
    free(f->brought);
    free(f->code);
}

fact_load *facts_load_of(facts *f, uint64_t id, uint64_t cycle)
{
    fact_load *load = &f->load[id % FACT_RING];
    if (load->issued && load->id == id)
        return load;
    facts_complain(f, "events", -1, cycle, "instruction %" PRIu64 " was never issued", id);
    return NULL;
}

// --- barriers

static uint64_t cta_running(const facts *f, unsigned cta)
{
    uint64_t warps = 0;
    for (unsigned w = 0; w < f->warps; w++)
        if (f->warp[w].running && f->warp[w].cta == cta)
            warps |= facts_bit(w);
    return warps;
}

// A barrier opens when every unfinished warp of the CTA has arrived, or enough warps for its threads, 32 each.
static void open_barriers(facts *f, unsigned cta)
{
    for (unsigned b = 0; b < BARRIER_COUNT; b++) {
        fact_barrier *at = &f->barriers[cta][b];
        const bool all = !(cta_running(f, cta) & ~at->arrived), enough = (uint64_t)at->arrivals * LANES >= at->threads;
        if (!at->arrivals || !(at->threads ? enough : all))
            continue;
        for (unsigned w = 0; w < f->warps; w++)
            if (at->waiting >> w & 1)
                f->warp[w].barrier = -1;
        *at = (fact_barrier){0};
    }
}

static void arrive(facts *f, unsigned warp, bool waits, unsigned barrier, unsigned threads)
{
    fact_barrier *at = &f->barriers[f->warp[warp].cta][barrier];
    at->arrived |= facts_bit(warp);
    at->arrivals++;
    at->threads = threads;
    if (waits) {
        at->waiting |= facts_bit(warp);
        f->warp[warp].barrier = (int)barrier;
    }
    open_barriers(f, f->warp[warp].cta);
}

// --- issue

static void pop_buffer(facts *f, fact_warp *w, unsigned warp, uint32_t pc, const char *kind, uint64_t cycle)
{
    if (!w->filled || w->buffer[0].pc != pc || !w->buffer[0].kind || strcmp(w->buffer[0].kind, kind) != 0 || pc != w->next)
        facts_complain(f, "buffer", (int)warp, cycle, "it issues pc %" PRIx32 " %s, which is not next in its buffer", pc, kind);
    w->buffer[0] = w->buffer[1];
    w->filled -= w->filled > 0;
}

static void note_issue(facts *f, const fact_load *l, unsigned lanes, const char *kind, uint64_t cycle)
{
    fact_cycle *now = &f->now;
    if (now->issues_of[l->scheduler] == f->r->m.core.issue_width ||
        (now->issues_of[l->scheduler] && now->issue_of[l->scheduler] != (int)l->warp))
        facts_complain(f, "grant", (int)l->warp, cycle, "scheduler %u issues once more", l->scheduler);
    now->issue_of[l->scheduler] = (int)l->warp;
    now->slot_of[l->scheduler] = f->warp[l->warp].slot;
    now->issues_of[l->scheduler]++;
    now->left_of[l->warp % f->schedulers] = l->left;
    now->issued |= facts_bit(l->warp);
    now->lanes += lanes;
    now->issues++;
    if (l->charges) {
        now->loads |= facts_bit(l->warp);
        now->charge_of[l->warp % f->schedulers] = l->charge;
        now->charges += l->charge > 0;
        if (now->load_issues && (now->load_charge || !l->charge))
            return;
        now->load_issues = true;
        now->load_warp = l->warp;
        now->load_charge = l->charge;
    } else if (l->charge) {
        facts_complain(f, "charge", (int)l->warp, cycle, "%s at pc %" PRIx32 " is charged %u", kind, l->pc, l->charge);
    }
}

// A forbidden issue: a register is missing, or the warp waits.
static void hold_issue(facts *f, const fact_load *l, uint64_t cycle)
{
    const uint64_t bit = facts_bit(l->warp);
    facts_look_again(f);
    if (!(f->clear & bit))
        facts_complain(f, "scoreboard", (int)l->warp, cycle, "it issues pc %" PRIx32 ", of which a register is still to be written", l->pc);
    if ((facts_waiting(f) | facts_atomic(f)) & bit)
        facts_complain(f, "waiting", (int)l->warp, cycle, "it issues and waits at a barrier, a membar or for an atomic");
    if (!facts_register_free(f, l->scheduler, l->unit))
        facts_complain(f, "registers", (int)l->warp, cycle, "it issues through scheduler %u, whose issue register is full", l->scheduler);
}

static void enter_pipeline(facts *f, const fact_load *issued, const fact_code *code, uint64_t cycle)
{
    fact_warp *w = &f->warp[issued->warp];
    f->load[issued->id % FACT_RING] = *issued;
    f->registers[issued->unit][issued->scheduler]++;
    w->atomics += code->atomic;
    w->membars += code->membar;
    w->membar |= code->membar;
    facts_fly(f, issued->warp, issued, cycle);
}

static void issue(facts *f, const recorded_event *event, uint64_t cycle)
{
    const char *kind = event->word[0], *space = event->words > 1 ? event->word[1] : "none";
    const bool barred = event->words == 1 && event->numbers == 10 && facts_number(f, event, 8) < BARRIER_COUNT;
    fact_load *l = calloc(1, sizeof *l);
    const fact_code *code = facts_code_at(f, facts_number(f, event, 3));
    if (!l)
        abort();
    *l = (fact_load){.id = facts_number(f, event, 0), .scheduler = (unsigned)facts_number(f, event, 1), .warp = (unsigned)facts_number(f, event, 2),
                     .pc = (uint32_t)facts_number(f, event, 3), .left = (unsigned)facts_number(f, event, 5), .charge = (uint32_t)facts_number(f, event, 7),
                     .issued = true, .in_register = true};
    if (!code || strcmp(code->kind, kind) != 0) {
        facts_complain(f, "events", (int)l->warp, cycle, "it issues pc %" PRIx32 " %s, which is no instruction of the kernel", l->pc, kind);
        free(l);
        return;
    }
    fact_warp *w = &f->warp[l->warp];
    l->unit = code->unit;
    l->charges = code->load;
    l->global = strcmp(space, "global") == 0;
    l->cached = facts_is_cached(f, kind, space);
    l->data = (facts_begins(kind, "ld.") || code->atomic) && strcmp(space, "shared") != 0;
    if (event->words > 1)
        facts_touch(f, l, event);
    hold_issue(f, l, cycle);
    pop_buffer(f, w, l->warp, l->pc, kind, cycle);
    w->next = (uint32_t)facts_number(f, event, 6);
    note_issue(f, l, (unsigned)__builtin_popcountll(facts_number(f, event, 4)), kind, cycle);
    enter_pipeline(f, l, code, cycle);
    if (barred)
        arrive(f, l->warp, strcmp(kind, "bar.arrive") != 0, (unsigned)facts_number(f, event, 8), (unsigned)facts_number(f, event, 9));
    free(l);
}

// --- warps

static unsigned read_fill(const facts *f, const recorded_event *event, fact_insn filled[2])
{
    unsigned count = 0;
    filled[0] = filled[1] = (fact_insn){0};
    for (; count < 2 && count + 2 < event->numbers; count++)
        filled[count] = (fact_insn){.pc = (uint32_t)facts_number(f, event, 2 + count), .kind = event->word[count],
                                    .present = strcmp(event->word[count], "none") != 0};
    return count;
}

// If several warps are fetched for in a cycle, only fills that bring a load.
static void note_fill(facts *f, const recorded_event *event)
{
    fact_cycle *now = &f->now;
    fact_insn filled[2];
    read_fill(f, event, filled);
    const bool load = (filled[0].present && facts_is_load(f, filled[0].pc)) || (filled[1].present && facts_is_load(f, filled[1].pc));
    if (f->r->m.core.fetches > 1 && !load)
        return;
    now->fill = true;
    now->fills++;
    now->fill_warp = (unsigned)facts_number(f, event, 0);
    now->fill_active = (unsigned)facts_number(f, event, 1);
    memcpy(now->filled, filled, sizeof filled);
}

static void fill(facts *f, const recorded_event *event, uint64_t cycle)
{
    const unsigned warp = (unsigned)facts_number(f, event, 0);
    fact_warp *w = &f->warp[warp];
    if (w->filled)
        facts_complain(f, "fill", (int)warp, cycle, "its buffer holds %u instructions", w->filled);
    w->filled = read_fill(f, event, w->buffer);
    f->stale |= facts_bit(warp);
}

static void start_cta(facts *f, const recorded_event *event, uint64_t cycle)
{
    const uint64_t first = facts_number(f, event, 2), count = facts_number(f, event, 3);
    const unsigned slot = (unsigned)facts_number(f, event, 0);
    if (f->cta_held >> slot & 1)
        facts_complain(f, "cta", (int)first, cycle, "a CTA starts in slot %u, which holds one", slot);
    f->cta_held |= UINT64_C(1) << slot;
    for (uint64_t w = first; w < first + count && w < f->warps; w++) {
        f->warp[w] = (fact_warp){.running = true, .cta = (unsigned)first, .slot = slot, .barrier = -1,
                                 .next = (uint32_t)facts_number(f, event, event->numbers > 5 ? 4 + (unsigned)(w - first) : 4), .age = f->starts++};
        f->now.launched |= facts_bit((unsigned)w);
        f->stale |= facts_bit((unsigned)w);
    }
    f->now.cta = true;
    f->now.cta_slot = slot;
    f->now.cta_number = facts_number(f, event, 1);
    memset(f->barriers[first], 0, sizeof f->barriers[0]);
}

// The CTA has left: all its warps have ended, and nothing of theirs is in flight.
static void end_cta(facts *f, const recorded_event *event, uint64_t cycle)
{
    const unsigned slot = (unsigned)facts_number(f, event, 0);
    f->now.cta_ends |= UINT64_C(1) << slot;
    if (!(f->cta_held >> slot & 1))
        facts_complain(f, "cta", -1, cycle, "a CTA leaves slot %u, which holds none", slot);
    f->cta_held &= ~(UINT64_C(1) << slot);
    for (unsigned i = 0; i < f->warps; i++)
        if (f->warp[i].slot == slot && (f->warp[i].running || f->warp[i].flying || f->warp[i].stores))
            facts_complain(f, "cta", (int)i, cycle, "its CTA leaves slot %u, and it has not ended", slot);
}

static void end_warp(facts *f, unsigned warp)
{
    f->now.exited |= facts_bit(warp);
    f->warp[warp].running = false;
    f->stale |= facts_bit(warp);
    open_barriers(f, f->warp[warp].cta);
}

// --- masks and ranks

#define WARPS_THAT(condition) \
    uint64_t warps = 0; \
    for (unsigned i = 0; i < f->warps; i++) { \
        const fact_warp *w = &f->warp[i]; \
        warps |= (condition) ? facts_bit(i) : 0; \
    } \
    return warps

static const fact_code *buffered(const facts *f, const fact_warp *w)
{
    return w->running && w->filled && w->buffer[0].present ? facts_code_at(f, w->buffer[0].pc) : NULL;
}

static const fact_code *head_of(const facts *f, const fact_warp *w)
{
    return w->running && w->filled && w->buffer[0].pc == w->next ? buffered(f, w) : NULL;
}

uint64_t facts_running(const facts *f) { WARPS_THAT(w->running); }
uint64_t facts_waiting(const facts *f) { WARPS_THAT(w->running && (w->barrier >= 0 || w->membar)); }
uint64_t facts_atomic(const facts *f) { WARPS_THAT(w->running && w->atomics); }
uint64_t facts_no_insn(const facts *f) { WARPS_THAT(w->running && !w->filled); }
uint64_t facts_wrong_insn(const facts *f) { WARPS_THAT(w->running && w->filled && !head_of(f, w)); }
uint64_t facts_buffered_loads(const facts *f) { WARPS_THAT(buffered(f, w) && buffered(f, w)->load); }
uint64_t facts_loads(const facts *f) { WARPS_THAT(head_of(f, w) && head_of(f, w)->load); }
uint64_t facts_memory(const facts *f) { WARPS_THAT(head_of(f, w) && head_of(f, w)->memory); }
uint64_t facts_unit(const facts *f, unsigned unit) { WARPS_THAT(head_of(f, w) && head_of(f, w)->unit == unit); }
uint64_t facts_room(const facts *f, unsigned scheduler)
{
    bool free[KINDS_OF_UNIT];
    for (unsigned unit = 0; unit < KINDS_OF_UNIT; unit++)
        free[unit] = facts_register_free(f, scheduler, unit);
    WARPS_THAT(head_of(f, w) && free[head_of(f, w)->unit]);
}

uint64_t facts_clear(facts *f) { return facts_look_again(f), f->clear; }
uint64_t facts_needs_data(facts *f) { return facts_look_again(f), f->needs_data; }
uint64_t facts_ready(facts *f) { return facts_clear(f) & ~(facts_waiting(f) | facts_atomic(f)); }

// Older resident warps, of those that wait alike.
static uint8_t rank_of(const facts *f, unsigned warp, uint64_t waiting)
{
    uint8_t rank = 0;
    for (unsigned i = 0; i < f->warps; i++) {
        bool waits = waiting >> i & 1, own = waiting >> warp & 1;
        rank += f->warp[i].running && (waits == own ? f->warp[i].age < f->warp[warp].age : own);
    }
    return f->warp[warp].running ? rank : 0;
}

// The lower slots with an older warp, or with any if the warp's own slot is empty.
static uint64_t older_below(const facts *f, unsigned warp)
{
    uint64_t older = 0;
    for (unsigned i = 0; i < warp; i++)
        if (f->warp[i].running && (!f->warp[warp].running || f->warp[i].age < f->warp[warp].age))
            older |= facts_bit(i);
    return older;
}

static void rank_warps(facts *f)
{
    uint64_t running = facts_running(f), waiting = facts_waiting(f);
    if (running == f->ranked_running && waiting == f->ranked_waiting && f->starts == f->ranked_starts)
        return;
    for (unsigned w = 0; w < f->warps; w++) {
        f->older[w] = older_below(f, w);
        f->rank[w] = rank_of(f, w, 0);
        f->rank_run[w] = rank_of(f, w, waiting);
    }
    f->ranked_running = running;
    f->ranked_waiting = waiting;
    f->ranked_starts = f->starts;
}

// --- a cycle

static void start_kernel(facts *f, const recorded_event *event)
{
    f->now.kernel = true;
    f->local_stride = facts_number(f, event, 0);
    f->now.ctas_per_sm = (uint32_t)facts_number(f, event, 1);
    f->now.first_fill = (uint32_t)facts_number(f, event, 2);
    f->now.warps_per_cta = (uint32_t)facts_number(f, event, 3);
    if (f->codes)
        memset(f->code, 0, f->codes * sizeof *f->code);
}

static void early_event(facts *f, const recorded_event *event, uint64_t cycle)
{
    if (facts_ldst_event(f, event, cycle))
        return;
    switch (event->kind) {
    case LINE_SM_kernel:      start_kernel(f, event); break;
    case LINE_SM_code:        facts_take_code(f, event, cycle); break;
    case LINE_SM_sleep:       f->sleeps_until = cycle + facts_number(f, event, 0); f->now.slept = true; break;
    case LINE_SM_collect:     facts_collect(f, event, cycle); break;
    case LINE_SM_complete:    facts_complete(f, event, cycle); break;
    case LINE_SM_sent:        facts_store(f, (unsigned)facts_number(f, event, 0), false, cycle); break;
    case LINE_SM_acked:       facts_store(f, (unsigned)facts_number(f, event, 0), true, cycle); break;
    case LINE_SM_membar_over: facts_membar_over(f, (unsigned)facts_number(f, event, 0), cycle); break;
    case LINE_SM_fill:        note_fill(f, event); break;
    default:                  break;
    }
}

void facts_early(facts *f, size_t first, size_t end, uint64_t cycle)
{
    f->now = (fact_cycle){.issue_of = {-1, -1, -1, -1}, .slept = cycle < f->sleeps_until};
    f->at = first;
    f->end = end;
    for (size_t i = first; i < end; i++)
        early_event(f, &f->r->event[i], cycle);
    for (unsigned w = 0; w < f->warps; w++)
        if (f->warp[w].membar_due) {
            facts_complain(f, "membar", (int)w, cycle, "its membar holds it though all that is in front of it is over");
            f->warp[w].membar_due = false;
        }
    rank_warps(f);
}

static bool is_of_turn(const recorded_event *event)
{
    return event->kind == LINE_SM_issue || event->kind == LINE_SM_flush || event->kind == LINE_SM_exit;
}

static void late_event(facts *f, const recorded_event *event, uint64_t cycle)
{
    const unsigned warp = (unsigned)facts_number(f, event, 0);
    switch (event->kind) {
    case LINE_SM_issue:   issue(f, event, cycle); break;
    case LINE_SM_flush:   f->now.flushed |= facts_bit(warp); f->warp[warp].filled = 0; f->stale |= facts_bit(warp); break;
    case LINE_SM_exit:    end_warp(f, warp); break;
    case LINE_SM_fill:    fill(f, event, cycle); break;
    case LINE_SM_cta:     start_cta(f, event, cycle); break;
    case LINE_SM_cta_end: end_cta(f, event, cycle); break;
    default:              break;
    }
}

// A scheduler's turn: empties its own warps' buffers, issues, and handles what follows.
void facts_turn(facts *f, unsigned scheduler, uint64_t cycle)
{
    for (; f->at < f->end; f->at++) {
        const recorded_event *event = &f->r->event[f->at];
        const bool issues = event->kind == LINE_SM_issue;
        const uint64_t warp = facts_number(f, event, issues ? 2 : 0);
        if (event->kind == LINE_SM_fill || event->kind == LINE_SM_cta || event->kind == LINE_SM_cta_end)
            return;
        if (!is_of_turn(event))
            continue;
        if (warp % f->schedulers != scheduler || (issues && facts_number(f, event, 1) != scheduler))
            return;
        late_event(f, event, cycle);
    }
}

// Issues through another scheduler, after all turns.
void facts_loans(facts *f, uint64_t cycle)
{
    for (; f->at < f->end; f->at++) {
        const recorded_event *event = &f->r->event[f->at];
        if (event->kind == LINE_SM_fill || event->kind == LINE_SM_cta || event->kind == LINE_SM_cta_end)
            return;
        late_event(f, event, cycle);
    }
}

void facts_late(facts *f, uint64_t cycle)
{
    for (; f->at < f->end; f->at++)
        late_event(f, &f->r->event[f->at], cycle);
}
