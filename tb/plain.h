// SPDX-License-Identifier: BSD-3-Clause
// Makes outside text (file names, titles, messages of a stored run) safe for a line of a terminal or page. Control characters
// (below the blank, DEL, U+0080 to U+009F in UTF-8) could move the cursor, end the line or start an escape sequence; bidi
// controls (U+202A to U+202E, U+2066 to U+2069) could reverse text. They become blanks. Bytes that are not UTF-8, or not allowed
// in XML (U+FFFE, U+FFFF), would break parsers: each becomes `?`.
#ifndef WARPLOCK_TB_PLAIN_H
#define WARPLOCK_TB_PLAIN_H

#include <stdbool.h>
#include <stdio.h>

// Bytes of the text's first character, or 1 for an invalid byte; `as`: what to print for each byte, 0: itself.
unsigned plain_next(const char *text, char *as);
bool plain_is(const char *text);                        // it has none of these
void plain_line(char *text);
char *plain_copy(const char *text);                     // a plain copy, freed by the caller
void plain_lines(char *text);                           // keeps line ends
void plain_put(FILE *, const char *text);
void plain_markdown(FILE *, const char *text);          // as a table cell: |, \, tags and links become text
void plain_markdown_row(FILE *, const char *const *cells, unsigned count);    // "| a | b |" and the line's end

#endif
