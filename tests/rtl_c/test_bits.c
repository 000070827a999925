// SPDX-License-Identifier: BSD-3-Clause
// bits.h: both forms of what walks and counts sets do the same.
#include "rtl_c/bits.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct { unsigned count; uint8_t numbers[64]; } walk;

static walk walk_fast(uint64_t set)
{
    walk w = {0};
    FOR_EACH_BIT_FAST(k, set, 64) w.numbers[w.count++] = (uint8_t)k;
    return w;
}

static walk walk_plain(uint64_t set, unsigned count)
{
    walk w = {0};
    FOR_EACH_BIT_PLAIN(k, set, count) w.numbers[w.count++] = (uint8_t)k;
    return w;
}

// All bits of a set, one by one.
static unsigned counted(uint64_t set)
{
    unsigned count = 0;
    for (unsigned k = 0; k < 64; k++)
        count += set >> k & 1;
    return count;
}

// What the plain forms claim where they are used; the prover's is declared in bits.h.
static bool claimed;
static void prove_relied_on(const char *name, bool fact)
{
    (void)name;
    claimed = fact;
}

// A set of one at most: what is found, its number and its element are the same in both forms. Of a larger set what the
// plain form claims is false.
static void check_only(uint64_t set, unsigned size)
{
    uint64_t fast = 0, plain = 0;
    uint16_t array[64], element_fast, element_plain;
    for (unsigned k = 0; k < size; k++)
        array[k] = (uint16_t)(1000 + 37 * k);
    FIND_ONLY_FAST(fast, k, size, set >> k & 1)
    FIND_ONLY_PLAIN(plain, k, size, set >> k & 1)
    assert_int_equal(claimed, counted(set) <= 1);
    assert_int_equal(plain, set);
    const unsigned number = NUMBER_OF_ONLY_PLAIN(set, size);
    assert_int_equal(claimed, counted(set) <= 1);
    if (counted(set) > 1)
        return;
    assert_int_equal(fast, set);
    assert_int_equal(NUMBER_OF_ONLY_FAST(set, size), number);
    OF_ONLY_FAST(element_fast, set, array, size);
    OF_ONLY_PLAIN(element_plain, set, array, size);
    assert_int_equal(element_fast, set ? 1000 + 37 * number : 0);
    assert_int_equal(element_plain, element_fast);
}

static void check(uint64_t set, unsigned size)
{
    const walk fast = walk_fast(set), plain = walk_plain(set, size);
    assert_memory_equal(&fast, &plain, sizeof fast);
    assert_int_equal(fast.count, counted(set));
    assert_int_equal(count_ones(set), counted(set));
    assert_int_equal(count_of_plain(set, size), counted(set));
    for (unsigned own = 0; own < size; own++)
        if (!(set >> own & 1))
            assert_int_equal(count_others_plain(set, own, size), counted(set));
    check_only(set, size);
}

static void test_all_small_sets(void **state)
{
    (void)state;
    for (unsigned size = 1; size <= 12; size++)
        for (uint64_t set = 0; set >> size == 0; set++)
            check(set, size);
}

static void test_random_sets_of_every_size(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (unsigned size = 1; size <= 64; size++)
        for (int i = 0; i < 40; i++)
            check(random_mask(&seed, size, i % 2 ? 15 : 70), size);
    for (unsigned k = 0; k < 64; k++)
        check(UINT64_C(1) << k, 64);
    check(UINT64_MAX, 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_small_sets),
        cmocka_unit_test(test_random_sets_of_every_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
