// SPDX-License-Identifier: BSD-3-Clause
// A run over time, kept with its result (--per-interval): the rows of a timeline, at most INTERVALS_MOST of them. When
// they are full, each pair of rows is merged and the caller doubles its interval, so a long run has longer intervals.
#ifndef WARPLOCK_SIM_REPORT_INTERVALS_H
#define WARPLOCK_SIM_REPORT_INTERVALS_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

#include "sim/report/counters.h"

enum { INTERVALS_MOST = 256, INTERVALS_FIRST = 64, INTERVALS_NAMES = 64 };     // rows; cycles of the first; registers

typedef struct { uint64_t sum, low, high; unsigned sms; } timeline_value;      // over the SMs that had a CTA, if any

typedef struct {
    uint64_t       cycle, cycles;               // at its end; of it
    counters       counted;                     // in it alone
    timeline_value values[INTERVALS_NAMES];
} interval_row;

typedef struct {
    char         names[INTERVALS_NAMES][96];    // registers of the policy, n_names of them
    unsigned     n_names, n_rows;
    interval_row rows[INTERVALS_MOST];
} intervals;

intervals *intervals_new(void);                 // free() ends it
void intervals_name(intervals *, const char *const *names, unsigned count);
// True when the rows have been merged in pairs.
bool intervals_add(intervals *, const interval_row *);

// {columns, rows}: the cycle at the row's end, the columns of timeline.def, the mean of each register or null.
json_t *intervals_json(const intervals *);
void intervals_print(FILE *, const intervals *);

#endif
