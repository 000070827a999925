// SPDX-License-Identifier: BSD-3-Clause
// Address patterns of a warp that need no look at each lane. Most accesses follow one of them.
#ifndef WARPLOCK_SIM_MEMORY_LANE_ADDRESSES_H
#define WARPLOCK_SIM_MEMORY_LANE_ADDRESSES_H

#include <stdbool.h>
#include <stdint.h>

// The lanes of one of `parts` equal parts of a warp, 1 or 2.
static inline uint32_t lanes_of_part(unsigned part, unsigned parts)
{
    return UINT32_MAX >> (32 - 32 / parts) << part * (32 / parts);
}

// At least one lane, and no gap between the lowest and the highest.
static inline bool lanes_side_by_side(uint32_t lanes)
{
    return lanes && ((lanes + (lanes & -lanes)) & lanes) == 0;
}

// From the lowest of `lanes` (at least one) on, each lane's address is `step` bytes above the one before; step 0: all are
// equal. Addresses of other lanes do not matter.
static inline bool lanes_step_by(uint32_t lanes, const uint64_t address[32], uint64_t step)
{
    uint64_t differs = 0;
    uint32_t off = 0, first = (uint32_t)__builtin_ctz(lanes), last = 31 - (uint32_t)__builtin_clz(lanes);
    if (address[last] != address[first] + (last - first) * step)
        return false;
    uint64_t expected = address[first] - first * step;
    for (uint32_t lane = 0; lane < 32; lane++)
        differs |= address[lane] ^ (expected + lane * step);
    if (!differs || lanes == UINT32_MAX)
        return !differs;
    for (uint32_t lane = 0; lane < 32; lane++)
        off |= (uint32_t)(address[lane] != expected + lane * step) << lane;
    return !(off & lanes);
}

#endif
