// SPDX-License-Identifier: BSD-3-Clause
// What the policy and the observer of CCWS share. See sim/policy/ccws.c.
#ifndef WARPLOCK_SIM_POLICY_CCWS_H
#define WARPLOCK_SIM_POLICY_CCWS_H

#include "rtl_c/ccws_vta.h"
#include "sim/policy/policy.h"

void ccws_feed_vta(struct ccws_vta_in *, const policy_view *, feed_phase);     // from the LD/ST unit and launches

#endif
