// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit: the events that several of its files raise: a load is done with the L1D, a line leaves it.
#include "sim/core/ldst_internal.h"

void ldst_serviced_one(ldst *unit, const l1d_access *access, uint64_t cycle)
{
    load_slot *slot = &unit->slots[access->token];
    if (--slot->lookups_left)
        return;
    tell_event(unit->events, load_done, .warp = access->warp, .pc = slot->insn->step.insn->pc,
               .charge = slot->insn->policy_charge, .had_access = true, .lines = slot->lines);
    unit->divergent_done += slot->lines > COHERENT_LINES;
    ldst_count_serviced(slot, unit, cycle);
}

void ldst_tell_eviction(ldst *unit, const l1d_eviction *eviction, uint64_t cycle)
{
    if (ldst_logged(unit, cycle))
        log_evict(unit->log, cycle, eviction);
    tell_event(unit->events, l1d_evict, .line = eviction->line, .owner = eviction->owner, .cause = eviction->cause);
}
