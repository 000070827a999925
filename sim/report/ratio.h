// SPDX-License-Identifier: BSD-3-Clause
// A part of a whole, computed alike for every table and the JSON.
#ifndef WARPLOCK_SIM_REPORT_RATIO_H
#define WARPLOCK_SIM_REPORT_RATIO_H

#include <stdint.h>

// 0 when whole is 0.
static inline double report_ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

#endif
