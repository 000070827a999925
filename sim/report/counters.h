// SPDX-License-Identifier: BSD-3-Clause
// The counters of a run, one row each in counters.def; report and JSON are printed from the rows.
#ifndef WARPLOCK_SIM_REPORT_COUNTERS_H
#define WARPLOCK_SIM_REPORT_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

typedef struct counters {
#define COUNTER(member, ...) uint64_t member;
#include "sim/report/counters.def"
#undef COUNTER
} counters;

// When a counter is reported: a bit for each thing that a run may have besides the counters of every run; column `when` of
// counters.def.
enum {
    REPORTED_ALWAYS = 0,
    REPORTED_LOCALITY = 1,
    REPORTED_PREFETCHES = 2,
    REPORTED_LENDS = 4,
    REPORTED_SUB_CORES = 8,
    REPORTED_INACTIVE = 16,
    REPORTED_MESH = 32,
};

// The limit of a counter, 2^53: every JSON reader holds it exactly, and no figure of derived.def overflows.
#define COUNTERS_MOST (UINT64_C(1) << 53)

// The JSON name of the first counter above the limit; NULL: none is.
const char *counters_beyond(const counters *);
// What was counted between two snapshots.
counters counters_since(const counters *now, const counters *before);
void counters_add(counters *to, const counters *more);

#endif
