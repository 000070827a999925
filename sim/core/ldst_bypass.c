// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit, bypass path: loads and accesses that bypass the L1D because the policy says so.
//
// Source: hardware.md section 4.1 (BUCL, section IV.A), for any policy that answers. The policy is asked once about a load, when
// the unit takes it for the L1D: all its accesses may go from the dispatch register to the SM's injection queue without a tag
// lookup, like ld.cg. It is asked about a load's access in every cycle in which that fails at the L1D, looked up again or not:
// the access may leave the head of the latency queue for the injection queue. A bypass takes no L1D line, MSHR entry or miss
// queue place, and its data go to the write-back register. It requests the coalesced bytes or the line (l1d.bypass_bytes).
// Order: the path through the L1D is longer, so an access waits while a store to its line, or a write-back of it, is before the
// lookup or in the miss queue. Whatever the SM sent earlier reaches the L2 earlier.
// Not modelled: re-execution queue accesses; no policy has both.
#include "sim/core/ldst_internal.h"

// A store to the line is still before its lookup.
static bool queued_store(const ldst *unit, const l1d_bank *bank, uint64_t line)
{
    for (uint32_t i = 0; i < bank->count; i++) {
        const queued_access *before = &bank->queue[(bank->head + i) & unit->queue_mask];
        if (!before->load && l1d_line_of(unit->l1d, before->access.address) == line)
            return true;
    }
    return false;
}

l1d_access ldst_past_l1d(const ldst *unit, const l1d_access *access)
{
    l1d_access past = *access;
    if (unit->machine->l1d.bypass_bytes == BYPASS_LINE) {
        past.address = l1d_line_of(unit->l1d, access->address);
        past.bytes = unit->machine->l1d.line_bytes;
        past.sector_mask = request_sectors(past.address, past.bytes);
    }
    return past;
}

// Those of `banks` in which a store would be overtaken.
static bool overtakes(const ldst *unit, uint64_t address, uint32_t banks)
{
    const uint64_t line = l1d_line_of(unit->l1d, address);
    for (uint32_t b = 0; b < unit->n_banks; b++)
        if (banks >> b & 1 && queued_store(unit, &unit->bank[b], line))
            return true;
    return l1d_sends_to(unit->l1d, address);
}

bool ldst_may_go(const ldst *unit, uint64_t address)
{
    return !overtakes(unit, address, UINT32_MAX);
}

// --- the questions

// The question of the last cycle is obsolete.
void ldst_forget_asked(ldst *unit)
{
    unit->asked = (bypass_level){0};
    unit->waits = unit->blocked || unit->aside_count;
}

bool ldst_load_passes(ldst *unit)
{
    const inflight *load = unit->dispatch;
    unit->asked.load = unit->waits = true;
    unit->asked.load_global = load->step.space != SPACE_LOCAL;
    unit->asked.load_accesses = (uint16_t)unit->accesses_left;
    if (!sm_load_passes(unit->sm, &unit->asked))
        return false;
    unit->slots[unit->slot].missed = true;
    unit->counters->l1d_loads_bypassed++;
    return true;
}

// The head of the latency queue has failed: it bypasses the L1D now, or stays.
bool ldst_access_passes(ldst *unit, const queued_access *head, uint64_t cycle)
{
    const l1d_access past = ldst_past_l1d(unit, &head->access);
    unit->asked.fail = unit->waits = true;
    unit->asked.fail_global = head->access.kind != REQUEST_LOCAL_READ;
    unit->asked.fail_slice = (uint8_t)memory_slice_of(unit->memory, past.address);
    unit->asked.queue_full = !memory_has_room(unit->memory, unit->sm_index, 0);
    if (!sm_access_passes(unit->sm, &unit->asked) || unit->asked.queue_full ||
        overtakes(unit, past.address, ~(1u << ldst_bank_of(unit, head->access.address))))
        return false;
    load_slot *slot = &unit->slots[past.token];
    tell_event(unit->events, l1d_bypass, .warp = past.warp, .pc = slot->insn->step.insn->pc,
               .line = l1d_line_of(unit->l1d, past.address));
    if (ldst_logged(unit, cycle))
        log_bypass(unit->log, cycle, slot->insn, past.address);
    ldst_send(unit, &past, cycle);
    unit->counters->l1d_fails_bypassed++;
    ldst_serviced_one(unit, &past, cycle);
    return true;
}
