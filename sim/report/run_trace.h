// SPDX-License-Identifier: BSD-3-Clause
// The part of a run that a Trace Event Format file shows: its window, the SMs whose warps it shows, and the rows of a timeline
// as curves. sim/core/gpu_trace.c and sm_trace.c write it.
#ifndef WARPLOCK_SIM_REPORT_RUN_TRACE_H
#define WARPLOCK_SIM_REPORT_RUN_TRACE_H

#include "sim/report/timeline.h"
#include "sim/report/trace_events.h"
#include "tb/number_set.h"

typedef struct {
    trace_events events;
    number_set   sms;
    timeline     curves;                        // its `trace` is `events`
} run_trace;

#endif
