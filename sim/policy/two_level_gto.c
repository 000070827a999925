// SPDX-License-Identifier: BSD-3-Clause
// Two-level, greedy then oldest inside the active fetch group of policy.fetch_group warps. The arbiter does all of it.
#include "sim/policy/policy.h"
#include "rtl_c/warp_arbiter.h"

const policy policy_two_level_gto = {.name = "2lvl-gto",
                                     .help = "fetch groups (policy.fetch_group), greedy then oldest inside",
                                     .arbiter_mode = ARBITER_TWO_LEVEL_GTO, .reads = READS_KEYS(READS(policy, fetch_group))};
