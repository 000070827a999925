// SPDX-License-Identifier: BSD-3-Clause
// The rows of every counter, quotient and comparison of a run, and runs in which each counter is another number above 32 bits.
#ifndef WARPLOCK_TESTS_SIM_REPORT_ROWS_H
#define WARPLOCK_TESTS_SIM_REPORT_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "sim/report/report.h"

// What is counted in some runs alone, a bit each.
enum {
    ALWAYS = REPORTED_ALWAYS, LOCALITY = REPORTED_LOCALITY, PREFETCHES = REPORTED_PREFETCHES, LENDS = REPORTED_LENDS,
    SUB_CORES = REPORTED_SUB_CORES, INACTIVE = REPORTED_INACTIVE, MESH = REPORTED_MESH, ALL = 63
};
enum { FLAG_SETS = 8 };
extern const unsigned flag_sets[FLAG_SETS];     // each alone, none, all

enum {
    COUNTER_ROWS = 0
#define COUNTER(...) + 1
#include "sim/report/counters.def"
#undef COUNTER
    , DERIVED_ROWS = 0
#define FIGURE(...) + 1
#include "sim/report/derived.def"
#undef FIGURE
    , LOCKSTEP_ROWS = 0
#define LOCKSTEP_COUNT(...) + 1
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
};

typedef struct { const char *json; size_t offset; unsigned of; } counter_row;
typedef struct { const char *json; unsigned of; } derived_row;
extern const counter_row counter_rows[COUNTER_ROWS];
extern const derived_row derived_rows[DERIVED_ROWS];
extern const char *const lockstep_rows[LOCKSTEP_ROWS];

static inline uint64_t count_of(const counters *c, unsigned row) { return *(const uint64_t *)((const char *)c + counter_rows[row].offset); }
static inline bool counted(unsigned of, unsigned flags) { return of == ALWAYS || of & flags; }
void derive(const counters *, double values[static DERIVED_ROWS]);
void fill_counters(counters *, uint64_t from);

// A run in lockstep that has counted what the flags say.
run_record example(unsigned flags, uint64_t from);
// What a report prints; the caller frees it.
char *printed(void (*print)(FILE *, const run_record *, unsigned), const run_record *, unsigned count);

#endif
