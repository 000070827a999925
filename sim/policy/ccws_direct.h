// SPDX-License-Identifier: BSD-3-Clause
// The cutoff of CCWS as it is defined: sort and sum (hardware.md section 2.3). The walk of ccws_lls takes cycles, this
// takes none: key policy.ccws_direct (sim/policy/ccws.c), and what tests hold the block's vectors against. No Verilog.
#ifndef WARPLOCK_SIM_POLICY_CCWS_DIRECT_H
#define WARPLOCK_SIM_POLICY_CCWS_DIRECT_H

#include <stdbool.h>
#include <stdint.h>

// Whether warp a is older than warp b. older[w]: the lower slots that hold an older one.
static inline bool ccws_older(const uint64_t *older, unsigned a, unsigned b)
{
    return a < b ? older[b] >> a & 1 : !(older[a] >> b & 1);
}

// Whether warp a stands before b: the larger score, of equal ones the older warp.
static inline bool ccws_before(const uint16_t *lls, const uint64_t *older, unsigned a, unsigned b)
{
    return lls[a] != lls[b] ? lls[a] > lls[b] : ccws_older(older, a, b);
}

// The warps that may issue loads: one after the other by score and age while the sum is within the cutoff, and the
// first always. lls[w]: score of warp w.
static inline uint64_t ccws_direct(unsigned warps, const uint16_t *lls, const uint64_t *older, uint64_t resident,
                                   unsigned cutoff)
{
    uint64_t pass = 0;
    for (unsigned w = 0; w < warps; w++) {
        bool     first = true;
        unsigned sum = 0;
        if (!(resident >> w & 1))
            continue;
        for (unsigned other = 0; other < warps; other++)
            if (resident >> other & 1 && (other == w || ccws_before(lls, older, other, w))) {
                sum += lls[other];
                first = first && other == w;
            }
        if (first || sum <= cutoff)
            pass |= UINT64_C(1) << w;
    }
    return pass;
}

#endif
