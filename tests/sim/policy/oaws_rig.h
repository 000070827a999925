// SPDX-License-Identifier: BSD-3-Clause
// OAWS's four blocks in a place of an SM, with events, levels and numbers made by hand. For tests of what is fed and wired.
#ifndef WARPLOCK_TESTS_SIM_POLICY_OAWS_RIG_H
#define WARPLOCK_TESTS_SIM_POLICY_OAWS_RIG_H

#include "sim/core/gpu_internal.h"
#include "sim/policy/oaws.h"

enum { OCW, DLC, MISSPRED, QUALIFY, BLOCKS };

typedef struct {
    machine               m;
    lockstep             *run;
    const policy         *policy;
    place                 place;
    placed_block         *rank;                     // NULL: the policy asks for no numbers
    block *const         *blocks;                   // the policy's
    struct warp_rank_out  numbers;                  // that warp_rank puts out
    sm_events             events;
    sm_levels             levels;
    unsigned              active;                   // lanes of what issues next
} rig;

void rig_open(rig *, const char *policy);
void rig_close(rig *);
// The first half of a cycle, as the SM goes through it (sim/core/sm_arbiters.c), with numbers that are given. Returns the
// occluded warps.
uint64_t rig_begin(rig *);
void rig_issue(rig *, unsigned warp, bool load);
void rig_end(rig *);
void rig_cycle(rig *);                                              // both halves
void rig_divergent_load(rig *, uint32_t pc, unsigned accesses);     // is coalesced, in a cycle of its own
// Two instructions enter the buffer of warp 7: one at the PC of a load that is known as divergent, one that is not; `loads`
// says which are loads.
void rig_fill_warp_7(rig *, unsigned loads);

#endif
