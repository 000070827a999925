// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit, input side: coalescing at acceptance, then one access a cycle from the dispatch register; to the L1D, one per bank.
#include "sim/core/ldst_internal.h"

#include "sim/memory/shared_banks.h"

#include <string.h>

// --- acceptance

// For an access that goes below the SM if no cache has its line.
static void note_rows(const ldst *unit, const inflight *insn)
{
    if ((unit->route != ROUTE_L1D && unit->route != ROUTE_L2) || insn->step.space == SPACE_LOCAL)
        return;
    const uint64_t cta = sm_cta_of(unit->sm, insn->warp);
    for (unsigned i = 0; i < unit->accesses_left; i++)
        row_sharing_access(unit->rows, memory_row_of(unit->memory, unit->accesses[i].address), cta);
}

// Cycles that the accesses need to enter the L1D's banks if none is full.
static uint16_t bank_turns(const ldst *unit)
{
    uint16_t turns = 0;
    for (uint32_t left = unit->accesses_left; left; turns++)
        for (uint32_t entered = 0, i = 0; i < unit->n_banks && left; i++, left--) {
            const uint32_t b = ldst_bank_of(unit, unit->accesses[left - 1].address);
            if (entered >> b & 1)
                break;
            entered |= 1u << b;
        }
    return turns;
}

static void open_load(ldst *unit, inflight *insn)
{
    unit->slot = ldst_open_load(unit, insn, unit->accesses_left);
    if (unit->n_banks == 1 || unit->route != ROUTE_L1D)
        return;
    unit->slots[unit->slot].turns = bank_turns(unit);
    ldst_count_sets(unit, &unit->slots[unit->slot]);
}

void ldst_accept(ldst *unit, inflight *insn, uint64_t cycle)
{
    ldst_settle(unit, cycle + 1);
    unit->next = 0;
    unit->dispatch = insn;
    unit->route = route_of_step(&insn->step, unit->machine->l1d.global);
    unit->accesses_left = route_coalesce(unit->route, &insn->step, route_segment(unit->route, unit->machine),
                                         unit->machine->core.warp_parts, unit->local_stride, unit->accesses);
    if (unit->rows)
        note_rows(unit, insn);
    unit->slot = NO_SLOT;
    if (unit->accesses_left && insn->step.insn->memory != MEMORY_STORE)
        open_load(unit, insn);
    if (ldst_logged(unit, cycle))
        log_accept(unit->log, cycle, insn, unit->accesses, unit->accesses_left);
    unit->passes = false;
    if (route_is_load(unit->route, insn->step.insn)) {
        uint32_t line_bytes = unit->machine->l1d.line_bytes;
        uint16_t lines = (uint16_t)coalesced_lines(unit->accesses, unit->accesses_left, line_bytes);
        unit->slots[unit->slot].lines = lines;
        unit->passes = unit->answers.load_passes && ldst_load_passes(unit);
        if (!unit->passes && lines > COHERENT_LINES)
            unit->slots[unit->slot].number = unit->divergent_taken++;
        tell_event(unit->events, load_coalesced, .warp = insn->warp, .pc = insn->step.insn->pc, .lines = lines,
                   .accesses = (uint16_t)unit->accesses_left, .passes = unit->passes);
        if (unit->passes && ldst_logged(unit, cycle))
            log_passes(unit->log, cycle, insn);
        if (unit->passes)
            unit->route = ROUTE_L2;
    }
    if (unit->route == ROUTE_SHARED) {
        const shared_geometry geometry = {.banks = unit->machine->core.shared_banks, .parts = unit->machine->core.warp_parts,
                                          .shares_one = unit->machine->core.shared_broadcasts == BROADCAST_ONE};
        unit->shared_cycles = shared_conflict_degree(&geometry, insn->step.memory_lanes, insn->step.address);
        unit->counters->shared_accesses++;
        unit->counters->shared_conflict_cycles += unit->shared_cycles - 1;
    }
}

// --- one cycle of the dispatch register. Each route says whether the instruction has nothing left to hand on.

// At most one stall a cycle: a fail at the L1D may have counted this one already.
static void count_stall(ldst *unit, uint64_t *counter)
{
    *counter += unit->stalled_at != unit->last_cycle;
    unit->stalled_at = unit->last_cycle;
}

// It occupies the banks for as many cycles as its conflict degree.
static bool shared_turn(ldst *unit)
{
    if (unit->shared_cycles)
        unit->shared_cycles--;
    return unit->shared_cycles == 0;
}

// A perfect constant cache has all accesses of an instruction in one cycle; GPGPU-Sim's -gpgpu_perfect_inst_const_cache.
static bool perfect_constants_turn(ldst *unit)
{
    for (; unit->accesses_left; unit->accesses_left--) {
        unit->counters->l1c_accesses++;
        ldst_access_back(unit, unit->slot);
    }
    return true;
}

// Constants and textures.
static bool read_only_turn(ldst *unit, uint64_t cycle)
{
    if (unit->route == ROUTE_CONST && unit->machine->l1c.perfect)
        return perfect_constants_turn(unit);
    const coalesced *access = &unit->accesses[unit->accesses_left - 1];
    read_status status = unit->route == ROUTE_TEXTURE ? ldst_look_up_texture(unit, access->address, cycle)
        : read_only_cache_access(unit->l1c, access->address, unit->slot, cycle);
    if (status == READ_FAIL) {
        count_stall(unit, &unit->counters->stalls_ldst_mshr);
        return false;
    }
    bool last = --unit->accesses_left == 0;
    if (!last)
        count_stall(unit, &unit->counters->stalls_ldst_coal);
    if (status == READ_HIT)
        ldst_access_back(unit, unit->slot);
    return last;
}

static uint8_t kind_of(const warp_step *step)
{
    if (step->insn->memory == MEMORY_ATOMIC)
        return REQUEST_GLOBAL_ATOMIC;
    bool store = step->insn->memory == MEMORY_STORE;
    if (step->space == SPACE_LOCAL)
        return store ? REQUEST_LOCAL_WRITE : REQUEST_LOCAL_READ;
    return store ? REQUEST_GLOBAL_WRITE : REQUEST_GLOBAL_READ;
}

static uint32_t lanes_served(const ldst *unit, const coalesced *access)
{
    const warp_step *step = &unit->dispatch->step;
    uint32_t of_part = route_lanes_of(step, route_segment(unit->route, unit->machine), unit->machine->core.warp_parts,
                                      unit->local_stride, unit->accesses_left);
    return l1d_watch_lanes(step, of_part, access, unit->local_stride);
}

static l1d_access access_of(const ldst *unit, const inflight *insn, const coalesced *access)
{
    return (l1d_access){
        .address = access->address, .bytes = access->bytes, .kind = kind_of(&insn->step), .sector_mask = access->sectors,
        .whole_sectors = access->whole, .byte_mask = { access->byte_mask[0], access->byte_mask[1] }, .warp = insn->warp,
        .token = unit->slot };
}

VERSIONS(
// The access leaves the dispatch register.
static void give_version(const ldst *unit, const inflight *insn, l1d_access *access)
{
    const bool store = insn->step.insn->memory != MEMORY_LOAD, local = insn->step.space == SPACE_LOCAL;
    if (insn->step.insn->memory != MEMORY_STORE)
        access->number = version_load(unit->sm_index, access->address, access->bytes, unit->route == ROUTE_L2);
    if (store)
        access->version = version_store(unit->sm_index, access->address, access->bytes, access->sector_mask, local);
}
)
static void enter(ldst *unit, l1d_bank *bank, uint64_t cycle)
{
    const inflight *insn = unit->dispatch;
    const coalesced *access = &unit->accesses[--unit->accesses_left];
    bool store = insn->step.insn->memory == MEMORY_STORE;
    queued_access *entry = &bank->queue[(bank->head + bank->count++) & unit->queue_mask];
    unit->queued++;
    entry->access = access_of(unit, insn, access);
    VERSIONS(give_version(unit, insn, &entry->access);)
    entry->ready = cycle + unit->machine->l1d.latency;
    unit->due = entry->ready < unit->due ? entry->ready : unit->due;
    entry->cell = insn->cell;
    entry->load = !store;
    if (unit->watch)
        entry->lanes = lanes_served(unit, access);
    if (store)
        sm_store_sent(unit->sm, insn->warp);
}

// Up to one access per bank: stops at the first whose bank is full or already used in this cycle.
static bool cache_turn(ldst *unit, uint64_t cycle)
{
    uint32_t entered = 0;
    for (uint32_t i = 0; i < unit->n_banks && unit->accesses_left; i++) {
        const uint32_t b = ldst_bank_of(unit, unit->accesses[unit->accesses_left - 1].address);
        if (entered >> b & 1)
            break;
        if (unit->bank[b].count == unit->queue_places) {
            unit->held_up++;
            break;
        }
        entered |= 1u << b;
        enter(unit, &unit->bank[b], cycle);
    }
    if (unit->accesses_left)
        count_stall(unit, &unit->counters->stalls_ldst_coal);
    return unit->accesses_left == 0;
}

void ldst_send(ldst *unit, const l1d_access *access, uint64_t cycle)
{
    memory_request *request = memory_request_new(unit->memory);
    request->kind = access->kind;
    request->client = CLIENT_LDST;
    request->sm = (uint8_t)unit->sm_index;
    request->wants_reply = true;
    request->address = request->line = access->address;
    request->bytes = access->bytes;
    request->sector_mask = access->sector_mask;
    request->byte_mask_sectors = access->whole_sectors;
    memcpy(request->byte_mask, access->byte_mask, sizeof request->byte_mask);
    request->warp = access->warp;
    request->slot = access->token;
    request->born = cycle;
    VERSIONS(request->number = access->number; request->store = access->version; request->versions = version_all(access->version);)
    memory_send(unit->memory, unit->sm_index, request);
}

// Bypassing the L1D: atomics, accesses cached in the L2 only, and loads that the policy chose.
static bool l2_turn(ldst *unit, uint64_t cycle)
{
    const inflight *insn = unit->dispatch;
    l1d_access access = access_of(unit, insn, &unit->accesses[unit->accesses_left - 1]);
    if (unit->passes)
        access = ldst_past_l1d(unit, &access);
    if ((unit->passes && !ldst_may_go(unit, access.address)) ||
        !memory_can_send(unit->memory, unit->sm_index, insn->step.insn->memory == MEMORY_LOAD ? 0 : access.bytes)) {
        count_stall(unit, &unit->counters->stalls_ldst_icnt);
        return false;
    }
    VERSIONS(give_version(unit, insn, &access);)
    ldst_send(unit, &access, cycle);
    unit->counters->l1d_accesses_bypassed += unit->passes;
    if (insn->step.insn->memory == MEMORY_STORE)
        sm_store_sent(unit->sm, insn->warp);
    if (--unit->accesses_left)
        count_stall(unit, &unit->counters->stalls_ldst_coal);
    return unit->accesses_left == 0;
}

static bool take_turn(ldst *unit, uint64_t cycle)
{
    switch (unit->route) {
    case ROUTE_SHARED: return shared_turn(unit);
    case ROUTE_TEXTURE:
    case ROUTE_CONST:  return read_only_turn(unit, cycle);
    case ROUTE_NONE:   return true;
    default:           break;
    }
    if (unit->route == ROUTE_L2 && !unit->machine->l1d.perfect)
        return l2_turn(unit, cycle);
    return cache_turn(unit, cycle);
}

// The charge is released when the L1D has serviced the load's last access, or here if it never goes there.
static void release_charge(ldst *unit, inflight *insn)
{
    if (insn->policy_charge && !route_is_load(unit->route, insn->step.insn)) {
        tell_event(unit->events, load_done, .warp = insn->warp, .pc = insn->step.insn->pc, .charge = insn->policy_charge);
        insn->policy_charge = 0;
    }
}

void ldst_dispatch(ldst *unit, uint64_t cycle)
{
    inflight *insn = unit->dispatch;
    if ((unit->route == ROUTE_CONST || unit->route == ROUTE_TEXTURE) && unit->accesses_left == 1)
        release_charge(unit, insn);                 // a hit completes and frees it
    if (!take_turn(unit, cycle) || !unit->dispatch)
        return;
    if (unit->route == ROUTE_SHARED && insn->step.insn->memory != MEMORY_STORE) {
        if (unit->shared_count == unit->shared_places)
            return;
        unit->shared[(unit->shared_head + unit->shared_count++) & unit->shared_mask] =
            (queued_shared){.insn = insn, .ready = cycle + unit->machine->core.shared_latency};
    }
    release_charge(unit, insn);
    if (ldst_logged(unit, cycle))
        log_leave(unit->log, cycle, insn);
    unit->dispatch = NULL;
    if (unit->slot == NO_SLOT && (unit->route != ROUTE_SHARED || insn->step.insn->memory == MEMORY_STORE))
        sm_memory_complete(unit->sm, insn);
}
