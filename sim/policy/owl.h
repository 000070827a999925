// SPDX-License-Identifier: BSD-3-Clause
// Shared by the OWL policies: feeding owl_groups and reading its answer. See sim/policy/owl.c.
#ifndef WARPLOCK_SIM_POLICY_OWL_H
#define WARPLOCK_SIM_POLICY_OWL_H

#include "rtl_c/owl_groups.h"
#include "sim/policy/policy.h"

typedef struct { uint8_t cta[N_MAX]; } owl_state;       // slot of each warp's CTA, from the launches
#define OWL_READS READS(policy, owl_g_size), READS(policy, owl_waits)

// scheme: cfg_scheme of the block.
void owl_feed_groups(const policy_view *, block *groups, feed_phase, unsigned scheme);
void owl_allow(const block *groups, policy_masks *);    // the answer to select

#endif
