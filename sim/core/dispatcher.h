// SPDX-License-Identifier: BSD-3-Clause
// CTA dispatcher: how many CTAs of a kernel an SM holds, and which SM gets the next one.
//
// GPGPU-Sim's shader_core_config::max_cta and issue_block2core: threads are counted in whole warps, registers of a thread
// are rounded up to a multiple of 4. Each cluster takes at most one CTA a cycle, starting behind the cluster that took the
// last one; inside a cluster its SMs take turns. Not modelled: several kernels at once.
#ifndef WARPLOCK_SIM_CORE_DISPATCHER_H
#define WARPLOCK_SIM_CORE_DISPATCHER_H

#include "sim/core/sm.h"

typedef struct {
    const char *name;                               // of the resource that is short when the limit is 0
    uint64_t    needed, available;
    unsigned    ctas;                               // an SM holds at once
} cta_limit;

// The lowest of the limits by threads, CTA slots, registers and shared memory.
cta_limit dispatcher_limit(const machine *, const launch_config *);

typedef struct {
    uint64_t next, total;                           // CTAs of the grid handed out; in the grid
    uint64_t last_at;                               // cycle in which the grid's last CTA was handed out
    bool     full;                                  // no SM had room in the last cycle, and none has had it since
    unsigned next_cluster;                          // from which on it looks for an SM, up to the number of clusters
    unsigned next_in_cluster[MACHINE_SMS];          // the same of the SMs of a cluster
} dispatcher;

void dispatcher_start(dispatcher *, const launch_config *);
// CTAs that an SM gets before all of them hold `limit`: the order of SMs is that in which they are served from here on.
uint64_t dispatcher_first_fill(const dispatcher *, const machine *, unsigned sm, unsigned limit);
// Hands CTAs out at the end of a cycle; the SMs that took one are added to `started`. The caller clears `full` when a CTA
// has ended.
void dispatcher_cycle(dispatcher *, const machine *, sm *const *sms, uint64_t cycle, number_set *started);

static inline bool dispatcher_done(const dispatcher *d) { return d->next == d->total; }

#endif
