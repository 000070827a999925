// SPDX-License-Identifier: BSD-3-Clause
// The bits of a word that a mask selects, side by side from bit 0: bit i of the result is the word's bit at the mask's i-th one.
// And back to where they were taken from; 0 elsewhere.
#ifndef WARPLOCK_SIM_BLOCKS_GATHER_BITS_H
#define WARPLOCK_SIM_BLOCKS_GATHER_BITS_H

#include <stdint.h>

#ifdef __BMI2__
#include <immintrin.h>

static inline uint64_t gather_bits(uint64_t word, uint64_t mask) { return _pext_u64(word, mask); }
static inline uint64_t scatter_bits(uint64_t gathered, uint64_t mask) { return _pdep_u64(gathered, mask); }
#else
static inline uint64_t gather_bits(uint64_t word, uint64_t mask)
{
    uint64_t gathered = 0;
    for (unsigned place = 0; mask; mask &= mask - 1, place++)
        gathered |= (word >> __builtin_ctzll(mask) & 1) << place;
    return gathered;
}

static inline uint64_t scatter_bits(uint64_t gathered, uint64_t mask)
{
    uint64_t word = 0;
    for (unsigned place = 0; mask; mask &= mask - 1, place++)
        word |= (gathered >> place & 1) << __builtin_ctzll(mask);
    return word;
}
#endif

#endif
