// SPDX-License-Identifier: BSD-3-Clause
// Results of runs, as tables for people (one per kernel, a column per policy) and as JSON. Both print the
// counters of counters.def and the figures of derived.def; no table depends on the time of day.
#ifndef WARPLOCK_SIM_REPORT_REPORT_H
#define WARPLOCK_SIM_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/report/counters.h"
#include "sim/report/curve.h"
#include "sim/report/degrees.h"
#include "sim/report/intervals.h"
#include "sim/report/links.h"
#include "sim/report/profile.h"
#include "sim/report/replay.h"
#include "sim/report/row_sharing.h"
#include "sim/report/slices.h"
#include "sim/report/status.h"
#include "tb/lockstep.h"

enum { REPORT_COLUMNS_MAX = 32 };

// A launch of a run and its counts since the last launch ended.
typedef struct {
    char    *kernel;
    uint32_t grid[3], block[3];
    counters counters;                          // only warp and thread instructions for a functional launch
    bool     functional;
    uint32_t l1d_ways;                          // where they depend on the kernel (l1d.unified_kib); else 0
} launch_record;

typedef struct {
    char        machine[64], policy[64], kernel[64];
    const char *blocks;                         // c, verilog, lockstep; none when functional
    const char *const *overrides;               // --set, n_overrides of them
    unsigned    n_overrides;
    bool        functional;
    uint32_t    size[3];                        // of a bundled kernel: rows, columns, rounds or 0; 0 = not one
    uint32_t    seed;                           // of a bundled kernel's inputs
    bool        traced;                         // a trace was replayed: nothing was computed
    const char *bound;                          // what "verified" allows; NULL = unstated
    counters    counters;
    lockstep_counts lockstep;
    run_status  status;
    int         verified;                       // 1 = yes, 0 = no, -1 = not checked
    const char *message;                        // "" when all went well; owned by the caller
    double      wall_seconds;
    bool        baseline;                       // its policy is the baseline of speedups
    bool        per_launch, per_line, per_age;  // what was requested
    unsigned    reported;                       // its counters besides those of every run: REPORTED_* of counters.h
    launch_record *launches;
    unsigned    n_launches;
    uint64_t    untimed_launches, untimed_warp_insns;   // of a program: functional ones besides those with timing
    counters    before;                         // at the end of the last launch
    profile    *profile;                        // not NULL when per_line or per_age
    degree_profile *degrees;                    // not NULL when requested, like
    slice_profile *slices;                      // these,
    row_sharing *rows;                          // this,
    link_profile *links;                        // this,
    intervals  *intervals;                      // and this
    run_curve   curve;                          // the points of a search; no key: none
    bool        replayed;                       // its L1D accesses, for --belady
    replay_results replays;
} run_record;

bool report_ended(const run_record *);              // well, or with wrong results

// Whether the run has the counters of a column `when`, REPORTED_*.
static inline bool report_has(const run_record *run, unsigned when) { return when == REPORTED_ALWAYS || run->reported & when; }

void report_grouped(uint64_t number, char text[static 32]);     // 1234567 as 1,234,567
void report_print_machine(FILE *, const run_record *);          // "on oaws with ..., blocks: c" and the line's end

// The group of OAWS Table 2, "divergent" or "coherent", computed: a kernel is divergent when more than one load in so many
// is divergent, that is, in more than COHERENT_LINES lines (sim/events/events.h).
enum { DIVERGENT_ONE_IN = 20 };         // docs/decisions.md
const char *report_group(const counters *);

// Runs of one kernel side by side, without those that did not finish; then the details of each.
void report_table(FILE *, const run_record *runs, unsigned count);
// The same with the rows of brief.def and no details: fits a screen.
void report_brief(FILE *, const run_record *runs, unsigned count);
// The requested details, run by run: launches, PTX lines, ages of warps, degrees of loads, buffers, rows.
void report_details(FILE *, const run_record *runs, unsigned count);
// An array with one object per run.
void report_json(FILE *, const run_record *runs, unsigned count);
// A line of the JSON's names, then a line per run. Has all columns; what was not counted is empty.
void report_csv(FILE *, const run_record *runs, unsigned count);

#endif
