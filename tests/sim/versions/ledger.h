// SPDX-License-Identifier: BSD-3-Clause
// What the parts of the ledger share: tables by key, and how a run ends that has done what it must not.
#ifndef WARPLOCK_TESTS_SIM_VERSIONS_LEDGER_H
#define WARPLOCK_TESTS_SIM_VERSIONS_LEDGER_H

#include <stddef.h>

#include "sim/memory/versions.h"

// Open addressing, twice as large when half full. Entries begin with their key, which is not 0; one that was not there is zeroed.
// A pointer to an entry is good until the next look at another key.
typedef struct { char *of; uint64_t room, used; size_t size; } ledger_table;
void *ledger_at(ledger_table *, uint64_t key);
void *ledger_next(const ledger_table *, uint64_t *at);      // one after the other from *at = 0; NULL: no more

static inline uint64_t granule_key(uint64_t address) { return address / VERSION_GRANULE + 1; }
static inline uint64_t copy_key(unsigned sm, uint64_t address) { return ((address / VERSION_GRANULE) << 8 | sm) + 1; }

#define for_each_granule(at, address, bytes) \
    for (uint64_t at = (address) & ~(uint64_t)(VERSION_GRANULE - 1); at < (address) + (bytes); at += VERSION_GRANULE)
static inline unsigned in_block(uint64_t address) { return address % VERSION_BLOCK / VERSION_GRANULE; }

_Noreturn void ledger_refuses(uint64_t address, const char *what);

// ledger_stores.c: a store has left the dispatch register; nothing may still be on its way, as at the end of a kernel.
void ledger_dispatched(uint64_t version, uint64_t address, uint8_t sectors);
void ledger_dirty_dropped(unsigned sm);     // all lines of an L1D are dropped
void ledger_stores_over(bool flushed);
void ledger_say_stores(void);
// ledger_l2.c
void ledger_say_l2(void);

#endif
