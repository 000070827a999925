// Tag array with LRU and an MSHR table: what the L1D, L1I, L1C and an L2 slice are built from. Tags only; data are functional.
#ifndef WARPLOCK_SIM_MEMORY_CACHE_H
#define WARPLOCK_SIM_MEMORY_CACHE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t sets, ways, line_bytes, sector_bytes;   // sector_bytes == line_bytes: not sectored
    uint32_t index;                                  // INDEX_LINEAR, INDEX_HASH, INDEX_XOR
    uint32_t mshrs, mshr_merges;
} cache_geometry;

typedef enum { LOOKUP_HIT, LOOKUP_PENDING, LOOKUP_MISS, LOOKUP_SECTOR_MISS, LOOKUP_NO_WAY } lookup_status;

typedef struct tag_array tag_array;
typedef struct mshr_table mshr_table;

uint32_t cache_set_of(const cache_geometry *, uint64_t address);

#endif
