// SPDX-License-Identifier: BSD-3-Clause
// A run over time: a row every `interval` cycles and at the end of each launch. Rows go to CSV, to sim/report/intervals.h,
// to curves of a Trace Event Format file, or to all of these. Columns: the cycle at the interval's end, those of
// timeline.def, and mean, minimum and maximum over the SMs of each register that the policy names (policy.h).
#ifndef WARPLOCK_SIM_REPORT_TIMELINE_H
#define WARPLOCK_SIM_REPORT_TIMELINE_H

#include "sim/report/intervals.h"
#include "sim/report/trace_events.h"
#include "tb/output_file.h"

typedef struct {
    output_file file;                           // its stream NULL: none is written
    intervals  *kept;                           // NULL: none are
    trace_events *trace;                        // NULL: none are drawn
    uint64_t    interval;                       // cycles, at least 1; without a file it grows with the run
    uint64_t    cycle;                          // of the last row
    counters    before;                         // at that cycle
    uint64_t    next;                           // cycle of the next one, UINT64_MAX: none; set by the run
} timeline;

// The file is opened by output_open(&timeline.file, ...), ended by output_close or output_discard.
void timeline_header(timeline *, const char *const *names, unsigned count);
void timeline_row(timeline *, uint64_t cycle, const counters *now, const char *const *names, const timeline_value *values,
                  unsigned count);

#endif
