// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit, its re-execution queue: accesses of loads that had a reservation fail wait here, and those behind them pass.
//
// Source: MASCAR's cache access re-execution (HPCA 2015), as OAWS section 5 states it. First in, first out: the oldest is
// looked up again when something has changed at the L1D since its last fail, and goes before the head of the latency queue in
// that cycle, of its bank: one leaves the queue a cycle, and one enters it; a second fail of a cycle, at another bank, waits for the
// next one. With one bank the tags are looked at once a cycle. With every place taken a fail blocks the latency queue as it does without.
// Order within a warp: loads pass loads; a store is never set aside, and waits behind an access of its own warp to its line
// that is. Not modelled: a choice among the waiting accesses.
#include "sim/core/ldst_internal.h"

static queued_access *waiting(const ldst *unit, uint32_t number)
{
    uint32_t index = unit->aside_head + number;
    return &unit->aside[index < unit->aside_places ? index : index - unit->aside_places];
}

void ldst_set_aside(ldst *unit, const queued_access *failed)
{
    *waiting(unit, unit->aside_count++) = *failed;
    unit->slots[failed->access.token].set_aside = true;
    unit->counters->l1d_set_aside++;
    unit->aside_at = unit->last_cycle;
}

bool ldst_must_wait(const ldst *unit, const queued_access *access)
{
    const uint64_t line = l1d_line_of(unit->l1d, access->access.address);
    for (uint32_t i = 0; !access->load && i < unit->aside_count; i++) {
        const l1d_access *before = &waiting(unit, i)->access;
        if (before->warp == access->access.warp && l1d_line_of(unit->l1d, before->address) == line)
            return true;
    }
    return false;
}

void ldst_leave_aside(ldst *unit)
{
    unit->aside_head = unit->aside_head + 1 == unit->aside_places ? 0 : unit->aside_head + 1;
    unit->aside_count--;
}
