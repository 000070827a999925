// SPDX-License-Identifier: BSD-3-Clause
// What benchmarks run: a program, and what it has used.
#ifndef WARPLOCK_TESTS_BENCH_CHILD_H
#define WARPLOCK_TESTS_BENCH_CHILD_H

#include <sys/resource.h>

// Runs the arguments with standard output into the file `out`, messages into `said` if that is not NULL. Its exit status, 127 when it cannot
// be run, -1 when it did not end by itself; resources used in *usage.
int child_run(char *const *arguments, const char *out, const char *said, struct rusage *usage);

#endif
