// SPDX-License-Identifier: BSD-3-Clause
// What changed between two sets of runs, of two programs for instance. Runs of the same kernel, size, seed, machine, overrides,
// policy, limit and options are compared figure by figure, exactly.
#ifndef WARPLOCK_SIM_CAMPAIGN_RESULTS_DIFF_H
#define WARPLOCK_SIM_CAMPAIGN_RESULTS_DIFF_H

#include "sim/campaign/results/groups.h"
#include "sim/campaign/results/table.h"

typedef enum {
    DIFF_FIGURES,                               // a line for each figure that changed: in how many runs, how far
    DIFF_RUNS,                                  // for each changed figure of each run
    DIFF_MEANS,                                 // for each changed figure, means of runs that differ by seed alone
} diff_detail;

typedef struct {
    uint64_t compared, changed;                 // runs in both; of these with a changed figure
    uint64_t only_first, only_second;
} diff_count;

// Both have the same fields. Machines whose keys differ are printed only in a table.
void diff_print(query *first_query, const groups *first, query *second_query, const groups *second,
                const query_field *fields, diff_detail, table_form, FILE *, diff_count *);
// What keeps groups apart when they are compared.
extern const unsigned diff_apart;

#endif
