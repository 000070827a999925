// SPDX-License-Identifier: BSD-3-Clause
// Composed policies: in `oaws-dyn+bucl-dyn` each part has its own blocks in every place, fed as if it were alone.
//
// Their answers are joined: a warp may issue if all parts allow it; an access bypasses the L1D if one part says so. Two parts may
// not both decide what only one can: the order of warps, priority classes, loans, charges, prefetches, the re-execution queue, or
// a block of the same kind. Nor may the re-execution queue be combined with a part that lets failed accesses bypass the L1D or
// that follows one load at a time. `lrr` adds nothing to another policy, nor does a policy to itself.
#ifndef WARPLOCK_SIM_POLICY_COMPOSE_H
#define WARPLOCK_SIM_POLICY_COMPOSE_H

#include "sim/policy/policy.h"

// Fills `whole` from its parts; its name and help must be set. Its lists are never freed. False: the parts conflict; `error` says how.
bool policy_compose(policy *whole, const policy *const *parts, char *error, size_t error_size);

#endif
