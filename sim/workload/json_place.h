// SPDX-License-Identifier: BSD-3-Clause
// Line of a value in a JSON text that jansson has already accepted (jansson keeps no positions). Places are written as
// "steps[2].repeat.steps[0].args[1]", a key with a dot or a bracket in it in double quotes: set."l1d.mshrs".
#ifndef WARPLOCK_SIM_WORKLOAD_JSON_PLACE_H
#define WARPLOCK_SIM_WORKLOAD_JSON_PLACE_H

#include <stddef.h>

// Counted from 1; the line of the innermost enclosing value that is found.
unsigned json_place_line(const char *text, size_t length, const char *place);

#endif
