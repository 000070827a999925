// SPDX-License-Identifier: BSD-3-Clause
// A part of a claim or figure that is a sum, however long its text is: every number of it counts, in the part and in the whole.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/number.h"

#include "tests/sim/campaign/by_hand.h"

enum { MOST = 400 };

static char text[MOST * 16];

// "cycles+ipc+cycles+ipc+1", so many words of the report and one number.
static const char *sum_of(unsigned words)
{
    size_t at = 0;

    for (unsigned i = 0; i < words; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s+", i % 2 ? "ipc" : "cycles");
    snprintf(text + at, sizeof text - at, "1");
    return text;
}

static void test_long_sums(void **state)
{
    static const char *const kernels[] = { "atax" };
    campaign c;

    (void)state;
    by_hand_empty(&c, "oaws", kernels, 1);
    by_hand_put(&c, "atax", "gto", 0, "{\"ipc\":3,\"cycles\":1000}");
    for (unsigned words = 0; words < MOST; words += words < 40 ? 1 : 37) {      // of 160 characters and more
        const double expected = 1000.0 * ((words + 1) / 2) + 3.0 * (words / 2) + 1;

        assert_number(campaign_quotient(&c, "atax", "gto", "", sum_of(words), "1", 1), expected, 0);
        assert_number(campaign_divisor(&c, "atax", "gto", "", sum_of(words)), expected, 0);
    }
    campaign_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_long_sums) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
