// SPDX-License-Identifier: BSD-3-Clause
// Who builds what: programs that share a cache build each tuple once, and nobody waits for one that is gone.
//
// Each that builds has a private folder in the cache, with an empty file for whatever it has claimed. While it lives it
// holds a lock of that folder and touches it every second; this is seen on another node of a cluster, too, where locks may
// not be. A claim is taken in turn, under a lock of the cache. Where locks do not work, two may build the same: that
// costs time and nothing else.
#ifndef WARPLOCK_TB_TUPLES_CLAIMS_H
#define WARPLOCK_TB_TUPLES_CLAIMS_H

#include "tb/tuples/cache.h"

// Makes the cache where it is missing, and a private folder in it; removes those of programs that are gone, and what has
// been unused for long.
bool claims_begin(tuple_cache *, char *why, size_t size);
void claims_end(tuple_cache *);                 // without the private folder

// Between these two nobody else claims.
void claims_turn(tuple_cache *);
void claims_turn_over(tuple_cache *);
// False: another that lives builds it.
bool claim_take(const tuple_cache *, const char *name);
void claim_drop(const tuple_cache *, const char *name);
bool claimed_by_another(const tuple_cache *, const char *name);

void claims_beat(const tuple_cache *);          // once a second: this one lives

#endif
