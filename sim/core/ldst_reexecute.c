// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit, re-execution queue: load accesses that had a reservation fail wait here while those behind them pass.
//
// Source: MASCAR's cache access re-execution (HPCA 2015), as OAWS section 5 states it. The queue is a FIFO. Its oldest access is
// looked up again once the L1D has changed since its last fail, before the head of its bank's latency queue. One access leaves
// the queue per cycle and one enters; a second fail in a cycle, at another bank, waits for the next. With one bank there is one
// tag lookup a cycle. When the queue is full, a fail blocks the latency queue as it would without one.
// Order within a warp: loads may pass loads. A store is never set aside; it waits behind a set-aside access of its warp to its
// line. Not modelled: a choice among the waiting accesses.
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
