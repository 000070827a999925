// SPDX-License-Identifier: BSD-3-Clause
// Two-level, round robin inside the active fetch group of policy.fetch_group warps. The arbiter does all of it.
#include "sim/policy/policy.h"
#include "rtl_c/warp_arbiter.h"

const policy policy_two_level_rr = {.name = "2lvl-rr", .help = "fetch groups (policy.fetch_group), round robin inside",
                                    .arbiter_mode = ARBITER_TWO_LEVEL_RR, .reads = READS_KEYS(READS(policy, fetch_group))};
