// SPDX-License-Identifier: BSD-3-Clause
// How full the input buffers of the memory sub-partitions were (BUCL paper, section III.D). sim/memory fills it in on
// request (--per-slice).
#ifndef WARPLOCK_SIM_REPORT_SLICES_H
#define WARPLOCK_SIM_REPORT_SLICES_H

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

// Of one buffer, counted as a core cycle ends.
typedef struct {
    uint64_t held;                              // places used, summed over core cycles
    uint64_t full;                              // core cycles with none left
    uint64_t most;                              // highest number of places used
} slice_counters;

typedef struct {
    unsigned       n;
    uint32_t       depth;                       // places of each buffer
    slice_counters of[];
} slice_profile;

slice_profile *slices_new(unsigned n, uint32_t depth);
// `cycles`: of the run.
void    slices_print(FILE *, const slice_profile *, uint64_t cycles);
json_t *slices_json(const slice_profile *, uint64_t cycles);

#endif
