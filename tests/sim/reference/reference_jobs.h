// SPDX-License-Identifier: BSD-3-Clause
// The reference kernels of ../shared/reference as jobs, with inputs and expected results, in build/reference/; run through the
// command line, as a user would.
#ifndef WARPLOCK_TESTS_SIM_REFERENCE_REFERENCE_JOBS_H
#define WARPLOCK_TESTS_SIM_REFERENCE_REFERENCE_JOBS_H

#include <stdbool.h>

#define REFERENCE "../shared/reference/"
#define REFERENCE_WORK "build/reference/"

typedef struct {
    double cycles, thread_insns, warp_insns, accesses, misses, pending_hits, fails, l2_accesses, l2_misses;
    bool   verified;
} reference_counts;

bool reference_prepare(void);                               // false: ../shared/reference is not there
void reference_vadd(const char *name, int n);               // writes the job of this name
void reference_conv2d(const char *name, int n);             // n x n
void reference_atax(void);                                  // atax_row, 7680 x 64
reference_counts reference_run(const char *machine, const char *policy, const char *job);      // policy swl: one warp a scheduler

#endif
