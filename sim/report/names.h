// SPDX-License-Identifier: BSD-3-Clause
// The names of a run's numbers: paths of the JSON report, columns of --csv and of a result store, in one order.
#ifndef WARPLOCK_SIM_REPORT_NAMES_H
#define WARPLOCK_SIM_REPORT_NAMES_H

extern const char *const report_names[];        // ends with NULL
// What a number counts, "core cycles", or "" if not known.
const char *report_unit(const char *name);

#endif
