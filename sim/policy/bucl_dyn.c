// SPDX-License-Identifier: BSD-3-Clause
// BUCL-Dyn: the threshold moves by one at the end of every period (BUCL section IV.B); see sim/policy/bucl.c.
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/bucl.h"

const policy policy_bucl_dyn = {.name = "bucl-dyn", .help = "BUCL: loads of many accesses pass the L1D by, and accesses that fail; the threshold moves by the hit rate",
                                .arbiter_mode = ARBITER_GTO, .any_order = true, .blocks = bucl_blocks, .requires = bucl_requires, .one_a_cycle = ONE_FAIL,
                                .reads = READS_KEYS(BUCL_READS, READS(policy, bucl_tucd)), .feed = bucl_feed, .load_passes = bucl_load_passes, .access_passes = bucl_access_passes};
