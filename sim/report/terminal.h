// SPDX-License-Identifier: BSD-3-Clause
// What only a terminal gets: colour, and tables that fit its width.
#ifndef WARPLOCK_SIM_REPORT_TERMINAL_H
#define WARPLOCK_SIM_REPORT_TERMINAL_H

#include <stdio.h>

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_when;
typedef enum { MARK_NONE, MARK_BEST, MARK_BAD } mark;

// COLOR_AUTO: on a terminal, unless NO_COLOR is set (no-color.org) or TERM is dumb or not set. Only the standard
// outputs are ever coloured: a report is read in an editor.
void terminal_color(color_when);
// The escape sequences before and after marked text; "" without colour.
const char *terminal_mark(FILE *, mark);
const char *terminal_plain(FILE *, mark);
// For the standard outputs: COLUMNS of the environment, else the terminal's columns, else 80. A file has no width: its contents
// do not depend on the terminal.
unsigned terminal_width(FILE *);

#endif
