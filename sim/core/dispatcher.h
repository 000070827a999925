// SPDX-License-Identifier: BSD-3-Clause
// CTA dispatcher: how many CTAs of a kernel fit on an SM, and which SM gets the next one.
//
// Models GPGPU-Sim's shader_core_config::max_cta and issue_block2core. Threads are counted in whole warps; registers per
// thread are rounded up to a multiple of 4. Each cluster takes at most one CTA a cycle, starting after the cluster that took
// the last one; within a cluster the SMs take turns. Not modelled: concurrent kernels.
#ifndef WARPLOCK_SIM_CORE_DISPATCHER_H
#define WARPLOCK_SIM_CORE_DISPATCHER_H

#include "sim/core/sm.h"

typedef struct {
    const char *name;                               // the resource that falls short when the limit is 0
    uint64_t    needed, available;
    unsigned    ctas;                               // per SM
} cta_limit;

// The lowest of the limits set by threads, CTA slots, registers and shared memory.
cta_limit dispatcher_limit(const machine *, const launch_config *);

typedef struct {
    uint64_t next, total;                           // CTAs dispatched so far; CTAs in the grid
    uint64_t last_at;                               // cycle in which the grid's last CTA was dispatched
    bool     full;                                  // no SM had room in the last cycle or since
    unsigned next_cluster;                          // where the search for an SM starts, up to the number of clusters
    unsigned next_in_cluster[MACHINE_SMS];          // the same for the SMs of each cluster
} dispatcher;

void dispatcher_start(dispatcher *, const launch_config *);
// CTAs that an SM gets until all of them hold `limit`, if SMs are served in order from the current state on.
uint64_t dispatcher_first_fill(const dispatcher *, const machine *, unsigned sm, unsigned limit);
// Dispatches CTAs at the end of a cycle and adds the SMs that took one to `started`. The caller clears `full` when a CTA ends.
void dispatcher_cycle(dispatcher *, const machine *, sm *const *sms, uint64_t cycle, number_set *started);

static inline bool dispatcher_done(const dispatcher *d) { return d->next == d->total; }

#endif
