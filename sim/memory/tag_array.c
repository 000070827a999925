// SPDX-License-Identifier: BSD-3-Clause
// Tags of a cache with LRU, sectors and dirty state; GPGPU-Sim's tag_array. Models no data: those are functional.
#include "sim/memory/cache.h"

#include <stdlib.h>
#include <string.h>

#define NO_LINE UINT64_MAX         // in an empty way

typedef struct {
    uint64_t used;                 // last use
    uint8_t  reserved, valid;      // sectors on their way; sectors present
    uint8_t  dirty, readable;      // of the valid ones: written; whole enough to be read
    uint8_t  owner;
} tag_entry;

enum { CHUNK = 16, BLOCK_CHUNKS = 8 };      // bytes whose writes one word of `written` keeps; those of 128 bytes

struct tag_array {
    cache_geometry geometry;
    uint32_t  count, most;         // ways, and as many as there may be (tag_array_set_ways)
    uint32_t  line_chunks;
    uint16_t  *written;            // line_chunks of each way: bytes that writes smaller than a sector have covered; NULL before the first
    uint32_t  written_lines;       // with a written sector that is not on its way; kept with geometry.written_percent
    uint64_t  *lines;              // addresses, by themselves: a lookup reads little more than these
    tag_entry *entries;
    uint32_t  *heads, *next;       // chains of ways by hash of their line, `buckets` a set; NULL where sets have few ways
    uint32_t  buckets;             // a power of two
    uint32_t  recent;              // way used last: first looked at
    uint32_t  empty;               // ways without a line
};

enum { FEW_WAYS = 16 };            // up to here a lookup compares all lines of the set
#define NO_WAY UINT32_MAX          // behind a chain

// --- the chains of a set of many ways

static uint32_t *head_of(const tag_array *tags, uint32_t set, uint64_t line)
{
    return &tags->heads[(size_t)set * tags->buckets + (line * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (tags->buckets - 1))];
}

static void chain(tag_array *tags, uint32_t way)
{
    uint32_t *head = head_of(tags, way / tags->geometry.ways, tags->lines[way]);
    tags->next[way] = *head;
    *head = way;
}

static void unchain(tag_array *tags, uint32_t way)
{
    uint32_t *at = head_of(tags, way / tags->geometry.ways, tags->lines[way]);
    while (*at != way)
        at = &tags->next[*at];
    *at = tags->next[way];
}

// No way holds a line.
static void empty_chains(tag_array *tags)
{
    memset(tags->heads, 0xff, (size_t)tags->geometry.sets * tags->buckets * sizeof *tags->heads);
}

static void open_chains(tag_array *tags)
{
    for (tags->buckets = 1; tags->buckets < tags->geometry.ways; )
        tags->buckets *= 2;
    tags->heads = malloc((size_t)tags->geometry.sets * tags->buckets * sizeof *tags->heads);
    tags->next = malloc(tags->count * sizeof *tags->next);
    if (!tags->heads || !tags->next)
        abort();
    empty_chains(tags);
}

static uint32_t chained_with(const tag_array *tags, uint32_t set, uint64_t line)
{
    uint32_t way = *head_of(tags, set, line);
    while (way != NO_WAY && tags->lines[way] != line)
        way = tags->next[way];
    return way;
}

static void put_line(tag_array *tags, uint32_t way, uint64_t line)
{
    if (tags->heads && tags->lines[way] != NO_LINE)
        unchain(tags, way);
    tags->empty += (uint32_t)(line == NO_LINE) - (tags->lines[way] == NO_LINE);
    tags->lines[way] = line;
    if (tags->heads && line != NO_LINE)
        chain(tags, way);
}

tag_array *tag_array_new(const cache_geometry *geometry)
{
    tag_array *tags = calloc(1, sizeof *tags);
    if (!tags)
        abort();
    tags->geometry = *geometry;
    tags->count = tags->most = tags->empty = geometry->sets * geometry->ways;
    tags->lines = malloc(tags->count * sizeof *tags->lines);
    tags->entries = calloc(tags->count, sizeof *tags->entries);
    tags->line_chunks = geometry->line_bytes / CHUNK;
    if (!tags->lines || !tags->entries)
        abort();
    memset(tags->lines, 0xff, tags->count * sizeof *tags->lines);       // NO_LINE
    if (geometry->ways > FEW_WAYS)
        open_chains(tags);
    return tags;
}

void tag_array_free(tag_array *tags)
{
    if (!tags)
        return;
    free(tags->lines);
    free(tags->entries);
    free(tags->written);
    free(tags->heads);
    free(tags->next);
    free(tags);
}

static lookup_status status_of(const tag_entry *entry, uint8_t sectors, bool write)
{
    if (sectors & ~(entry->valid | entry->reserved))
        return LOOKUP_SECTOR_MISS;
    if (sectors & entry->reserved)
        return LOOKUP_PENDING;
    return write || !(sectors & ~entry->readable) ? LOOKUP_HIT : LOOKUP_SECTOR_MISS;
}

static bool is_written(const tag_entry *entry) { return entry->dirty & (uint8_t)~entry->reserved; }

// Too few lines are written for one of them to be a victim.
static bool keeps_written(const tag_array *tags)
{
    const uint64_t percent = tags->geometry.written_percent;
    return percent && 100 * (uint64_t)tags->written_lines < percent * tags->count;
}

// So many lines are compared at a time, without a branch.
enum { SIDE_BY_SIDE = 16 };

static bool any_is(const uint64_t *lines, uint64_t line)
{
    uint64_t found = 0;
#pragma GCC unroll 1        // unrolled, it would be no vector
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
        found |= -(uint64_t)(lines[i] == line);
    return found;
}

// The way of that set which holds the line; NO_WAY.
static uint32_t way_with(const tag_array *tags, uint32_t set, uint64_t line)
{
    if (tags->heads)
        return chained_with(tags, set, line);
    const uint32_t end = (set + 1) * tags->geometry.ways;
    uint32_t way = set * tags->geometry.ways;
    for (; way + 4 <= end; way += 4) {
        const uint64_t *lines = &tags->lines[way];
        if (lines[0] == line || lines[1] == line)
            return way + (lines[0] != line);
        if (lines[2] == line || lines[3] == line)
            return way + 2 + (lines[2] != line);
    }
    for (; way < end; way++)
        if (tags->lines[way] == line)
            return way;
    return NO_WAY;
}

// The last empty way, `end` where none is: a set fills from its last way on.
static uint32_t last_empty(const uint64_t *lines, uint32_t first, uint32_t end)
{
    uint32_t behind = end;
    while (behind - first >= SIDE_BY_SIDE && !any_is(lines + behind - SIDE_BY_SIDE, NO_LINE))
        behind -= SIDE_BY_SIDE;
    while (behind > first && lines[behind - 1] != NO_LINE)
        behind--;
    return behind > first ? behind - 1 : end;
}

// The way to take for a line that is not there; false when all are reserved.
static bool choose_victim(const tag_array *tags, uint32_t first, uint32_t *way)
{
    const uint32_t end = first + tags->geometry.ways;
    *way = tags->empty ? last_empty(tags->lines, first, end) : end;
    if (*way != end)
        return true;
    const bool keeps = keeps_written(tags);
    uint32_t oldest = UINT32_MAX;
    uint64_t oldest_use = UINT64_MAX;
    for (uint32_t index = first; index < end; index++) {
        const tag_entry *entry = &tags->entries[index];
        if (!entry->reserved && entry->used < oldest_use && !(keeps && is_written(entry))) {
            oldest = index;
            oldest_use = entry->used;
        }
    }
    *way = oldest;
    return *way != UINT32_MAX;
}

// Where the line is not the one that was used last.
static __attribute__((noinline, flatten))
lookup_status look_up_set(const tag_array *tags, uint64_t address, uint64_t line, uint8_t sectors, bool write, uint32_t *way)
{
    const uint32_t set = cache_set_of(&tags->geometry, address);
    *way = way_with(tags, set, line);
    if (*way != NO_WAY)
        return status_of(&tags->entries[*way], sectors, write);
    return choose_victim(tags, set * tags->geometry.ways, way) ? LOOKUP_MISS : LOOKUP_NO_WAY;
}

lookup_status tag_array_lookup(const tag_array *tags, uint64_t address, uint8_t sectors, bool write, uint32_t *way)
{
    const uint64_t line = cache_line_of(&tags->geometry, address);
    if (tags->lines[tags->recent] != line)
        return look_up_set(tags, address, line, sectors, write, way);
    *way = tags->recent;
    return status_of(&tags->entries[*way], sectors, write);
}

void tag_array_expect(tag_array *tags, uint32_t way) { tags->recent = way; }

void tag_array_touch(tag_array *tags, uint32_t way, uint64_t time)
{
    tags->entries[way].used = time;
    tags->recent = way;
}

// Before and behind what may change whether the line is one of the written ones.
static void leave_written(tag_array *tags, const tag_entry *entry)
{
    tags->written_lines -= tags->geometry.written_percent && is_written(entry);
}

static void join_written(tag_array *tags, const tag_entry *entry)
{
    tags->written_lines += tags->geometry.written_percent && is_written(entry);
}

// Only a dirty line has any.
static void forget_written(tag_array *tags, uint32_t way)
{
    if (tags->entries[way].dirty && tags->written)
        memset(tags->written + (size_t)way * tags->line_chunks, 0, tags->line_chunks * sizeof *tags->written);
}

void tag_array_take(tag_array *tags, uint32_t way, uint64_t address, uint8_t sectors, uint8_t owner, uint64_t time,
                    cache_victim *victim)
{
    tag_entry *entry = &tags->entries[way];
    *victim = (cache_victim){.valid = entry->valid != 0, .line = tags->lines[way], .dirty_sectors = entry->dirty, .owner = entry->owner};
    leave_written(tags, entry);
    forget_written(tags, way);
    put_line(tags, way, cache_line_of(&tags->geometry, address));
    *entry = (tag_entry){.used = time, .reserved = sectors, .owner = owner};
}

void tag_array_take_sectors(tag_array *tags, uint32_t way, uint8_t sectors, uint64_t time)
{
    tag_entry *entry = &tags->entries[way];
    leave_written(tags, entry);
    entry->reserved |= sectors;
    entry->used = time;
    join_written(tags, entry);
}

void tag_array_fill(tag_array *tags, uint32_t way, uint8_t sectors)
{
    tag_entry *entry = &tags->entries[way];
    leave_written(tags, entry);
    entry->reserved &= (uint8_t)~sectors;
    entry->valid |= sectors;
    entry->readable |= sectors;
    join_written(tags, entry);
}

void tag_array_set_dirty(tag_array *tags, uint32_t way, uint8_t sectors, uint8_t whole)
{
    tag_entry *entry = &tags->entries[way];
    uint8_t waiting = entry->reserved & (uint8_t)~whole & sectors;      // stay reserved until their fill; dirty from now on
    leave_written(tags, entry);
    entry->readable |= whole & sectors;
    entry->valid |= sectors & (uint8_t)~waiting;
    entry->reserved &= (uint8_t)(~sectors | waiting);
    entry->dirty |= sectors;
    join_written(tags, entry);
}

void tag_array_write(tag_array *tags, uint32_t way, uint8_t sector, bool whole)
{
    tag_entry *entry = &tags->entries[way];
    leave_written(tags, entry);
    entry->reserved &= (uint8_t)~sector;
    entry->valid |= sector;
    entry->dirty |= sector;
    if (whole)
        entry->readable |= sector;
    join_written(tags, entry);
}

void tag_array_make_readable(tag_array *tags, uint32_t way, uint8_t sector)
{
    tags->entries[way].readable |= sector;
}

static void open_written(tag_array *tags)
{
    tags->written = calloc((size_t)tags->most * tags->line_chunks, sizeof *tags->written);
    if (!tags->written)
        abort();
}

bool tag_array_note_written(tag_array *tags, uint32_t way, uint64_t place, uint64_t address, const uint64_t byte_mask[2])
{
    if (!tags->written)
        open_written(tags);
    uint32_t sector_bytes = tags->geometry.sector_bytes;
    uint16_t *line = tags->written + (size_t)way * tags->line_chunks;
    uint64_t first = place - address % (CHUNK * BLOCK_CHUNKS);          // of the mask's bytes
    for (uint32_t chunk = 0; chunk < BLOCK_CHUNKS; chunk++) {
        uint64_t at = first + chunk * CHUNK;
        if (at / sector_bytes == place / sector_bytes)
            line[at % tags->geometry.line_bytes / CHUNK] |= (uint16_t)(byte_mask[chunk / 4] >> chunk % 4 * CHUNK);
    }
    uint32_t begin = (uint32_t)(place % tags->geometry.line_bytes / sector_bytes * sector_bytes / CHUNK);
    for (uint32_t chunk = begin; chunk < begin + sector_bytes / CHUNK; chunk++)
        if (line[chunk] != UINT16_MAX)
            return false;
    return true;
}

void tag_array_invalidate(tag_array *tags, uint32_t way)
{
    leave_written(tags, &tags->entries[way]);
    forget_written(tags, way);
    put_line(tags, way, NO_LINE);
    tags->entries[way] = (tag_entry){0};
}

void tag_array_invalidate_all(tag_array *tags)
{
    for (uint32_t way = 0; way < tags->count; way++)
        tag_array_invalidate(tags, way);
}

void tag_array_set_ways(tag_array *tags, uint32_t ways)
{
    tags->geometry.ways = ways;
    tags->count = tags->empty = tags->geometry.sets * ways;
    tags->recent = 0;
    if (tags->heads)
        empty_chains(tags);
}

bool tag_array_dirty(const tag_array *tags, uint32_t way, cache_victim *line)
{
    const tag_entry *entry = &tags->entries[way];
    if (!entry->dirty)
        return false;
    *line = (cache_victim){.valid = true, .line = tags->lines[way], .dirty_sectors = entry->dirty, .owner = entry->owner};
    return true;
}

uint32_t tag_array_ways(const tag_array *tags)
{
    return tags->count;
}

uint64_t tag_array_line(const tag_array *tags, uint32_t way)
{
    return tags->lines[way];
}

uint8_t tag_array_owner(const tag_array *tags, uint32_t way)
{
    return tags->entries[way].owner;
}

void tag_array_set_owner(tag_array *tags, uint32_t way, uint8_t owner)
{
    tags->entries[way].owner = owner;
}

bool tag_array_reserved(const tag_array *tags, uint32_t way)
{
    return tags->entries[way].reserved != 0;
}

bool tag_array_oldest_alike(const tag_array *tags, uint64_t address)
{
    uint32_t first = cache_set_of(&tags->geometry, address) * tags->geometry.ways, alike = 0;
    uint64_t oldest = UINT64_MAX;
    for (uint32_t index = first; index < first + tags->geometry.ways; index++) {
        const uint64_t used = tags->entries[index].used;
        if (tags->lines[index] == NO_LINE)
            return false;
        alike = used < oldest ? 1 : alike + (used == oldest);
        oldest = used < oldest ? used : oldest;
    }
    return alike > 1;
}

bool tag_array_oldest_reserved(const tag_array *tags, uint64_t address)
{
    uint32_t first = cache_set_of(&tags->geometry, address) * tags->geometry.ways, oldest = first;
    for (uint32_t index = first; index < first + tags->geometry.ways; index++) {
        if (tags->lines[index] == NO_LINE)
            return false;
        if (tags->entries[index].used < tags->entries[oldest].used)
            oldest = index;
    }
    return tags->entries[oldest].reserved != 0 || (keeps_written(tags) && is_written(&tags->entries[oldest]));
}
