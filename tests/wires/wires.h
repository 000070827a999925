// SPDX-License-Identifier: BSD-3-Clause
// Every wire of a recording against what it must carry (hardware.md 0, 1 and 6).
#ifndef WARPLOCK_TESTS_WIRES_WIRES_H
#define WARPLOCK_TESTS_WIRES_WIRES_H

#include "tests/wires/recording.h"

typedef struct { unsigned violations, wires, unreached; uint64_t comparisons, issues, loads; } wires_result;

// Writes the first violation of each wire or rule, a line each. `every`: an input that nothing was compared with
// is one, too.
wires_result wires_check(const recorded *, bool every, FILE *output);

#endif
