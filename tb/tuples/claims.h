// SPDX-License-Identifier: BSD-3-Clause
// Who builds what: programs that share a cache build each tuple once, and nobody waits for one that is gone.
//
// Each builder has a private folder in the cache, with an empty file for each of its claims. While it lives it locks that
// folder and touches it every second, which other nodes of a cluster see, too, even if locks do not work there. Claims are
// made in turn, under a lock of the cache. Where locks do not work, two may build the same, which only costs time.
#ifndef WARPLOCK_TB_TUPLES_CLAIMS_H
#define WARPLOCK_TB_TUPLES_CLAIMS_H

#include "tb/tuples/cache.h"

// Makes the cache if it is missing, and a private folder in it; removes the folders of programs that are gone, and files
// long unused.
bool claims_begin(tuple_cache *, char *why, size_t size);
void claims_end(tuple_cache *);                 // and removes the private folder

// Between these two nobody else claims.
void claims_turn(tuple_cache *);
void claims_turn_over(tuple_cache *);
// False: another live program builds it.
bool claim_take(const tuple_cache *, const char *name);
void claim_drop(const tuple_cache *, const char *name);
bool claimed_by_another(const tuple_cache *, const char *name);

void claims_beat(const tuple_cache *);          // once a second: this program lives

#endif
