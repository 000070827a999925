// SPDX-License-Identifier: BSD-3-Clause
// Means of seeds and their intervals, against numbers of printed tables and by hand.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/campaign/terms/statistics.h"

// Percentage points of Student's t as every handbook prints them: two-sided 95 %, 90 % and 99 %.
static void test_student(void **state)
{
    static const struct { unsigned degrees; double within, t; } rows[] = {
        { 1, 0.95, 12.706 }, { 2, 0.95, 4.303 }, { 3, 0.95, 3.182 }, { 4, 0.95, 2.776 }, { 5, 0.95, 2.571 },
        { 6, 0.95, 2.447 }, { 9, 0.95, 2.262 }, { 10, 0.95, 2.228 }, { 19, 0.95, 2.093 }, { 30, 0.95, 2.042 },
        { 60, 0.95, 2.000 }, { 120, 0.95, 1.980 }, { 1, 0.90, 6.314 }, { 8, 0.90, 1.860 }, { 2, 0.99, 9.925 },
        { 7, 0.99, 3.499 }, { 29, 0.99, 2.756 },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (fabs(student_quantile(rows[i].within, rows[i].degrees) - rows[i].t) > 0.0005)
            fail_msg("%u degrees, %g: seen %g, expected %g", rows[i].degrees, rows[i].within,
                     student_quantile(rows[i].within, rows[i].degrees), rows[i].t);
}

static void test_interval(void **state)
{
    static const double values[] = { 1, NAN, 2, 3, 4 };                 // variance 5/3, t 3.182 of 3 degrees
    spread s = spread_of(values, 5);

    (void)state;
    assert_int_equal(s.count, 4);
    assert_true(s.mean == 2.5);
    assert_true(fabs(s.half - 3.18245 * sqrt(5.0 / 3 / 4)) < 1e-4);
    assert_true(spread_covers(&s, 2.5) && spread_covers(&s, 0.5) && spread_covers(&s, 4.5));
    assert_false(spread_covers(&s, 0.4) || spread_covers(&s, 4.6));
    s = spread_of(values, 1);                                           // one seed says nothing of others
    assert_true(s.count == 1 && s.mean == 1 && isnan(s.half));
    assert_false(spread_covers(&s, 1));
    s = spread_of(values + 1, 1);
    assert_true(s.count == 0 && isnan(s.mean));
    s = spread_of((double[]){ 2, 2, 2 }, 3);                            // no spread at all
    assert_true(s.half == 0 && spread_covers(&s, 2) && !spread_covers(&s, 2.0001));
}

// Of 95 % intervals around means of random samples some 95 % have the true mean in them: of 20,000 less than 1 % off.
static void test_coverage(void **state)
{
    enum { SAMPLES = 20000, SEEDS = 4 };
    uint64_t random = 12345;
    unsigned covered = 0;

    (void)state;
    for (unsigned i = 0; i < SAMPLES; i++) {
        double values[SEEDS];
        spread s;

        for (unsigned k = 0; k < SEEDS; k++) {
            values[k] = -6;                                             // nearly normal: 12 uniform numbers
            for (unsigned n = 0; n < 12; n++) {
                random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
                values[k] += (double)(random >> 11) / 9007199254740992.0;
            }
        }
        s = spread_of(values, SEEDS);
        covered += spread_covers(&s, 0);
    }
    if (covered < SAMPLES * 94 / 100 || covered > SAMPLES * 96 / 100)
        fail_msg("%u of %d intervals have the mean", covered, SAMPLES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_student), cmocka_unit_test(test_interval), cmocka_unit_test(test_coverage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
