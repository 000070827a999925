// SPDX-License-Identifier: BSD-3-Clause
// Runs a random kernel in the simulator, without timing or with all blocks, and compares its buffers with what the
// interpreter says, byte for byte.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_RANDOM_RUN_H
#define WARPLOCK_TESTS_SIM_RANDOM_RANDOM_RUN_H

#include "sim/machine/machine.h"
#include "sim/policy/policy.h"
#include "tests/sim/random/random_kernel.h"

enum { RANDOM_MESSAGE = 1024 };

// False with a message: which byte differs, or why there are no results.
bool random_run_functional(const random_kernel *, uint8_t *const want[RANDOM_BUFFERS], char message[RANDOM_MESSAGE]);

typedef struct {
    machine       machine;
    const policy *policy;
    bool          cold_l2;             // the host's copies do not pass through the L2
    bool          every;               // blocks are compared in the cycles, too, in which a model says that it is idle
    uint64_t      max_cycles;          // 0: 4,000,000
    const char   *pack;                // folder for a failure pack; NULL: none
} random_setting;

// The same with timing, every block's C model and Verilog in lockstep.
bool random_run_lockstep(const random_kernel *, const random_setting *, uint8_t *const want[RANDOM_BUFFERS],
                         char message[RANDOM_MESSAGE]);

// The kernel, its inputs and the interpreter's results as a job folder, for `warplock run FOLDER/job.json`. False with
// a message on stderr.
bool random_write_folder(const random_kernel *, uint8_t *const want[RANDOM_BUFFERS], const char *folder);

#endif
