// SPDX-License-Identifier: BSD-3-Clause
// Issue: each scheduler takes one warp a cycle, the one that its arbiter grants, and executes its instruction functionally.
//
// Models GPGPU-Sim's scheduler_unit::cycle. The order of the schedulers rotates by one each cycle; each sees the issue slots
// taken before it. A scheduler visits warps in priority order up to the one that issues. If a visited warp's buffered
// instruction is not the next one of its SIMT stack, its buffer is flushed.
#include "sim/core/sm_trace.h"

// Effects of an issue on the warp besides execution.
static void update_warp(sm *s, unsigned warp, const inflight *issued)
{
    warp_slot *slot = &s->warp[warp];
    const insn *insn = issued->step.insn;
    slot->last = insn;
    slot->in_pipeline++;
    slot->valid &= (uint8_t)~(1u << slot->next);
    slot->next ^= 1;
    slot->fetch_pc = insn->pc + INSN_BYTES;
    scoreboard_reserve(&s->scoreboard, warp, insn);
    if (s->keeps_data && scoreboard_brings_data(insn, issued->step.space))
        scoreboard_mark_data(&s->scoreboard, warp, insn, true);
    if (insn->memory == MEMORY_ATOMIC) {
        slot->atomics++;
        s->on_atomic |= warp_bit(warp);
    }
    if (insn->flags & INSN_MEMBAR) {
        slot->membar = true;
        s->at_membar |= warp_bit(warp);
    }
    if (insn->flags & (INSN_BARRIER | INSN_EXIT) && warp_step_arrives(&issued->step))
        warp_arrives(s, warp, &issued->step);
    if (issued->step.finished)
        warp_finish(s, warp);
    else if (insn->flags & INSN_EXIT && issued->step.active)
        warp_flush(s, warp, slot->fetch_pc);
    else
        warp_head_changed(s, warp);
}

static void count_issue(sm *s, unsigned scheduler, inflight *issued)
{
    unsigned age = sm_age(s, issued->warp);
    s->counters->warp_insns++;
    s->counters->thread_insns += (unsigned)__builtin_popcount(issued->step.active);
    s->counters->issue_oldest_8 += age < OLDEST;
    if (s->holder[scheduler] != age) {
        sm_count_held(s, scheduler, s->cycle);
        s->holder[scheduler] = age;
    }
    if (s->profile)
        issued->cell = profile_issue(s->profile, issued->step.insn, age);
}

static void show_issue(sm *s, const inflight *issued)
{
    const unsigned through = issued->scheduler, warp = issued->warp;
    if (s->issue_trace)
        fprintf(s->issue_trace, "%llu %u %u %u %u\n", (unsigned long long)s->cycle, s->index, through, warp, issued->step.insn->pc);
    if (s->trace)
        sm_trace_issue(s, through, warp, &issued->step);
}

void sm_issue_warp(sm *s, unsigned through, unsigned warp)
{
    warp_slot *slot = &s->warp[warp];
    const insn *insn = slot->buffer[slot->next];
    const unsigned kind = sm_kind(s, insn);
    bool to_l1d = s->load >> warp & 1;
    inflight *issued = inflight_new(&s->pool);
    issued->warp = (uint8_t)warp;
    issued->scheduler = (uint8_t)through;
    issued->issued = s->issued_at = s->cycle;
    issued->age = s->issued_count++;
    if (!warp_execute(slot->cta, slot->in_cta, &issued->step)) {
        s->fault = launch_error(s->launch);
        inflight_free(&s->pool, issued);
        return;
    }
    count_issue(s, through, issued);
    if (s->issues_seen)
        show_issue(s, issued);
    if (to_l1d)
        issued->held_up = ldst_held_up(s->ldst, s->cycle);
    if (to_l1d)
        issued->policy_charge = place_charge(&s->place, warp);
    if (s->one_charge && issued->policy_charge)
        s->charged_at = s->cycle;
    tell_event(&s->events, warp_issue, .warp = (uint8_t)warp, .scheduler = (uint8_t)(warp % s->schedulers),
               .through = (uint8_t)through, .unit = (uint8_t)kind,
               .lanes = (uint8_t)__builtin_popcount(issued->step.active), .active = (uint8_t)sm_active_lanes(s, warp),
               .load = to_l1d, .pc = insn->pc, .charge = issued->policy_charge);
    if (event_logged(&s->log, s->cycle))
        log_issue(&s->log, s->cycle, issued, warp_next(slot->cta, slot->in_cta), sm_active_lanes(s, warp));
    if (gpu_logged(s->gpu_log, s->cycle))
        gpu_log_issue(s->gpu_log, s->cycle, s->index, (unsigned)__builtin_popcount(issued->step.active));
    latch_put(&s->issue_slot[kind], issued);
    if (s->sub_cores)
        s->issue_slot[kind].taken |= (uint8_t)(1u << through);
    update_warp(s, warp, issued);
}

// A second instruction of the same warp, for another kind of unit than the first. Where the first was a branch elsewhere, this
// look finds that the buffer does not go on there.
static void issue_second(sm *s, unsigned scheduler, unsigned warp, unsigned first_unit)
{
    uint64_t eligible = sm_ready(s) & sm_warps_with_room(s, scheduler) & ~s->unit[first_unit];
    if (eligible >> warp & 1)
        sm_issue_warp(s, scheduler, warp);
    else if (s->hazard >> warp & 1 && !((s->at_barrier | s->at_membar | s->on_atomic) >> warp & 1))
        warp_flush(s, warp, warp_next(s->warp[warp].cta, s->warp[warp].in_cta)->pc);
}

static inline uint64_t held_back(const sm *s, const policy_masks *masks) { return masks->occlude | (s->load & ~masks->can_issue); }

// `turn`: schedulers issue in this cycle. `plain` is a constant at each call: of sm.plain.
static inline __attribute__((always_inline)) void schedule(sm *s, unsigned scheduler, const policy_masks *masks, bool turn, bool plain)
{
    const uint64_t behind = plain ? 0 : sm_behind_charge(s), own = scheduler_warps(s, scheduler) & masks->may_issue;
    uint64_t eligible = turn ? sm_ready(s) & own & ~behind : 0;
    if (eligible)
        eligible &= sm_warps_with_room(s, scheduler);
    const bool rests = !eligible && !(s->asked >> scheduler & 1);          // the arbiter knows that no warp is ready
    const int granted = rests ? -1 : plain ? sm_arbiter_grant(s, scheduler, eligible) : sm_arbiter_grant_under(s, scheduler, eligible, masks);
    uint64_t flushed = turn && s->hazard ? s->hazard & own & ~(s->at_barrier | s->at_membar | s->on_atomic) : 0;
    if (flushed)
        flushed = sm_visited_before(s, scheduler, granted, flushed);
    stall_class stall = granted < 0 ? sm_stall(s, scheduler, held_back(s, masks) | behind) : STALL_IDLE;
    if (!plain && s->trace)
        sm_trace_turn(s, scheduler, held_back(s, masks) | behind, granted, stall);
    for (; flushed; flushed &= flushed - 1) {
        unsigned warp = (unsigned)__builtin_ctzll(flushed);
        warp_flush(s, warp, warp_next(s->warp[warp].cta, s->warp[warp].in_cta)->pc);
    }
    if (granted < 0) {
        if (!plain && s->lends)
            s->stalled[scheduler] = stall;
        else
            s->stalls[scheduler][stall]++;
        return;
    }
    unsigned warp = (unsigned)granted, unit = sm_kind(s, s->warp[warp].buffer[s->warp[warp].next]);
    sm_issue_warp(s, scheduler, warp);
    if (s->machine->core.issue_width > 1 && !s->fault)
        issue_second(s, scheduler, warp, unit);
}

static void behind_issue(sm *s, bool turn)
{
    if (s->sub_cores && !s->fault)
        sm_count_one_free(s, 1);
    if (s->lends && !s->fault)
        sm_lend(s, turn);
    if (s->counts_inactive && s->issued_at != s->cycle)
        sm_count_inactive(s, sm_inactive_class(s), 1);
}

static inline __attribute__((always_inline)) void schedule_all(sm *s, const policy_masks *masks, bool turn, bool plain)
{
    for (unsigned i = 0; i < s->schedulers && !s->fault; i++) {
        unsigned scheduler = s->first_scheduler + i;
        schedule(s, scheduler >= s->schedulers ? scheduler - s->schedulers : scheduler, masks, turn, plain);
    }
}

void sm_issue(sm *s)
{
    static const policy_masks nothing = POLICY_HOLDS_NOTHING;
    const uint32_t period = s->machine->core.issue_period;
    const bool turn = period == 1 || s->cycle % period == 0;
    if (s->plain) {
        schedule_all(s, &nothing, turn, true);
    } else {
        place_select(&s->place, &s->masks);
        schedule_all(s, &s->masks, turn, false);
        if (s->behind_issue)
            behind_issue(s, turn);
    }
    s->first_scheduler = s->first_scheduler + 1 == s->schedulers ? 0 : s->first_scheduler + 1;
}
