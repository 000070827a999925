// SPDX-License-Identifier: BSD-3-Clause
// A cell of the tables of a campaign, by the table's id and the names of row and column. For tests with results by hand.
#ifndef WARPLOCK_TESTS_SIM_CAMPAIGN_CELL_H
#define WARPLOCK_TESTS_SIM_CAMPAIGN_CELL_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/sheet.h"

// An expected NAN: the cell is there, without a number.
static void cell_is(sheet *const *sheets, unsigned n_sheets, const char *id, const char *row, const char *column, double expected)
{
    unsigned i = 0, r = 0, k = 0;
    double seen;

    while (i < n_sheets && strcmp(sheets[i]->id, id) != 0)
        i++;
    assert_true(i < n_sheets);
    while (r < sheets[i]->n_rows && strcmp(sheets[i]->rows[r], row) != 0)
        r++;
    while (k < sheets[i]->n_columns && strcmp(sheets[i]->columns[k], column) != 0)
        k++;
    if (r == sheets[i]->n_rows || k == sheets[i]->n_columns)
        fail_msg("%s: no cell %s, %s", id, row, column);
    seen = sheets[i]->values[r][k];
    if (!(fabs(seen - expected) < 1e-9 || (isnan(seen) && isnan(expected))))
        fail_msg("%s: %s, %s: seen %.12g, expected %.12g", id, row, column, seen, expected);
}

#endif
