// SPDX-License-Identifier: BSD-3-Clause
// Texts and their numbers: each is found again, none that was not added; and what it costs to find one does not grow.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/campaign/store/lookup.h"

enum { TEXTS = 100000 };

static void test_lookup_finds(void **state)
{
    lookup l = { 0 };
    char text[32];

    (void)state;
    assert_int_equal(lookup_find(&l, "0 runs"), LOOKUP_NONE);
    for (unsigned i = 0; i < TEXTS; i++) {
        snprintf(text, sizeof text, "%u runs", i);
        lookup_add(&l, text, i);
    }
    for (unsigned i = 0; i < TEXTS; i++) {
        snprintf(text, sizeof text, "%u runs", i);
        if (lookup_find(&l, text) != i)
            fail_msg("%s: seen %u", text, lookup_find(&l, text));
        snprintf(text, sizeof text, "%u run", i);
        assert_int_equal(lookup_find(&l, text), LOOKUP_NONE);
    }
    assert_true(l.n_texts == TEXTS && l.n_entries <= 4 * TEXTS);
    lookup_free(&l);
    assert_int_equal(lookup_find(&l, "0 runs"), LOOKUP_NONE);
}

// Whatever is looked for is found within a run of used entries, and these are short.
static void test_lookup_is_not_linear(void **state)
{
    lookup l = { 0 };
    unsigned longest = 0;

    (void)state;
    for (unsigned i = 0; i < TEXTS; i++) {
        char text[32];

        snprintf(text, sizeof text, "%016x", i);
        lookup_add(&l, text, i);
    }
    for (unsigned i = 0, used = 0; i < 2 * l.n_entries; i++) {          // entries in a row, over the end
        used = l.entries[i % l.n_entries].text ? used + 1 : 0;
        longest = used > longest ? used : longest;
    }
    if (longest > 200)
        fail_msg("%u used entries in a row", longest);
    lookup_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_lookup_finds), cmocka_unit_test(test_lookup_is_not_linear) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
