// SPDX-License-Identifier: BSD-3-Clause
// The state of one LD/ST unit, shared by the files ldst*.c.
#ifndef WARPLOCK_SIM_CORE_LDST_INTERNAL_H
#define WARPLOCK_SIM_CORE_LDST_INTERNAL_H

#include "sim/core/event_log.h"
#include "sim/core/l1d_watch.h"
#include "sim/core/ldst.h"
#include "sim/core/route.h"
#include "sim/memory/read_only_cache.h"
#include "sim/memory/texture_cache.h"

enum { RESPONSE_PLACES = 2 };                       // GPGPU-Sim's ldst_unit_response_queue_size

// A load or atomic with outstanding accesses; accesses (`token`) and requests (`slot`) carry its index.
typedef struct {
    inflight *insn;
    uint64_t  accepted;                             // cycle in which the unit took it
    uint64_t  occluded;                             // cycles lost to fails since its issue, final once its last access is serviced
    uint16_t  accesses;
    uint16_t  lines;                                // L1D lines that they fall into
    uint16_t  sets;                                 // distinct L1D sets that its accesses have touched
    uint16_t  lookups_left;                         // L1D lookups
    uint16_t  tried;                                // accesses looked up there, including those that failed
    uint32_t  number;                               // of a divergent load for the L1D, in the order taken
    uint16_t  turns;                                // cycles that its accesses need to enter the L1D's banks without fails
    bool      set_aside;                            // an access has been set aside
    bool      to_l1d;                               // a load whose accesses go to the L1D
    bool      missed;                               // an access was no tag hit at its first attempt (D-4)
    uint32_t  next_free;
} load_slot;

// An access in a bank's latency queue before the L1D lookup. GPGPU-Sim shifts an array of `latency` stages in which entries
// close up behind a stalled head. This ring does the same: an entry is looked up after its latency, once those ahead have gone.
typedef struct {
    l1d_access access;
    uint64_t   ready;                               // cycle of the earliest lookup
    uint64_t   failed_at;                           // l1d_changes of failed_as at its last fail
    l1d_status failed_as;                           // what it waits for
    line_cell *cell;                                // its instruction's
    uint32_t   lanes;                               // lanes it serves; known only under l1d_watch
    bool       load;
} queued_access;

// A bank of the L1D: a ring of accesses before their lookup.
typedef struct {
    queued_access *queue;
    uint32_t   head, count;
    l1d_status blocked_by;                          // the reservation fail of its head
} l1d_bank;

typedef struct { inflight *insn; uint64_t ready; } queued_shared;

// Clients of the one write-back register, in GPGPU-Sim's order.
enum { CLIENT_SHARED, CLIENT_TEXTURE, CLIENT_CONST, CLIENT_MEMORY, CLIENT_CACHE, WRITE_BACK_CLIENTS };

struct ldst {
    const machine *machine;
    memory_system *memory;
    sm            *sm;
    unsigned       sm_index;
    counters      *counters;
    l1d           *l1d;
    read_only_cache *l1c;
    texture_cache *l1t;                             // NULL until a texture is looked up
    uint64_t       last_cycle;                      // stepped last
    uint64_t       next;                            // cycle that needs a step next, as far as is known behind the last one
    uint64_t       stalled_at;                      // cycle of the last stall counted, not those of the re-execution queue
    uint64_t       local_stride;                    // bytes between two words of one thread in local memory

    // Dispatch register
    inflight  *dispatch;                            // NULL: free
    memory_route route;
    bool       passes;                              // a load for the L1D that was changed to ROUTE_L2
    uint32_t   slot;                                // of a load or atomic with accesses
    unsigned   accesses_left;                       // taken from the end of `accesses`
    unsigned   shared_cycles;                       // bank cycles still needed
    uint64_t   held_up;                             // cycles in which an L1D access found its bank's queue full behind a failed head

    // Pipelines
    l1d_bank   bank[L1D_BANKS_MAX];
    uint32_t   n_banks, bank_shift;                 // bank_shift: address bits below the bank number
    uint32_t   queue_mask, queue_places;            // of each bank
    uint32_t   queued;                              // accesses before their lookup, in all banks
    uint64_t   due;                                 // cycle of the earliest lookup of a head; UINT64_MAX: none is queued
    uint32_t   blocked;                             // banks whose head had a reservation fail, one bit each
    bool       waits;                               // for a change in the L1D (blocked, or accesses set aside), or for an answer to what it asked
    queued_access *aside;                           // re-execution queue: accesses that have failed and let others pass; a ring
    uint32_t   aside_places, aside_head, aside_count;
    queued_shared *shared;                          // shared memory
    uint32_t   shared_mask, shared_head, shared_count, shared_places;
    ldst_answers answers;                           // the policy's
    bypass_level asked;                             // what it asks in this cycle; kept if the policy answers
    uint64_t  *set_touched_by;                      // number of the load that last touched each L1D set
    uint32_t   divergent_taken, divergent_done;     // loads for the L1D; with one_divergent they finish in the order taken
    uint64_t   aside_at;                            // cycle in which an access was set aside last
    uint64_t   loads_started;                       // loads with a first lookup so far; numbers the loads
    line_cell *draining;                            // whose MSHR entry is being emptied; NULL: none, or no profile

    // Replies and write-back
    memory_request *response[RESPONSE_PLACES];
    unsigned   responses;
    memory_request *next_memory;                    // reply of an L1D bypass, waits for the write-back register
    inflight  *write_back;                          // write-back register, NULL: free
    uint32_t   write_back_slot;                     // meaningless for shared memory
    bool       write_back_shared;
    unsigned   first_client;                        // served first

    load_slot *slots;
    uint32_t   slot_count, free_slot;
    uint32_t   slots_used;

    sm_events *events;                              // of the SM, of this cycle
    event_log *log;                                 // NULL: nothing is logged
    l1d_watch *watch;                               // NULL: nobody watches the L1D
    degree_profile *degrees;                        // NULL: not counted
    row_sharing *rows;                              // the same

    coalesced  accesses[COALESCER_MAX];             // of the dispatch register; the last member, which is not cleared
};

static inline uint32_t ldst_bank_of(const ldst *unit, uint64_t address)
{
    return (uint32_t)(address >> unit->bank_shift) & (unit->n_banks - 1);
}

static inline queued_access *ldst_head(const l1d_bank *bank) { return &bank->queue[bank->head]; }

static inline bool ldst_logged(const ldst *unit, uint64_t cycle) { return unit->log && event_logged(unit->log, cycle); }

enum { NO_SLOT = UINT32_MAX };

// ldst_tell.c
void ldst_serviced_one(ldst *, const l1d_access *, uint64_t cycle);   // a load's access is done with the L1D
void ldst_tell_eviction(ldst *, const l1d_eviction *, uint64_t cycle);     // that there is: `valid`
// ldst_reexecute.c
void ldst_set_aside(ldst *, const queued_access *);     // a load's access that failed; there must be room
void ldst_leave_aside(ldst *);                      // removes the oldest
bool ldst_must_wait(const ldst *, const queued_access *);   // a store behind a set-aside access of its warp to the same line
// ldst_bypass.c
void ldst_forget_asked(ldst *);
bool ldst_load_passes(ldst *);                      // the load in the dispatch register, just taken
bool ldst_access_passes(ldst *, const queued_access *head, uint64_t cycle);     // a bank's head, a load's access that failed; true: it was sent
bool ldst_may_go(const ldst *, uint64_t address);   // an access from the dispatch register may bypass the L1D
l1d_access ldst_past_l1d(const ldst *, const l1d_access *);     // the access as sent to the L2
// ldst_count.c
void ldst_count_set(ldst *, load_slot *, unsigned set, bool first);     // an access of the load touches it; the load's first
void ldst_count_sets(ldst *, load_slot *);          // of the accesses in the dispatch register
void ldst_count_lookup(const ldst *, const queued_access *, l1d_status, uint64_t cycle);        // the last access, not failed, with a cell
void ldst_count_data(ldst *, line_cell *, const l1d_done *);   // an access of this load has left its MSHR entry
void ldst_count_fail(line_cell *, l1d_status, uint64_t cycles);     // of an access of this instruction, if there is a profile
void ldst_count_blocked(ldst *, const l1d_bank *, uint64_t cycles);     // its failing head stalls the unit
void ldst_count_time(ldst *, uint64_t cycles);      // cycles that begin in the current state
uint64_t ldst_count_wait(const ldst *, const inflight *);       // taken now: cycles lost to fails since its issue
void ldst_count_serviced(load_slot *, const ldst *, uint64_t cycle);    // the last access of a load
void ldst_count_load(ldst *, const load_slot *);    // its last data are back
// ldst_texture.c
read_status ldst_look_up_texture(ldst *, uint64_t address, uint64_t cycle);     // for the instruction in the dispatch register
// ldst_dispatch.c
void ldst_dispatch(ldst *, uint64_t cycle);         // the instruction in the dispatch register
void ldst_send(ldst *, const l1d_access *, uint64_t cycle);     // bypasses the L1D; there must be room
// ldst_loads.c
uint32_t ldst_open_load(ldst *, inflight *, unsigned accesses);
void ldst_access_back(ldst *, uint32_t slot);       // one access of the load is done; the last one completes it
void ldst_write_back(ldst *, uint64_t cycle);
void ldst_take_response(ldst *, uint64_t cycle);

#endif
