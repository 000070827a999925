// SPDX-License-Identifier: BSD-3-Clause
// What a store takes for the program: a sum over the sources that a result depends on, so that a table's source may change
// and no result is stale. What a bundled kernel alone has is summed up by itself. The numbers are made by
// sim/campaign/program_sums.sh, which says what counts, and are the same wherever the program is built.
#ifndef WARPLOCK_SIM_CAMPAIGN_PROGRAM_SUMS_H
#define WARPLOCK_SIM_CAMPAIGN_PROGRAM_SUMS_H

#include <stdint.h>

extern const uint64_t program_sum;

// Of its PTX eight digits, of its host side eight.
typedef struct { const char *name, *sum; } kernel_sum;

extern const kernel_sum kernel_sums[];              // ends with a NULL name

const char *kernel_sum_of(const char *name);        // "" when there is no such kernel

#endif
