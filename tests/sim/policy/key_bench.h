// SPDX-License-Identifier: BSD-3-Clause
// A small kernel that needs every part of the machine, run on a small GPU: what its counters are with some keys set.
#ifndef WARPLOCK_TESTS_SIM_POLICY_KEY_BENCH_H
#define WARPLOCK_TESTS_SIM_POLICY_KEY_BENCH_H

#include "sim/core/gpu.h"
#include "sim/policy/readers.h"

enum { KEY_CYCLES = 80000 };           // a run ends then

// How a run ended and all that it counted.
typedef struct { gpu_status status; counters counters; } key_result;

// A policy by its name; "nobody" lets no warp issue.
const policy *key_policy(const char *name);
// Two SMs of a machine: "section.key=value ..." of gtx480, or "NAME section.key=value ..."; the settings may say another number.
void key_machine(machine *, const char *settings);
// More of these, together. False, and nothing is changed, when the values are as before, there is no such machine, or no GPU
// can be built of it.
bool key_set(machine *, const char *assignments, const policy *);
// A kernel `everything`, or `reuse`, which reads its lines again and again.
key_result key_run(const char *kernel, const machine *, const policy *);

#endif
