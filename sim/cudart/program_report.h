// SPDX-License-Identifier: BSD-3-Clause
// A program's report on its launches at its end: the JSON of WARPLOCK_JSON, the tables of --report, the line of --csv,
// as `warplock run` writes them. Files are written whole or not at all, however the program ends.
#ifndef WARPLOCK_SIM_CUDART_PROGRAM_REPORT_H
#define WARPLOCK_SIM_CUDART_PROGRAM_REPORT_H

#include "sim/report/report.h"
#include "sim/run/options.h"

bool program_report_check(const cli_options *);             // before the first launch; false after a message
bool program_report_wanted(const cli_options *);            // by launches
bool program_report_write(const cli_options *, const run_record *);     // false after a message

#endif
