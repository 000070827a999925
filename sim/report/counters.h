// SPDX-License-Identifier: BSD-3-Clause
// The counters of a run, one row each in counters.def; report and JSON are printed from the rows.
#ifndef WARPLOCK_SIM_REPORT_COUNTERS_H
#define WARPLOCK_SIM_REPORT_COUNTERS_H

#include <stdint.h>

typedef struct counters {
#define COUNTER(member, ...) uint64_t member;
#include "sim/report/counters.def"
#undef COUNTER
} counters;

// What was counted between two looks.
counters counters_since(const counters *now, const counters *before);
void counters_add(counters *to, const counters *more);

#endif
