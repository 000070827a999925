// SPDX-License-Identifier: BSD-3-Clause
// Which warps could issue, and why a scheduler issues none of its own.
#include "sim/core/sm.h"

uint64_t sm_warps_with_room(const sm *s, unsigned scheduler)
{
    uint64_t warps = 0;
#pragma GCC unroll 3
    for (unsigned kind = 0; kind < UNITS_ALWAYS; kind++)
        warps |= sm_has_room(s, scheduler, kind) ? s->unit[kind] : 0;
    for (unsigned kind = UNITS_ALWAYS; kind < s->kinds; kind++)
        warps |= sm_has_room(s, scheduler, kind) ? s->unit[kind] : 0;
    return warps;
}

// Its registers are taken, and what stands in front of the unit with all operands has not been taken in the cycle before.
uint64_t sm_held_by_ldst(const sm *s)
{
    uint64_t roomless = 0;
    for (unsigned i = 0; s->ldst_full && i < s->schedulers; i++)
        if (!sm_has_room(s, i, UNIT_MEM))
            roomless |= scheduler_warps(s, i);
    return sm_ready(s) & s->unit[UNIT_MEM] & roomless;
}

uint64_t sm_charged_loads(const sm *s)
{
    uint64_t charged = 0;
    for (uint64_t left = s->load; left; left &= left - 1)
        if (place_charge(&s->place, (unsigned)__builtin_ctzll(left)))
            charged |= left & -left;
    return charged;
}

// With an instruction that waits for no other.
static inline uint64_t going_on(const sm *s, unsigned scheduler)
{
    return scheduler_warps(s, scheduler) & s->has_insn & ~(s->hazard | s->at_barrier | s->at_membar | s->on_atomic);
}

// A full issue slot takes precedence over the policy: it does not change while the SM sleeps.
static inline stalled_warps look_at(const sm *s, unsigned scheduler, uint64_t warps, uint64_t held)
{
    const uint64_t kept_back = warps & s->clear & ~s->masks.may_issue;
    const uint64_t valid = warps & s->masks.may_issue, ready = valid & s->clear;
    stalled_warps why = {.valid = valid, .ready = ready};
    if (kept_back)
        why.occluded = kept_back & sm_warps_with_room(s, scheduler);
    if (!ready)
        return why;
    if (sm_has_room(s, scheduler, UNIT_MEM))
        why.occluded |= ready & held;
    else
        why.ldst = ready & sm_held_by_ldst(s);
    return why;
}

stalled_warps sm_stalled_warps(const sm *s, unsigned scheduler, uint64_t held)
{
    stalled_warps why = look_at(s, scheduler, going_on(s, scheduler), held);
    why.room = sm_warps_with_room(s, scheduler);
    return why;
}

static __attribute__((noinline)) stall_class stall_of_clear(const sm *s, unsigned scheduler, uint64_t warps, uint64_t held)
{
    const stalled_warps why = look_at(s, scheduler, warps, held);
    if (why.occluded)
        return STALL_OCCLUDED;
    if (why.ready)
        return why.ldst ? STALL_LDST : STALL_PIPELINE;
    return why.valid ? STALL_SCOREBOARD : STALL_IDLE;
}

// Most often registers alone are waited for.
stall_class sm_stall(const sm *s, unsigned scheduler, uint64_t held)
{
    const uint64_t warps = going_on(s, scheduler);
    if (warps & s->clear)
        return stall_of_clear(s, scheduler, warps, held);
    return warps & s->masks.may_issue ? STALL_SCOREBOARD : STALL_IDLE;
}
