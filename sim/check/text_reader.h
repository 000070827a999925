// SPDX-License-Identifier: BSD-3-Clause
// Reads the lines of a recording's text. Errors name the file and line number.
#ifndef WARPLOCK_SIM_CHECK_TEXT_READER_H
#define WARPLOCK_SIM_CHECK_TEXT_READER_H

#include "sim/check/recording.h"

// A text and the reader's place in it: a line, ended by NUL or a newline.
typedef struct {
    const char *name, *at;
    size_t      line;
    char       *error;
} reader;

bool refuse(const reader *in, const char *format, ...) __attribute__((format(printf, 2, 3)));      // false

// The line for a message: at most 40 printable bytes.
typedef struct { char text[44]; } excerpt;
excerpt said(const char *at);

static inline bool line_ends(const char *at) { return !*at || *at == '\n'; }
bool next_line(reader *in);                                             // false: there is none
bool read_head(reader *in, const char *what, unsigned version);         // "warplock sm 2" and the like
bool read_named(reader *in, const char *word, char *value, size_t size);    // "instance sm 1": what follows the word
bool read_number(const char **at, int base, uint64_t *value);           // ends with a blank, a comma or the line

#endif
