// SPDX-License-Identifier: BSD-3-Clause
// What rtl_c/bits.h has in two forms, the simulator's fast one and the prover's plain one: both do the same, for all sets. Compiled
// for one SIZE, 1 to 64, at a time (bits.sh), with -DBITS='"rtl_c/bits.h"'.
#include "tb/prove/step.h"

// What a plain form says of its set is what its other form is compared under.
#define prove_relied_on(name, fact) (void)(claimed = (fact))
#include BITS

// The numbers of a set but `own`, those above it by one less.
static uint64_t without(uint64_t set, unsigned own)
{
    uint64_t others = 0;
    for (unsigned k = 0; k < 63; k++)
        others |= (set >> (k < own ? k : k + 1) & 1) << k;
    return others;
}

void prove_alone(void)
{
    const uint64_t any = prove_in("set", 0, 64), set = any & ~UINT64_C(0) >> (64 - SIZE);
    const unsigned own = SIZE - 1;
    bool claimed = false;

    prove_check("count_of_plain", true, count_of_plain(set, SIZE) == count_ones(set));

    // The others are counted as a set of one number less; and that is as many.
    for (unsigned k = 0; k < SIZE; k++)
        prove_check("count_others_plain", !(set >> k & 1), count_others_plain(set, k, SIZE) == count_of_plain(without(set, k), SIZE - 1));
    prove_check("count of the others", !(any >> own & 1), count_ones(without(any, own)) == count_ones(any));

    // The plain walk goes through the set, in order.
    uint64_t seen = 0;
    unsigned lowest = SIZE, beyond = 0;
    FOR_EACH_BIT_PLAIN(k, set, SIZE)
    {
        prove_check("plain: in order", true, k >= beyond);
        beyond = k + 1;
        seen |= UINT64_C(1) << k;
        lowest = lowest < k ? lowest : k;
    }
    prove_check("plain: the set", true, seen == set);

    // The fast walk begins where the plain one does; all that it keeps for its next round is what is left, and that is the set
    // without this number. So it goes on as it does from there, and by induction as the plain one does.
    unsigned first = SIZE, rounds = 0;
    uint64_t left = 0;
    FOR_EACH_BIT_FAST(k, set, SIZE)
    {
        if (rounds++) {
            left = k_left;
            goto second;
        }
        first = k;
    }
second:
    prove_check("fast: first", true, first == lowest);
    prove_check("fast: left", true, left == (first < SIZE ? set & ~(UINT64_C(1) << first) : 0));

    // What is looked up as the only one of a set, where there is one at most: each such set is the lowest number of some set.
    const uint64_t one = lowest_bit(set);
    uint64_t found_fast = 0, found_plain = 0;
    uint8_t  array[SIZE], element_fast = 0, element_plain;
    prove_check("one at most", true, holds_one_at_most(set, SIZE) == (set == one));
    FIND_ONLY_FAST(found_fast, k, SIZE, one >> k & 1)
    FIND_ONLY_PLAIN(found_plain, k, SIZE, one >> k & 1)
    prove_check("the only one", true, claimed && found_fast == one && found_plain == one);
    for (unsigned k = 0; k < SIZE; k++)
        array[k] = (uint8_t)prove_in("array", 8 * k, 8);
    OF_ONLY_FAST(element_fast, one, array, SIZE);
    OF_ONLY_PLAIN(element_plain, one, array, SIZE);
    prove_check("its element", true, element_fast == element_plain);
    prove_check("its number", true, NUMBER_OF_ONLY_FAST(one, SIZE) == NUMBER_OF_ONLY_PLAIN(one, SIZE));
}
