// SPDX-License-Identifier: BSD-3-Clause
// Groups the runs of a query that differ only in some columns, such as the seed, with the requested numbers.
#ifndef WARPLOCK_SIM_CAMPAIGN_RESULTS_GROUPS_H
#define WARPLOCK_SIM_CAMPAIGN_RESULTS_GROUPS_H

#include "sim/campaign/results/query.h"
#include "sim/campaign/store/lookup.h"

// The values that the runs of a group share, in this order, each text ending with NUL.
enum {
    GROUP_KERNEL, GROUP_SOURCE, GROUP_SIZE, GROUP_MACHINE, GROUP_MACHINE_HASH, GROUP_SET, GROUP_POLICY, GROUP_MAX_CYCLES,
    GROUP_OPTIONS, GROUP_PROGRAM, GROUP_WORDS
};
extern const unsigned group_columns[GROUP_WORDS];                      // of the store

typedef struct {
    char    *words;                             // GROUP_WORDS texts; where the runs differ, the first one's
    unsigned n;                                 // successful runs
    uint64_t *seeds;                            // in order, as the query gives them
    double  *numbers;                           // the fields of each of the n runs; NAN: the run has none
} group;

typedef struct {
    group   *groups;
    unsigned n_groups, n_fields;
    unsigned apart;                             // words that keep groups apart, a bit each
    lookup   by_words;                          // groups by those words
    lookup   programs;                          // the programs of the runs
} groups;

// All successful runs of the query. False and a message when the store cannot be read.
bool groups_read(groups *, query *, const query_field *fields, unsigned n_fields, unsigned apart, char *message, size_t size);
void groups_free(groups *);

const char *group_word(const group *, unsigned word);
// The group that has these words; NULL: there is none.
const group *groups_find(const groups *, const char *const words[GROUP_WORDS]);
// The numbers of a run of this seed; NULL: there is none.
const double *group_numbers(const groups *, const group *, uint64_t seed);

#endif
