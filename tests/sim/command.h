// SPDX-License-Identifier: BSD-3-Clause
// Runs the warplock command line from a test and reads its JSON.
#ifndef WARPLOCK_TESTS_SIM_COMMAND_H
#define WARPLOCK_TESTS_SIM_COMMAND_H

#include <jansson.h>

// The JSON array that `warplock run --json <arguments>` prints; fails the test unless the exit status is as wanted.
json_t *command_json(int want_status, const char *arguments, ...) __attribute__((format(printf, 2, 3)));
// Standard output and error of `warplock <arguments>`, to be freed; *status gets the exit status.
char *command_text(int *status, const char *arguments, ...) __attribute__((format(printf, 2, 3)));
// A number of a run by member, or by group and member.
double command_number(const json_t *run, const char *group, const char *member);

#endif
