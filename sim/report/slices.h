// SPDX-License-Identifier: BSD-3-Clause
// How full the input buffers of the memory sub-partitions were (BUCL paper, section III.D). sim/memory fills it in on
// request (--per-slice).
#ifndef WARPLOCK_SIM_REPORT_SLICES_H
#define WARPLOCK_SIM_REPORT_SLICES_H

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

typedef struct {
#define OWN_COUNTER(member, ...) uint64_t member;
#include "sim/report/slice_counters.def"
#undef OWN_COUNTER
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
