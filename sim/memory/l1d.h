// SPDX-License-Identifier: BSD-3-Clause
// L1 data cache of one SM: LRU tags, MSHRs with merging, miss queue, reservation fails; GPGPU-Sim's l1_cache / data_cache.
//
// Order of checks of a read: tags (hit; no replaceable way), room in the miss queue (a read leaves one place free, for a
// write back), MSHRs (merge, entry). With l1d.sector_bytes an access lies in one sector, and tags, MSHRs
// and requests are by sector. What stores do stands in sim/memory/l1d_store.c. Banks stand in front of it, in the LD/ST unit. Not
// modelled: data ports.
#ifndef WARPLOCK_SIM_MEMORY_L1D_H
#define WARPLOCK_SIM_MEMORY_L1D_H

#include "sim/events/events.h"
#include "sim/memory/memory_system.h"

typedef struct {                      // one coalesced access of a warp instruction
    uint64_t address;                 // of the segment
    uint32_t bytes;
    uint8_t  kind;                    // request_kind
    uint8_t  sector_mask;             // 32-byte sectors touched
    uint8_t  whole_sectors;           // of these, written whole
    uint64_t byte_mask[2];            // bytes of the 128-byte block touched
    uint8_t  warp;
    uint32_t token;                   // comes back from l1d_next_done
    VERSIONS(uint64_t number, version;)
} l1d_access;

typedef struct {                      // an eviction, for policies (victim tag arrays)
    bool     valid;
    uint8_t  owner;                   // the warp that brought the line in
    uint8_t  cause;                   // l1d_cause
    uint64_t line;
} l1d_eviction;

typedef struct {                      // a load whose data are here
    uint32_t token;
    bool     first;                   // its miss has opened the MSHR entry that it leaves
    bool     last;                    // the entry is free now
} l1d_done;

// What a lookup would find, for who looks on.
typedef struct {
    bool in_tags;                     // the line, with sectors the access's one, data here or on their way
    bool line_in_tags;                // of the line anything
    bool in_flight;                   // its data are on their way
    bool oldest_alike;                // several ways were used longest ago, in one cycle, as where the L1D takes several accesses a cycle
    bool oldest_in_flight;            // no way of its set is free, and the one used longest ago is reserved, or kept as written
} l1d_look;

typedef struct l1d l1d;

static inline bool l1d_failed(l1d_status status) { return status >= L1D_FAIL_LINE; }

l1d *l1d_new(const machine *, memory_system *, unsigned sm, counters *);
void l1d_free(l1d *);
// Looks the access up and does what follows. A fail is counted, changes nothing else and may be retried.
// Writes: HIT when the store stays here until written back; else it is sent, and HIT_SENT (counted as a hit), PENDING_HIT or MISS
// say what the tags held.
l1d_status l1d_try(l1d *, const l1d_access *, uint64_t cycle, l1d_eviction *);
// How the last access counts, which did not fail: as its outcome, but with l1d.write_miss lazy a load that merges counts as a miss, as in
// GPGPU-Sim, where its sector was written in part since that was asked for.
l1d_status l1d_counted_as(const l1d *, l1d_status outcome);
// Counts what may let a failed access through: a fill, a request sent, an MSHR entry or a merge place given back. While it stands
// where it stood at the fail, a retry would fail again for the same reason; the caller still counts it.
uint64_t l1d_changes(const l1d *);
void     l1d_count_fail(l1d *, l1d_status, uint64_t cycles);   // a retry not looked up again
void     l1d_fill(l1d *, memory_request *reply, uint64_t cycle, l1d_eviction *);   // a reply has arrived: the line is filled, the request freed
bool     l1d_next_done(l1d *, l1d_done *);            // loads whose data are here, one a call; the LD/ST unit takes one a cycle
bool     l1d_has_done(const l1d *);
void     l1d_cycle(l1d *, uint64_t cycle, l1d_eviction *);     // sends the head of the miss queue; a flush goes on
uint32_t l1d_set_of(const l1d *, uint64_t address);
uint64_t l1d_line_of(const l1d *, uint64_t address);
bool l1d_awaits(const l1d *, uint64_t address);            // an MSHR entry holds its line
bool l1d_sends_to(const l1d *, uint64_t address);          // a store to its line, or that line written back, is in the miss queue
l1d_look l1d_look_at(const l1d *, uint64_t address);
bool l1d_would_miss(const l1d *, const l1d_access *);      // a lookup now: a load's sector is neither here nor on its way, a store's takes a way
uint32_t l1d_free_mshrs(const l1d *);
uint32_t l1d_used_mshrs(const l1d *);
uint32_t l1d_miss_queue_room(const l1d *);            // places left in the miss queue; 0 also when fills have written back into it
bool     l1d_quiet(const l1d *);                      // miss queue empty, nothing done waits, no flush under way
// Begins to send every dirty line, one a cycle as the miss queue has room, and to invalidate it; true until all of them have
// left. At the end of a kernel. Only with l1d.global_write = back: else only lines of local memory are dirty, and that is dead.
bool     l1d_flush(l1d *);
// Invalidates all (kernel start); what is in flight still answers its loads, but fills no line. Dirty lines are dropped.
void     l1d_invalidate(l1d *);
void     l1d_set_ways(l1d *, uint32_t ways);           // of an empty one, from now on
void     l1d_set_allocation(l1d *, uint32_t allocate); // of one of which nothing is on its way: on a miss, or on fill

#endif
