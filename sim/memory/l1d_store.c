// SPDX-License-Identifier: BSD-3-Clause
// Stores at the L1D, and the flush of what they have left in it; GPGPU-Sim 3's data_cache (wr_hit_*, wr_miss_*).
//
//   l1d.global_write   a store that hits                  a store that misses
//   evict              is sent, the line is invalidated   is sent
//   through            is sent, the line stays            is sent
//   back               makes the line dirty               is sent, and its line is fetched, clean
//
// With l1d.write_miss lazy, under `through`, a store is sent and stays, hit or miss: a miss takes a way, without a fetch (GPGPU-Sim 4's
// wr_hit_wt, wr_miss_wa_lazy_fetch_on_read). A sector that was written in part is fetched when it is read. What is written is in the L2,
// too: nothing is written back. Local stores are as global ones then.
//
// Else local stores make the line that they hit dirty in any case, and fetch one only under `back`. A store to a line on its way
// is sent. With sectors, a hit is one of the sector; the line leaves or stays with all it has.
#include "sim/memory/l1d_internal.h"

#include <string.h>

static void send_store(l1d *cache, const l1d_access *access, uint64_t cycle)
{
    memory_request *request = l1d_enqueue(cache, access->kind, access->address, access->bytes, cycle);
    request->sector_mask = access->sector_mask;
    request->byte_mask_sectors = access->whole_sectors;
    memcpy(request->byte_mask, access->byte_mask, sizeof request->byte_mask);
    request->warp = access->warp;
    request->wants_reply = true;
    VERSIONS(request->store = access->version; request->versions = version_all(access->version);)
}

static void evict(l1d *cache, uint32_t way, l1d_cause cause, uint64_t cycle, l1d_eviction *eviction)
{
    cache_victim victim;
    tag_array_take(cache->tags, way, tag_array_line(cache->tags, way), 0, 0, 0, &victim);
    tag_array_invalidate(cache->tags, way);
    *eviction = (l1d_eviction){.valid = true, .line = victim.line, .owner = victim.owner, .cause = (uint8_t)cause};
    if (cause == EVICT_FLUSH)
        l1d_write_back(cache, &victim, cycle);
    VERSIONS(version_gone(cache->sm, victim.line, cache->geometry.line_bytes);)
}

// Write back, with allocation. It may need three places: the store, the fetch and the line that this evicts.
static l1d_status allocate(l1d *cache, const l1d_access *access, lookup_status found, uint32_t way, uint64_t cycle,
                           l1d_eviction *eviction)
{
    if (found == LOOKUP_NO_WAY && cache->allocate == ALLOCATE_ON_MISS)
        return L1D_FAIL_LINE;
    if (cache->queue_count + 2 >= cache->miss_queue)
        return L1D_FAIL_MISS_QUEUE;
    uint64_t line = cache_line_of(&cache->geometry, access->address);
    if (!mshr_can_add(cache->mshrs, line))
        return L1D_FAIL_MSHR;
    send_store(cache, access, cycle);
    l1d_fetch(cache, access, way, FETCH_OF_STORE, cycle, eviction);
    return L1D_MISS;
}

// Sent, and written into its sector, which may be on its way.
static l1d_status send_and_write(l1d *cache, const l1d_access *access, uint64_t cycle, l1d_eviction *eviction)
{
    uint32_t way;
    const uint64_t address = access->address;
    const uint8_t bit = l1d_sector_bit(cache, address);
    const lookup_status found = tag_array_lookup(cache->tags, address, bit, true, &way);
    if (found == LOOKUP_NO_WAY)
        return L1D_FAIL_LINE;
    if (cache->queue_count >= cache->miss_queue)
        return L1D_FAIL_MISS_QUEUE;
    cache->merged_anew = false;
    send_store(cache, access, cycle);
    if (found == LOOKUP_HIT || found == LOOKUP_PENDING)
        tag_array_touch(cache->tags, way, cycle);
    else
        l1d_take_sector(cache, way, l1d_sector_of(cache, address), access->warp, cycle, eviction);
    const bool whole = access->sector_mask == access->whole_sectors;
    tag_array_write(cache->tags, way, bit, whole);
    VERSIONS(version_looked_up(cache->sm, address, access->bytes, access->version, 0);)
    if (!whole && tag_array_note_written(cache->tags, way, address, address, access->byte_mask))
        tag_array_make_readable(cache->tags, way, bit);
    VERSIONS(if (whole || tag_array_lookup(cache->tags, address, bit, false, &way) == LOOKUP_HIT)
                 version_written(cache->sm, l1d_sector_of(cache, address), cache->geometry.sector_bytes);)
    return found == LOOKUP_HIT ? L1D_HIT_SENT : found == LOOKUP_PENDING ? L1D_PENDING_HIT : L1D_MISS;
}

l1d_status l1d_try_store(l1d *cache, const l1d_access *access, uint64_t cycle, l1d_eviction *eviction)
{
    if (cache->lazy)
        return send_and_write(cache, access, cycle, eviction);
    uint32_t policy = access->kind == REQUEST_LOCAL_WRITE ? (uint32_t)WRITE_BACK : cache->global_write;
    uint32_t way;
    const uint8_t bit = l1d_sector_bit(cache, access->address);
    lookup_status found = tag_array_lookup(cache->tags, access->address, bit, true, &way);
    bool hit = found == LOOKUP_HIT;
    if (hit && policy == WRITE_BACK) {
        tag_array_touch(cache->tags, way, cycle);
        tag_array_set_dirty(cache->tags, way, bit, bit);
        cache->may_be_dirty = true;
        VERSIONS(version_looked_up(cache->sm, access->address, access->bytes, access->version, 0);)
        VERSIONS(version_kept(cache->sm, access->version);)
        return L1D_HIT;
    }
    if (!hit && cache->global_write == WRITE_BACK &&
        !mshr_has(cache->mshrs, cache_line_of(&cache->geometry, access->address)))
        return allocate(cache, access, found, way, cycle, eviction);
    if (cache->queue_count >= cache->miss_queue)
        return L1D_FAIL_MISS_QUEUE;
    send_store(cache, access, cycle);
    VERSIONS(version_looked_up(cache->sm, access->address, access->bytes, access->version,
                               policy == WRITE_EVICT ? cache->geometry.line_bytes : 0);)
    if (hit && policy == WRITE_THROUGH)
        tag_array_touch(cache->tags, way, cycle);
    if (hit && policy == WRITE_EVICT)
        evict(cache, way, EVICT_STORE, cycle, eviction);
    return hit ? L1D_HIT_SENT : found == LOOKUP_PENDING ? L1D_PENDING_HIT : L1D_MISS;
}

// --- flush

bool l1d_flush(l1d *cache)
{
    if (cache->global_write != WRITE_BACK)
        return false;
    cache_victim dirty;
    for (uint32_t way = 0; cache->may_be_dirty && !cache->flushing && way < tag_array_ways(cache->tags); way++)
        cache->flushing = tag_array_dirty(cache->tags, way, &dirty);
    cache->may_be_dirty &= cache->flushing;
    return !l1d_quiet(cache);
}

void l1d_flush_line(l1d *cache, uint64_t cycle, l1d_eviction *eviction)
{
    cache_victim dirty;
    if (cache->queue_count >= cache->miss_queue)
        return;
    while (cache->flush_way < tag_array_ways(cache->tags) && !tag_array_dirty(cache->tags, cache->flush_way, &dirty))
        cache->flush_way++;
    if (cache->flush_way < tag_array_ways(cache->tags)) {
        evict(cache, cache->flush_way, EVICT_FLUSH, cycle, eviction);
        return;
    }
    cache->flushing = false;
    cache->flush_way = 0;
}
