// SPDX-License-Identifier: BSD-3-Clause
// A number as it is written for a program to read, in CSV, JSON and plots alike: the shortest decimal that reads back as the
// same number. What people read in a table is rounded there. And one that a user has written outside of JSON, read as JSON
// has them: no blank, no plus, no leading zero, no hexadecimal, nothing infinite (docs/command_line.md#numbers).
#ifndef WARPLOCK_SIM_REPORT_NUMBER_H
#define WARPLOCK_SIM_REPORT_NUMBER_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

enum { NUMBER_TEXT = 32 };

const char *number_exact(double, char text[static NUMBER_TEXT]);       // text; "" for NAN
void number_put(FILE *, double);                                       // nothing for NAN

json_t *number_json(const char *text);         // whole where the text is; NULL: none, or too large for one
bool number_real(const char *text, double *);

// JSON with its numbers so; one that is no integer in the JSON keeps a point or an exponent, and is none when it is read.
void json_print(const json_t *, size_t flags, FILE *);
char *json_text(const json_t *, size_t flags);                         // the caller frees it; NULL of NULL

#endif
