// SPDX-License-Identifier: BSD-3-Clause
// Shared by the BUCL policies: their blocks, feeding them, and the answers of bucl_bypass. See sim/policy/bucl.c.
#ifndef WARPLOCK_SIM_POLICY_BUCL_H
#define WARPLOCK_SIM_POLICY_BUCL_H

#include "sim/policy/policy.h"

// Keys that every BUCL policy reads.
#define BUCL_READS READS(policy, bucl_period), READS(policy, bucl_tucd_min), READS(policy, bucl_tucd_max), READS(policy, bucl_l1dhr), \
                   READS(policy, bucl_uib), READS(l1d, bypass_bytes)

extern const char *const bucl_blocks[];
extern const policy_requirement bucl_requires[];

void bucl_feed(const policy_view *, feed_phase);
void bucl_feed_profile(const policy_view *, feed_phase);    // SMs run different thresholds at the start of a kernel
bool bucl_load_passes(const policy_view *);
bool bucl_access_passes(const policy_view *);

#endif
