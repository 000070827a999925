// SPDX-License-Identifier: BSD-3-Clause
// What a terminal gets that a pipe or a file does not: colour, and tables that fit its width.
#ifndef WARPLOCK_SIM_REPORT_TERMINAL_H
#define WARPLOCK_SIM_REPORT_TERMINAL_H

#include <stdio.h>

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_when;
typedef enum { MARK_NONE, MARK_BEST, MARK_BAD } mark;

// COLOR_AUTO: on a terminal, unless NO_COLOR is set (no-color.org) or TERM is dumb or not set. Only the standard
// outputs are ever coloured, whatever is asked for: a report is read in an editor.
void terminal_color(color_when);
// What stands in front of marked text, and behind it; "" where nothing is coloured.
const char *terminal_mark(FILE *, mark);
const char *terminal_plain(FILE *, mark);
// Of the standard outputs: COLUMNS of the environment, else the terminal's columns, else 80. A file has no width: it is read
// in an editor, and the same whatever the terminal was.
unsigned terminal_width(FILE *);

#endif
