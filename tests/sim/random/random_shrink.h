// SPDX-License-Identifier: BSD-3-Clause
// Makes a kernel that fails as small as it goes while it fails in the same way: fewer launches, keys, threads, functions,
// instructions, parameters and bytes. Each step is tried (random_trial.h): what the interpreter refuses, or whose results
// depend on the order of its threads, is no step. The same failure gives the same kernel every time.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_RANDOM_SHRINK_H
#define WARPLOCK_TESTS_SIM_RANDOM_RANDOM_SHRINK_H

#include "tests/sim/random/random_pairs.h"
#include "tests/sim/random/random_trial.h"

typedef struct {
    const random_pairs *pairs;
    unsigned            most_trials;
    random_kernel      *kernel;        // replaced by smaller ones
    random_draw         draw;
    random_outcome      outcome;       // of the kernel that there is
    unsigned            trials;        // made
} random_shrinking;

// `kernel`, `draw` and `outcome` are those of the failure. False when it does not fail again.
bool random_shrink(random_shrinking *);

random_kernel *random_kernel_copy(const random_kernel *);

#endif
