// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit, output side: replies, the single write-back register and its clients, completion of loads.
#include "sim/core/ldst_internal.h"

#include <stdlib.h>

// --- loads with accesses on their way

static void grow(ldst *unit)
{
    uint32_t count = unit->slot_count ? unit->slot_count * 2 : 64;
    load_slot *slots = realloc(unit->slots, count * sizeof *slots);
    if (!slots)
        abort();
    for (uint32_t slot = unit->slot_count; slot < count; slot++)
        slots[slot] = (load_slot){.next_free = slot + 1 < count ? slot + 1 : (uint32_t)NO_SLOT};
    unit->free_slot = unit->slot_count;
    unit->slots = slots;
    unit->slot_count = count;
}

uint32_t ldst_open_load(ldst *unit, inflight *insn, unsigned accesses)
{
    if (unit->free_slot == NO_SLOT)
        grow(unit);
    uint32_t slot = unit->free_slot;
    unit->free_slot = unit->slots[slot].next_free;
    unit->slots_used++;
    unit->slots[slot] = (load_slot){.insn = insn, .accepted = unit->last_cycle, .accesses = (uint16_t)accesses,
                                    .lookups_left = (uint16_t)accesses, .turns = (uint16_t)accesses, .to_l1d = unit->route == ROUTE_L1D};
    if (unit->slots[slot].to_l1d)
        unit->slots[slot].occluded = ldst_count_wait(unit, insn);
    insn->pending_accesses = accesses;
    return slot;
}

void ldst_access_back(ldst *unit, uint32_t slot)
{
    inflight *insn = unit->slots[slot].insn;
    if (--insn->pending_accesses)
        return;
    if (unit->slots[slot].to_l1d)
        ldst_count_load(unit, &unit->slots[slot]);
    unit->slots[slot].insn = NULL;
    unit->slots[slot].next_free = unit->free_slot;
    unit->free_slot = slot;
    unit->slots_used--;
    // With an access still to go through the L1C it would not be the last; an L1C load that ends in the dispatch register
    // leaves it in the same cycle.
    if (unit->dispatch == insn) {
        unit->dispatch = NULL;
        if (ldst_logged(unit, unit->last_cycle))
            log_leave(unit->log, unit->last_cycle, insn);
    }
    sm_memory_complete(unit->sm, insn);
}

// --- write-back register

static void finish_write_back(ldst *unit)
{
    inflight *insn = unit->write_back;
    if (!insn || !sm_write_register(unit->sm, insn))
        return;
    unit->write_back = NULL;
    if (unit->write_back_shared)
        sm_memory_complete(unit->sm, insn);
    else
        ldst_access_back(unit, unit->write_back_slot);
}

static void take_load(ldst *unit, uint32_t slot)
{
    unit->write_back = unit->slots[slot].insn;
    unit->write_back_slot = slot;
    unit->write_back_shared = false;
}

static void take_shared(ldst *unit)
{
    unit->write_back = unit->shared[unit->shared_head].insn;
    unit->write_back_shared = true;
    unit->shared_head = (unit->shared_head + 1) & unit->shared_mask;
    unit->shared_count--;
}

static void take_memory(ldst *unit)
{
    VERSIONS(version_reply(unit->next_memory->number, &unit->next_memory->versions);)
    take_load(unit, unit->next_memory->slot);
    memory_request_free(unit->memory, unit->next_memory);
    unit->next_memory = NULL;
}

static void take_cached(ldst *unit)
{
    l1d_done done = {0};
    l1d_next_done(unit->l1d, &done);
    ldst_count_data(unit, unit->slots[done.token].insn->cell, &done);
    take_load(unit, done.token);
}

// Most often there is nothing of any client.
static inline bool any_client(const ldst *unit)
{
    return unit->shared_count || unit->next_memory || unit->l1t || l1d_has_done(unit->l1d) || read_only_cache_has_done(unit->l1c);
}

// Clients with data for the register, one bit each.
static unsigned clients_ready(const ldst *unit, uint64_t cycle)
{
    bool shared = unit->shared_count && unit->shared[unit->shared_head].ready <= cycle;
    const unsigned texture = unit->l1t && texture_cache_has_done(unit->l1t);
    return (unsigned)shared << CLIENT_SHARED | texture << CLIENT_TEXTURE | (unsigned)read_only_cache_has_done(unit->l1c) << CLIENT_CONST |
           (unsigned)(unit->next_memory != NULL) << CLIENT_MEMORY | (unsigned)l1d_has_done(unit->l1d) << CLIENT_CACHE;
}

// Results leave the register first; then one client fills it, and the client behind it has the first turn next time.
void ldst_write_back(ldst *unit, uint64_t cycle)
{
    finish_write_back(unit);
    unsigned ready = unit->write_back || !any_client(unit) ? 0 : clients_ready(unit, cycle);
    if (!ready)
        return;
    unsigned behind = ready >> unit->first_client << unit->first_client;
    unsigned client = (unsigned)__builtin_ctz(behind ? behind : ready);
    switch (client) {
    case CLIENT_SHARED: take_shared(unit); break;
    case CLIENT_TEXTURE: take_load(unit, texture_cache_take_done(unit->l1t)); break;
    case CLIENT_CONST:  take_load(unit, read_only_cache_take_done(unit->l1c)); break;
    case CLIENT_MEMORY: take_memory(unit); break;
    default:            take_cached(unit);
    }
    unit->first_client = (client + 1) % WRITE_BACK_CLIENTS;
}

// --- replies

// The oldest reply, one a cycle.
void ldst_take_response(ldst *unit, uint64_t cycle)
{
    if (unit->responses == 0)
        return;
    memory_request *reply = unit->response[0];
    if (reply->client == CLIENT_L1C) {
        read_only_cache_fill(unit->l1c, reply, cycle);
        memory_request_free(unit->memory, reply);
    } else if (reply->client == CLIENT_L1T) {
        texture_cache_fill(unit->l1t, reply);
        memory_request_free(unit->memory, reply);
    } else if (request_is_write(reply)) {
        unsigned warp = reply->warp;
        memory_request_free(unit->memory, reply);
        sm_store_acked(unit->sm, warp);
    } else if (reply->client == CLIENT_LDST) {
        if (unit->next_memory)
            return;
        unit->next_memory = reply;
    } else {
        l1d_eviction eviction;
        l1d_fill(unit->l1d, reply, cycle, &eviction);
        if (eviction.valid)
            ldst_tell_eviction(unit, &eviction, cycle);
    }
    unit->responses--;
    for (unsigned place = 0; place < unit->responses; place++)
        unit->response[place] = unit->response[place + 1];
}
