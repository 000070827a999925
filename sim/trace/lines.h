// SPDX-License-Identifier: BSD-3-Clause
// Reads a trace file line by line: words, numbers, error positions.
//
// A line is contiguous in the buffer and ends with '\n' there, even the file's last one. No field reader passes a '\n', so none
// needs the end of the buffer.
#ifndef WARPLOCK_SIM_TRACE_LINES_H
#define WARPLOCK_SIM_TRACE_LINES_H

#include "sim/trace/insn.h"
#include "sim/trace/unpack.h"

enum { LINE_BYTES = 1 << 16, LINES_BUFFER = 1 << 18 };     // longest line; what is read at a time

typedef struct {
    const char  *path;                 // the caller's
    unpack      *file;
    uint64_t     line;                 // number of the current one
    const char  *start;                // of the current one
    const char  *at;                   // how far it has been read
    const char  *end;                  // its '\n'
    char        *next, *limit;         // the part of the buffer not returned yet
    bool         ended, failed;
    trace_error *error;                // the caller's; the first mistake counts
    char         buffer[LINES_BUFFER + 1];
} lines;

bool  lines_open(lines *, const char *path, trace_error *);
void  lines_close(lines *);
// The next line that is not blank, *at after its leading blanks. False at the end and on an error (failed).
bool  lines_next(lines *);
// A mistake at a place of the current line: "FILE:LINE:COLUMN: seen ..., expected ...". Always false.
bool  lines_mistake(lines *, const char *at, const char *expected, ...) __attribute__((format(printf, 3, 4)));
// The same in words of its own.
bool  lines_fault(lines *, const char *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
// At another place than the current line.
bool  lines_fault_at(lines *, uint64_t line, uint64_t column, const char *format, ...) __attribute__((format(printf, 4, 5)));
// At the end of the file: "FILE:LINE:1: the file ends, expected ...".
bool  lines_end(lines *, const char *expected);
// Of the whole file.
bool  lines_refuse(lines *, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static inline const char *skip_blanks(const char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}
// What follows a word: a blank or the end of the line.
static inline bool is_word_end(char c) { return is_blank(c) || c == '\n'; }

// Fields: *at is at the field, then after it and its blanks. False: no field of that kind, *at does not move.
bool take_decimal(const char **at, uint64_t most, uint64_t *number);
bool take_signed(const char **at, int64_t *number);
bool take_hex(const char **at, unsigned digits, uint64_t *number);     // with or without 0x
// A given text at *at, then blanks; moves *at after them.
bool take_text(const char **at, const char *text);

#endif
