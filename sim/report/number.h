// SPDX-License-Identifier: BSD-3-Clause
// Numbers for programs, in CSV, JSON and plots alike: the shortest decimal that reads back as the same number; tables for people
// round. A user's numbers outside of JSON follow JSON's syntax: no blank, plus, leading zero, hexadecimal or infinity
// (docs/command_line.md#numbers).
#ifndef WARPLOCK_SIM_REPORT_NUMBER_H
#define WARPLOCK_SIM_REPORT_NUMBER_H

#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

enum { NUMBER_TEXT = 32 };

const char *number_exact(double, char text[static NUMBER_TEXT]);       // text; "" for NAN
void number_put(FILE *, double);                                       // nothing for NAN

json_t *number_json(const char *text);         // whole where the text is; NULL: not a number, or too large for one
bool number_real(const char *text, double *);

// JSON with numbers in this form. A real keeps its point or exponent, so that it is read back as a real.
void json_print(const json_t *, size_t flags, FILE *);
char *json_text(const json_t *, size_t flags);                         // the caller frees it; NULL for NULL

#endif
