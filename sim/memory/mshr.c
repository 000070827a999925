// SPDX-License-Identifier: BSD-3-Clause
// MSHR table with merging; GPGPU-Sim's mshr_table. Entries are found by a chained hash on the line, so that a slice with
// hundreds of them costs no more than an L1 with two.
#include "sim/memory/cache.h"

#include <stdlib.h>

enum { NO_ENTRY = UINT16_MAX };

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

mshr_table *mshr_table_new(uint32_t entries, uint32_t merges)
{
    mshr_table *table = allocate(1, sizeof *table);
    uint32_t buckets = 4;
    while (buckets < 2 * entries)
        buckets *= 2;
    table->entries = entries;
    table->merges = merges;
    table->bucket_mask = buckets - 1;
    table->buckets = allocate(buckets, sizeof *table->buckets);
    table->entry = allocate(entries, sizeof *table->entry);
    table->items = malloc((size_t)entries * merges * sizeof *table->items);
    table->ready = allocate(entries, sizeof *table->ready);
    if (!table->items)
        abort();
    for (uint32_t bucket = 0; bucket <= table->bucket_mask; bucket++)
        table->buckets[bucket] = NO_ENTRY;
    for (uint32_t entry = 0; entry < table->entries; entry++)
        table->entry[entry].next = entry + 1 < table->entries ? (uint16_t)(entry + 1) : (uint16_t)NO_ENTRY;
    table->free_head = 0;
    table->free_entries = table->entries;
    return table;
}

void mshr_table_free(mshr_table *table)
{
    if (!table)
        return;
    free(table->buckets);
    free(table->entry);
    free(table->items);
    free(table->ready);
    free(table);
}

static inline uint16_t *bucket_of(const mshr_table *table, uint64_t line)
{
    return &table->buckets[(line * 0x9E3779B97F4A7C15ull >> 40) & table->bucket_mask];
}

static inline uint16_t find(const mshr_table *table, uint64_t line)
{
    uint16_t entry = *bucket_of(table, line);
    while (entry != NO_ENTRY && table->entry[entry].line != line)
        entry = table->entry[entry].next;
    return entry;
}

bool mshr_has(const mshr_table *table, uint64_t line)
{
    return find(table, line) != NO_ENTRY;
}

bool mshr_is_here(const mshr_table *table, uint64_t line)
{
    uint16_t entry = find(table, line);
    return entry != NO_ENTRY && table->entry[entry].here;
}

static inline bool has_place(const mshr_table *table, uint16_t entry)
{
    return table->entry[entry].count < table->merges;
}

bool mshr_can_add(const mshr_table *table, uint64_t line)
{
    uint16_t entry = find(table, line);
    return entry != NO_ENTRY ? has_place(table, entry) : table->free_entries != 0;
}

void mshr_add(mshr_table *table, uint64_t line, uint64_t item, bool atomic)
{
    uint16_t index = find(table, line);
    if (index == NO_ENTRY) {
        uint16_t *bucket = bucket_of(table, line);
        index = table->free_head;
        table->free_head = table->entry[index].next;
        table->free_entries--;
        table->entry[index] = (mshr_entry){.line = line, .next = *bucket};
        *bucket = index;
    }
    mshr_entry *entry = &table->entry[index];
    uint32_t place = entry->first + entry->count;
    table->items[index * table->merges + (place >= table->merges ? place - table->merges : place)] = item;
    entry->count++;
    entry->atomic |= atomic;
}

bool mshr_fill(mshr_table *table, uint64_t line)
{
    uint16_t entry = find(table, line);
    if (entry == NO_ENTRY)
        abort();                    // a reply that nobody asked for
    uint32_t place = table->ready_head + table->ready_count++;
    table->ready[place >= table->entries ? place - table->entries : place] = entry;
    table->entry[entry].here = true;
    return table->entry[entry].atomic;
}

uint64_t mshr_peek_ready(const mshr_table *table)
{
    uint16_t index = table->ready[table->ready_head];
    return table->items[index * table->merges + table->entry[index].first];
}

static void release(mshr_table *table, uint16_t index)
{
    uint16_t *link = bucket_of(table, table->entry[index].line);
    while (*link != index)
        link = &table->entry[*link].next;
    *link = table->entry[index].next;
    table->entry[index].next = table->free_head;
    table->free_head = index;
    table->free_entries++;
}

// True: the entry is free now.
static bool take_first(mshr_table *table, uint16_t index)
{
    mshr_entry *entry = &table->entry[index];
    entry->first = entry->first + 1u == table->merges ? 0 : (uint16_t)(entry->first + 1);
    if (--entry->count)
        return false;
    release(table, index);
    return true;
}

bool mshr_drop(mshr_table *table, uint64_t line, uint64_t item)
{
    uint16_t index = find(table, line);
    return index != NO_ENTRY && table->items[index * table->merges + table->entry[index].first] == item && take_first(table, index);
}

uint64_t mshr_take_ready(mshr_table *table)
{
    uint16_t index = table->ready[table->ready_head];
    uint64_t item = mshr_peek_ready(table);
    if (take_first(table, index)) {
        table->ready_head = table->ready_head + 1 == table->entries ? 0 : table->ready_head + 1;
        table->ready_count--;
    }
    return item;
}

uint32_t mshr_free_entries(const mshr_table *table)
{
    return table->free_entries;
}
