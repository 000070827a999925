// SPDX-License-Identifier: BSD-3-Clause
// Greedy then oldest: the warp issued last while it can, else the oldest one that can. The arbiter does all of it.
#include "sim/policy/policy.h"
#include "rtl_c/warp_arbiter.h"

const policy policy_gto = {.name = "gto", .help = "greedy then oldest", .arbiter_mode = ARBITER_GTO};
