// SPDX-License-Identifier: BSD-3-Clause
// Policies together: `oaws-dyn+bucl-dyn` is a policy whose parts stand side by side in every place, each with its own blocks, fed
// as if it were alone.
//
// What they answer is joined: a warp may issue if all of them let it, an access passes the L1D by if one of them says so. What only
// one can decide is refused when two do: the order of warps, their priority classes, loans, charges, prefetches, the re-execution
// queue (nor is it there beside a part that lets accesses that fail pass the L1D by, or that follows one load at a time), a block of
// the same kind. Round robin is what
// there is without a policy: beside another one `lrr` adds nothing, nor does a policy beside itself.
#ifndef WARPLOCK_SIM_POLICY_COMPOSE_H
#define WARPLOCK_SIM_POLICY_COMPOSE_H

#include "sim/policy/policy.h"

// Makes `whole`, whose name and help stand, of its parts; its lists are never freed. False and what they contradict each other in.
bool policy_compose(policy *whole, const policy *const *parts, char *error, size_t error_size);

#endif
