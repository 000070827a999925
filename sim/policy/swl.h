// SPDX-License-Identifier: BSD-3-Clause
// What the policies that limit running warps share. See sim/policy/swl.c.
#ifndef WARPLOCK_SIM_POLICY_SWL_H
#define WARPLOCK_SIM_POLICY_SWL_H

#include "sim/policy/policy.h"

typedef struct {
    uint64_t resident;                  // that `allowed` was computed from
    uint8_t  rank_run[N_MAX];
    uint64_t allowed;
    bool     known;
} swl_state;

// Answers `select`; view->state is a swl_state, and numbers NUMBERS_RANK_RUN.
#define SWL_READS READS(policy, swl_limit), READS(policy, swl_scope)

void swl_select(const policy_view *, policy_masks *);

#endif
