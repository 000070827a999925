// SPDX-License-Identifier: BSD-3-Clause
// Slices and curves of one SM; see sim/core/sm_trace.h.
#include "sim/core/sm_trace.h"

#include <inttypes.h>
#include <stdlib.h>

// What a scheduler's cycle counts as, after the stall classes.
enum { ISSUES = STALL_CLASSES, NO_STATE = 255 };

typedef enum {
#define WARP_STATE(name, ...) WARP_##name,
#include "sim/core/warp_states.def"
#undef WARP_STATE
    WARP_STATES
} warp_state;

typedef enum {
#define LDST_STATE(name, ...) LDST_STATE_##name,
#include "sim/core/ldst_states.def"
#undef LDST_STATE
    LDST_STATES
} ldst_state;

static const char *const warp_words[] = {
#define WARP_STATE(name, word, stall, help) word,
#include "sim/core/warp_states.def"
#undef WARP_STATE
};
static const char *const ldst_words[] = {
#define LDST_STATE(name, word, counter, help) word,
#include "sim/core/ldst_states.def"
#undef LDST_STATE
};
static const char *const scheduler_words[] = {
    [STALL_IDLE] = "idle", [STALL_SCOREBOARD] = "scoreboard", [STALL_PIPELINE] = "pipeline", [STALL_LDST] = "LD/ST",
    [STALL_OCCLUDED] = "occluded", [ISSUES] = "issue"};

typedef struct {
    unsigned number;
    bool     named;                                 // in the file
    uint8_t  state;                                 // NO_STATE: there is nothing to show
    uint64_t since;
} track;

// What the LD/ST unit has counted.
typedef struct { uint64_t of[LDST_STATES], entries; } unit_counts;

struct sm_trace {
    trace_events *events;
    unsigned process;
    track    ctas[CTA_SLOTS], schedulers[SCHEDULERS_MAX], ldst, warps[N_MAX];
    uint32_t line[N_MAX];                           // of the PTX: what each warp has issued or waits to issue; 0: unknown
    unsigned insns[N_MAX], lanes[N_MAX];            // issued in the cycle of an issue, and active in them
    uint64_t ldst_seen;                             // cycles of the LD/ST unit before this one are in the file
    unit_counts before;                             // as the next ones began
    uint64_t mshrs;                                 // in use; UINT64_MAX: never any
    uint64_t mshrs_before;                          // as the window begins, not written yet; UINT64_MAX: nothing to write
};

sm_trace *sm_trace_new(const gpu_options *options, unsigned sm_index)
{
    run_trace *trace = options->trace;
    if (!trace || !number_set_has(&trace->sms, sm_index))
        return NULL;
    sm_trace *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    t->events = &trace->events;
    t->process = TRACE_SM + sm_index;
    t->mshrs = t->mshrs_before = UINT64_MAX;
    for (unsigned i = 0; i < CTA_SLOTS; i++)
        t->ctas[i] = (track){.number = TRACE_CTAS + i, .state = NO_STATE};
    for (unsigned i = 0; i < SCHEDULERS_MAX; i++)
        t->schedulers[i] = (track){.number = TRACE_SCHEDULERS + i, .state = NO_STATE};
    for (unsigned i = 0; i < N_MAX; i++)
        t->warps[i] = (track){.number = TRACE_WARPS + i, .state = NO_STATE};
    t->ldst = (track){.number = TRACE_LDST, .state = NO_STATE};
    char name[32];
    snprintf(name, sizeof name, "SM %u", sm_index);
    trace_process(t->events, t->process, name);
    return t;
}

void sm_trace_free(sm_trace *t) { free(t); }

static void name_track(sm_trace *t, track *of)
{
    const unsigned n = of->number;
    char name[32];
    if (n >= TRACE_WARPS)
        snprintf(name, sizeof name, "warp %u", n - TRACE_WARPS);
    else if (n >= TRACE_LDST)
        snprintf(name, sizeof name, "LD/ST unit");
    else if (n >= TRACE_SCHEDULERS)
        snprintf(name, sizeof name, "scheduler %u", n - TRACE_SCHEDULERS);
    else
        snprintf(name, sizeof name, "CTAs, slot %u", n);
    trace_track(t->events, t->process, trace_track_number(t->process, n), name);
    of->named = true;
}

static void write_slice(sm_trace *t, track *of, const char *name, uint64_t until, const char *arguments)
{
    if (of->since >= until)
        return;
    if (!of->named)
        name_track(t, of);
    trace_slice(t->events, t->process, trace_track_number(t->process, of->number), name, of->since, until, arguments);
}

// --- warps

static void end_warp_state(sm_trace *t, unsigned warp, uint64_t cycle)
{
    track *of = &t->warps[warp];
    char arguments[96] = "";
    if (of->state == NO_STATE)
        return;
    if (of->state == WARP_ISSUE)
        snprintf(arguments, sizeof arguments, "\"line\":%" PRIu32 ",\"insns\":%u,\"lanes\":%u", t->line[warp], t->insns[warp],
                 t->lanes[warp]);
    else if (t->line[warp])
        snprintf(arguments, sizeof arguments, "\"line\":%" PRIu32, t->line[warp]);
    write_slice(t, of, warp_words[of->state], cycle, arguments);
}

static uint32_t line_of_next(const sm *s, unsigned warp)
{
    const warp_slot *slot = &s->warp[warp];
    const insn *next = s->has_insn >> warp & 1 ? slot->buffer[slot->next] : NULL;
    return next ? next->line : 0;
}

static void set_warp(sm_trace *t, unsigned warp, uint8_t state, uint32_t line, uint64_t cycle)
{
    track *of = &t->warps[warp];
    if (of->state == state && t->line[warp] == line && state != WARP_ISSUE)
        return;
    end_warp_state(t, warp, cycle);
    of->state = state;
    of->since = cycle;
    t->line[warp] = line;
}

static warp_state waits_for_ldst(const sm_trace *t)
{
    return t->ldst.state == LDST_STATE_MSHR ? WARP_LDST_MSHR : t->ldst.state == LDST_STATE_ICNT ? WARP_LDST_ICNT : WARP_LDST;
}

// Warps of a scheduler, by what sm_stall goes by (ready.c) and, of those that it takes no account of, by why.
static void set_warps(sm *s, unsigned scheduler, uint64_t held, bool issues, uint64_t cycle)
{
    sm_trace *t = s->trace;
    const stalled_warps why = sm_stalled_warps(s, scheduler, held);
    const uint64_t own = scheduler_warps(s, scheduler), present = own & s->resident;
    uint64_t of[WARP_STATES] = {0};
    of[WARP_OCCLUDED] = why.occluded;
    of[waits_for_ldst(t)] = why.ldst;
    of[WARP_NOT_SELECTED] = issues ? why.ready & why.room : 0;
    of[WARP_PIPELINE] = why.ready;
    of[WARP_DATA] = why.valid & s->needs_data;
    of[WARP_SCOREBOARD] = why.valid;
    of[WARP_ENDED] = s->finished;
    of[WARP_BARRIER] = s->at_barrier;
    of[WARP_MEMBAR] = s->at_membar;
    of[WARP_ATOMIC] = s->on_atomic;
    of[WARP_FETCH_MISS] = s->fetch_pending;
    of[WARP_FETCH] = ~s->has_insn;
    of[WARP_WRONG_PATH] = s->hazard;
    of[WARP_NOT_ALLOWED] = ~UINT64_C(0);
    // In the order above: what a scheduler's stall follows from comes before what it follows from nothing else.
    static const warp_state order[] = {WARP_OCCLUDED, WARP_LDST, WARP_LDST_MSHR, WARP_LDST_ICNT, WARP_NOT_SELECTED, WARP_PIPELINE,
        WARP_DATA, WARP_SCOREBOARD, WARP_ENDED, WARP_BARRIER, WARP_MEMBAR, WARP_ATOMIC, WARP_FETCH_MISS, WARP_FETCH,
        WARP_WRONG_PATH, WARP_NOT_ALLOWED};
    uint64_t left = present;
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++) {
        for (uint64_t warps = of[order[i]] & left; warps; warps &= warps - 1) {
            const unsigned warp = (unsigned)__builtin_ctzll(warps);
            set_warp(t, warp, (uint8_t)order[i], line_of_next(s, warp), cycle);
        }
        left &= ~of[order[i]];
    }
    for (uint64_t gone = own & ~present; gone; gone &= gone - 1)
        set_warp(t, (unsigned)__builtin_ctzll(gone), NO_STATE, 0, cycle);
}

// --- schedulers

static void set_scheduler(sm_trace *t, unsigned scheduler, uint8_t state, uint64_t cycle)
{
    track *of = &t->schedulers[scheduler];
    if (of->state == state)
        return;
    if (of->state != NO_STATE)
        write_slice(t, of, scheduler_words[of->state], cycle, "");
    of->state = state;
    of->since = cycle;
}

void sm_trace_turn(sm *s, unsigned scheduler, uint64_t held, int granted, stall_class stall)
{
    set_warps(s, scheduler, held, granted >= 0, s->cycle);
    set_scheduler(s->trace, scheduler, granted >= 0 ? (uint8_t)ISSUES : (uint8_t)stall, s->cycle);
}

// One instruction of a warp a cycle, or two.
void sm_trace_issue(sm *s, unsigned through, unsigned warp, const warp_step *step)
{
    sm_trace *t = s->trace;
    const unsigned lanes = (unsigned)__builtin_popcount(step->active);
    if (t->warps[warp].state == WARP_ISSUE && t->warps[warp].since == s->cycle) {
        t->insns[warp]++;
        t->lanes[warp] += lanes;
        return;
    }
    set_warp(t, warp, WARP_ISSUE, step->insn->line, s->cycle);
    t->insns[warp] = 1;
    t->lanes[warp] = lanes;
    set_scheduler(t, through, ISSUES, s->cycle);
}

void sm_trace_quiet(sm *s)
{
    for (unsigned i = 0; i < s->schedulers; i++) {
        set_warps(s, i, 0, false, s->cycle + 1);
        set_scheduler(s->trace, i, (uint8_t)s->quiet_stall[i], s->cycle + 1);
    }
}

// --- the LD/ST unit: what it has counted tells what it has done

static unit_counts of_unit(const sm *s)
{
    return (unit_counts){.entries = s->counters->mshr_entry_cycles, .of = {
#define LDST_STATE(name, word, counter, help) s->counters->counter,
#include "sim/core/ldst_states.def"
#undef LDST_STATE
    }};
}

static uint8_t state_of(const unit_counts *before, const unit_counts *now)
{
    uint8_t state = NO_STATE;
    for (unsigned i = 0; i < LDST_STATES; i++)
        if (now->of[i] != before->of[i])
            state = (uint8_t)i;
    return state;
}

// One value is enough for all the time before the window.
static void write_mshrs(sm_trace *t, uint64_t mshrs, uint64_t cycle)
{
    const uint64_t start = t->events->start;
    char value[48];
    if (cycle >= start && t->mshrs_before != UINT64_MAX) {
        snprintf(value, sizeof value, "\"in use\":%" PRIu64, t->mshrs_before);
        trace_counter(t->events, t->process, "MSHRs", start, value);
        t->mshrs_before = UINT64_MAX;
    }
    if (t->mshrs == mshrs)
        return;
    t->mshrs = mshrs;
    snprintf(value, sizeof value, "\"in use\":%" PRIu64, mshrs);
    if (cycle < start)
        t->mshrs_before = mshrs;
    else
        trace_counter(t->events, t->process, "MSHRs", cycle, value);
}

static void set_ldst(sm *s, uint8_t state, uint64_t mshrs, uint64_t cycle)
{
    sm_trace *t = s->trace;
    if (t->ldst.state != state) {
        if (t->ldst.state != NO_STATE)
            write_slice(t, &t->ldst, ldst_words[t->ldst.state], cycle, "");
        t->ldst.state = state;
        t->ldst.since = cycle;
    }
    for (unsigned warp = 0; s->quiet && warp < s->warps; warp++)
        if (t->warps[warp].state >= WARP_LDST && t->warps[warp].state <= WARP_LDST_ICNT)
            set_warp(t, warp, (uint8_t)waits_for_ldst(t), t->line[warp], cycle);
    write_mshrs(t, mshrs, cycle);
}

void sm_trace_ldst_begins(sm *s) { s->trace->before = of_unit(s); }

void sm_trace_ldst_ends(sm *s, uint64_t cycle)
{
    sm_trace *t = s->trace;
    if (cycle <= t->ldst_seen)
        return;
    const uint64_t first = t->ldst_seen, cycles = cycle - first;
    const unit_counts now = of_unit(s);
    t->ldst_seen = cycle;
    set_ldst(s, state_of(&t->before, &now), (now.entries - t->before.entries) / cycles, first);
}

// --- CTAs, and the end

// It is resident from the next cycle on, as in sm.active_cycles.
void sm_trace_cta_begins(sm *s, unsigned slot)
{
    s->trace->ctas[slot].state = 0;
    s->trace->ctas[slot].since = s->cycle + 1;
}

static void end_cta(sm *s, unsigned slot, uint64_t cycle)
{
    track *of = &s->trace->ctas[slot];
    char name[32];
    if (of->state == NO_STATE)
        return;
    snprintf(name, sizeof name, "CTA %" PRIu64, s->ctas[slot].index);
    write_slice(s->trace, of, name, cycle, "");
    of->state = NO_STATE;
}

void sm_trace_cta_ends(sm *s, unsigned slot) { end_cta(s, slot, s->cycle + 1); }

void sm_trace_launch_end(sm *s, uint64_t cycle)
{
    sm_trace *t = s->trace;
    for (unsigned i = 0; i < CTA_SLOTS; i++)
        end_cta(s, i, cycle);
    for (unsigned i = 0; i < s->schedulers; i++)
        set_scheduler(t, i, NO_STATE, cycle);
    for (unsigned i = 0; i < s->warps; i++)
        set_warp(t, i, NO_STATE, 0, cycle);
    set_ldst(s, NO_STATE, 0, cycle);
}
