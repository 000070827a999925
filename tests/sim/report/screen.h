// SPDX-License-Identifier: BSD-3-Clause
// What the standard output gets at a width: text that keeps to it (sim/report/fit.h).
#ifndef WARPLOCK_TESTS_SIM_REPORT_SCREEN_H
#define WARPLOCK_TESTS_SIM_REPORT_SCREEN_H

#include <stdio.h>

// `columns`: that of the environment, "" for none. The text stays until the next call.
const char *screen(const char *columns, void (*print)(FILE *, const void *), const void *what);

#endif
