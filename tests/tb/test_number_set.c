// SPDX-License-Identifier: BSD-3-Clause
// Sets of numbers in two words: beside an array of truth values, at the ends of each word and at random.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tb/number_set.h"

enum { MAX = NUMBER_SET_MAX };

static uint64_t random_state;
static unsigned below(unsigned most)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % most;
}

static number_set set_of(const bool *in)
{
    number_set s = {{0}};
    for (unsigned n = 0; n < MAX; n++)
        if (in[n])
            number_set_add(&s, n);
    return s;
}

static unsigned count(const bool *in)
{
    unsigned n = 0;
    for (unsigned i = 0; i < MAX; i++)
        n += in[i];
    return n;
}

// Everything that is asked of a set.
static void agrees(const bool *in)
{
    number_set s = set_of(in), up = s, down = s;
    assert_int_equal(number_set_any(&s), count(in) != 0);
    for (unsigned n = 0; n < MAX; n++)
        assert_int_equal(number_set_has(&s, n), in[n]);
    for (unsigned first = 0; first <= MAX; first++) {
        unsigned next = first;
        while (next < MAX && !in[next])
            next++;
        assert_int_equal(number_set_from(&s, first), next);
        if (!number_set_any(&s))
            continue;
        for (next = first % MAX; !in[next];)
            next = (next + 1) % MAX;
        assert_int_equal(number_set_next(&s, first), next);
    }
    for (unsigned n = 0; n < MAX; n++)
        if (in[n])
            assert_int_equal(number_set_take_lowest(&up), n);
    for (unsigned n = MAX; n-- > 0;)
        if (in[n])
            assert_int_equal(number_set_take_highest(&down), n);
    assert_false(number_set_any(&up) || number_set_any(&down));
}

static void ends_of_words(void **state)
{
    static const unsigned ends[] = {0, 1, 62, 63, 64, 65, 126, 127};
    (void)state;
    for (unsigned chosen = 0; chosen < 1u << 8; chosen++) {
        bool in[MAX] = {false};
        for (unsigned i = 0; i < 8; i++)
            in[ends[i]] = chosen >> i & 1;
        agrees(in);
    }
}

static void random_sets(void **state)
{
    (void)state;
    random_state = 5;
    for (unsigned round = 0; round < 500; round++) {
        bool one[MAX], other[MAX], joined[MAX], left[MAX];
        const unsigned rare = 1 + below(40);
        for (unsigned n = 0; n < MAX; n++) {
            one[n] = !below(rare);
            other[n] = !below(rare);
            joined[n] = one[n] || other[n];
            left[n] = one[n] && !other[n];
        }
        agrees(one);
        number_set s = set_of(one), t = set_of(one), wanted = set_of(joined);
        number_set_join(&s, set_of(other));
        assert_memory_equal(&s, &wanted, sizeof s);
        number_set_leave(&t, set_of(other));
        wanted = set_of(left);
        assert_memory_equal(&t, &wanted, sizeof t);
        for (unsigned n = 0; n < MAX; n++)
            if (other[n])
                number_set_drop(&s, n);
        assert_memory_equal(&s, &wanted, sizeof s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends_of_words), cmocka_unit_test(random_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
