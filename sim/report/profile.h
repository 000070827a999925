// SPDX-License-Identifier: BSD-3-Clause
// A run's cost by kernel, by PTX line of its loads and stores at the L1D, and by the age of the issuing warps. sim/core fills it
// in on request; the sums over all kernels, lines and ages are the run's counters.
#ifndef WARPLOCK_SIM_REPORT_PROFILE_H
#define WARPLOCK_SIM_REPORT_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

struct kernel;

typedef struct {
#define PART_COUNTER(member, ...) uint64_t member;
#include "sim/report/line_counters.def"
#undef PART_COUNTER
} line_counters;

typedef struct {
#define PART_COUNTER(member, ...) uint64_t member;
#include "sim/report/age_counters.def"
#undef PART_COUNTER
} age_counters;

// A line under warps of one age.
typedef struct {
    line_counters counters;
    uint64_t      mshrs, since;                 // entries in use now; cycle up to which they are in mshr_entry_cycles
} line_cell;

typedef struct {
    uint32_t   line, pc;
    bool       store;
    char      *text;                            // the statement
    line_cell *ages;                            // n_ages of them; NULL while none has been issued
} profile_line;

typedef struct {
    const struct kernel *kernel;
    char         *name;
    unsigned      n_ages;                       // the last one includes all older ones
    age_counters *ages;
    profile_line *lines;                        // in the order of their PC
    unsigned      n_lines;
    uint32_t     *line_of;                      // by PC / 8: number of its line + 1, or 0
    uint32_t      n_insns;
} kernel_profile;

typedef struct {
    unsigned        n_ages;                     // as many as warps of an SM, or 1
    kernel_profile **kernels;                   // in the order of their first launches
    unsigned        n_kernels;
} profile;

line_counters profile_line_total(const kernel_profile *, const profile_line *);     // over all ages
bool profile_line_used(const line_counters *);  // it has accessed the L1D
void line_counters_add(line_counters *, const line_counters *);

#endif
