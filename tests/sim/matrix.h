// SPDX-License-Identifier: BSD-3-Clause
// Every bundled kernel at its default size under every policy on every bundled machine with C blocks: each run is
// simulated once and kept in $BUILD/matrix, where every test that needs it reads it. A file older than the program is made
// anew; tests/run.sh begins with an empty folder.
#ifndef WARPLOCK_TESTS_SIM_MATRIX_H
#define WARPLOCK_TESTS_SIM_MATRIX_H

#include <jansson.h>

// The object of `warplock run --json --machine M --policy P KERNEL`; fails the test unless the run ended well.
json_t *matrix_run(const char *machine, const char *policy, const char *kernel);

#endif
