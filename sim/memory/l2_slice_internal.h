// SPDX-License-Identifier: BSD-3-Clause
// What the parts of an L2 slice share: l2_slice.c and l2_prefetch.c.
#ifndef WARPLOCK_SIM_MEMORY_L2_SLICE_INTERNAL_H
#define WARPLOCK_SIM_MEMORY_L2_SLICE_INTERNAL_H

#include "sim/memory/l2_slice.h"

void l2_slice_evicted(l2_slice *, const cache_victim *);       // after an eviction: writes back dirty sectors
uint32_t l2_slice_cycles(const l2_slice *, uint8_t sectors);   // port cycles of whole sectors; 0: no limit

// l2_prefetch.c: an access to this place was served; fills or drops the first line that has arrived.
void l2_prefetch_accessed(l2_slice *, uint64_t place);
void l2_prefetch_fill(l2_slice *);

#endif
