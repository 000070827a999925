// SPDX-License-Identifier: BSD-3-Clause
// Results of replays of a run's L1D accesses (sim/replay), as a table and as JSON.
#ifndef WARPLOCK_SIM_REPORT_REPLAY_H
#define WARPLOCK_SIM_REPORT_REPLAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

typedef enum { REPLAY_LRU, REPLAY_OPTIMAL, REPLAY_UNBOUNDED, REPLAYS } replay_policy;      // UNBOUNDED: a way for every line

typedef struct {
#define OWN_COUNTER(member, ...) uint64_t member;
#include "sim/report/replay_counters.def"
#undef OWN_COUNTER
} replay_counts;

// The run's own figures. `timed`: accesses whose outcome depends on timing (docs/belady.md).
typedef struct { uint64_t accesses, hits, merges, misses, timed; } recorded_counts;

typedef struct {
    recorded_counts run;
    replay_counts   counts[REPLAYS];
    uint64_t        thread_insns;
    bool            comparable;                     // replayed on the geometry of the run, which allocates on miss
} replay_results;

// Hits under LRU minus hits and merges in the run.
int64_t replay_difference(const replay_results *);
// False when the replay under LRU must have the run's hits and merges, but has not.
bool    replay_holds(const replay_results *);
void    replay_print(FILE *, const replay_results *);
json_t *replay_json(const replay_results *);        // the caller's

#endif
