// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit of one SM: coalescer, shared memory, constant and texture cache, L1D access pipeline, write-back of loads.
//
// Models GPGPU-Sim's ldst_unit. The dispatch register holds one instruction. A shared-memory instruction takes as many cycles as
// its bank-conflict degree; constant/parameter, texture and global/local accesses go one a cycle. After a reservation fail an access
// is retried while everything behind it waits. Order of a cycle: write-back, one reply, miss queues, L1D lookup, dispatch.
// Atomics on global memory are done at the L2. They, ld.cg, st.cg and what a policy chooses bypass the L1D
// (sim/core/ldst_bypass.c). Not modelled: other cache operators.
#ifndef WARPLOCK_SIM_CORE_LDST_H
#define WARPLOCK_SIM_CORE_LDST_H

#include "sim/core/inflight.h"
#include "sim/events/events.h"
#include "sim/events/levels.h"
#include "sim/memory/l1d.h"
#include "sim/replay/l1d_stream.h"
#include "sim/report/degrees.h"
#include "sim/report/row_sharing.h"

struct event_log;
typedef struct ldst ldst;
typedef struct sm sm;

// The SM's side, called by the LD/ST unit.
bool sm_write_register(sm *, inflight *);       // writes load results to the register banks; false: port taken, try again next cycle
void sm_memory_complete(sm *, inflight *);      // completes an instruction (a store once it leaves the unit): releases the scoreboard, frees it
void sm_store_sent(sm *, unsigned warp);        // an access of a store has left the dispatch register (warp's outstanding writes + 1)
void sm_store_acked(sm *, unsigned warp);       // its acknowledgement came back (membar, exit)
uint64_t sm_cta_of(const sm *, unsigned warp);  // number in the grid of the CTA of a warp

// The policy's answers to what the LD/ST unit asks in this cycle.
bool sm_load_passes(sm *, const bypass_level *);    // all accesses of the load bypass the L1D
bool sm_access_passes(sm *, const bypass_level *);  // the failing access bypasses it

// The questions that the policy answers.
typedef struct {
    uint32_t aside_places;                      // of the re-execution queue; 0 for a unit without one
    bool     load_passes, access_passes;        // it answers these questions
    bool     one_divergent, one_miss, one_fail; // ONE_DIVERGENT, ... of sim/policy/policy.h, where there are several banks
    uint32_t charges_done;                      // with several banks: limit on the charges serviced in a cycle; 0: none
} ldst_answers;

// What happens is raised among the SM's events: its loads (hardware.md 1: global, local or generic, to the L1D), evictions.
ldst *ldst_new(const machine *, memory_system *, sm *, sm_events *, unsigned sm_index, ldst_answers, counters *);
void  ldst_free(ldst *);
bool  ldst_can_accept(const ldst *);            // the dispatch register is free
void  ldst_accept(ldst *, inflight *, uint64_t cycle);   // after the cycle's ldst_cycle, if there is one
void  ldst_cycle(ldst *, uint64_t cycle);       // write-back, cache pipelines, dispatch
void  ldst_reply(ldst *, memory_request *, uint64_t cycle);   // a reply for the L1D or L1C has arrived
bool  ldst_can_reply(const ldst *);             // room in its response queue
// First cycle in which the unit must be stepped, possibly a past one; UINT64_MAX: none until a reply or an instruction arrives. The
// next ldst_cycle counts the stalled cycles in between.
uint64_t ldst_next_event(const ldst *);
void  ldst_settle(ldst *, uint64_t cycle);      // brings counters to the state before this cycle
// Cycles, up to and including this one, in which a reservation fail has held up the instruction in the dispatch register.
uint64_t ldst_held_up(const ldst *, uint64_t cycle);
bool  ldst_empty(const ldst *);                 // the unit holds no instruction, access or reply
const bypass_level *ldst_asked(const ldst *);  // in the last cycle it was stepped
l1d  *ldst_l1d(ldst *);
void  ldst_log(ldst *, struct event_log *);    // the log to write events to (sim/core/event_log.h)
void  ldst_watch(ldst *, stream_writer *recording, bool locality, degree_profile *);    // before the first cycle: sim/core/l1d_watch.h
void  ldst_note_rows(ldst *, row_sharing *);    // NULL: not
void  ldst_warps_start(ldst *, uint64_t slots); // of a CTA, in these slots
// Empties the L1D and sizes it for a kernel whose CTAs use that many bytes of shared memory (sim/machine/l1d_ways.h).
// local_stride: bytes between two words of one thread in local memory (launch_local_stride).
void  ldst_kernel_start(ldst *, uint64_t local_stride, uint64_t shared_bytes);
bool  ldst_flush(ldst *);                       // only while the unit holds no instruction: l1d_flush

#endif
