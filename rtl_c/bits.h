// SPDX-License-Identifier: BSD-3-Clause
// Bit counting in plain C: no library, no loop. GCC turns count_ones into one popcnt where the target has it. What walks or
// counts a set has two forms: the fast one, and a plain one that the prover executes (-DPROVE_PLAIN, docs/proof.md), in which
// what is done for one number does not hang on how many stand before it. That both do the same is proven (tb/prove/bits.c).
#ifndef WARPLOCK_RTL_C_BITS_H
#define WARPLOCK_RTL_C_BITS_H

#include <stdbool.h>
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

// Of 0..count-1 the only number for which a condition holds goes into a set that is empty; no number when it holds for
// none. The fast form ends there; that it holds for one at most is proven with the plain one.
#define ONE_AT_MOST "a set holds one at most"
#define FIND_ONLY_FAST(set, number, count, condition) \
    for (unsigned number = 0; number < (unsigned)(count); number++) \
        if (condition) { \
            (set) = UINT64_C(1) << number; \
            break; \
        }
#define FIND_ONLY_PLAIN(set, number, count, condition) \
    for (unsigned number = 0; number < (unsigned)(count); number++) \
        (set) |= (uint64_t)((condition) ? 1 : 0) << number; \
    prove_relied_on(ONE_AT_MOST, holds_one_at_most(set, count));

static inline bool holds_one_at_most(uint64_t set, unsigned size)
{
    bool so = true;
    for (unsigned k = 0; k < size; k++)
        for (unsigned other = 0; other < k; other++)
            so &= !(set >> k & set >> other & 1);
    return so;
}

// The number of the only one of a set; 0 of an empty one. Of the plain form it is proven, too, that there is no other.
#define NUMBER_OF_ONLY_FAST(set, size) ((set) ? bit_number(set) : 0)
#define NUMBER_OF_ONLY_PLAIN(set, size) \
    (prove_relied_on(ONE_AT_MOST, holds_one_at_most(set, size)), number_of_only_plain(set, size))
static inline unsigned number_of_only_plain(uint64_t set, unsigned size)
{
    unsigned number = 0;
    for (unsigned k = 0; k < size; k++)
        number |= set >> k & 1 ? k : 0;
    return number;
}

// The element of an array whose number is the only one of a set; 0 of an empty one.
#define OF_ONLY_FAST(element, set, array, count) ((element) = (set) ? (array)[bit_number(set)] : 0)
#define OF_ONLY_PLAIN(element, set, array, count) \
    for (unsigned number = (element) = 0; number < (unsigned)(count); number++) \
        (element) |= (set) >> number & 1 ? (array)[number] : 0

#ifdef PROVE_PLAIN
void prove_relied_on(const char *name, bool fact);       // one more obligation
#define FOR_EACH_BIT(number, set, count) FOR_EACH_BIT_PLAIN(number, set, count)
#define FIND_ONLY(set, number, count, condition) FIND_ONLY_PLAIN(set, number, count, condition)
#define NUMBER_OF_ONLY(set, size) NUMBER_OF_ONLY_PLAIN(set, size)
#define OF_ONLY(element, set, array, count) OF_ONLY_PLAIN(element, set, array, count)
#define COUNT_OF(set, size) count_of_plain(set, size)
#define COUNT_OTHERS(set, own, size) count_others_plain(set, own, size)
#else
#define FOR_EACH_BIT(number, set, count) FOR_EACH_BIT_FAST(number, set, count)
#define FIND_ONLY(set, number, count, condition) FIND_ONLY_FAST(set, number, count, condition)
#define NUMBER_OF_ONLY(set, size) NUMBER_OF_ONLY_FAST(set, size)
#define OF_ONLY(element, set, array, count) OF_ONLY_FAST(element, set, array, count)
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
