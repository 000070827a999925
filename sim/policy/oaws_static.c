// SPDX-License-Identifier: BSD-3-Clause
// Static OAWS: every divergent load is predicted to miss with policy.smr percent of its warp's active threads.
//
// OAWS section 4.2. With a miss rate of 0 it issues as GTO does (D-9).
#include "sim/policy/oaws.h"

OAWS_POLICY(policy_oaws_static, "oaws-static", OAWS_STATIC, 0,
            "OAWS, static: loads wait for MSHRs, policy.smr percent of the active threads each",
            READS(policy, smr), READS(policy, age_period), READS(policy, oaws_mshrs));
