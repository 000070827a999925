// SPDX-License-Identifier: BSD-3-Clause
// L1 data cache of one SM, reads, replies and what goes out; GPGPU-Sim's l1_cache. Stores: sim/memory/l1d_store.c.
#include "sim/memory/l1d_internal.h"

#include <stdlib.h>

#include "sim/machine/l1d_ways.h"

l1d *l1d_new(const machine *machine, memory_system *memory, unsigned sm, counters *counters)
{
    l1d *cache = calloc(1, sizeof *cache);
    if (!cache)
        abort();
    uint32_t places = 1;
    while (places < machine->l1d.miss_queue + machine->l1d.mshrs)
        places *= 2;
    cache->geometry = (cache_geometry){
        .sets = machine->l1d.sets, .ways = machine_l1d_most_ways(machine), .line_bytes = machine->l1d.line_bytes,
        .sector_bytes = machine->l1d.sector_bytes ? machine->l1d.sector_bytes : machine->l1d.line_bytes, .index = machine->l1d.index,
        .mshrs = machine->l1d.mshrs, .mshr_merges = machine->l1d.mshr_merges, .written_percent = machine->l1d.write_ratio };
    cache->sector_shift = (unsigned)__builtin_ctz(cache->geometry.sector_bytes);
    cache->miss_queue = machine->l1d.miss_queue;
    cache->allocate = machine_l1d_allocation(machine, 0);
    cache->global_write = machine->l1d.global_write;
    cache->lazy = machine->l1d.write_miss == L1D_WRITE_MISS_LAZY;
    cache->banked = machine->l1d.banks > 1;
    cache->perfect = machine->l1d.perfect;
    cache->memory = memory;
    cache->counters = counters;
    cache->sm = sm;
    cache->tags = tag_array_new(&cache->geometry);
    cache->mshrs = mshr_table_new(machine->l1d.mshrs, machine->l1d.mshr_merges);
    cache->queue = calloc(places, sizeof *cache->queue);
    cache->queue_mask = places - 1;
    if (!cache->queue)
        abort();
    return cache;
}

void l1d_free(l1d *cache)
{
    if (!cache)
        return;
    tag_array_free(cache->tags);
    mshr_table_free(cache->mshrs);
    free(cache->queue);
    free(cache);
}

// --- what goes out

memory_request *l1d_enqueue(l1d *cache, request_kind kind, uint64_t address, uint32_t bytes, uint64_t cycle)
{
    memory_request *request = memory_request_new(cache->memory);
    request->kind = (uint8_t)kind;
    request->client = CLIENT_L1D;
    request->sm = (uint8_t)cache->sm;
    request->address = address;
    request->line = l1d_sector_of(cache, address);
    request->bytes = bytes;
    request->sector_mask = request_sectors(address, bytes);
    request->born = cycle;
    cache->queue[(cache->queue_head + cache->queue_count++) & cache->queue_mask] = request;
    return request;
}

void l1d_write_back(l1d *cache, const cache_victim *victim, uint64_t cycle)
{
    if (victim->valid && victim->dirty_sectors) {
        uint32_t bytes = (uint32_t)__builtin_popcount(victim->dirty_sectors) * cache->geometry.sector_bytes;
        memory_request *request = l1d_enqueue(cache, REQUEST_L1_WRITE_BACK, victim->line, bytes, cycle);
        if (cache->geometry.sector_bytes < cache->geometry.line_bytes)
            request->sector_mask = victim->dirty_sectors;
        request->byte_mask_sectors = request->sector_mask;
        VERSIONS(request->versions = version_written_back(cache->sm, victim->line);)
        VERSIONS(request->store = version_leaves_dirty(cache->sm, victim->line, request->sector_mask);)
    }
}

// Takes the way for a sector of a line that is not there; a dirty victim is written back, if it has not been sent as it was written.
static void take_way(l1d *cache, uint32_t way, uint64_t address, uint8_t warp, uint64_t cycle, l1d_eviction *eviction)
{
    cache_victim victim;
    tag_array_take(cache->tags, way, address, l1d_sector_bit(cache, address), warp, cycle, &victim);
    *eviction = (l1d_eviction){.valid = victim.valid, .line = victim.line, .owner = victim.owner, .cause = EVICT_REPLACED};
    if (!cache->lazy)
        l1d_write_back(cache, &victim, cycle);
    VERSIONS(if (victim.valid) version_gone(cache->sm, victim.line, cache->geometry.line_bytes);)
}

void l1d_take_sector(l1d *cache, uint32_t way, uint64_t sector, uint8_t warp, uint64_t cycle, l1d_eviction *eviction)
{
    if (tag_array_line(cache->tags, way) == cache_line_of(&cache->geometry, sector))
        tag_array_take_sectors(cache->tags, way, l1d_sector_bit(cache, sector), cycle);
    else
        take_way(cache, way, sector, warp, cycle, eviction);
}

void l1d_fetch(l1d *cache, const l1d_access *access, uint32_t way, uint64_t item, uint64_t cycle, l1d_eviction *eviction)
{
    uint64_t sector = l1d_sector_of(cache, access->address);
    bool local = access->kind == REQUEST_LOCAL_READ || access->kind == REQUEST_LOCAL_WRITE;
    memory_request *request = l1d_enqueue(cache, local ? REQUEST_LOCAL_READ : REQUEST_GLOBAL_READ, sector,
                                          cache->geometry.sector_bytes, cycle);
    request->wants_reply = true;
    request->warp = access->warp;
    VERSIONS(version_miss(cache->sm, sector, item == FETCH_OF_STORE ? version_fetch(cache->sm, sector) : access->number);)
    mshr_add(cache->mshrs, sector, item, false);
    cache->counters->mshr_entries++;
    if (cache->allocate == ALLOCATE_ON_MISS) {
        request->way = way;
        l1d_take_sector(cache, way, sector, access->warp, cycle, eviction);
    }
}

// --- lookups

static l1d_status try_read(l1d *cache, const l1d_access *access, uint64_t cycle, l1d_eviction *eviction)
{
    uint32_t way;
    lookup_status found = tag_array_lookup(cache->tags, access->address, l1d_sector_bit(cache, access->address), false, &way);
    if (found == LOOKUP_HIT) {
        tag_array_touch(cache->tags, way, cycle);
        return L1D_HIT;
    }
    if (found == LOOKUP_NO_WAY && cache->allocate == ALLOCATE_ON_MISS)
        return L1D_FAIL_LINE;
    if (cache->queue_count + 1 >= cache->miss_queue)
        return L1D_FAIL_MISS_QUEUE;
    uint64_t sector = l1d_sector_of(cache, access->address);
    bool merge = mshr_has(cache->mshrs, sector);
    if (!mshr_can_add(cache->mshrs, sector))
        return merge ? L1D_FAIL_MERGE : L1D_FAIL_MSHR;
    if (merge) {
        VERSIONS(version_merge(cache->sm, sector, access->number);)
        mshr_add(cache->mshrs, sector, access->token VERSIONS(| access->number << NUMBER_SHIFT), false);
        if (found == LOOKUP_PENDING)
            tag_array_touch(cache->tags, way, cycle);
        if (cache->lazy && found == LOOKUP_SECTOR_MISS && !mshr_is_here(cache->mshrs, sector))      // written in part since it was asked for
            tag_array_take_sectors(cache->tags, way, l1d_sector_bit(cache, sector), cycle);
        cache->merged_anew = cache->lazy && found != LOOKUP_PENDING;
        return L1D_PENDING_HIT;
    }
    l1d_fetch(cache, access, way, access->token | OPENED_BY_LOAD VERSIONS(| access->number << NUMBER_SHIFT), cycle, eviction);
    return L1D_MISS;
}

static void count(l1d *cache, l1d_status status)
{
    counters *counters = cache->counters;
    counters->l1d_accesses++;
    counters->l1d_hits += status == L1D_HIT || status == L1D_HIT_SENT;
    counters->l1d_misses += status == L1D_MISS;
    counters->l1d_pending_hits += status == L1D_PENDING_HIT;
}

l1d_status l1d_try(l1d *cache, const l1d_access *access, uint64_t cycle, l1d_eviction *eviction)
{
    bool write = access->kind == REQUEST_GLOBAL_WRITE || access->kind == REQUEST_LOCAL_WRITE;
    l1d_status status = L1D_HIT;
    eviction->valid = false;
    if (!cache->perfect)
        status = write ? l1d_try_store(cache, access, cycle, eviction) : try_read(cache, access, cycle, eviction);
    if (l1d_failed(status)) {
        l1d_count_fail(cache, status, 1);
        return status;
    }
    count(cache, l1d_counted_as(cache, status));
    cache->changes += cache->banked;                // another bank's access may have failed in this cycle
    return status;
}

l1d_status l1d_counted_as(const l1d *cache, l1d_status outcome)
{
    return outcome == L1D_PENDING_HIT && cache->merged_anew ? L1D_MISS : outcome;
}

// Of a set whose ways are all on their way only a fill makes one free; an entry is free after its last item. With several banks another
// access may have taken what this one would get.
uint64_t l1d_changes(const l1d *cache, l1d_status failed)
{
    if (failed == L1D_FAIL_LINE && !cache->banked)
        return cache->fills;
    return failed == L1D_FAIL_MSHR && !cache->banked ? cache->freed : cache->changes;
}

void l1d_count_fail(l1d *cache, l1d_status status, uint64_t cycles)
{
    counters *counters = cache->counters;
    counters->l1d_reservation_fails += cycles;
    switch (status) {
    case L1D_FAIL_LINE:       counters->l1d_fail_line += cycles; break;
    case L1D_FAIL_MSHR:       counters->l1d_fail_mshr += cycles; break;
    case L1D_FAIL_MERGE:      counters->l1d_fail_merge += cycles; break;
    case L1D_FAIL_MISS_QUEUE: counters->l1d_fail_miss_queue += cycles; break;
    default:                  abort();
    }
}

// --- replies, and what follows from them

void l1d_fill(l1d *cache, memory_request *reply, uint64_t cycle, l1d_eviction *eviction)
{
    uint32_t way = reply->way;
    uint64_t line = cache_line_of(&cache->geometry, reply->line);
    uint8_t bit = l1d_sector_bit(cache, reply->line);
    eviction->valid = false;
    VERSIONS(version_fill(cache->sm, reply->line, cache->geometry.sector_bytes, &reply->versions, reply->client == CLIENT_L1D);)
    if (cache->lazy) {                              // a written line may have left, and have come again elsewhere
        const lookup_status found = tag_array_lookup(cache->tags, reply->line, bit, true, &way);
        if (found != LOOKUP_MISS && found != LOOKUP_NO_WAY)
            tag_array_fill(cache->tags, way, bit);
    } else if (cache->allocate == ALLOCATE_ON_MISS) {
        if (tag_array_reserved(cache->tags, way) && tag_array_line(cache->tags, way) == line)   // else flushed meanwhile
            tag_array_fill(cache->tags, way, bit);
    } else if (tag_array_lookup(cache->tags, line, bit, false, &way) != LOOKUP_HIT) {
        l1d_take_sector(cache, way, reply->line, reply->warp, cycle, eviction);
        tag_array_fill(cache->tags, way, bit);
    }
    if (mshr_drop(cache->mshrs, reply->line, FETCH_OF_STORE))       // nobody waits for it
        cache->freed++;
    else
        mshr_fill(cache->mshrs, reply->line);
    memory_request_free(cache->memory, reply);
    cache->fills++;
    cache->changes++;
}

bool l1d_has_done(const l1d *cache)
{
    return mshr_has_ready(cache->mshrs);
}

bool l1d_next_done(l1d *cache, l1d_done *done)
{
    if (!mshr_has_ready(cache->mshrs))
        return false;
    uint32_t used = l1d_used_mshrs(cache);
    uint64_t item = mshr_take_ready(cache->mshrs);
    VERSIONS(version_done(item >> NUMBER_SHIFT);)
    *done = (l1d_done){.token = (uint32_t)item, .first = item & OPENED_BY_LOAD, .last = l1d_used_mshrs(cache) < used};
    cache->changes++;
    cache->freed += done->last;
    return true;
}

void l1d_cycle(l1d *cache, uint64_t cycle, l1d_eviction *eviction)
{
    eviction->valid = false;
    if (cache->flushing)
        l1d_flush_line(cache, cycle, eviction);
    if (cache->queue_count == 0)
        return;
    memory_request *head = cache->queue[cache->queue_head];
    if (!memory_can_send(cache->memory, cache->sm, request_is_write(head) ? head->bytes : 0))
        return;
    cache->queue_head = (cache->queue_head + 1) & cache->queue_mask;
    cache->queue_count--;
    memory_send(cache->memory, cache->sm, head);
    cache->changes++;
}

uint32_t l1d_set_of(const l1d *cache, uint64_t address)
{
    return cache_set_of(&cache->geometry, address);
}

uint64_t l1d_line_of(const l1d *cache, uint64_t address)
{
    return cache_line_of(&cache->geometry, address);
}

bool l1d_awaits(const l1d *cache, uint64_t address)
{
    return mshr_has(cache->mshrs, l1d_sector_of(cache, address));
}

bool l1d_sends_to(const l1d *cache, uint64_t address)
{
    const uint64_t line = cache_line_of(&cache->geometry, address);
    for (uint32_t i = 0; i < cache->queue_count; i++) {
        const memory_request *request = cache->queue[(cache->queue_head + i) & cache->queue_mask];
        if (request_is_write(request) && cache_line_of(&cache->geometry, request->line) == line)
            return true;
    }
    return false;
}

// Allocated on fill, a line whose entry still holds loads may be here already, but not the other way round.
l1d_look l1d_look_at(const l1d *cache, uint64_t address)
{
    uint32_t way;
    lookup_status found = tag_array_lookup(cache->tags, address, l1d_sector_bit(cache, address), false, &way);
    bool in_tags = found == LOOKUP_HIT || found == LOOKUP_PENDING;
    bool asked_for = cache->allocate == ALLOCATE_ON_FILL && !in_tags && mshr_has(cache->mshrs, l1d_sector_of(cache, address));
    const bool line_in_tags = found != LOOKUP_MISS && found != LOOKUP_NO_WAY;
    return (l1d_look){.in_tags = in_tags, .line_in_tags = line_in_tags, .in_flight = found == LOOKUP_PENDING || asked_for,
                      .oldest_alike = tag_array_oldest_alike(cache->tags, address),
                      .oldest_in_flight = tag_array_oldest_reserved(cache->tags, address)};
}

bool l1d_would_miss(const l1d *cache, const l1d_access *access)
{
    const bool write = access->kind == REQUEST_GLOBAL_WRITE || access->kind == REQUEST_LOCAL_WRITE;
    uint32_t way;
    const lookup_status found = tag_array_lookup(cache->tags, access->address, l1d_sector_bit(cache, access->address), write, &way);
    if (write)
        return cache->lazy ? found == LOOKUP_MISS : cache->global_write != WRITE_THROUGH;
    return found != LOOKUP_HIT && !mshr_has(cache->mshrs, l1d_sector_of(cache, access->address));
}

uint32_t l1d_free_mshrs(const l1d *cache)
{
    return mshr_free_entries(cache->mshrs);
}

uint32_t l1d_used_mshrs(const l1d *cache)
{
    return cache->geometry.mshrs - mshr_free_entries(cache->mshrs);
}

uint32_t l1d_miss_queue_room(const l1d *cache)
{
    return cache->queue_count < cache->miss_queue ? cache->miss_queue - cache->queue_count : 0;
}

bool l1d_quiet(const l1d *cache)
{
    return cache->queue_count == 0 && !cache->flushing && !mshr_has_ready(cache->mshrs);
}

void l1d_set_ways(l1d *cache, uint32_t ways)
{
    tag_array_set_ways(cache->tags, ways);
}

void l1d_set_allocation(l1d *cache, uint32_t allocate)
{
    cache->allocate = allocate;
}

void l1d_invalidate(l1d *cache)
{
    tag_array_invalidate_all(cache->tags);
    VERSIONS(version_drop_all(cache->sm);)
    cache->changes++;
    cache->fills++;
}
