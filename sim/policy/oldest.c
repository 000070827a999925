// SPDX-License-Identifier: BSD-3-Clause
// Oldest first, never greedy: KAWS with both halves off. The arbiter does all of it.
#include "sim/policy/policy.h"
#include "rtl_c/warp_arbiter.h"

const policy policy_oldest = {.name = "oldest", .help = "oldest first", .arbiter_mode = ARBITER_OLDEST};
