// SPDX-License-Identifier: BSD-3-Clause
// An SM's quiet time: how it begins and ends, and what is counted of it; and cycles in which only its front rests.
//
// While the stages before the LD/ST unit have nothing to do, the SM is quiet: only the LD/ST unit is stepped, or not even that
// when it waits for memory. At the end the counts and rotations of the skipped stages are made up for. While instructions pass collectors
// and pipelines, but none can issue, be decoded or be fetched, the front rests: blocks, issue, decode and fetch.
#include "sim/core/sm_trace.h"

// Nothing can issue, be decoded or be fetched.
static bool front_quiet(const sm *s)
{
    const uint64_t ready = sm_ready(s);
    if (s->fetched_count || s->drained || s->hazard || s->resident & ~s->finished & ~s->fetch_pending & s->buffer_empty ||
        !read_only_cache_quiet(s->l1i))
        return false;
    for (unsigned kind = 0; ready && kind < s->kinds; kind++)
        if (ready & s->unit[kind] && latch_has_room(&s->issue_slot[kind]))
            return false;
    return true;
}

// Nothing before the LD/ST unit changes by itself before `wake`.
static bool stages_quiet(const sm *s)
{
    const sm_events *events = &s->events;
    if (events->cta_launch_count || events->warp_exit || events->kernel_start_count)
        return false;
    for (unsigned kind = 0; kind < s->kinds; kind++)
        if (kind != UNIT_MEM && s->unit_slot[kind].used)
            return false;
    return collectors_stuck(&s->collectors) && (s->front_rests || front_quiet(s));
}

// A cycle of the front in which each scheduler counts its stall and nothing else happens. Every arbiter has seen that no warp is ready.
bool sm_front_rests(sm *s)
{
    s->front_rests = !s->asked && s->plain && !s->sleepless && !s->events.raised && !s->order_changed && front_quiet(s);
    if (!s->front_rests)
        return false;
    for (unsigned i = 0; i < s->schedulers; i++)
        s->stalls[i][sm_stall(s, i, 0)]++;
    s->first_scheduler = s->first_scheduler + 1 == s->schedulers ? 0 : s->first_scheduler + 1;
    return true;
}

// What is fed lives on events: the SM may be quiet only in cycles without any. What remembers levels must have seen them.
// Blocks that are shown or recorded are seen at each edge at which one of them stirs; others live through it together when they are
// looked at next.
void sm_fall_quiet(sm *s)
{
    if (!stages_quiet(s) || (s->place.hears && s->events.raised) || (s->place.always_step && place_stirs(&s->place)))
        return;
    sm_note_ldst_full(s);
    if ((s->watches_memory && !sm_levels_stand(s)) || (s->watches_data && sm_held_by_ldst(s) != s->levels.held_by_ldst))
        return;
    s->quiet = true;
    s->stirred = false;
    s->quiet_since = s->cycle + 1;
    s->wake = pipelines_next_result(&s->pipelines, s->cycle + 1);
    for (unsigned i = 0; i < s->schedulers; i++)
        s->quiet_stall[i] = sm_stall(s, i, 0);
    if (s->counts_inactive)
        s->quiet_inactive = sm_inactive_class(s);
    if (s->trace)
        sm_trace_quiet(s);
}

void sm_settle(sm *s, uint64_t cycle)
{
    if (!s->quiet || cycle <= s->quiet_since)
        return;
    uint64_t cycles = cycle - s->quiet_since;
    for (unsigned i = 0; i < s->schedulers; i++)
        s->stalls[i][s->quiet_stall[i]] += cycles;
    if (s->counts_inactive)
        sm_count_inactive(s, s->quiet_inactive, cycles);
    s->first_scheduler = (unsigned)((s->first_scheduler + cycles) % s->schedulers);
    collectors_skip(&s->collectors, cycles);
    if (s->sub_cores)
        sm_count_one_free(s, cycles);
    sm_blocks_sleep(s, cycles);
    if (event_logged(&s->log, s->quiet_since))
        log_sleep(&s->log, s->quiet_since, cycles);
    s->quiet_since = cycle;
}

void sm_wake(sm *s, uint64_t cycle)
{
    sm_settle(s, cycle);
    s->quiet = s->front_rests = false;
}
