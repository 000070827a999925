// SPDX-License-Identifier: BSD-3-Clause
// Texture cache of one SM (L1T); GPGPU-Sim's tex_cache, after Igehy, Eldridge and Proudfoot, "Prefetching in a Texture Cache
// Architecture" (1998).
//
// The tags decide at once, and a miss takes its line then, so later accesses to it hit. All accesses pass one FIFO of
// fragments in order; a miss leaves it when its data are in the reorder buffer. So the FIFO hides long latencies, and no
// MSHR merges anything. Data are functional. Not modelled: ports.
#ifndef WARPLOCK_SIM_MEMORY_TEXTURE_CACHE_H
#define WARPLOCK_SIM_MEMORY_TEXTURE_CACHE_H

#include "sim/memory/cache.h"
#include "sim/memory/memory_system.h"
#include "sim/memory/read_only_cache.h"

typedef struct {
    cache_geometry geometry;              // its mshrs are not used
    uint32_t fragments, requests, reorder, results;     // places
    bool     perfect;                     // every access hits at once; nothing is sent
    uint64_t *accesses, *misses;          // counters
} texture_config;

typedef struct texture_cache texture_cache;

texture_cache *texture_cache_new(const texture_config *, memory_system *, unsigned sm);
void        texture_cache_free(texture_cache *);
// MISS: the token comes back, even on a tag hit; FAIL: a queue is full, try again next cycle; HIT: only of a perfect cache. Counts an
// access unless it fails.
read_status texture_cache_access(texture_cache *, uint64_t address, uint32_t token, uint64_t cycle);
void        texture_cache_fill(texture_cache *, const memory_request *reply);      // the caller frees the reply
void        texture_cache_cycle(texture_cache *);                   // sends a request, releases a fragment
bool        texture_cache_has_done(const texture_cache *);          // a token whose data are here
uint32_t    texture_cache_take_done(texture_cache *);
bool        texture_cache_quiet(const texture_cache *);             // cycle would do nothing and nothing done waits

#endif
