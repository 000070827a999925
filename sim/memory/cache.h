// SPDX-License-Identifier: BSD-3-Clause
// Tag array with LRU and an MSHR table: what the L1D, L1I, L1C and an L2 slice are built from. Tags only; data are functional.
//
// Models GPGPU-Sim's tag_array (line and sector blocks) and mshr_table. The owner of a cache decides what follows a lookup:
// look up, then touch (hit), take a line or sectors (miss, allocate on miss), fill (reply), set dirty (write).
// Lookup order, LRU and victims: the lowest way among equally old ones; of several invalid ways the highest, as GPGPU-Sim.
// Does not model data, ports or timing.
#ifndef WARPLOCK_SIM_MEMORY_CACHE_H
#define WARPLOCK_SIM_MEMORY_CACHE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t sets, ways, line_bytes, sector_bytes;   // sector_bytes == line_bytes: not sectored; powers of two, at most 8 sectors
    uint32_t index;                                  // INDEX_LINEAR, INDEX_HASH, INDEX_XOR, INDEX_IPOLY
    uint32_t mshrs, mshr_merges;
    uint32_t written_percent;                        // of all lines that must be written before one of them may be a victim; 0: any may
} cache_geometry;

typedef enum { LOOKUP_HIT, LOOKUP_PENDING, LOOKUP_MISS, LOOKUP_SECTOR_MISS, LOOKUP_NO_WAY } lookup_status;

typedef struct tag_array tag_array;
typedef struct mshr_table mshr_table;

typedef struct {
    uint64_t line;
    uint16_t next;                  // in its bucket, or in the free list
    uint16_t first, count;          // items not yet taken: items[entry * merges + first ...]
    bool     atomic, here;          // its data are
} mshr_entry;

// Its members are those of mshr.c alone; they stand here for what is asked in every cycle.
struct mshr_table {
    uint32_t entries, merges, free_entries;
    uint32_t bucket_mask;
    uint16_t free_head;
    uint16_t *buckets;
    mshr_entry *entry;
    uint64_t *items;                // merges of them per entry
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
uint64_t cache_line_of(const cache_geometry *, uint64_t address);

// --- tags. `way` below is the index that a lookup gave (set * ways + way); `sectors` is a mask, 1 when not sectored.
tag_array *tag_array_new(const cache_geometry *);
void tag_array_free(tag_array *);
// Changes nothing. HIT: all sectors present (a read of a sector that was only partly written is a SECTOR_MISS); PENDING: all
// present or reserved; SECTOR_MISS: the line is there, a sector is not; MISS: *way is the victim; NO_WAY: all ways reserved,
// or written and still too few (written_percent).
lookup_status tag_array_lookup(const tag_array *, uint64_t address, uint8_t sectors, bool write, uint32_t *way);
void tag_array_touch(tag_array *, uint32_t way, uint64_t time);                       // last use, for LRU
void tag_array_take(tag_array *, uint32_t way, uint64_t address, uint8_t sectors, uint8_t owner, uint64_t time, cache_victim *);   // evicts, reserves
void tag_array_take_sectors(tag_array *, uint32_t way, uint8_t sectors, uint64_t time);   // reserves sectors of a line that is there
void tag_array_fill(tag_array *, uint32_t way, uint8_t sectors);                      // reserved sectors become valid (dirty where already written)
// A write (without a fetch: take with sectors 0 first): sectors become dirty. `whole`: of these, written whole and so readable; the others are readable if they were valid.
void tag_array_set_dirty(tag_array *, uint32_t way, uint8_t sectors, uint8_t whole);
// A write that stays, to a sector in whatever state, also one that is on its way, which it then is no more for lookups. It is readable
// when it was written `whole`, or is a hit on one that was; else once it is filled, or tag_array_make_readable.
void tag_array_write(tag_array *, uint32_t way, uint8_t sector, bool whole);
void tag_array_make_readable(tag_array *, uint32_t way, uint8_t sector);
// A write that does not cover its sector, the one of `place` in the line: `byte_mask` is of the aligned 128 bytes that hold
// `address`, which is where `place` lies outside the cache. True when such writes have together covered the whole sector since the
// line was taken.
bool tag_array_note_written(tag_array *, uint32_t way, uint64_t place, uint64_t address, const uint64_t byte_mask[2]);
void tag_array_invalidate(tag_array *, uint32_t way);
void tag_array_set_ways(tag_array *, uint32_t ways);                                  // of an empty one: from now on, at most those it was made with
void tag_array_invalidate_all(tag_array *);                                           // dirty lines are lost: see tag_array_dirty
bool tag_array_dirty(const tag_array *, uint32_t way, cache_victim *);                // a dirty line in this way? for flushing; ways: tag_array_ways
uint32_t tag_array_ways(const tag_array *);                                           // sets * ways
uint64_t tag_array_line(const tag_array *, uint32_t way);                             // address of the line in the way
uint8_t tag_array_owner(const tag_array *, uint32_t way);                             // who brought the line in
void tag_array_set_owner(tag_array *, uint32_t way, uint8_t owner);
bool tag_array_reserved(const tag_array *, uint32_t way);                             // some sector of it is on its way
bool tag_array_oldest_reserved(const tag_array *, uint64_t address);                   // of its set no way is empty, and the one used longest ago is no victim: some sector of it is on its way, or it is kept as written
bool tag_array_oldest_alike(const tag_array *, uint64_t address);       // the set is full, and several ways were used longest ago, in one cycle

// --- MSHRs. One entry per line (or sector: the caller's `line` is the key), up to `merges` items in arrival order each.
// A ready entry's items are taken one by one, in the order in which entries became ready; the entry is free after its last.
mshr_table *mshr_table_new(uint32_t entries, uint32_t merges);
void mshr_table_free(mshr_table *);
bool mshr_has(const mshr_table *, uint64_t line);
bool mshr_is_here(const mshr_table *, uint64_t line);       // an entry, and its data are here: it is ready
bool mshr_can_add(const mshr_table *, uint64_t line);       // room in the line's entry, or a free entry
void mshr_add(mshr_table *, uint64_t line, uint64_t item, bool atomic);   // only after mshr_can_add
bool mshr_drop(mshr_table *, uint64_t line, uint64_t item); // takes the item off if it is the line's first; true: it was the only one, the entry is free
bool mshr_fill(mshr_table *, uint64_t line);                // the data are here: the entry is ready; true if one of its items is atomic
static inline bool mshr_has_ready(const mshr_table *table) { return table->ready_count != 0; }
uint64_t mshr_peek_ready(const mshr_table *);               // next item of the oldest ready entry
uint64_t mshr_take_ready(mshr_table *);
uint32_t mshr_free_entries(const mshr_table *);

#endif
