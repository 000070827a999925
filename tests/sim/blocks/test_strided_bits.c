// SPDX-License-Identifier: BSD-3-Clause
// Every so many bits of a word, against a loop over them: each first bit, each distance, words of every density.
#include "sim/blocks/strided_bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { STEPS = 5, WORDS = 300 };

static uint64_t by_loop(uint64_t word, unsigned first, unsigned step)
{
    uint64_t packed = 0;
    for (unsigned i = 0; first + i * step < 64; i++)
        if (word & UINT64_C(1) << (first + i * step))
            packed |= UINT64_C(1) << i;
    return packed;
}

static void bits_side_by_side(void **state)
{
    (void)state;
    uint64_t random = 1, word = ~UINT64_C(0);
    for (unsigned i = 0; i < WORDS; i++) {
        for (unsigned step = 1; step <= STEPS; step++)
            for (unsigned first = 0; first < step; first++)
                assert_int_equal(strided_bits(word, first, step), by_loop(word, first, step));
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
