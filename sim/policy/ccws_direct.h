// SPDX-License-Identifier: BSD-3-Clause
// The CCWS cutoff as defined: sort and sum (hardware.md section 2.3). The walk in ccws_lls takes cycles, this takes none.
// Used for key policy.ccws_direct (sim/policy/ccws.c) and as the reference for tests of the block. No Verilog.
#ifndef WARPLOCK_SIM_POLICY_CCWS_DIRECT_H
#define WARPLOCK_SIM_POLICY_CCWS_DIRECT_H

#include <stdbool.h>
#include <stdint.h>

// Whether warp a is older than warp b. older[w]: lower slots with an older warp.
static inline bool ccws_older(const uint64_t *older, unsigned a, unsigned b)
{
    return a < b ? older[b] >> a & 1 : !(older[a] >> b & 1);
}

// Whether warp a comes before b: by larger score, then by age.
static inline bool ccws_before(const uint16_t *lls, const uint64_t *older, unsigned a, unsigned b)
{
    return lls[a] != lls[b] ? lls[a] > lls[b] : ccws_older(older, a, b);
}

// The warps that may issue loads: in order of score and age while the sum is within the cutoff; always the first.
// lls[w]: score of warp w.
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
