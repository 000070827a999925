// SPDX-License-Identifier: BSD-3-Clause
// The three modes of --blocks beside each other, for tests/sim/test_modes.c and tests/sim/test_modes_modern.c: a run with Verilog
// or in lockstep has the JSON of C blocks (tests/sim/matrix.h) but for what names the mode, counts its comparisons or is a time.
#ifndef WARPLOCK_TESTS_SIM_MODES_H
#define WARPLOCK_TESTS_SIM_MODES_H

#include <jansson.h>

// How many of the kernels of `make test` a row runs there; in `make test-all` each row runs every kernel.
typedef enum { NONE = 0, ONE = 1, FOUR = 4 } kernels_of_row;
typedef struct {
    const char    *machine, *policy, *options;     // %s: the wave
    unsigned       instances;                      // compared in all; 0: nothing is
    kernels_of_row in_test;
} mode_row;

// What a row's runs add up to.
typedef struct {
    unsigned runs;
    double   edges, mismatches;                    // compared in lockstep; of these, other than C
} mode_sums;

// The runs as text without what a mode may change; takes the run or the array of runs; to be freed.
char *modes_strip(json_t *runs);

// The row's kernel against C blocks, which must be equal, with no mismatch; `wave` is written where the options say so.
void modes_agree_for(const mode_row *row, const char *kernel, const char *wave, mode_sums *sums);

#endif
