// SPDX-License-Identifier: BSD-3-Clause
// Bank conflicts of shared memory: how many cycles one warp instruction occupies the banks.
//
// The warp's parts (all lanes, or half warps) use the banks in turn. Within a part, lanes that read the same 4-byte word share
// it; different words of one bank are served one a cycle. In GPGPU-Sim's older machines a part shares only one word: the
// lowest word, in the lowest bank, that several lanes want; any other word is served to one lane a cycle. As in GPGPU-Sim,
// only the first word of each lane counts, even for 8- and 16-byte data.
// Worked example, 16 banks, two parts: 32 lanes read consecutive words: 1 + 1 cycles; all the same word: 1 + 1 cycles.
#ifndef WARPLOCK_SIM_MEMORY_SHARED_BANKS_H
#define WARPLOCK_SIM_MEMORY_SHARED_BANKS_H

#include <stdbool.h>
#include <stdint.h>

enum { SHARED_MAX_BANKS = 32, SHARED_LANES = 32 };

typedef struct {
    unsigned banks;                     // 1 to SHARED_MAX_BANKS
    unsigned parts;                     // of a warp, 1 or 2
    bool     shares_one;                // a part shares at most one word
} shared_geometry;

// At least 1, even when no lane is active.
unsigned shared_conflict_degree(const shared_geometry *, uint32_t lanes, const uint64_t address[SHARED_LANES]);

#endif
