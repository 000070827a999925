// SPDX-License-Identifier: BSD-3-Clause
// A busy kernel under each policy, for tests that compare two runs of it: its trace, its counters, its results.
#ifndef WARPLOCK_TESTS_SIM_CORE_BUSY_H
#define WARPLOCK_TESTS_SIM_CORE_BUSY_H

#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A loop of loads that misses and hits, with divergence and a barrier in each turn.
extern const char busy[];
enum { BUSY_CTAS = 12, BUSY_THREADS = 100 };

enum { POLICIES = 13 };
extern const char *const policies[POLICIES];
extern const char two_sms[];                    // the setting

// In `make test` one of two checks, in turn from policy to policy.
bool in_turn(int policy, unsigned check);

typedef struct { char *trace; counters counted; uint32_t words[BENCH_WORDS]; lockstep_counts compared; } result;

typedef enum { PLAIN, REVERSE, SLEEPLESS } stepping;

result run(const char *settings, const char *policy, const char *observer, blocks_mode mode, stepping how);
// They are, and are freed.
void expect_same(result a, result b);

#endif
