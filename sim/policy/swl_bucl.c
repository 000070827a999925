// SPDX-License-Identifier: BSD-3-Clause
// SWL + BUCL ("SWBU", BUCL section V.C): BUCL-Dyn under static warp limiting; see sim/policy/bucl.c and sim/policy/swl.c.
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/bucl.h"
#include "sim/policy/swl.h"

const policy policy_swl_bucl = {.name = "swl+bucl", .help = "bucl-dyn under static warp limiting: policy.swl_limit running warps per scheduler or SM",
                                .arbiter_mode = ARBITER_GTO, .numbers = NUMBERS_RANK_RUN, .blocks = bucl_blocks, .state_size = sizeof(swl_state),
                                .requires = bucl_requires, .reads = READS_KEYS(BUCL_READS, READS(policy, bucl_tucd), SWL_READS), .feed = bucl_feed, .select = swl_select,
                                .load_passes = bucl_load_passes, .access_passes = bucl_access_passes};
