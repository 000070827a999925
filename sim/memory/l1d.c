// L1 data cache of one SM; GPGPU-Sim's l1_cache.
#include "sim/memory/l1d.h"

#include <stdlib.h>
#include <string.h>

#include "sim/memory/cache.h"

struct l1d {
    cache_geometry geometry;
    uint32_t   miss_queue;              // places that accesses may use
    uint32_t   allocate, global_write;
    memory_system *memory;
    counters   *counters;
    unsigned   sm;
    tag_array  *tags;
    mshr_table *mshrs;
    memory_request **queue;             // ring; longer than miss_queue by what fills may write back
    uint32_t   queue_mask, queue_head, queue_count;
    bool       changed;                 // since the last failed access
};

l1d *l1d_new(const machine *machine, memory_system *memory, unsigned sm, counters *counters)
{
    l1d *cache = calloc(1, sizeof *cache);
    if (!cache)
        abort();
    uint32_t places = 1;
    while (places < machine->l1d.miss_queue + machine->l1d.mshrs)
        places *= 2;
    cache->geometry = (cache_geometry){
        .sets = machine->l1d.sets, .ways = machine->l1d.ways, .line_bytes = machine->l1d.line_bytes,
        .sector_bytes = machine->l1d.line_bytes, .index = machine->l1d.index,
        .mshrs = machine->l1d.mshrs, .mshr_merges = machine->l1d.mshr_merges };
    cache->miss_queue = machine->l1d.miss_queue;
    cache->allocate = machine->l1d.allocate;
    cache->global_write = machine->l1d.global_write;
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

static memory_request *enqueue(l1d *cache, request_kind kind, uint64_t address, uint32_t bytes, uint64_t cycle)
{
    memory_request *request = memory_request_new(cache->memory);
    request->kind = (uint8_t)kind;
    request->client = CLIENT_L1D;
    request->sm = (uint8_t)cache->sm;
    request->address = address;
    request->line = cache_line_of(&cache->geometry, address);
    request->bytes = bytes;
    request->sector_mask = request_sectors(address, bytes);
    request->born = cycle;
    cache->queue[(cache->queue_head + cache->queue_count++) & cache->queue_mask] = request;
    return request;
}

static void send_store(l1d *cache, const l1d_access *access, uint64_t cycle)
{
    memory_request *request = enqueue(cache, access->kind, access->address, access->bytes, cycle);
    request->sector_mask = access->sector_mask;
    request->byte_mask_sectors = access->whole_sectors;
    memcpy(request->byte_mask, access->byte_mask, sizeof request->byte_mask);
    request->warp = access->warp;
    request->wants_reply = true;
}

static void write_back(l1d *cache, const cache_victim *victim, uint64_t cycle)
{
    if (victim->valid && victim->dirty_sectors) {
        memory_request *request = enqueue(cache, REQUEST_L1_WRITE_BACK, victim->line, cache->geometry.line_bytes, cycle);
        request->byte_mask_sectors = request->sector_mask;
    }
}

// Takes the way for the line; a dirty victim is written back.
static void take_way(l1d *cache, uint32_t way, uint64_t address, uint8_t warp, uint64_t cycle, l1d_eviction *eviction)
{
    cache_victim victim;
    tag_array_take(cache->tags, way, address, 1, warp, cycle, &victim);
    *eviction = (l1d_eviction){.valid = victim.valid, .line = victim.line, .owner = victim.owner, .cause = EVICT_REPLACED};
    write_back(cache, &victim, cycle);
}

// --- lookups

static l1d_status try_read(l1d *cache, const l1d_access *access, uint64_t cycle, l1d_eviction *eviction)
{
    uint32_t way;
    lookup_status found = tag_array_lookup(cache->tags, access->address, 1, false, &way);
    if (found == LOOKUP_HIT) {
        tag_array_touch(cache->tags, way, cycle);
        return L1D_HIT;
    }
    if (found == LOOKUP_NO_WAY && cache->allocate == ALLOCATE_ON_MISS)
        return L1D_FAIL_LINE;
    if (cache->queue_count + 1 >= cache->miss_queue)
        return L1D_FAIL_MISS_QUEUE;
    uint64_t line = cache_line_of(&cache->geometry, access->address);
    bool merge = mshr_has(cache->mshrs, line);
    if (!mshr_can_add(cache->mshrs, line))
        return merge ? L1D_FAIL_MERGE : L1D_FAIL_MSHR;
    mshr_add(cache->mshrs, line, access->token, false);
    if (merge) {
        if (found == LOOKUP_PENDING)
            tag_array_touch(cache->tags, way, cycle);
        return L1D_PENDING_HIT;
    }
    memory_request *request = enqueue(cache, access->kind, line, cache->geometry.line_bytes, cycle);
    request->wants_reply = true;
    request->warp = access->warp;
    if (cache->allocate == ALLOCATE_ON_MISS) {
        request->way = way;
        take_way(cache, way, access->address, access->warp, cycle, eviction);
    }
    return L1D_MISS;
}

static l1d_status try_write(l1d *cache, const l1d_access *access, uint64_t cycle, l1d_eviction *eviction)
{
    uint32_t policy = access->kind == REQUEST_LOCAL_WRITE ? (uint32_t)WRITE_BACK : cache->global_write;
    uint32_t way;
    lookup_status found = tag_array_lookup(cache->tags, access->address, 1, true, &way);
    bool hit = found == LOOKUP_HIT;
    if (hit && policy == WRITE_BACK) {
        tag_array_touch(cache->tags, way, cycle);
        tag_array_set_dirty(cache->tags, way, 1, 1);
        return L1D_HIT;
    }
    if (cache->queue_count >= cache->miss_queue)
        return L1D_FAIL_MISS_QUEUE;
    send_store(cache, access, cycle);
    if (hit && policy == WRITE_THROUGH)
        tag_array_touch(cache->tags, way, cycle);
    if (hit && policy == WRITE_EVICT) {
        cache_victim victim;
        tag_array_take(cache->tags, way, access->address, 0, 0, 0, &victim);
        tag_array_invalidate(cache->tags, way);
        *eviction = (l1d_eviction){.valid = true, .line = victim.line, .owner = victim.owner, .cause = EVICT_STORE};
    }
    return hit ? L1D_HIT_SENT : found == LOOKUP_PENDING ? L1D_PENDING_HIT : L1D_MISS;
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
    eviction->valid = false;
    l1d_status status = write ? try_write(cache, access, cycle, eviction) : try_read(cache, access, cycle, eviction);
    if (l1d_failed(status)) {
        l1d_count_fail(cache, status, 1);
        cache->changed = false;
    } else {
        count(cache, status);
    }
    return status;
}

bool l1d_would_still_fail(const l1d *cache)
{
    return !cache->changed;
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
    eviction->valid = false;
    if (cache->allocate == ALLOCATE_ON_MISS) {
        if (tag_array_reserved(cache->tags, way) && tag_array_line(cache->tags, way) == reply->line)   // else flushed meanwhile
            tag_array_fill(cache->tags, way, 1);
    } else if (tag_array_lookup(cache->tags, reply->line, 1, false, &way) == LOOKUP_MISS) {
        take_way(cache, way, reply->line, reply->warp, cycle, eviction);
        tag_array_fill(cache->tags, way, 1);
    }
    mshr_fill(cache->mshrs, reply->line);
    memory_request_free(cache->memory, reply);
    cache->changed = true;
}

bool l1d_has_done(const l1d *cache)
{
    return mshr_has_ready(cache->mshrs);
}

bool l1d_next_done(l1d *cache, uint32_t *token)
{
    if (!mshr_has_ready(cache->mshrs))
        return false;
    *token = (uint32_t)mshr_take_ready(cache->mshrs);
    cache->changed = true;
    return true;
}

void l1d_cycle(l1d *cache, uint64_t cycle)
{
    (void)cycle;
    if (cache->queue_count == 0)
        return;
    memory_request *head = cache->queue[cache->queue_head];
    if (!memory_can_send(cache->memory, cache->sm, request_is_write(head) ? head->bytes : 0))
        return;
    cache->queue_head = (cache->queue_head + 1) & cache->queue_mask;
    cache->queue_count--;
    memory_send(cache->memory, cache->sm, head);
    cache->changed = true;
}

bool l1d_sending(const l1d *cache)
{
    return cache->queue_count != 0;
}

uint32_t l1d_set_of(const l1d *cache, uint64_t address)
{
    return cache_set_of(&cache->geometry, address);
}

uint64_t l1d_line_of(const l1d *cache, uint64_t address)
{
    return cache_line_of(&cache->geometry, address);
}

uint32_t l1d_free_mshrs(const l1d *cache)
{
    return mshr_free_entries(cache->mshrs);
}

uint32_t l1d_used_mshrs(const l1d *cache)
{
    return cache->geometry.mshrs - mshr_free_entries(cache->mshrs);
}

bool l1d_quiet(const l1d *cache)
{
    return cache->queue_count == 0 && !mshr_has_ready(cache->mshrs);
}

void l1d_flush(l1d *cache)
{
    tag_array_invalidate_all(cache->tags);
    cache->changed = true;
}
