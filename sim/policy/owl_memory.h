// SPDX-License-Identifier: BSD-3-Clause
// The memory controllers' part of OWL: feeding owl_prefetch, and its answer. See sim/policy/owl_memory.c.
#ifndef WARPLOCK_SIM_POLICY_OWL_MEMORY_H
#define WARPLOCK_SIM_POLICY_OWL_MEMORY_H

#include "sim/policy/policy.h"

extern const policy_requirement owl_prefetch_requires[];

void owl_feed_prefetch(const policy_view *, block *prefetch, feed_phase);
void owl_offers(const policy_view *, const block *prefetch, policy_prefetches *);      // the answer to prefetch

#endif
