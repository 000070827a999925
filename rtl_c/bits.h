// Bit counting in plain C: no library, no loop. GCC turns count_ones into one popcnt where the target has it. What walks or
// counts a set has two forms: the fast one, and a plain one that the prover executes (-DPROVE_PLAIN, docs/proof.md), in which
// what is done for one number does not hang on how many stand before it. tests/rtl_c/test_bits.c holds both together.
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

// For the number of each set bit of a set that lies in 0..count-1, the lowest first; no break.
#define FOR_EACH_BIT_FAST(number, set, count) \
    for (uint64_t number##_left = (set); number##_left; number##_left &= number##_left - 1) \
        for (unsigned number = bit_number(lowest_bit(number##_left)), number##_on = 1; number##_on; number##_on = 0)
#define FOR_EACH_BIT_PLAIN(number, set, count) \
    for (unsigned number = 0; number < (unsigned)(count); number++) if ((set) >> number & 1)

// How many of 0..size-1 are in a set, by full adders as the Verilog counts: in the line of each weight an adder takes the next
// three bits to one at its end and a carry. A set of 64 at most.
static inline unsigned count_of_plain(uint64_t set, unsigned size)
{
    uint8_t  line[130] = {0}, carries[64] = {0};
    unsigned count = 0;

    for (unsigned k = 0; k < size; k++)
        line[k] = set >> k & 1;
    for (unsigned b = 0; size >> b; b++) {
        unsigned adders = size >> (b + 1), end = (size >> b) | 1;
        for (unsigned k = 0; k < adders; k++) {
            uint8_t first = line[3 * k], second = line[3 * k + 1], third = line[3 * k + 2];
            line[end + k] = first ^ second ^ third;
            carries[k] = (first & second) | (third & (first ^ second));
        }
        count |= (unsigned)line[3 * adders] << b;
        for (unsigned k = 0; k < sizeof line; k++)
            line[k] = k < adders ? carries[k] : 0;
    }
    return count;
}

// The same of a set that does not hold `own`, as if there were no such number.
static inline unsigned count_others_plain(uint64_t set, unsigned own, unsigned size)
{
    return count_of_plain((set & ((UINT64_C(1) << own) - 1)) | set >> own >> 1 << own, size - 1);
}

#ifdef PROVE_PLAIN
#define FOR_EACH_BIT(number, set, count) FOR_EACH_BIT_PLAIN(number, set, count)
#define COUNT_OF(set, size) count_of_plain(set, size)
#define COUNT_OTHERS(set, own, size) count_others_plain(set, own, size)
#else
#define FOR_EACH_BIT(number, set, count) FOR_EACH_BIT_FAST(number, set, count)
#define COUNT_OF(set, size) count_ones(set)
#define COUNT_OTHERS(set, own, size) count_ones(set)
#endif

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
