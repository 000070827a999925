// LD/ST unit of one SM: coalescer, shared memory, constant cache, L1D access pipeline, write-back of loads.
//
// GPGPU-Sim's ldst_unit: one instruction in the dispatch register; shared accesses take one cycle per bank-conflict
// degree; constant/parameter and global/local accesses go one a cycle; an access with a reservation fail stays and is
// retried, and everything behind it waits. Order of a cycle: write-back, one reply, miss queues, lookup at the L1D, dispatch.
// Atomics on global memory are done at the L2; they and ld.cg, st.cg pass the L1D by. Not modelled: texture, other operators.
#ifndef WARPLOCK_SIM_CORE_LDST_H
#define WARPLOCK_SIM_CORE_LDST_H

#include "sim/core/inflight.h"
#include "sim/memory/l1d.h"

enum { EVICTIONS_MAX = 2 };             // in one cycle

// What happened to loads at the L1D in one cycle, in the order blocks see it: start, access, done (hardware.md 1.2).
// A load here is a global, local or generic load that goes to the L1D. A cycle in which the unit is not stepped has none.
typedef struct {
    bool     start;                     // the first access of a load is looked up for the first time
    uint16_t accesses;                  // coalesced accesses of that load
    uint16_t lines;                     // lines of the L1D that they lie in (D-21: 8- and 16-bit loads have several in one)
    bool     access;                    // an access of a load was looked up (retries too, once something in the L1D has changed)
    bool     first_attempt;             // it is no retry
    uint16_t set;
    bool     first_attempt_hit;         // tag hit at the first attempt
    bool     done;                      // the last access was resolved (hit, miss sent, merged)
    uint8_t  warp;
    uint32_t pc;                        // of that load
    uint64_t line;                      // address of the line looked up
    uint32_t charge;                    // policy_charges released in this cycle: at done, and of loads that leave without any access
    uint32_t charge_without_access;     // the part of it that is of loads without any access at the L1D
    bool     release;                   // a charge is released in this cycle
    uint16_t coalesced;                 // accesses of a load for the L1D that was coalesced in this cycle; 0 = none was
    uint16_t coalesced_lines;           // lines that they lie in
    uint32_t coalesced_pc;              // its PC
    unsigned evictions;                 // of lines of the L1D: a fill may replace one, a store or a flush evict another
    l1d_eviction evicted[EVICTIONS_MAX];
} ldst_events;

struct event_log;
typedef struct ldst ldst;
typedef struct sm sm;

// The SM's side, called by the LD/ST unit.
bool sm_write_register(sm *, inflight *);       // load results through the register banks; false: port taken, try again next cycle
void sm_memory_complete(sm *, inflight *);      // complete, whatever it is (a store: it has left the unit): release scoreboard, free the instruction
void sm_store_sent(sm *, unsigned warp);        // an access of a store has left the dispatch register (warp's outstanding writes + 1)
void sm_store_acked(sm *, unsigned warp);       // its acknowledgement came back (membar, exit)

ldst *ldst_new(const machine *, memory_system *, sm *, unsigned sm_index, counters *);
void  ldst_free(ldst *);
bool  ldst_can_accept(const ldst *);            // the dispatch register is free
void  ldst_accept(ldst *, inflight *, uint64_t cycle);   // behind the ldst_cycle of that cycle, if it is stepped
void  ldst_cycle(ldst *, uint64_t cycle);       // write-back, cache pipelines, dispatch; fills events
const ldst_events *ldst_last_events(const ldst *);
void  ldst_reply(ldst *, memory_request *, uint64_t cycle);   // a reply for the L1D or L1C has arrived
bool  ldst_can_reply(const ldst *);             // room in its response queue
// First cycle in which stepping the unit does anything; UINT64_MAX: none until a reply or an instruction arrives. Until then it need not be stepped: the stalled
// cycles are counted by the next ldst_cycle.
uint64_t ldst_next_event(const ldst *);
void  ldst_settle(ldst *, uint64_t cycle);      // brings the counters to the state before this cycle
// Cycles up to and with this one in which a reservation fail has kept the instruction in the dispatch register from going on.
uint64_t ldst_held_up(const ldst *, uint64_t cycle);
bool  ldst_empty(const ldst *);                 // no instruction, access or reply is in the unit
l1d  *ldst_l1d(ldst *);
void  ldst_log(ldst *, struct event_log *);    // where what happens is written (sim/core/event_log.h)
// Empties the L1D. local_stride: bytes between two words of one thread in local memory (launch_local_stride).
void  ldst_kernel_start(ldst *, uint64_t local_stride);
bool  ldst_flush(ldst *);                       // without any instruction in it: l1d_flush

#endif
