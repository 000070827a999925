// SPDX-License-Identifier: BSD-3-Clause
// Packs the bits of a mask side by side: a scheduler's warps are every so manieth bit of a word.
#ifndef WARPLOCK_SIM_BLOCKS_PACKED_BITS_H
#define WARPLOCK_SIM_BLOCKS_PACKED_BITS_H

#include <stdint.h>

static inline uint64_t packed_bits(uint64_t word, uint64_t mask)
{
#ifdef __BMI2__
    return __builtin_ia32_pext_di(word, mask);
#else
    uint64_t packed = 0;
    for (unsigned i = 0; mask; mask &= mask - 1, i++)
        packed |= (word >> __builtin_ctzll(mask) & 1) << i;
    return packed;
#endif
}

#endif
