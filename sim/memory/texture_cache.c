// SPDX-License-Identifier: BSD-3-Clause
#include "sim/memory/texture_cache.h"

#include <stdlib.h>

typedef struct { uint32_t token; bool missed; } fragment;
typedef struct { uint32_t places, head, count; } queue;               // of a ring

struct texture_cache {
    texture_config  config;
    memory_system  *memory;
    unsigned        sm;
    tag_array      *tags;
    fragment       *fragment;
    memory_request **request;
    bool           *here;                   // of each place of the reorder buffer: its data are back
    uint32_t       *result;
    queue           fragments, requests, reorder, results;
};

static bool full(const queue *q) { return q->count == q->places; }

// The place behind the last one, taken.
static uint32_t put(queue *q)
{
    const uint32_t place = q->head + q->count++;
    return place >= q->places ? place - q->places : place;
}

static uint32_t take(queue *q)
{
    const uint32_t place = q->head;
    q->head = place + 1 == q->places ? 0 : place + 1;
    q->count--;
    return place;
}

texture_cache *texture_cache_new(const texture_config *config, memory_system *memory, unsigned sm)
{
    texture_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        abort();
    cache->config = *config;
    cache->memory = memory;
    cache->sm = sm;
    cache->tags = tag_array_new(&config->geometry);
    cache->fragments.places = config->fragments;
    cache->requests.places = config->requests;
    cache->reorder.places = config->reorder;
    cache->results.places = config->results;
    cache->fragment = calloc(config->fragments, sizeof *cache->fragment);
    cache->request = calloc(config->requests, sizeof *cache->request);
    cache->here = calloc(config->reorder, sizeof *cache->here);
    cache->result = calloc(config->results, sizeof *cache->result);
    if (!cache->fragment || !cache->request || !cache->here || !cache->result)
        abort();
    return cache;
}

void texture_cache_free(texture_cache *cache)
{
    if (!cache)
        return;
    tag_array_free(cache->tags);
    free(cache->fragment);
    free(cache->request);
    free(cache->here);
    free(cache->result);
    free(cache);
}

static void send_miss(texture_cache *cache, uint64_t line, uint64_t cycle)
{
    memory_request *request = memory_line_read(cache->memory, cache->sm, CLIENT_L1T, REQUEST_TEXTURE_READ, line,
                                               cache->config.geometry.line_bytes, cycle);
    request->slot = put(&cache->reorder);
    cache->here[request->slot] = false;
    cache->request[put(&cache->requests)] = request;
}

read_status texture_cache_access(texture_cache *cache, uint64_t address, uint32_t token, uint64_t cycle)
{
    if (cache->config.perfect) {
        ++*cache->config.accesses;
        return READ_HIT;
    }
    if (full(&cache->fragments) || full(&cache->requests) || full(&cache->reorder))
        return READ_FAIL;
    const uint64_t line = cache_line_of(&cache->config.geometry, address);
    uint32_t way;
    const bool missed = tag_array_lookup(cache->tags, line, 1, false, &way) != LOOKUP_HIT;
    if (missed) {
        cache_victim victim;
        tag_array_take(cache->tags, way, line, 1, 0, cycle, &victim);
        tag_array_fill(cache->tags, way, 1);
        send_miss(cache, line, cycle);
    } else {
        tag_array_touch(cache->tags, way, cycle);
    }
    cache->fragment[put(&cache->fragments)] = (fragment){.token = token, .missed = missed};
    ++*cache->config.accesses;
    *cache->config.misses += missed;
    return READ_MISS;
}

void texture_cache_fill(texture_cache *cache, const memory_request *reply) { cache->here[reply->slot] = true; }

// The first fragment has its data.
static bool can_go(const texture_cache *cache)
{
    return cache->fragments.count && (!cache->fragment[cache->fragments.head].missed || cache->here[cache->reorder.head]);
}

void texture_cache_cycle(texture_cache *cache)
{
    if (cache->requests.count && memory_can_send(cache->memory, cache->sm, 0))
        memory_send(cache->memory, cache->sm, cache->request[take(&cache->requests)]);
    if (full(&cache->results) || !can_go(cache))
        return;
    const fragment *going = &cache->fragment[take(&cache->fragments)];
    if (going->missed)
        take(&cache->reorder);
    cache->result[put(&cache->results)] = going->token;
}

bool texture_cache_has_done(const texture_cache *cache) { return cache->results.count; }
uint32_t texture_cache_take_done(texture_cache *cache) { return cache->result[take(&cache->results)]; }

bool texture_cache_quiet(const texture_cache *cache)
{
    return !cache->requests.count && !cache->results.count && !can_go(cache);
}
