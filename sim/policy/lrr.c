// SPDX-License-Identifier: BSD-3-Clause
// Loose round robin: the next eligible warp after the one issued last. The arbiter does all of it.
#include "sim/policy/policy.h"
#include "rtl_c/warp_arbiter.h"

const policy policy_lrr = {.name = "lrr", .help = "loose round robin", .arbiter_mode = ARBITER_LRR, .adds_nothing = true};
