// SPDX-License-Identifier: BSD-3-Clause
// A table of any number of rows for a terminal, as wide as its contents. On request, a value that is the same in all rows is
// printed once above it.
#ifndef WARPLOCK_SIM_CAMPAIGN_RESULTS_GRID_H
#define WARPLOCK_SIM_CAMPAIGN_RESULTS_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    const char *head;
    bool        right;                          // numbers
    bool        once;                           // print above the table when all rows have the same value
    unsigned    width;
    bool        same;
} grid_column;

typedef struct {
    grid_column *columns;
    unsigned     n_columns;
    char        *cells;                         // each ends with NUL
    size_t       length, room;
    uint64_t     n_cells;
} grid;

void grid_column_add(grid *, const char *head, bool right, bool once);     // before the first cell; `head` stays the caller's
void grid_cell(grid *, const char *text);                                  // row by row; "" is printed as -
void grid_print(grid *, FILE *);
void grid_free(grid *);

#endif
