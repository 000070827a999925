// SPDX-License-Identifier: BSD-3-Clause
// Text and tables that keep to the width of the stream that they go to (sim/report/terminal.h). What is written to the stream
// between fit_begin and fit_end is text, in which lines with cells stand for tables:
//
//     label FIT_RIGHT cell FIT_RIGHT cell FIT_LEFT cell
//
// A table that fits is printed as it is written. Else its columns become as narrow as what stands in them, and if that is not
// enough the table is broken into several, one below the other, each with the labels of the rows. Other lines, and cells
// with more than a few words, go on in the next line at a blank. No word is ever cut: one that is longer than the
// width is printed whole.
#ifndef WARPLOCK_SIM_REPORT_FIT_H
#define WARPLOCK_SIM_REPORT_FIT_H

#include <stdio.h>

#define FIT_RIGHT "\036"        // a cell begins, that of a column of numbers
#define FIT_LEFT  "\037"        // a cell begins, that of a column of words
#define FIT_TABLE "\035"        // first in a line: another table than that of the line above
#define FIT_BEST  "\016"        // from here on marked, in colour where the stream has it (sim/report/terminal.h)
#define FIT_BAD   "\017"
#define FIT_PLAIN "\020"        // no longer

typedef struct { FILE *text, *to; char *bytes; size_t length; } fit;

FILE *fit_begin(fit *, FILE *to);
void fit_end(fit *);            // prints it

#endif
