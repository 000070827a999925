// SPDX-License-Identifier: BSD-3-Clause
// BUCL-Prf: at the start of a kernel the SMs run different thresholds; all then take that of the fastest SM (BUCL section
// IV.B); see sim/policy/bucl.c.
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/bucl.h"

const policy policy_bucl_prf = {.name = "bucl-prf", .help = "BUCL with the threshold of the SM that is fastest in a kernel's first policy.bucl_profile cycles",
                                .arbiter_mode = ARBITER_GTO, .any_order = true, .blocks = bucl_blocks, .requires = bucl_requires, .one_a_cycle = ONE_FAIL,
                                .reads = READS_KEYS(BUCL_READS, READS(policy, bucl_profile)), .feed = bucl_feed_profile, .load_passes = bucl_load_passes, .access_passes = bucl_access_passes};
