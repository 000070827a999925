// SPDX-License-Identifier: BSD-3-Clause
// The tracks of one SM in a file in the Trace Event Format (sim/report/trace_events.h): its CTAs, what each warp waits for
// (warp_states.def), what each scheduler's cycles count as, what the LD/ST unit does (ldst_states.def), and its MSHRs in use.
//
// A state holds from the cycle that reports it until the next report. A warp's state is what its scheduler sees in its turn,
// so a warp that leaves a barrier in this cycle may show either state.
#ifndef WARPLOCK_SIM_CORE_SM_TRACE_H
#define WARPLOCK_SIM_CORE_SM_TRACE_H

#include "sim/core/sm.h"
#include "sim/report/run_trace.h"

typedef struct sm_trace sm_trace;

sm_trace *sm_trace_new(const gpu_options *, unsigned sm_index);         // NULL: the SM is not in the file
void sm_trace_free(sm_trace *);
void sm_trace_cta_begins(sm *, unsigned slot);      // at the end of a cycle
void sm_trace_cta_ends(sm *, unsigned slot);
void sm_trace_turn(sm *, unsigned scheduler, uint64_t held, int granted, stall_class);  // before the flush and the issue
void sm_trace_issue(sm *, unsigned through, unsigned warp, const warp_step *);
void sm_trace_quiet(sm *);                          // from the next cycle until its next turn
// Around ldst_cycle and ldst_settle: what the unit counts tells what it has done in the cycles before this one.
void sm_trace_ldst_begins(sm *);
void sm_trace_ldst_ends(sm *, uint64_t cycle);
void sm_trace_launch_end(sm *, uint64_t cycle);     // all open states end before this cycle

#endif
