// SPDX-License-Identifier: BSD-3-Clause
// What calls print on standard error.
#ifndef WARPLOCK_TESTS_SIM_CUDART_TOLD_H
#define WARPLOCK_TESTS_SIM_CUDART_TOLD_H

void        told_begin(void);           // from now on it is kept
const char *told_end(void);             // all of it; until the next call

// A call's answer and all that it prints: compared when standard error is back, on which a failed assertion says so.
#define SAYS(call, want, words) \
    do { \
        int error_; \
        told_begin(); \
        error_ = (call); \
        const char *told_ = told_end(); \
        if (error_ != (int)(want) || strcmp(told_, words) != 0) \
            fail_msg("line %d: %d, expected %d; seen\n%sexpected\n%s", __LINE__, error_, (int)(want), told_, words); \
    } while (0)

#endif
