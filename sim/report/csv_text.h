// SPDX-License-Identifier: BSD-3-Clause
// A text as a value of a CSV file (RFC 4180). A spreadsheet would read a text that begins with = + - @ or a tab as a formula,
// so an apostrophe precedes it.
#ifndef WARPLOCK_SIM_REPORT_CSV_TEXT_H
#define WARPLOCK_SIM_REPORT_CSV_TEXT_H

#include <stdio.h>

void csv_text(FILE *, const char *);

#endif
