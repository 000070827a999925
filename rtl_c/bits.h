// Bit counting in plain C: no library, no loop. GCC turns count_ones into one popcnt where the target has it.
#ifndef WARPLOCK_RTL_C_BITS_H
#define WARPLOCK_RTL_C_BITS_H

#include <stdint.h>

static inline unsigned count_ones(uint64_t word)
{
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)((word * UINT64_C(0x0101010101010101)) >> 56);
}

// The lowest set bit of a word alone, and the number of the only set bit of a one-hot word.
static inline uint64_t lowest_bit(uint64_t word) { return word & (~word + 1); }
static inline unsigned bit_number(uint64_t one_hot) { return count_ones(one_hot - 1); }

// The warps of a scheduler out of 1 to 4: bits scheduler, scheduler + schedulers, scheduler + 2 * schedulers, ... The macro is a
// constant where its arguments are.
#define SCHEDULER_BITS(schedulers, scheduler) \
    (((schedulers) == 1   ? ~UINT64_C(0) \
      : (schedulers) == 2 ? UINT64_C(0x5555555555555555) \
      : (schedulers) == 3 ? UINT64_C(0x9249249249249249) \
                          : UINT64_C(0x1111111111111111)) << (scheduler))
static inline uint64_t scheduler_bits(unsigned schedulers, unsigned scheduler)
{
    return SCHEDULER_BITS(schedulers, scheduler);
}

#endif
