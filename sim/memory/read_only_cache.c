// SPDX-License-Identifier: BSD-3-Clause
// Read-only cache of one SM (L1I, L1C), allocated on fill; GPGPU-Sim's read_only_cache.
#include "sim/memory/read_only_cache.h"

#include <stdlib.h>

read_only_cache *read_only_cache_new(const read_only_config *config, memory_system *memory, unsigned sm)
{
    read_only_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        abort();
    cache->config = *config;
    cache->memory = memory;
    cache->sm = sm;
    cache->tags = tag_array_new(&config->geometry);
    cache->mshrs = mshr_table_new(config->geometry.mshrs, config->geometry.mshr_merges);
    cache->queue = calloc(config->miss_queue, sizeof *cache->queue);
    if (!cache->queue)
        abort();
    return cache;
}

void read_only_cache_free(read_only_cache *cache)
{
    if (!cache)
        return;
    tag_array_free(cache->tags);
    mshr_table_free(cache->mshrs);
    free(cache->queue);
    free(cache);
}

static void send_miss(read_only_cache *cache, uint64_t line, uint64_t cycle)
{
    memory_request *request = memory_line_read(cache->memory, cache->sm, cache->config.client, cache->config.kind, line,
                                               cache->config.geometry.line_bytes, cycle);
    uint32_t place = cache->queue_head + cache->queue_count++;
    cache->queue[place >= cache->config.miss_queue ? place - cache->config.miss_queue : place] = request;
}

read_status read_only_cache_access(read_only_cache *cache, uint64_t address, uint32_t token, uint64_t cycle)
{
    uint32_t way;
    const bool hit = cache->config.perfect || tag_array_lookup(cache->tags, address, 1, false, &way) == LOOKUP_HIT;
    if (hit) {
        if (!cache->config.perfect)
            tag_array_touch(cache->tags, way, cycle);
        ++*cache->config.accesses;
        return READ_HIT;
    }
    uint64_t line = cache_line_of(&cache->config.geometry, address);
    if (cache->queue_count >= cache->config.miss_queue || !mshr_can_add(cache->mshrs, line))
        return READ_FAIL;
    if (!mshr_has(cache->mshrs, line))
        send_miss(cache, line, cycle);
    mshr_add(cache->mshrs, line, token, false);
    ++*cache->config.accesses;
    ++*cache->config.misses;
    return READ_MISS;
}

void read_only_cache_fill(read_only_cache *cache, const memory_request *reply, uint64_t cycle)
{
    uint32_t way;
    if (tag_array_lookup(cache->tags, reply->line, 1, false, &way) == LOOKUP_MISS) {
        cache_victim victim;
        tag_array_take(cache->tags, way, reply->line, 1, 0, cycle, &victim);
        tag_array_fill(cache->tags, way, 1);
    }
    mshr_fill(cache->mshrs, reply->line);
}

void read_only_cache_cycle(read_only_cache *cache, uint64_t cycle)
{
    (void)cycle;
    if (cache->queue_count == 0 || !memory_can_send(cache->memory, cache->sm, 0))
        return;
    memory_send(cache->memory, cache->sm, cache->queue[cache->queue_head]);
    cache->queue_head = cache->queue_head + 1 == cache->config.miss_queue ? 0 : cache->queue_head + 1;
    cache->queue_count--;
}

uint32_t read_only_cache_take_done(read_only_cache *cache)
{
    return (uint32_t)mshr_take_ready(cache->mshrs);
}
