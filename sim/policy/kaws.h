// SPDX-License-Identifier: BSD-3-Clause
// Shared by the three KAWS policies: feeding kaws_progress and kaws_share, and reading their answers.
#ifndef WARPLOCK_SIM_POLICY_KAWS_H
#define WARPLOCK_SIM_POLICY_KAWS_H

#include "rtl_c/block.h"
#include "sim/policy/policy.h"

typedef struct { uint8_t cta[N_MAX]; } kaws_state;      // slot of each warp's CTA, from the launches

extern const policy_requirement kaws_share_requires[];

void kaws_feed_progress(const policy_view *, block *, feed_phase);
void kaws_feed_share(const policy_view *, block *, feed_phase);
void kaws_classes(const block *progress, policy_masks *);       // the answer to select
void kaws_loans(const policy_view *, const block *share, policy_loans *);   // the answer to lend

#endif
