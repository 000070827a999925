// SPDX-License-Identifier: BSD-3-Clause
// Text and tables fitted to the width of their output stream (sim/report/terminal.h). The text written between fit_begin and
// fit_end may contain tables, as lines with cells:
//
//     label FIT_RIGHT cell FIT_RIGHT cell FIT_LEFT cell
//
// A table that fits is printed as written. Otherwise its columns shrink to their contents. If that is not enough, the table is
// split into several, one below the other, each with the row labels. Other lines, and cells with more than a few words, wrap
// at a blank. No word is ever cut: one longer than the width is printed whole.
#ifndef WARPLOCK_SIM_REPORT_FIT_H
#define WARPLOCK_SIM_REPORT_FIT_H

#include <stdio.h>

#define FIT_RIGHT "\036"        // begins a cell of a column of numbers
#define FIT_LEFT  "\037"        // begins a cell of a column of words
#define FIT_TABLE "\035"        // first in a line: begins a new table
#define FIT_BEST  "\016"        // from here on marked, in colour where the stream has it (sim/report/terminal.h)
#define FIT_BAD   "\017"
#define FIT_PLAIN "\020"        // no longer

typedef struct { FILE *text, *to; char *bytes; size_t length; } fit;

FILE *fit_begin(fit *, FILE *to);
void fit_end(fit *);            // prints it

#endif
