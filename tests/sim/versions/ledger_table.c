// SPDX-License-Identifier: BSD-3-Clause
// Tables of the ledger.
#include "ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t key_of(const ledger_table *table, uint64_t at)
{
    uint64_t key;
    memcpy(&key, table->of + at * table->size, sizeof key);
    return key;
}

static uint64_t place_of(const ledger_table *table, uint64_t key)
{
    uint64_t at = (key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (table->room - 1);
    while (key_of(table, at) && key_of(table, at) != key)
        at = (at + 1) & (table->room - 1);
    return at;
}

static void grow(ledger_table *table)
{
    const ledger_table old = *table;
    table->room = old.room ? 2 * old.room : 4096;
    table->of = calloc(table->room, table->size);
    if (!table->of)
        abort();
    for (uint64_t i = 0; i < old.room; i++)
        if (key_of(&old, i))
            memcpy(table->of + place_of(table, key_of(&old, i)) * table->size, old.of + i * old.size, old.size);
    free(old.of);
}

void *ledger_at(ledger_table *table, uint64_t key)
{
    if (2 * table->used >= table->room)
        grow(table);
    char *entry = table->of + place_of(table, key) * table->size;
    uint64_t there;
    memcpy(&there, entry, sizeof there);
    table->used += !there;
    memcpy(entry, &key, sizeof key);
    return entry;
}

void *ledger_next(const ledger_table *table, uint64_t *at)
{
    while (*at < table->room && !key_of(table, *at))
        ++*at;
    return *at < table->room ? table->of + (*at)++ * table->size : NULL;
}

_Noreturn void ledger_refuses(uint64_t address, const char *what)
{
    fprintf(stderr, "versions: 0x%llx: %s\n", (unsigned long long)address, what);
    _Exit(1);
}
