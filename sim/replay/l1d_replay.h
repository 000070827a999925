// SPDX-License-Identifier: BSD-3-Clause
// Replays the stream of one SM at an L1D without timing, under LRU or the optimal policy.
//
// Every load miss takes a way, as in the machine, and its data arrive at once: a merge is a hit. The optimal policy (Belady,
// IBM Systems Journal 1966: MIN) takes the way whose line is needed last, or never, by a load or an allocating store before a
// store evicts the line or a kernel start empties the cache. No policy that fills on each miss has more of these hits. Hits
// of other stores gain nothing, as these are sent anyway; they are counted as they come.
// Worked example (CCWS, figure 3): 4 ways, ABCD EFGH IJKL ABCD EFGH IJKL has 0 hits under LRU; optimal are 4, ABCL.
#ifndef WARPLOCK_SIM_REPLAY_L1D_REPLAY_H
#define WARPLOCK_SIM_REPLAY_L1D_REPLAY_H

#include "sim/replay/l1d_stream.h"
#include "sim/report/replay.h"

// line_bytes: a multiple of the recorded one. REPLAY_UNBOUNDED ignores sets and ways.
typedef struct { uint32_t sets, ways, line_bytes, index; } replay_geometry;

// Who first referenced the line that an access hits (CCWS, figures 2 and 11): this warp, in a thread that the access serves
// or in another; another warp.
typedef enum { FROM_SAME_THREAD, FROM_SAME_WARP, FROM_OTHER_WARP } hit_origin;

static inline hit_origin origin_of_hit(uint64_t warp, uint32_t lanes, uint64_t first_warp, uint32_t first_lanes)
{
    return warp != first_warp ? FROM_OTHER_WARP : lanes & first_lanes ? FROM_SAME_THREAD : FROM_SAME_WARP;
}

// Adds the run's own counts, from the outcomes in its recording.
void replay_recorded(const stream_event *, size_t count, recorded_counts *);
// Adds to the counts. `hit`: whether each event is a hit, count of them; or NULL.
void replay_stream(const stream_event *, size_t count, uint32_t recorded_line_bytes, const replay_geometry *, replay_policy,
                   replay_counts *, bool *hit);
// Every SM of the recording under each policy. False and a message if its events are inconsistent.
bool replay_file(const stream_file *, const replay_geometry *, replay_results *, char *error, size_t error_size);
replay_geometry replay_recorded_geometry(const stream_head *);
// The first `most` accesses as a figure: warp, line (letters, in the order of their first use), hits (*) under LRU and
// under the optimal policy.
void replay_figure(FILE *, const stream_event *, size_t count, uint32_t recorded_line_bytes, const replay_geometry *, size_t most);

#endif
