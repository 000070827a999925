// SPDX-License-Identifier: BSD-3-Clause
// A table of numbers, a row per kernel or mean: printed for a terminal, as Markdown, and as columns for gnuplot.
#ifndef WARPLOCK_SIM_CAMPAIGN_SHEET_H
#define WARPLOCK_SIM_CAMPAIGN_SHEET_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/campaign/terms/statistics.h"

enum { SHEET_COLUMNS = 512, SHEET_NAME = 160 };

typedef struct {
    char     id[32];                            // name of its file
    char     title[400];
    char     note[600];                         // below the table; may be empty
    char     head[SHEET_NAME];                 // over the names of the rows
    char     axis[2 * SHEET_NAME];              // what the values are: the counter and its unit
    int      decimals;
    bool     sweep;                             // its rows are values of a key: lines over it, not bars
    unsigned n_rows, n_columns;
    unsigned room;                              // for rows
    char     (*rows)[SHEET_NAME];
    char     columns[SHEET_COLUMNS][SHEET_NAME];
    double   (*values)[SHEET_COLUMNS];          // NAN: there is none
    double   (*halves)[SHEET_COLUMNS];          // of the 95 % interval of a mean over seeds (statistics.h); NAN: one seed
    double   no_difference;                     // value that equals the baseline; NAN: there is no baseline
    bool     spreads;                           // some cell is a mean over seeds
    bool     divided_by_zero;                   // the reason that it has no value; its note says so
} sheet;

sheet *sheet_new(const char *id, int decimals, const char *head, const char *title);
void sheet_free(sheet *);
unsigned sheet_column(sheet *, const char *name);
unsigned sheet_row(sheet *, const char *name);                         // its values are NAN
void sheet_set(sheet *, unsigned row, unsigned column, const spread *);

void sheet_print(const sheet *, FILE *);                               // a sweep's curve first
void sheet_curve(const sheet *, FILE *);                               // sheet_curve.c; nothing unless it is a sweep
void sheet_markdown(const sheet *, FILE *);                            // with a link to its picture, `id`.svg
void sheet_data(const sheet *, FILE *);                                // tab-separated, a heading, `-` for NAN, no intervals
void sheet_csv(const sheet *, FILE *);                                 // a heading, NAN as an empty field; means over seeds: NAME.half, NAME.within

// sheet_svg.c: draws a sweep as lines, others as bars, by gnuplot. False on failure.
bool sheet_svg(const sheet *, FILE *);
bool sheet_svg_possible(void);                                         // there is a gnuplot
void sheet_script(const sheet *, FILE *);                              // gnuplot's input

#endif
