// SPDX-License-Identifier: BSD-3-Clause
// A text as a value of a CSV file (RFC 4180). One that a spreadsheet would take for a formula, as it begins with = + - @ or
// a tab, has an apostrophe in front, which makes it text there.
#ifndef WARPLOCK_SIM_REPORT_CSV_TEXT_H
#define WARPLOCK_SIM_REPORT_CSV_TEXT_H

#include <stdio.h>

void csv_text(FILE *, const char *);

#endif
