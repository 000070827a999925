// SPDX-License-Identifier: BSD-3-Clause
// What tests of the API's answers share: cmocka, and calls that succeed. Runtime and driver both answer 0 then.
#ifndef WARPLOCK_TESTS_SIM_CUDART_ANSWERS_H
#define WARPLOCK_TESTS_SIM_CUDART_ANSWERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/sim/cudart/runtime_ptx.h"

// Every call has let go of the lock: another thread's comes back. Not 0: it does not within a few seconds.
int lock_is_held(void);

// Callbacks that nobody may call: each writes 1 to the int at its argument.
void never(void *argument);
void never_back(cudaStream_t, cudaError_t, void *argument);

#define GOOD(call) assert_int_equal(call, 0)
// Each of the calls, made in order, answers `want`; the first that does not is named by its place.
#define EACH(want, ...) \
    do { \
        const int answers_[] = { __VA_ARGS__ }; \
        for (unsigned i_ = 0; i_ < sizeof answers_ / sizeof answers_[0]; i_++) \
            if (answers_[i_] != (int)(want)) \
                fail_msg("call %u of those from line %d answers %d, expected %d", i_ + 1, __LINE__, answers_[i_], (int)(want)); \
    } while (0)

#endif
