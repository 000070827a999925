// SPDX-License-Identifier: BSD-3-Clause
// The device's limits: its defaults and what a program has set. Stack and heap sizes take effect; the others are only stored:
// nothing here runs out of them.
#include "sim/cudart/cudart.h"

#include <string.h>

static const size_t first_limits[CUDART_LIMITS] = { [cudaLimitStackSize] = 1024, [cudaLimitPrintfFifoSize] = 1 << 20,
                                 [cudaLimitMallocHeapSize] = 8 << 20,
                                 [cudaLimitDevRuntimeSyncDepth] = 2, [cudaLimitDevRuntimePendingLaunchCount] = 2048,
                                 [cudaLimitMaxL2FetchGranularity] = 128 };
static size_t limits[CUDART_LIMITS];
static bool limits_are_set;                     // by a program, since the last reset

static const size_t *limits_now(void) { return limits_are_set ? limits : first_limits; }

void limits_forget(void) { limits_are_set = false; }

uint32_t limits_stack(void)
{
    size_t bytes = limits_now()[cudaLimitStackSize];

    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

size_t limits_heap(void) { return limits_now()[cudaLimitMallocHeapSize]; }

size_t limits_of(cudaLimit limit) { return limits_now()[limit]; }

void limits_set(cudaLimit limit, size_t value)
{
    memmove(limits, limits_now(), sizeof limits);
    limits_are_set = true;
    limits[limit] = value;
}
