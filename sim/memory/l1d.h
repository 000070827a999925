// SPDX-License-Identifier: BSD-3-Clause
// L1 data cache of one SM: LRU tags, MSHRs with merging, miss queue, reservation fails; GPGPU-Sim's l1_cache / data_cache.
//
// A read checks in order: tags (hit; no replaceable way), room in the miss queue (a read leaves one place free for a write-back),
// MSHRs (merge, entry). With l1d.sector_bytes an access lies in one sector, and tags, MSHRs and requests are per sector. For
// stores see sim/memory/l1d_store.c. The LD/ST unit models the banks. Not modelled: data ports.
#ifndef WARPLOCK_SIM_MEMORY_L1D_H
#define WARPLOCK_SIM_MEMORY_L1D_H

#include "sim/events/events.h"
#include "sim/memory/memory_system.h"

typedef struct {                      // one coalesced access of a warp instruction
    uint64_t address;                 // of the segment
    uint32_t bytes;
    uint8_t  kind;                    // request_kind
    uint8_t  sector_mask;             // 32-byte sectors touched
    uint8_t  whole_sectors;           // those written in full
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
    bool     first;                   // its miss opened the MSHR entry that it leaves
    bool     last;                    // the entry is free now
} l1d_done;

// What a lookup would find, for l1d_watch.
typedef struct {
    bool in_tags;                     // the line (with sectors: the access's sector), here or in flight
    bool line_in_tags;                // any part of the line
    bool in_flight;                   // its data are in flight
    bool oldest_alike;                // several ways share the oldest use, if the L1D takes several accesses a cycle
    bool oldest_in_flight;            // its set is full, and the LRU way is reserved, or kept as written
} l1d_look;

typedef struct l1d l1d;

static inline bool l1d_failed(l1d_status status) { return status >= L1D_FAIL_LINE; }

l1d *l1d_new(const machine *, memory_system *, unsigned sm, counters *);
void l1d_free(l1d *);
// Looks the access up and acts on the result. A fail is counted, changes nothing else and may be retried.
// Writes: HIT if the store stays here until written back. Otherwise it is sent, and HIT_SENT (counted as a hit), PENDING_HIT or
// MISS says what the tags held.
l1d_status l1d_try(l1d *, const l1d_access *, uint64_t cycle, l1d_eviction *);
// How the last access counts, which must not have failed: as its outcome. But with l1d.write_miss lazy a merging load counts as a
// miss, as in GPGPU-Sim, if its sector was partly written since it was requested.
l1d_status l1d_counted_as(const l1d *, l1d_status outcome);
// Counts the changes that may let a failed load through: fills after L1D_FAIL_LINE, freed entries after L1D_FAIL_MSHR, and after any other
// fail these, requests sent and merge places freed. While the count has not changed since the fail, a retry would fail for the same
// reason; the caller still counts it. For a store pass L1D_FAIL_MISS_QUEUE: any of these may let it through.
uint64_t l1d_changes(const l1d *, l1d_status failed);
void     l1d_count_fail(l1d *, l1d_status, uint64_t cycles);   // retries without a new lookup
void     l1d_fill(l1d *, memory_request *reply, uint64_t cycle, l1d_eviction *);   // a reply arrives: fills the line and frees the request
bool     l1d_next_done(l1d *, l1d_done *);            // the next load whose data are here; the LD/ST unit takes one a cycle
bool     l1d_has_done(const l1d *);
void     l1d_cycle(l1d *, uint64_t cycle, l1d_eviction *);     // sends the head of the miss queue; continues a flush
uint32_t l1d_set_of(const l1d *, uint64_t address);
uint64_t l1d_line_of(const l1d *, uint64_t address);
bool l1d_awaits(const l1d *, uint64_t address);            // an MSHR entry holds its line
bool l1d_sends_to(const l1d *, uint64_t address);          // a store to its line, or a write-back of it, is in the miss queue
l1d_look l1d_look_at(const l1d *, uint64_t address);
bool l1d_would_miss(const l1d *, const l1d_access *);      // a lookup now would find a load's sector neither here nor in flight, or take a way for a store
uint32_t l1d_free_mshrs(const l1d *);
uint32_t l1d_used_mshrs(const l1d *);
uint32_t l1d_miss_queue_room(const l1d *);            // free places in the miss queue; also 0 when write-backs of fills exceed it
bool     l1d_quiet(const l1d *);                      // miss queue empty, no finished load waits, no flush in progress
// Starts to send and invalidate every dirty line, one a cycle while the miss queue has room; true until all have left. For the
// end of a kernel. Only with l1d.global_write = back: otherwise only lines of local memory are dirty, and those are dead.
bool     l1d_flush(l1d *);
// Invalidates everything (kernel start). Replies in flight still serve their loads, but fill no line. Dirty lines are dropped.
void     l1d_invalidate(l1d *);
void     l1d_set_ways(l1d *, uint32_t ways);           // of an empty L1D, from now on
void     l1d_set_allocation(l1d *, uint32_t allocate); // while nothing is in flight: on miss, or on fill

#endif
