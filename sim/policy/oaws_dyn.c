// SPDX-License-Identifier: BSD-3-Clause
// Dynamic OAWS: the oldest warps, as many as the L1D keeps cached, go first and freely; the loads of all others are
// predicted to miss with half their active threads and their age rank.
//
// OAWS section 4.3. With the number of cached warps pinned to all warps (policy.ocw_pin) it issues as GTO does.
#include "sim/policy/oaws.h"

OAWS_POLICY(policy_oaws_dyn, "oaws-dyn", OAWS_DYNAMIC, NUMBERS_ALL,
            "OAWS, dynamic: loads of all but the optimal cached warps wait for MSHRs",
            READS(policy, wmax), READS(policy, ocw_pin), READS(policy, keep_oldest), READS(policy, age_period),
            READS(policy, oaws_mshrs));
