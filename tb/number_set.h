// SPDX-License-Identifier: BSD-3-Clause
// A set of small numbers (SMs or ports), one bit each in two words. Machines with at most 64 use only the first word.
#ifndef WARPLOCK_TB_NUMBER_SET_H
#define WARPLOCK_TB_NUMBER_SET_H

#include <stdbool.h>
#include <stdint.h>

enum { NUMBER_SET_MAX = 128 };         // numbers below this

typedef struct { uint64_t word[2]; } number_set;

static inline bool number_set_any(const number_set *s) { return s->word[0] | s->word[1]; }
static inline bool number_set_has(const number_set *s, unsigned n)
{
    return n < 64 ? s->word[0] >> n & 1 : s->word[1] >> (n - 64) & 1;
}

static inline void number_set_add(number_set *s, unsigned n)
{
    if (n < 64)
        s->word[0] |= UINT64_C(1) << n;
    else
        s->word[1] |= UINT64_C(1) << (n - 64);
}

static inline void number_set_drop(number_set *s, unsigned n)
{
    if (n < 64)
        s->word[0] &= ~(UINT64_C(1) << n);
    else
        s->word[1] &= ~(UINT64_C(1) << (n - 64));
}

static inline void number_set_join(number_set *s, number_set other)
{
    s->word[0] |= other.word[0];
    s->word[1] |= other.word[1];
}

static inline void number_set_leave(number_set *s, number_set other)
{
    s->word[0] &= ~other.word[0];
    s->word[1] &= ~other.word[1];
}

static inline number_set number_set_both(const number_set *a, const number_set *b)
{
    return (number_set){{a->word[0] & b->word[0], a->word[1] & b->word[1]}};
}

static inline unsigned number_set_count(const number_set *s)
{
    return (unsigned)(__builtin_popcountll(s->word[0]) + __builtin_popcountll(s->word[1]));
}

// Removes the lowest number, or the highest; the set must not be empty.
static inline unsigned number_set_take_lowest(number_set *s)
{
    unsigned lowest;
    if (s->word[0]) {
        lowest = (unsigned)__builtin_ctzll(s->word[0]);
        s->word[0] &= s->word[0] - 1;
        return lowest;
    }
    lowest = (unsigned)__builtin_ctzll(s->word[1]);
    s->word[1] &= s->word[1] - 1;
    return 64 + lowest;
}

static inline unsigned number_set_take_highest(number_set *s)
{
    const unsigned i = s->word[1] != 0, highest = 63 - (unsigned)__builtin_clzll(s->word[i]);
    s->word[i] &= ~(UINT64_C(1) << highest);
    return 64 * i + highest;
}

// The lowest number from `first` on; NUMBER_SET_MAX: none.
static inline unsigned number_set_from(const number_set *s, unsigned first)
{
    uint64_t behind;
    if (first < 64) {
        behind = s->word[0] & ~UINT64_C(0) << first;
        if (behind)
            return (unsigned)__builtin_ctzll(behind);
        behind = s->word[1];
    } else {
        behind = first < NUMBER_SET_MAX ? s->word[1] & ~UINT64_C(0) << (first - 64) : 0;
    }
    return behind ? 64 + (unsigned)__builtin_ctzll(behind) : (unsigned)NUMBER_SET_MAX;
}

// The same, wrapping around to 0; the set must not be empty.
static inline unsigned number_set_next(const number_set *s, unsigned first)
{
    const unsigned behind = number_set_from(s, first);
    return behind < NUMBER_SET_MAX ? behind : number_set_from(s, 0);
}

#endif
