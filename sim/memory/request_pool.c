// SPDX-License-Identifier: BSD-3-Clause
// Pool of memory requests in chunks that never move, so that pointers to requests stay good while the pool grows.
#include "sim/memory/request_pool.h"

#include <stdlib.h>

enum { CHUNK_REQUESTS = 512 };

typedef struct pool_chunk {
    struct pool_chunk *next;
    memory_request requests[CHUNK_REQUESTS];
} pool_chunk;

static void grow(request_pool *pool)
{
    pool_chunk *chunk = malloc(sizeof *chunk);
    if (!chunk)
        abort();
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    for (unsigned i = CHUNK_REQUESTS; i--;) {
        chunk->requests[i].next = pool->free;
        pool->free = &chunk->requests[i];
    }
}

static inline memory_request *take(request_pool *pool)
{
    spin_lock_enter(&pool->lock);
    if (!pool->free)
        grow(pool);
    memory_request *request = pool->free;
    pool->free = request->next;
    pool->in_use++;
    spin_lock_leave(&pool->lock);
    return request;
}

memory_request *request_pool_take(request_pool *pool)
{
    memory_request *request = take(pool);
    *request = (memory_request){0};
    return request;
}

memory_request *request_pool_copy(request_pool *pool, const memory_request *of)
{
    memory_request *request = take(pool);
    *request = *of;
    return request;
}

void request_pool_give(request_pool *pool, memory_request *request)
{
    spin_lock_enter(&pool->lock);
    request->next = pool->free;
    pool->free = request;
    pool->in_use--;
    spin_lock_leave(&pool->lock);
}

void request_pool_close(request_pool *pool)
{
    while (pool->chunks) {
        pool_chunk *chunk = pool->chunks;
        pool->chunks = chunk->next;
        free(chunk);
    }
    *pool = (request_pool){0};
}

memory_request *request_pool_finish_sector(request_pool *pool, memory_request *sector)
{
    memory_request *whole = sector->parent;
    if (!whole)
        return sector;
    request_pool_give(pool, sector);
    return --whole->pending ? NULL : whole;
}
