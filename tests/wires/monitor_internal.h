// SPDX-License-Identifier: BSD-3-Clause
// What the parts of the monitor share: tests/wires/monitor.c, monitor_kaws.c, monitor_bucl.c and monitor_owl.c for the
// blocks of these.
#ifndef WARPLOCK_TESTS_WIRES_MONITOR_INTERNAL_H
#define WARPLOCK_TESTS_WIRES_MONITOR_INTERNAL_H

#include "sim/core/monitor.h"

// The CTAs of an SM as they were at the end of the cycle before, and what each has issued.
typedef struct {
    bool     held[CTA_SLOTS];
    uint64_t index[CTA_SLOTS], started[CTA_SLOTS], starts;      // number of each launch, in the SM's order
    uint32_t progress[CTA_SLOTS];
    bool     mode;                                  // the last CTA of the grid has been issued
} monitored_ctas;

// Of the kernel that runs: CTAs of the first fill and warps of a CTA as its launch has told them, CTAs that have come.
typedef struct { unsigned told, warps, came; } monitored_fill;

typedef struct monitor {
    uint64_t started[64], starts;                   // number of each warp's launch, in the SM's order
    uint64_t running;                               // at the end of the cycle before
    uint64_t accepted;                              // number of the instruction in the dispatch register, the cycle before
    bool     accepts;                               // that there was one
    monitored_ctas ctas;
    monitored_fill fill;
} monitor;

// What the masks of an SM must be, from the warps' buffers and stacks.
typedef struct { uint64_t has_insn, hazard, clear, load, buffered_load, waiting, on_atomic, unit[UNIT_COUNT]; } monitor_masks;

// What has been issued in this cycle, from the registers that it stands in: by scheduler that issued, instructions and of which warp.
typedef struct { unsigned count[SCHEDULERS_MAX], warp[SCHEDULERS_MAX]; uint64_t warps; } monitor_issues;

void          monitor_demand(const sm *, const char *module, const char *what, uint64_t seen, uint64_t expected);
monitor_masks monitor_look(const sm *);
monitor_issues monitor_issued(const sm *);
bool          monitor_before(const monitor *, unsigned other, unsigned warp);      // its slot holds an older warp, or any if the warp's is empty
const block  *monitor_block(const sm *, const char *name);                          // of the policy, NULL: it has none of that name

const inflight *monitor_accepted_load(const sm *, const monitor *);                 // that the LD/ST unit has taken in this cycle, NULL: none
unsigned      monitor_lines(const ldst *, const warp_step *);                       // that its lanes touch

// monitor_owl.c
void monitor_owl_early(const sm *, const monitor *, const monitor_masks *);
void monitor_owl_grant(const sm *, const policy_masks *);
void monitor_owl_late(const sm *, monitor *);
// monitor_bucl.c
void monitor_bucl_early(const sm *, const monitor *);
// monitor_kaws.c
void monitor_kaws_early(const sm *, const monitor *);
void monitor_kaws_classes(const sm *, const monitor *, unsigned scheduler);        // at an arbiter
void monitor_kaws_lend(const sm *, const monitor *);
void monitor_kaws_late(const sm *, monitor *);
bool monitor_cta_launched(const sm *, const monitored_ctas *, unsigned slot);     // since the cycle before
void monitor_ctas_over(const sm *, monitored_ctas *);                             // they are those of the cycle before now
// The warp that this scheduler issues by way of a loan, -1: none.
int  monitor_kaws_loan(const sm *, unsigned scheduler);

#endif
