// SPDX-License-Identifier: BSD-3-Clause
// OCW throttling: only the optimal cached warps of OAWS may issue loads, whatever the MSHRs hold.
//
// OAWS section 4.3.2. Ranks place waiting warps last, so a kernel with barriers ends.
#include "sim/policy/oaws.h"

OAWS_POLICY(policy_ocw, "ocw", OAWS_THROTTLE, NUMBERS_RANK_RUN | NUMBERS_OLDEST_RUN,
            "OCW throttling: loads of the optimal cached warps of OAWS only",
            READS(policy, wmax), READS(policy, ocw_pin), READS(policy, keep_oldest), READS(policy, age_period));
