// SPDX-License-Identifier: BSD-3-Clause
// Packs bits at equal distances: bit i of the result is the word's bit first + i * step. A scheduler's warps are such bits of
// a mask.
#ifndef WARPLOCK_SIM_BLOCKS_STRIDED_BITS_H
#define WARPLOCK_SIM_BLOCKS_STRIDED_BITS_H

#include <stdint.h>

static inline uint64_t every_second_bit(uint64_t word)
{
    word &= UINT64_C(0x5555555555555555);
    word = (word | word >> 1) & UINT64_C(0x3333333333333333);
    word = (word | word >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    word = (word | word >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    word = (word | word >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (word | word >> 16) & UINT32_MAX;
}

static inline uint64_t every_fourth_bit(uint64_t word)
{
    word &= UINT64_C(0x1111111111111111);
    word = (word | word >> 3) & UINT64_C(0x0303030303030303);
    word = (word | word >> 6) & UINT64_C(0x000f000f000f000f);
    word = (word | word >> 12) & UINT64_C(0x000000ff000000ff);
    return (word | word >> 24) & UINT16_MAX;
}

static inline uint64_t strided_bits(uint64_t word, unsigned first, unsigned step)
{
    uint64_t packed = 0;
    switch (step) {
    case 1: return word >> first;
    case 2: return every_second_bit(word >> first);
    case 4: return every_fourth_bit(word >> first);
    }
    for (unsigned bit = first, i = 0; bit < 64; bit += step, i++)
        packed |= (word >> bit & 1) << i;
    return packed;
}

#endif
