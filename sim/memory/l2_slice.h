// SPDX-License-Identifier: BSD-3-Clause
// One slice of the L2: GPGPU-Sim's memory_sub_partition with its l2_cache.
//
// Models: splitting of requests into sector requests (not in a slice without sectors), ROP delay queue, finite queues from
// and to the network and the DRAM controller, LRU tags, write back, write allocate without a fetch (a partly written sector
// is fetched when read: LAZY_FETCH_ON_READ) or with one (a store that misses goes to DRAM and its sector is fetched:
// WRITE_ALLOCATE of GPGPU-Sim 3), MSHRs per sector with merging, miss queue, data and fill ports, atomics.
// Not modelled: data; byte masks (a sector covered by several writes counts as partly written; GPGPU-Sim sees that it is
// whole); port time of the line that a read miss evicts (GPGPU-Sim, too, charges it for write misses only).
#ifndef WARPLOCK_SIM_MEMORY_L2_SLICE_H
#define WARPLOCK_SIM_MEMORY_L2_SLICE_H

#include "sim/machine/machine.h"
#include "sim/memory/cache.h"
#include "sim/memory/dram_map.h"
#include "sim/memory/request_pool.h"
#include "sim/report/counters.h"

typedef struct l2_slice {
    uint64_t wake;                          // core cycle before which the slice has nothing to do; UINT64_MAX: idle
    request_list rop;                       // from the network, waiting for `ready`
    request_list from_icnt, to_dram, from_dram, to_icnt, miss;
    uint32_t room_from_icnt, room_to_dram, room_from_dram, room_to_icnt, room_miss;
    uint32_t sector_bytes, latency, line_sectors;
    unsigned sector_shift;                  // log2 of sector_bytes
    uint32_t port_bytes;                    // 0: no limit
    uint32_t write_miss;
    uint32_t data_port, fill_port;          // cycles that each is still busy
    uint64_t accesses;                      // the time for LRU
    request_list prefetched;                // prefetched lines from the controller
    struct l2_prefetch { uint64_t place; bool overtaken; bool taken; } *prefetch;   // prefetches in flight: room_from_dram places
    uint64_t entered, left;                 // requests that entered and left from_icnt so far
    uint32_t prefetches_over;               // prefetches filled or dropped so far
    uint32_t prefetches, unused;            // prefetches in flight; prefetched lines not requested yet
    unsigned index;
    bool     perfect;                       // every access hits
    tag_array *tags;
    mshr_table *mshrs;
    const dram_map *map;
    request_pool *pool;
    counters *counters;
} l2_slice;

void l2_slice_open(l2_slice *, const machine *, unsigned index, const dram_map *, request_pool *, counters *);
void l2_slice_close(l2_slice *);
bool l2_slice_has_room(const l2_slice *);                            // for the sector requests of one more packet
void l2_locate(const dram_map *, memory_request *);                   // by its address; before it is sent
void l2_slice_accept(l2_slice *, memory_request *, uint64_t cycle);  // a packet from the network, located
void l2_slice_clock(l2_slice *, uint64_t cycle);                     // one L2 clock, at this core cycle
void l2_slice_host_copy(l2_slice *, uint64_t place, uint32_t bytes);   // GPGPU-Sim's force_tag_access on these sectors of a line
void l2_slice_over(l2_slice *, memory_request *);                    // a request that nobody waits for is done

// l2_prefetch.c: prefetches by the controller. Room for one more in flight; whether the line is of use to the slice; the request
// that is sent, and its arrival.
static inline bool l2_prefetch_has_room(const l2_slice *slice) { return slice->prefetches < slice->room_from_dram; }
bool l2_prefetch_wanted(const l2_slice *, uint64_t address);
bool l2_prefetch_meets(const l2_slice *, const request_list *, uint64_t address);      // the list holds a request for its sector
memory_request *l2_prefetch_sent(l2_slice *, uint64_t address);
void l2_prefetch_arrives(l2_slice *, memory_request *);

static inline uint32_t l2_slice_line_bytes(const l2_slice *slice) { return slice->line_sectors * slice->sector_bytes; }

static inline void l2_slice_from_dram(l2_slice *slice, memory_request *request)
{
    request_list_push(&slice->from_dram, request);
    slice->wake = 0;
}

#endif
