// SPDX-License-Identifier: BSD-3-Clause
// The tracks of one SM in a file in the Trace Event Format (sim/report/trace_events.h): its CTAs, what each warp waits for
// (warp_states.def), what each scheduler's cycles are counted as, what the LD/ST unit does (ldst_states.def), and its MSHRs
// in use. An SM without them has none of this.
//
// A state holds from the cycle in which it is told until another one is. States of a warp are those that its scheduler sees
// in its turn, so of a warp that another warp's arrival lets go from a barrier in the same cycle that may be either.
#ifndef WARPLOCK_SIM_CORE_SM_TRACE_H
#define WARPLOCK_SIM_CORE_SM_TRACE_H

#include "sim/core/sm.h"
#include "sim/report/run_trace.h"

typedef struct sm_trace sm_trace;

sm_trace *sm_trace_new(const gpu_options *, unsigned sm_index);         // NULL: the SM is not in the file
void sm_trace_free(sm_trace *);
void sm_trace_cta_begins(sm *, unsigned slot);      // in the end of the cycle
void sm_trace_cta_ends(sm *, unsigned slot);
void sm_trace_turn(sm *, unsigned scheduler, uint64_t held, int granted, stall_class);  // before it flushes and issues
void sm_trace_issue(sm *, unsigned through, unsigned warp, const warp_step *);
void sm_trace_quiet(sm *);                          // from the next cycle on, until it has its turn again
void sm_trace_ldst(sm *, uint64_t cycle);           // the LD/ST unit's cycle, with an eye on what it counts
void sm_trace_settle(sm *, uint64_t cycle);         // the LD/ST unit's cycles before this one
void sm_trace_launch_end(sm *, uint64_t cycle);     // whatever stands ends before this cycle

#endif
