// SPDX-License-Identifier: BSD-3-Clause
// The state of an L1D, shared by the files l1d*.c.
#ifndef WARPLOCK_SIM_MEMORY_L1D_INTERNAL_H
#define WARPLOCK_SIM_MEMORY_L1D_INTERNAL_H

#include "sim/memory/cache.h"
#include "sim/memory/l1d.h"

// Items of an MSHR entry: a load's token, with a mark on the load whose miss opened the entry; or a mark that a store opened it.
#define OPENED_BY_LOAD (UINT64_C(1) << 32)
#define FETCH_OF_STORE UINT64_MAX
#define NUMBER_SHIFT 33               // above both, with VERSIONS: the load's access number

struct l1d {
    cache_geometry geometry;
    uint32_t   miss_queue;              // places that accesses may use
    uint32_t   allocate, global_write;
    bool       lazy;                    // a store that misses also stays: l1d.write_miss
    bool       banked;                  // several lookups in a cycle
    bool       merged_anew;             // lazy: the last read that merged counts as a miss
    memory_system *memory;
    counters   *counters;
    unsigned   sm;
    tag_array  *tags;
    mshr_table *mshrs;
    memory_request **queue;             // ring; longer than miss_queue by the write-backs of fills
    uint32_t   queue_mask, queue_head, queue_count;
    uint64_t   changes;                 // changes so far to what decides a fail
    uint64_t   fills, freed;            // of these, fills and drops of lines; MSHR entries that became free
    unsigned   sector_shift;            // log2 of the sector size; of the line size without sectors
    bool       perfect;                 // every access hits
    bool       may_be_dirty;            // under write back: a store has stayed since the L1D was last found clean
    bool       flushing;                // dirty lines are being sent; those in ways below flush_way are gone
    uint32_t   flush_way;
};

// An access lies in one sector (without sectors, one line); that is what is fetched, filled and waited for.
static inline uint64_t l1d_sector_of(const l1d *cache, uint64_t address)
{
    return address & ~(uint64_t)(cache->geometry.sector_bytes - 1);
}

// As the tags have it.
static inline uint8_t l1d_sector_bit(const l1d *cache, uint64_t address)
{
    return (uint8_t)(1u << ((address & (cache->geometry.line_bytes - 1)) >> cache->sector_shift));
}

// l1d.c
memory_request *l1d_enqueue(l1d *, request_kind, uint64_t address, uint32_t bytes, uint64_t cycle);
// Takes the way for the access's sector: in a present line, or replacing another.
void l1d_take_sector(l1d *, uint32_t way, uint64_t sector, uint8_t warp, uint64_t cycle, l1d_eviction *);
void l1d_write_back(l1d *, const cache_victim *, uint64_t cycle);       // if it is dirty
// Requests the access's sector, with an MSHR entry that holds `item`; with allocation on miss, takes the way.
void l1d_fetch(l1d *, const l1d_access *, uint32_t way, uint64_t item, uint64_t cycle, l1d_eviction *);
// l1d_store.c
l1d_status l1d_try_store(l1d *, const l1d_access *, uint64_t cycle, l1d_eviction *);
void l1d_flush_line(l1d *, uint64_t cycle, l1d_eviction *);             // the next dirty line, if the miss queue has room

#endif
