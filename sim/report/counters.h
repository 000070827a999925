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

// The most that a counter may come to, 2^53: every reader of JSON has it exactly, and no figure of derived.def overflows.
#define COUNTERS_MOST (UINT64_C(1) << 53)

// The JSON name of the first one that is above that; NULL: none is.
const char *counters_beyond(const counters *);
// What was counted between two looks.
counters counters_since(const counters *now, const counters *before);
void counters_add(counters *to, const counters *more);

#endif
