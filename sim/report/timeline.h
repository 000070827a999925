// A run over time as CSV: a row every `interval` cycles and at the end of each launch. Columns: the cycle at the interval's end,
// those of timeline.def, and mean, minimum and maximum over the SMs of each register that the policy names (policy.h).
#ifndef WARPLOCK_SIM_REPORT_TIMELINE_H
#define WARPLOCK_SIM_REPORT_TIMELINE_H

#include "sim/report/counters.h"
#include "tb/output_file.h"

typedef struct {
    output_file file;
    uint64_t    interval;                       // cycles, at least 1
    uint64_t    cycle;                          // of the last row
    counters    before;                         // then
} timeline;

typedef struct { uint64_t sum, low, high; unsigned sms; } timeline_value;      // over the SMs that had a CTA, possibly none

// Opened by output_open(&timeline.file, ...), ended by output_close or output_discard.
void timeline_header(timeline *, const char *const *names, unsigned count);
void timeline_row(timeline *, uint64_t cycle, const counters *now, const timeline_value *values, unsigned count);

#endif
