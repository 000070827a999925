// SPDX-License-Identifier: BSD-3-Clause
// Text from outside, the name of a file, a title, what a stored run has said, on its way to a line of a terminal or a
// page. A control character (below the blank, DEL, U+0080 to U+009F in UTF-8) would move the cursor, end the line or
// begin an escape sequence: it becomes blanks.
#ifndef WARPLOCK_SIM_REPORT_PLAIN_H
#define WARPLOCK_SIM_REPORT_PLAIN_H

#include <stdbool.h>
#include <stdio.h>

bool plain_is(const char *text);                        // it has none
void plain_line(char *text);
char *plain_copy(const char *text);                     // so; the caller frees it
void plain_lines(char *text);                           // but that its lines stay lines
void plain_put(FILE *, const char *text);
void plain_markdown(FILE *, const char *text);          // as a cell of a table, in which | and \ stand for themselves
void plain_markdown_row(FILE *, const char *const *cells, unsigned count);    // "| a | b |" and the line's end

#endif
