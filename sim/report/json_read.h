// SPDX-License-Identifier: BSD-3-Clause
// Reads another process's run from its JSON.
#ifndef WARPLOCK_SIM_REPORT_JSON_READ_H
#define WARPLOCK_SIM_REPORT_JSON_READ_H

#include <jansson.h>

#include "sim/report/report.h"

// False when a counter or a name of the run is missing. To be freed either way.
bool report_read_json(const json_t *object, run_record *);
void report_read_free(run_record *);

#endif
