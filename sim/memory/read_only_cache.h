// SPDX-License-Identifier: BSD-3-Clause
// Read-only cache of one SM (L1I, L1C): LRU tags allocated on fill, MSHRs with merging, a miss queue; GPGPU-Sim's read_only_cache.
#ifndef WARPLOCK_SIM_MEMORY_READ_ONLY_CACHE_H
#define WARPLOCK_SIM_MEMORY_READ_ONLY_CACHE_H

#include "sim/memory/cache.h"
#include "sim/memory/memory_system.h"

typedef enum { READ_HIT, READ_MISS, READ_FAIL } read_status;   // miss: sent or merged, the token comes back; fail: try again next cycle

typedef struct {
    cache_geometry geometry;
    uint32_t miss_queue;
    uint8_t  client, kind;                // request_client and request_kind of what it sends
    bool     perfect;                     // every access hits; nothing is sent
    uint64_t *accesses, *misses;          // counters
} read_only_config;

// Private to read_only_cache.c; visible here only for the inline functions called every cycle.
typedef struct read_only_cache {
    read_only_config config;
    memory_system *memory;
    unsigned   sm;
    tag_array  *tags;
    mshr_table *mshrs;
    memory_request **queue;               // outgoing misses, a ring
    uint32_t   queue_head, queue_count;
} read_only_cache;

read_only_cache *read_only_cache_new(const read_only_config *, memory_system *, unsigned sm);
void        read_only_cache_free(read_only_cache *);
read_status read_only_cache_access(read_only_cache *, uint64_t address, uint32_t token, uint64_t cycle);   // counts an access unless it fails
void        read_only_cache_fill(read_only_cache *, const memory_request *reply, uint64_t cycle);   // the caller frees the reply
void        read_only_cache_cycle(read_only_cache *, uint64_t cycle);   // sends the head of the miss queue
// A token whose data are here.
static inline bool read_only_cache_has_done(const read_only_cache *cache) { return mshr_has_ready(cache->mshrs); }
uint32_t    read_only_cache_take_done(read_only_cache *);
// cycle would do nothing and nothing done waits.
static inline bool read_only_cache_quiet(const read_only_cache *cache)
{
    return cache->queue_count == 0 && !mshr_has_ready(cache->mshrs);
}

#endif
