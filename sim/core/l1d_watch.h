// SPDX-License-Identifier: BSD-3-Clause
// Watches one L1D for --record-l1d, --belady, --locality and --per-degree: each access that it
// resolves goes into the recording and is counted by whose line it hits, each line by whether it is hit at all. An L1D that nobody watches costs nothing.
#ifndef WARPLOCK_SIM_CORE_L1D_WATCH_H
#define WARPLOCK_SIM_CORE_L1D_WATCH_H

#include "sim/core/inflight.h"
#include "sim/memory/coalescer.h"
#include "sim/memory/l1d.h"
#include "sim/replay/l1d_stream.h"
#include "sim/report/degrees.h"

typedef struct l1d_watch l1d_watch;

// `recording`, `degrees`: NULL for none. `locality`: l1d.hits_* are counted.
l1d_watch *l1d_watch_new(const machine *, l1d *, unsigned sm, stream_writer *recording, bool locality, degree_profile *degrees,
                         counters *);
void l1d_watch_free(l1d_watch *);
void l1d_watch_kernel(l1d_watch *);                         // a kernel starts, the L1D is empty
void l1d_watch_warps(l1d_watch *, uint64_t slots);          // warps start in these slots
// The lanes that the access serves, within its part of the warp. local_stride: see route_coalesce.
uint32_t l1d_watch_lanes(const warp_step *, uint32_t of_part, const coalesced *, uint64_t local_stride);
// l1d_try, watched. degree: accesses of the load; 0: a store.
l1d_status l1d_watch_try(l1d_watch *, const l1d_access *, uint32_t lanes, unsigned degree, uint64_t cycle, l1d_eviction *);

#endif
