// Bank conflicts of shared memory: how many cycles one warp instruction occupies the banks.
//
// Lanes that read the same 4-byte word share it (broadcast, to any number of words); different words of one bank are served
// one a cycle. As GPGPU-Sim, only the first word of each lane counts, also for 8- and 16-byte data.
#ifndef WARPLOCK_SIM_MEMORY_SHARED_BANKS_H
#define WARPLOCK_SIM_MEMORY_SHARED_BANKS_H

#include <stdint.h>

enum { SHARED_MAX_BANKS = 32, SHARED_LANES = 32 };

// Most different words in one of the `banks` (1 to SHARED_MAX_BANKS); 1 when no lane is active.
unsigned shared_conflict_degree(uint32_t lanes, const uint64_t address[SHARED_LANES], unsigned banks);

#endif
