// SPDX-License-Identifier: BSD-3-Clause
// Bank conflicts of shared memory: how many cycles one warp instruction occupies the banks.
//
// The warp's parts (all lanes, or half warps) take the banks one behind the other. Within a part, lanes that read the same
// 4-byte word share it; different words of one bank are served one a cycle. Where a part shares one word at the most, as the
// older of GPGPU-Sim's machines, it is the lowest word of the lowest bank that several lanes want; any other word is served
// to one lane a cycle. As GPGPU-Sim, only the first word of each lane counts, also for 8- and 16-byte data.
// Worked example, 16 banks, two parts: 32 lanes read consecutive words: 1 + 1 cycles; all the same word: 1 + 1 cycles.
#ifndef WARPLOCK_SIM_MEMORY_SHARED_BANKS_H
#define WARPLOCK_SIM_MEMORY_SHARED_BANKS_H

#include <stdbool.h>
#include <stdint.h>

enum { SHARED_MAX_BANKS = 32, SHARED_LANES = 32 };

typedef struct {
    unsigned banks;                     // 1 to SHARED_MAX_BANKS
    unsigned parts;                     // of a warp, 1 or 2
    bool     shares_one;                // a part shares one word at the most
} shared_geometry;

// At least 1, also when no lane is active.
unsigned shared_conflict_degree(const shared_geometry *, uint32_t lanes, const uint64_t address[SHARED_LANES]);

#endif
