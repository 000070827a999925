// SPDX-License-Identifier: BSD-3-Clause
// One random kernel tried in a process of its own, so that what crashes or does not end is an outcome like any other:
// the interpreter says what its buffers hold, the simulator runs it without timing and then in lockstep.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_RANDOM_TRIAL_H
#define WARPLOCK_TESTS_SIM_RANDOM_RANDOM_TRIAL_H

#include "tests/sim/random/random_run.h"

enum { RANDOM_WAY = 160 };

typedef struct {
    bool     failed, timed;            // timed: without timing all was well
    char     way[RANDOM_WAY];          // how it failed, without numbers: "wrong result", "lockstep: warp_arbiter"
    char     message[RANDOM_MESSAGE];
    uint64_t steps, longest;           // of all threads in the interpreter; of the one that made most
} random_outcome;

// `way` NULL: any failure. Else what is no well-formed kernel, or fails in another way, has not failed; a kernel of which
// a thread makes more than most_steps is not well-formed. Seconds are of processor time.
typedef struct { const char *way; uint64_t most_steps; unsigned seconds; } random_limits;
void random_try(const random_kernel *, const random_setting *, const random_limits *, random_outcome *);

#endif
