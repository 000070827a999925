// SPDX-License-Identifier: BSD-3-Clause
// One slice of the L2: GPGPU-Sim's memory_sub_partition with its l2_cache.
//
// Models: breakdown of a request into sector requests (a slice without sectors has one a line, and breaks nothing down), ROP
// delay queue, finite queues from and to the network and the DRAM controller, tags with LRU, write back, write allocate
// without a fetch (a partly written sector is fetched when it is read: LAZY_FETCH_ON_READ) or with one (the store that
// misses goes on to DRAM, and its sector is fetched: WRITE_ALLOCATE of GPGPU-Sim 3), MSHRs per sector with merging, miss
// queue, data and fill port, atomics done here.
// Does not model: data; byte masks (a sector that several writes cover together counts as partly written, GPGPU-Sim sees that
// it is whole); port time of the line that a read miss evicts (GPGPU-Sim charges it for write misses only, too).
#ifndef WARPLOCK_SIM_MEMORY_L2_SLICE_H
#define WARPLOCK_SIM_MEMORY_L2_SLICE_H

#include "sim/machine/machine.h"
#include "sim/memory/cache.h"
#include "sim/memory/dram_map.h"
#include "sim/memory/request_pool.h"
#include "sim/report/counters.h"

typedef struct l2_slice {
    uint64_t wake;                          // core cycle before which the slice has nothing to do; UINT64_MAX: nothing at all
    request_list rop;                       // from the network, waiting for `ready`
    request_list from_icnt, to_dram, from_dram, to_icnt, miss;
    uint32_t room_from_icnt, room_to_dram, room_from_dram, room_to_icnt, room_miss;
    uint32_t sector_bytes, latency, line_sectors;
    unsigned sector_shift;                  // sector_bytes is 2 to the power of it
    uint32_t port_bytes;                    // 0: no limit
    uint32_t write_miss;
    uint32_t data_port, fill_port;          // cycles for which each is still taken
    uint64_t accesses;                      // time for LRU
    request_list prefetched;                // lines that nobody asked for, from the controller
    struct l2_prefetch { uint64_t place; bool overtaken; bool taken; } *prefetch;   // those sent and not yet filled or dropped: room_from_dram places
    uint64_t entered, left;                 // requests at from_icnt, so far
    uint32_t prefetches_over;               // filled or dropped, so far
    uint32_t prefetches, unused;            // of these; lines here that a prefetch brought and nobody has asked for
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
void l2_slice_host_copy(l2_slice *, uint64_t place);                 // GPGPU-Sim's force_tag_access on the sector
void l2_slice_over(l2_slice *, memory_request *);                    // one that nobody waits for has come to its end

// l2_prefetch.c: lines that the controller sends unasked. A place for one more on its way; whether the slice has use for the line;
// the request of one that is sent, and its arrival.
static inline bool l2_prefetch_has_room(const l2_slice *slice) { return slice->prefetches < slice->room_from_dram; }
bool l2_prefetch_wanted(const l2_slice *, uint64_t address);
bool l2_prefetch_meets(const l2_slice *, const request_list *, uint64_t address);      // something of its sector is in the list
memory_request *l2_prefetch_sent(l2_slice *, uint64_t address);
void l2_prefetch_arrives(l2_slice *, memory_request *);

static inline void l2_slice_from_dram(l2_slice *slice, memory_request *request)
{
    request_list_push(&slice->from_dram, request);
    slice->wake = 0;
}

#endif
