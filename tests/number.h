// SPDX-License-Identifier: BSD-3-Clause
// cmocka's assert_float_equal takes NAN for any number, and compares in single precision.
#ifndef WARPLOCK_TESTS_NUMBER_H
#define WARPLOCK_TESTS_NUMBER_H

#include <math.h>

// At most OFF apart; of NAN nothing is.
#define assert_number(seen, expected, off) \
    do { \
        const double number_seen = (seen), number_expected = (expected); \
        if (!(fabs(number_seen - number_expected) <= (off))) \
            fail_msg("%s: seen %.12g, expected %.12g", #seen, number_seen, number_expected); \
    } while (0)

#endif
