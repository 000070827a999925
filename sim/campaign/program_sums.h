// SPDX-License-Identifier: BSD-3-Clause
// A store identifies a program by a sum over the sources that a result depends on; a change to a table's source makes no
// result stale. A bundled kernel's own sources have a sum of their own. sim/campaign/program_sums.sh makes the numbers and
// says what counts; they are the same wherever the program is built.
#ifndef WARPLOCK_SIM_CAMPAIGN_PROGRAM_SUMS_H
#define WARPLOCK_SIM_CAMPAIGN_PROGRAM_SUMS_H

#include <stdint.h>

extern const uint64_t program_sum;

// Eight digits of its PTX's sum, eight of its host side's.
typedef struct { const char *name, *sum; } kernel_sum;

extern const kernel_sum kernel_sums[];              // ends with a NULL name

const char *kernel_sum_of(const char *name);        // "" when there is no such kernel

#endif
