// L1 data cache of one SM: LRU tags, MSHRs with merging, miss queue, reservation fails; GPGPU-Sim's l1_cache / data_cache.
#ifndef WARPLOCK_SIM_MEMORY_L1D_H
#define WARPLOCK_SIM_MEMORY_L1D_H

#include "sim/memory/memory_system.h"

typedef enum { L1D_HIT, L1D_PENDING_HIT, L1D_MISS, L1D_FAIL_LINE, L1D_FAIL_MSHR, L1D_FAIL_MERGE, L1D_FAIL_MISS_QUEUE } l1d_status;

typedef struct {                      // one coalesced access of a warp instruction
    uint64_t address;                 // of the segment
    uint32_t bytes;
    uint8_t  kind;                    // request_kind
    uint8_t  sector_mask;             // 32-byte sectors touched
    uint8_t  whole_sectors;           // of these, written whole
    uint8_t  warp;
    uint32_t token;                   // comes back from l1d_next_done
} l1d_access;

typedef struct {                      // an eviction, for policies (victim tag arrays)
    bool     valid;
    uint64_t line;
    uint8_t  warp;                    // that brought the line in
} l1d_eviction;

typedef struct l1d l1d;

l1d *l1d_new(const machine *, memory_system *, unsigned sm, counters *);
void l1d_free(l1d *);
// Looks the access up and does what follows. A fail changes nothing but LRU-neutral counters and may be retried.
l1d_status l1d_try(l1d *, const l1d_access *, uint64_t cycle, l1d_eviction *);
// True while a retry of the access that failed last would fail again for the same reason (nothing has changed since); the caller still counts it.
bool     l1d_would_still_fail(const l1d *);
void     l1d_count_fail(l1d *, l1d_status, uint64_t cycles);   // a retry not looked up again
void     l1d_fill(l1d *, memory_request *reply, uint64_t cycle);        // a reply has arrived: the line is filled, the request freed
bool     l1d_next_done(l1d *, uint32_t *token);       // tokens of loads whose data are here, one a call, at most one a cycle is taken by the LD/ST unit
bool     l1d_has_done(const l1d *);
void     l1d_cycle(l1d *, uint64_t cycle);            // sends the head of the miss queue
uint32_t l1d_set_of(const l1d *, uint64_t address);
uint32_t l1d_free_mshrs(const l1d *);
bool     l1d_quiet(const l1d *);                      // miss queue empty and nothing done waits
void     l1d_flush(l1d *);                            // invalidates all (kernel start; writes dirty local lines back)

#endif
