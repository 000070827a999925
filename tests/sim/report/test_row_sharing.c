// SPDX-License-Identifier: BSD-3-Clause
// Consecutive CTAs among those that share a DRAM row (OWL paper, Table 4), each expectation worked out by hand; the paper's
// own example, a row accessed by CTAs 1, 2, 3, 4, is the first.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/report/fit.h"
#include "sim/report/row_sharing.h"

static void access_all(row_sharing *s, uint64_t row, const unsigned *ctas, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        row_sharing_access(s, row, ctas[i]);
}

static void demand(const row_sharing *s, uint64_t rows, uint64_t shared, uint64_t ctas, double shares)
{
    row_sharing_sums sums = row_sharing_total(s);

    assert_int_equal(sums.rows, rows);
    assert_int_equal(sums.shared_rows, shared);
    assert_int_equal(sums.ctas, ctas);
    assert_true(fabs(sums.shares - shares) < 1e-12);
}

static void consecutive_ctas_of_a_row(void **state)
{
    static const struct { unsigned ctas[8], count; double share; } rows[] = {
        { { 1, 2, 3, 4 }, 4, 1 },                   // the paper's example
        { { 4, 2, 1, 3 }, 4, 1 },                   // in whatever order they come
        { { 1, 2, 2, 1, 2 }, 5, 1 },                // a CTA counts once
        { { 7 }, 1, 0 },                            // as SCP in Table 4: one CTA a row, 0 %
        { { 0, 2, 4, 6 }, 4, 0 },
        { { 1, 2, 5 }, 3, 2.0 / 3 },
        { { 9, 1, 8, 5, 2, 4, 12 }, 7, 6.0 / 7 },   // 1 2, 4 5, 8 9 and not 12
    };

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        row_sharing *s = row_sharing_new();
        unsigned different = i == 2 ? 2 : rows[i].count;

        access_all(s, 5, rows[i].ctas, rows[i].count);
        row_sharing_launch_end(s);
        demand(s, 1, different > 1, different, rows[i].share);
        row_sharing_free(s);
    }
}

// The mean is of rows, not of CTAs; a launch has rows of its own: CTA 1 of one and CTA 2 of another do not meet.
static void rows_count_the_same(void **state)
{
    static const unsigned four[] = { 1, 2, 3, 4 }, one[] = { 7 }, other[] = { 8 };
    row_sharing *s = row_sharing_new();
    json_t *object;

    (void)state;
    access_all(s, UINT64_C(3) << 56 | 1, four, 4);
    access_all(s, UINT64_C(4) << 56 | 1, one, 1);   // another controller
    row_sharing_launch_end(s);
    demand(s, 2, 1, 5, 1);
    access_all(s, UINT64_C(4) << 56 | 1, other, 1);
    row_sharing_launch_end(s);
    row_sharing_launch_end(s);                      // one without an access
    demand(s, 3, 1, 6, 1);
    object = row_sharing_json(s);
    assert_int_equal(json_integer_value(json_object_get(object, "rows")), 3);
    assert_true(json_real_value(json_object_get(object, "ctas_per_row")) == 2);
    assert_true(fabs(json_real_value(json_object_get(object, "consecutive_share")) - 1.0 / 3) < 1e-12);
    json_decref(object);
    row_sharing_free(s);
}

// More than the table begins with: 1000 rows of CTAs 3 r, 3 r + 1 and 3 r + 3.
static void many_rows(void **state)
{
    row_sharing *s = row_sharing_new();

    (void)state;
    for (unsigned round = 0; round < 3; round++)
        for (unsigned row = 0; row < 1000; row++)
            row_sharing_access(s, (uint64_t)row << 20, 3 * row + (round == 2 ? 3 : round));
    row_sharing_launch_end(s);
    row_sharing_sums sums = row_sharing_total(s);
    assert_int_equal(sums.rows, 1000);
    assert_int_equal(sums.ctas, 3000);
    assert_true(fabs(sums.shares - 1000 * 2.0 / 3) < 1e-6);
    row_sharing_free(s);
}

static void table(void **state)
{
    static const unsigned ctas[] = { 1, 2, 5 };
    row_sharing *s = row_sharing_new();
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    fit fitted;

    (void)state;
    access_all(s, 1, ctas, 3);
    row_sharing_launch_end(s);
    row_sharing_print(fit_begin(&fitted, file), s);
    fit_end(&fitted);
    fclose(file);
    assert_non_null(strstr(text, "\n           1          1        3.0          66.7\n"));
    free(text);
    row_sharing_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(consecutive_ctas_of_a_row), cmocka_unit_test(rows_count_the_same), cmocka_unit_test(many_rows),
        cmocka_unit_test(table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
