// SPDX-License-Identifier: BSD-3-Clause
// Bits of a mask side by side, against a loop over all 64: masks of every density, and every so manieth bit.
#include "sim/blocks/packed_bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { STEPS = 5, WORDS = 300 };

static uint64_t by_loop(uint64_t word, uint64_t mask)
{
    uint64_t packed = 0;
    for (unsigned bit = 0, i = 0; bit < 64; bit++)
        if (mask & UINT64_C(1) << bit)
            packed |= (uint64_t)((word & UINT64_C(1) << bit) != 0) << i++;
    return packed;
}

static uint64_t every(unsigned step, unsigned first)
{
    uint64_t mask = 0;
    for (unsigned bit = first; bit < 64; bit += step)
        mask |= UINT64_C(1) << bit;
    return mask;
}

static void bits_side_by_side(void **state)
{
    (void)state;
    uint64_t random = 1, word = ~UINT64_C(0), mask = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        for (unsigned step = 1; step <= STEPS; step++)
            for (unsigned first = 0; first < step; first++)
                assert_int_equal(packed_bits(word, every(step, first)), by_loop(word, every(step, first)));
        assert_int_equal(packed_bits(word, mask), by_loop(word, mask));
        mask = word;
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        word = i % 3 == 0 ? random : i % 3 == 1 ? word & random : UINT64_C(1) << (random >> 58);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
