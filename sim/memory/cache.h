// SPDX-License-Identifier: BSD-3-Clause
// Tag array with LRU, and MSHR table: the parts of the L1D, L1I, L1C and L2 slices. Tags only; data are functional.
//
// Models GPGPU-Sim's tag_array (line and sector blocks) and mshr_table. The cache's owner decides what follows a lookup:
// touch (hit), take a line or sectors (miss, allocate on miss), fill (reply), set dirty (write).
// Victims, as in GPGPU-Sim: the highest invalid way, else the least recently used one, the lowest way among equally old ones.
// Not modelled: data, ports, timing.
#ifndef WARPLOCK_SIM_MEMORY_CACHE_H
#define WARPLOCK_SIM_MEMORY_CACHE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t sets, ways, line_bytes, sector_bytes;   // sector_bytes == line_bytes: not sectored; powers of two, at most 8 sectors
    uint32_t index;                                  // INDEX_LINEAR, INDEX_HASH, INDEX_XOR, INDEX_IPOLY
    uint32_t mshrs, mshr_merges;
    uint32_t written_percent;                        // written lines, % of all, from which one may be a victim; 0: always
} cache_geometry;

typedef enum { LOOKUP_HIT, LOOKUP_PENDING, LOOKUP_MISS, LOOKUP_SECTOR_MISS, LOOKUP_NO_WAY } lookup_status;

typedef struct tag_array tag_array;
typedef struct mshr_table mshr_table;

typedef struct {
    uint64_t line;
    uint16_t next;                  // next in its bucket, or in the free list
    uint16_t first, count;          // items not yet taken: items[entry * merges + first ...]
    bool     atomic, here;          // its data are
} mshr_entry;

// Private to mshr.c; visible here only for the inline functions called every cycle.
struct mshr_table {
    uint32_t entries, merges, free_entries;
    uint32_t bucket_mask;
    uint16_t free_head;
    uint16_t *buckets;
    mshr_entry *entry;
    uint64_t *items;                // `merges` per entry
    uint16_t *ready;                // ring of entries whose data are here
    uint32_t ready_head, ready_count;
};

typedef struct {
    bool     valid;                       // a line that held data was evicted
    uint64_t line;                        // its address
    uint8_t  dirty_sectors;               // to be written back; 0: clean
    uint8_t  owner;                       // who brought it in
} cache_victim;

uint32_t cache_set_of(const cache_geometry *, uint64_t address);
static inline uint64_t cache_line_of(const cache_geometry *geometry, uint64_t address)
{
    return address & ~(uint64_t)(geometry->line_bytes - 1);
}

// --- tags. `way` below is the index that a lookup gave (set * ways + way); `sectors` is a mask, 1 when not sectored.
tag_array *tag_array_new(const cache_geometry *);
void tag_array_free(tag_array *);
// Changes nothing. HIT: all sectors present (a read of a partly written sector is a SECTOR_MISS); PENDING: all present or
// reserved; SECTOR_MISS: the line is present, a sector is not; MISS: *way is the victim; NO_WAY: every way is reserved, or kept
// because too few lines are written (written_percent).
lookup_status tag_array_lookup(const tag_array *, uint64_t address, uint8_t sectors, bool write, uint32_t *way);
void tag_array_expect(tag_array *, uint32_t way);                                     // the next lookup is likely to find its line there
void tag_array_touch(tag_array *, uint32_t way, uint64_t time);                       // last use, for LRU
void tag_array_take(tag_array *, uint32_t way, uint64_t address, uint8_t sectors, uint8_t owner, uint64_t time, cache_victim *);   // evicts, reserves
void tag_array_take_sectors(tag_array *, uint32_t way, uint8_t sectors, uint64_t time);   // reserves sectors of a present line
void tag_array_fill(tag_array *, uint32_t way, uint8_t sectors);                      // reserved sectors become valid (dirty where already written)
// A write (without a fetch: take with sectors 0 first): sectors become dirty. `whole`: those written in full, hence readable; the others
// are readable if they were valid.
void tag_array_set_dirty(tag_array *, uint32_t way, uint8_t sectors, uint8_t whole);
// A write that stays, to a sector in any state; lookups no longer treat it as in flight. The sector is readable if it was written
// `whole` or already readable; else once it is filled, or by tag_array_make_readable.
void tag_array_write(tag_array *, uint32_t way, uint8_t sector, bool whole);
void tag_array_make_readable(tag_array *, uint32_t way, uint8_t sector);
// A write to part of the sector at `place`. `byte_mask` covers the aligned 128 bytes around `address`, the address of `place`
// outside the cache. True once such writes have covered the whole sector since the line was taken.
bool tag_array_note_written(tag_array *, uint32_t way, uint64_t place, uint64_t address, const uint64_t byte_mask[2]);
void tag_array_invalidate(tag_array *, uint32_t way);
void tag_array_set_ways(tag_array *, uint32_t ways);                                  // of an empty array: from now on, at most as many as it was made with
void tag_array_invalidate_all(tag_array *);                                           // dirty lines are lost: see tag_array_dirty
bool tag_array_dirty(const tag_array *, uint32_t way, cache_victim *);                // is there a dirty line in this way? for flushing, over tag_array_ways ways
uint32_t tag_array_ways(const tag_array *);                                           // sets * ways
uint64_t tag_array_line(const tag_array *, uint32_t way);                             // address of the line in the way
uint8_t tag_array_owner(const tag_array *, uint32_t way);                             // who brought the line in
void tag_array_set_owner(tag_array *, uint32_t way, uint8_t owner);
bool tag_array_reserved(const tag_array *, uint32_t way);                             // some sector of it is in flight
bool tag_array_oldest_reserved(const tag_array *, uint64_t address);                   // its set is full, and the LRU way has a sector in flight or is kept as written
bool tag_array_oldest_alike(const tag_array *, uint64_t address);       // its set is full, and several ways share the oldest use, in one cycle

// --- MSHRs. One entry per line (or sector: the caller's `line` is the key) with up to `merges` items in arrival order.
// Items are taken one by one from ready entries, in the order in which those became ready. An entry is free after its last item.
mshr_table *mshr_table_new(uint32_t entries, uint32_t merges);
void mshr_table_free(mshr_table *);
bool mshr_has(const mshr_table *, uint64_t line);
bool mshr_is_here(const mshr_table *, uint64_t line);       // an entry whose data are here: it is ready
bool mshr_can_add(const mshr_table *, uint64_t line);       // room in the line's entry, or a free entry
void mshr_add(mshr_table *, uint64_t line, uint64_t item, bool atomic);   // only after mshr_can_add
bool mshr_drop(mshr_table *, uint64_t line, uint64_t item); // removes the item if it is the line's first; true: it was the only one, and the entry is free
bool mshr_fill(mshr_table *, uint64_t line);                // the data are here: the entry becomes ready; true if an item is atomic
static inline bool mshr_has_ready(const mshr_table *table) { return table->ready_count != 0; }
uint64_t mshr_peek_ready(const mshr_table *);               // next item of the oldest ready entry
uint64_t mshr_take_ready(mshr_table *);
uint32_t mshr_free_entries(const mshr_table *);

#endif
